package import Entitlements
import Foundation
import Persistence

/// An operator's act as a document of our own: JSON that says who did what and when, kept like a
/// store's and read again in a replay.
struct ActDocument: Codable {
  static let kind = "manual"

  private var schemaVersion = 1
  private var deed: String
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

  private enum CodingKeys: String, CodingKey {
    case schemaVersion = "schemaVersion"
    case deed = "deed"
    case actor = "actor"
    case at = "at"
    case user = "user"
    case other = "other"
    case chain = "chain"
    case order = "order"
    case key = "key"
    case environment = "environment"
    case count = "count"
    case until = "until"
    case note = "note"
    case policy = "policy"
  }

  init(_ act: Act.Deed, by actor: String, at instant: Date) {
    self.actor = actor
    at = Self.milliseconds(instant)
    switch act {
    case .consume(let order, let count, let item):
      (deed, self.order, self.count, key) = ("consume", order.raw, count, item)
    case .grant(let user, let key, let environment, let until):
      (deed, self.user, self.key, self.environment) = ("grant", user.raw, key, environment.rawValue)
      self.until = until.map(Self.milliseconds)
    case .withdraw(let user, let key, let environment):
      (deed, self.user, self.key) = ("withdraw", user.raw, key)
      self.environment = environment.rawValue
    case .merge(let user, let other):
      (deed, self.user, self.other) = ("merge", user.raw, other.raw)
    case .transfer(let chain, let user):
      (deed, self.chain, self.user) = ("transfer", chain.raw, user.raw)
    case .note(let user, let text): (deed, self.user, note) = ("note", user.raw, text)
    case .policy(let policy): (deed, self.policy) = ("policy", policy.rawValue)
    case .account(let account, let user):
      (deed, other, self.user) = ("account", account, user?.raw)
    case .accountForms(let forms):
      (deed, key) = ("accountForms", forms.map(\.spelling).joined(separator: " "))
    }
  }

  /// `nil` for bytes of another form.
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

  /// The user it is about, who is named by it.
  var subject: ID<User>? { deed == "merge" ? nil : user.map { ID($0) } }

  /// What it states under the ID it is filed by; `nil` where a part is missing.
  func act(_ evidence: ID<Document>) -> Act? {
    deedMeant.map { Act($0, by: actor, testimony: Testimony(evidence, at: instant)) }
  }

  private var deedMeant: Act.Deed? {
    let named = user.map { ID<User>($0) }
    let where_ = environment.flatMap(Environment.init)
    switch deed {
    case "consume":
      guard let order, let count, count > 0 else { return nil }
      return .consume(ID(order), count: count, item: key)
    case "grant":
      guard let named, let key, let where_ else { return nil }
      let end = until.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
      return .grant(named, key: key, where_, until: end)
    case "withdraw":
      guard let named, let key, let where_ else { return nil }
      return .withdraw(named, key: key, where_)
    case "merge":
      guard let named, let other else { return nil }
      return .merge(into: named, ID(other))
    case "transfer":
      guard let named, let chain else { return nil }
      return .transfer(ID(chain), to: named)
    case "note":
      guard let named, let note else { return nil }
      return .note(named, note)
    case "policy": return policy.flatMap(OwnershipPolicy.init).map { .policy($0) }
    case "account":
      guard let other, !other.isEmpty else { return nil }
      return .account(other, of: named)
    case "accountForms": return key.map { .accountForms(AccountForm.list($0)) }
    default: return nil
    }
  }

  private static func milliseconds(_ instant: Date) -> Int64 {
    Int64((instant.timeIntervalSince1970 * 1_000).rounded())
  }
}

extension EntitlementService {
  /// Files an operator's act. What it does follows from it by the ledger's rules, at once and in
  /// every replay.
  package func perform(
    _ deed: Act.Deed,
    by actor: String
  ) async throws(ServiceError) -> ID<Document> {
    let filing = try filing(of: deed, by: actor)
    try await perform([filing])
    return filing.document.id
  }

  /// Files acts of one operator, all of them or none.
  package func perform(_ deeds: [Act.Deed], by actor: String) async throws(ServiceError) {
    var filings: [Filing] = []
    for deed in deeds { filings.append(try filing(of: deed, by: actor)) }
    try await perform(filings)
  }

  private func filing(of deed: Act.Deed, by actor: String) throws(ServiceError) -> Filing {
    do {
      return try DocumentFiling.filing(of: deed, by: actor, at: now())
    } catch {
      throw .ledger(.refused(rule: "the act cannot be written down"))
    }
  }

  private func perform(_ filings: [Filing]) async throws(ServiceError) {
    do throws(LedgerError) {
      try await ledger.perform(filings)
    } catch {
      throw .ledger(error)
    }
  }
}

extension DocumentFiling {
  static func filing(of deed: Act.Deed, by actor: String, at now: Date) throws -> Filing {
    let bytes = try ActDocument(deed, by: actor, at: now).bytes()
    return filing(ofAct: bytes, receivedAt: now)
  }

  /// The filing of an act that was written down; without any effect where it cannot be read.
  static func filing(ofAct bytes: [UInt8], receivedAt: Date) -> Filing {
    let id = documentID(of: bytes)
    let read = ActDocument(bytes)
    let act = read?.act(id)
    let document = Document(
      id: id,
      store: nil,
      kind: ActDocument.kind,
      environment: nil,
      app: nil,
      bytes: bytes,
      origin: .manual,
      provenance: .operatorAct,
      verdict: act == nil
        ? .rejected(code: "malformed", at: nil, detail: "a part of the act is missing") : .genuine,
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
