package import Entitlements
import Foundation
import Persistence

/// An operator action as a stored JSON document: who did what and when. It is filed like a store's
/// document and read again on replay.
struct OperatorActionDocument: Codable {
  static let kind = "manual"

  private var schemaVersion = 1
  private var action: String
  private var actor: String
  /// Milliseconds since 1970.
  private var at: Int64
  private var user: String?
  private var other: String?
  private var chain: String?
  private var order: String?
  private var key: String?
  private var environment: String?
  private var count: Int?
  private var until: Int64?
  private var note: String?
  private var policy: String?
  /// Distinguishes actions that are otherwise equal, at the same instant.
  private var nonce: String?

  private enum CodingKeys: String, CodingKey {
    case schemaVersion = "schemaVersion", action = "deed", actor = "actor", at = "at", user = "user"
    case other = "other", chain = "chain", order = "order", key = "key", environment = "environment"
    case count = "count", until = "until", note = "note", policy = "policy"
    case nonce = "nonce"
  }

  init(_ act: OperatorAction.Kind, by actor: String, at instant: Date, nonce: String? = nil) {
    (self.actor, self.nonce) = (actor, nonce)
    at = Self.milliseconds(instant)
    switch act {
    case .consume(let order, let count, let item):
      (action, self.order, self.count, key) = ("consume", order.raw, count, item)
    case .grant(let user, let key, let environment, let until):
      (action, self.user, self.key, self.environment) = (
        "grant", user.raw, key, environment.rawValue
      )
      self.until = until.map(Self.milliseconds)
    case .withdraw(let user, let key, let environment):
      (action, self.user, self.key) = ("withdraw", user.raw, key)
      self.environment = environment.rawValue
    case .merge(let user, let other):
      (action, self.user, self.other) = ("merge", user.raw, other.raw)
    case .transfer(let chain, let user):
      (action, self.chain, self.user) = ("transfer", chain.raw, user.raw)
    case .note(let user, let text): (action, self.user, note) = ("note", user.raw, text)
    case .assign(let user, let assignee):
      (action, self.user, key) = ("assign", user.raw, assignee)
    case .policy(let policy): (action, self.policy) = ("policy", policy.rawValue)
    case .account(let account, let user):
      (action, other, self.user) = ("account", account, user?.raw)
    case .accountForms(let forms):
      (action, key) = ("accountForms", forms.map(\.spelling).joined(separator: " "))
    }
  }

  /// `nil` if the bytes have another form.
  init?(_ bytes: [UInt8]) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = read
  }

  func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }

  var instant: Date { Date(timeIntervalSince1970: Double(at) / 1_000) }

  /// The user whom the action concerns and names.
  var subject: ID<User>? { action == "merge" ? nil : user.map { ID($0) } }

  /// The action it states, with `evidence` as its document ID; `nil` if a part is missing.
  func act(_ evidence: ID<Document>) -> OperatorAction? {
    decodedKind.map {
      OperatorAction($0, by: actor, statementSource: StatementSource(evidence, at: instant))
    }
  }

  private var decodedKind: OperatorAction.Kind? {
    let userID = user.map { ID<User>($0) }
    let storeEnvironment = environment.flatMap(Environment.init)
    switch action {
    case "consume":
      guard let order, let count, count > 0 else { return nil }
      return .consume(ID(order), count: count, item: key)
    case "grant":
      guard let userID, let key, let storeEnvironment else { return nil }
      let end = until.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
      return .grant(userID, key: key, storeEnvironment, until: end)
    case "withdraw":
      guard let userID, let key, let storeEnvironment else { return nil }
      return .withdraw(userID, key: key, storeEnvironment)
    case "merge":
      guard let userID, let other else { return nil }
      return .merge(into: userID, ID(other))
    case "transfer":
      guard let userID, let chain else { return nil }
      return .transfer(ID(chain), to: userID)
    case "note":
      guard let userID, let note else { return nil }
      return .note(userID, note)
    case "assign": return userID.map { .assign($0, to: key) }
    case "policy": return policy.flatMap(OwnershipPolicy.init).map { .policy($0) }
    case "account":
      guard let other, !other.isEmpty else { return nil }
      return .account(other, of: userID)
    case "accountForms": return key.map { .accountForms(AccountForm.list($0)) }
    default: return nil
    }
  }

  private static func milliseconds(_ instant: Date) -> Int64 {
    Int64((instant.timeIntervalSince1970 * 1_000).rounded())
  }
}

extension OperatorActions {
  /// Files an operator action. The ledger's rules derive its effects, now and on every replay.
  package func perform(
    _ action: OperatorAction.Kind,
    by actor: String
  ) async throws(ServiceError) -> ID<Document> {
    let filing = try filing(of: action, by: actor, at: now())
    try await wrapping(try await ledger.audit.perform([filing]))
    return filing.document.id
  }

  /// Files operator actions in one transaction if the first has something to act on: its users are
  /// known, two users to merge aren't one already, what it withdraws is granted. The ledger decides
  /// when it files them, because others may act at the same time.
  ///
  /// - Returns: The first action's document; `nil` if they were not filed.
  package func performIfPossible(
    _ actions: [OperatorAction.Kind],
    by actor: String
  ) async throws(ServiceError) -> ID<Document>? {
    let (now, nonce) = (now(), Self.nonce())
    var filings: [Filing] = []
    for action in actions {
      filings.append(try filing(of: action, by: actor, at: now, nonce: nonce))
    }
    let filed = filings
    return try await wrapping(try await ledger.audit.performIfPossible(filed))
      ? filed.first?.document.id : nil
  }

  /// Distinguishes an action from an equal one at the same instant, which may have been in vain.
  static func nonce() -> String { UUID().uuidString.lowercased() }

  /// Files several actions of one operator in one transaction.
  package func perform(
    _ actions: [OperatorAction.Kind],
    by actor: String
  ) async throws(ServiceError) {
    var filings: [Filing] = []
    for action in actions { filings.append(try filing(of: action, by: actor, at: now())) }
    try await wrapping(try await ledger.audit.perform(filings))
  }

  func filing(
    of action: OperatorAction.Kind,
    by actor: String,
    at now: Date,
    nonce: String? = nil
  ) throws(ServiceError) -> Filing {
    do {
      return try DocumentFiling.filing(of: action, by: actor, at: now, nonce: nonce)
    } catch {
      throw .ledger(.refused(rule: "the action cannot be encoded"))
    }
  }
}

extension DocumentFiling {
  static func filing(
    of action: OperatorAction.Kind,
    by actor: String,
    at now: Date,
    nonce: String? = nil
  ) throws -> Filing {
    let bytes = try OperatorActionDocument(action, by: actor, at: now, nonce: nonce).bytes()
    return filing(ofAct: bytes, receivedAt: now)
  }

  /// The filing of an encoded action; it has no effect if the bytes cannot be read.
  static func filing(ofAct bytes: [UInt8], receivedAt: Date) -> Filing {
    let id = documentID(of: bytes)
    let read = OperatorActionDocument(bytes)
    let act = read?.act(id)
    let document = Document(
      id: id,
      store: nil,
      kind: OperatorActionDocument.kind,
      environment: nil,
      app: nil,
      bytes: bytes,
      origin: .manual,
      provenance: .operatorAct,
      verdict: act == nil
        ? .rejected(code: "malformed", at: nil, detail: "part of the action is missing") : .genuine,
      receivedAt: receivedAt,
      statedAt: read?.instant,
      purchases: 0,
      user: nil
    )
    return Filing(
      document: document,
      attribution: act == nil ? .nobody : read?.subject.map { .user($0) } ?? .nobody,
      facts: Facts(acts: act.map { [$0] } ?? [])
    )
  }
}
