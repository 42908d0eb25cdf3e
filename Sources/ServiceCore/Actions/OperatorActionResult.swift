package import Entitlements
package import Foundation
import Persistence

/// The result of an action requested by another program.
package enum OperatorActionResult: Equatable, Sendable {
  package struct Filed: Equatable, Sendable {
    package var document: ID<Document>
    package var action: OperatorAction.Kind
    package var at: Date
    /// Whether the same request came before, so that nothing more was done.
    package var isRepeated: Bool
  }

  case filed(Filed)
  /// The request's key was already used for something else.
  case otherwiseUsed
}

extension EntitlementService {
  /// Files an action and optionally a note about its user. `request` is the caller's idempotency
  /// key: a second request with the same key changes nothing.
  package func perform(
    _ action: OperatorAction.Kind,
    noting note: OperatorAction.Kind? = nil,
    by actor: String,
    request: String?
  ) async throws(ServiceError) -> OperatorActionResult {
    let key = request.map { Self.filingKey(of: $0, by: actor) }
    let now = now()
    var filings: [Filing] = []
    do {
      filings.append(try DocumentFiling.filing(of: action, by: actor, at: now))
      if let note { filings.append(try DocumentFiling.filing(of: note, by: actor, at: now)) }
    } catch {
      throw .ledger(.refused(rule: "the action cannot be encoded"))
    }
    for index in filings.indices { filings[index].key = key.map { "\($0) \(index)" } }
    let (filed, own) = (filings, filings[0].document)
    try await asking { () throws(LedgerError) in try await ledger.audit.perform(filed) }
    guard let first = filed[0].key else {
      return .filed(.init(document: own.id, action: action, at: now, isRepeated: false))
    }
    // Another process may have filed under the key first.
    let known = try await asking { () throws(LedgerError) in
      try await ledger.documents.find(key: first)
    }
    return Self.act(known, asked: action, filedNow: own)
  }

  /// The result of an earlier request with that key; `nil` if there is none.
  package func performed(
    _ action: OperatorAction.Kind,
    by actor: String,
    request: String
  ) async throws(ServiceError) -> OperatorActionResult? {
    let key = "\(Self.filingKey(of: request, by: actor)) 0"
    let known = try await asking { () throws(LedgerError) in
      try await ledger.documents.find(key: key)
    }
    guard let known else { return nil }
    return Self.act(known, asked: action, filedNow: nil)
  }

  private static func act(
    _ known: Document?,
    asked action: OperatorAction.Kind,
    filedNow own: Document?
  ) -> OperatorActionResult {
    guard let known, let read = OperatorActionDocument(known.bytes),
      read.act(known.id)?.kind == action.inMilliseconds
    else { return .otherwiseUsed }
    return .filed(
      .init(document: known.id, action: action, at: read.instant, isRepeated: known.id != own?.id)
    )
  }

  /// The key may contain anything; its hash reveals nothing about a user.
  private static func filingKey(of request: String, by actor: String) -> String {
    "request \(DocumentFiling.documentID(of: Array("\(actor)\u{0}\(request)".utf8)))"
  }
}

extension OperatorAction.Kind {
  /// The value after encoding, with whole milliseconds.
  fileprivate var inMilliseconds: OperatorAction.Kind {
    guard case .grant(let user, let key, let environment, let until?) = self else { return self }
    let whole = (until.timeIntervalSince1970 * 1_000).rounded() / 1_000
    return .grant(user, key: key, environment, until: Date(timeIntervalSince1970: whole))
  }
}

extension EntitlementService {
  /// Whether an operator granted the entitlement and it neither ended nor was withdrawn.
  package func isGranted(
    _ key: String,
    to user: ID<User>,
    in environment: Environment,
    at instant: Date
  ) async throws(ServiceError) -> Bool {
    let acts = try await asking { () throws(LedgerError) in try await ledger.users.grants(of: user)
    }
    return EntitlementRules.entitlements(for: user, from: [], lives: [:], grants: acts).contains {
      $0.key == key && $0.environment == environment && $0.isActive(at: instant)
    }
  }
}
