package import Entitlements
package import Foundation
package import Persistence
import Receipts

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
  /// There was nothing to act on any more: the user, or the grant to withdraw.
  case impossible
}

/// What operators and other programs do: acts on record, and actions at stores.
package struct OperatorActions: ServiceInterface {
  let service: EntitlementService

  /// Files an action and optionally a note about its user. `request` is the caller's idempotency
  /// key: a second request with the same key changes nothing. `isConditional` files them only if
  /// there is something to act on (see `performIfPossible`).
  package func perform(
    _ action: OperatorAction.Kind,
    noting note: OperatorAction.Kind? = nil,
    by actor: String,
    request: String?,
    isConditional: Bool = false
  ) async throws(ServiceError) -> OperatorActionResult {
    let key = request.map { Self.filingKey(of: $0, by: actor) }
    let now = now()
    let nonce = isConditional && key == nil ? Self.nonce() : nil
    var filings = [try filing(of: action, by: actor, at: now, nonce: nonce)]
    if let note { filings.append(try filing(of: note, by: actor, at: now)) }
    for index in filings.indices { filings[index].key = key.map { "\($0) \(index)" } }
    let (filed, own) = (filings, filings[0].document)
    if isConditional {
      let isFiled = try await wrapping(try await ledger.audit.performIfPossible(filed))
      guard isFiled else { return .impossible }
    } else {
      try await wrapping(try await ledger.audit.perform(filed))
    }
    guard let first = filed[0].key else {
      return .filed(.init(document: own.id, action: action, at: now, isRepeated: false))
    }
    // Another process may have filed under the key first.
    let known = try await wrapping(try await ledger.audit.action(withKey: first))
    return try await result(known, asked: action, filedNow: own)
  }

  /// The result of an earlier request with that key; `nil` if there is none.
  package func performed(
    _ action: OperatorAction.Kind,
    by actor: String,
    request: String
  ) async throws(ServiceError) -> OperatorActionResult? {
    let key = "\(Self.filingKey(of: request, by: actor)) 0"
    let known = try await wrapping(try await ledger.audit.action(withKey: key))
    guard let known else { return nil }
    return try await result(known, asked: action, filedNow: nil)
  }

  private func result(
    _ known: Document?,
    asked action: OperatorAction.Kind,
    filedNow own: Document?
  ) async throws(ServiceError) -> OperatorActionResult {
    guard let known, let read = OperatorActionDocument(known.bytes),
      let first = read.act(known.id)?.kind, try await isSame(first, action.inMilliseconds)
    else { return .otherwiseUsed }
    return .filed(
      .init(document: known.id, action: first, at: read.instant, isRepeated: known.id != own?.id)
    )
  }

  /// Whether both do the same, also if a user of one of them was merged into the other's since.
  private func isSame(
    _ first: OperatorAction.Kind,
    _ action: OperatorAction.Kind
  ) async throws(ServiceError) -> Bool {
    guard first != action else { return true }
    guard let former = first.receiver, let user = action.receiver else { return false }
    let users = try await service.users.remaining(of: [former, user])
    return users[0] == users[1] && first.given(to: user) == action
  }

  /// The key may contain anything; its hash reveals nothing about a user.
  private static func filingKey(of request: String, by actor: String) -> String {
    "request \(DocumentFiling.documentID(of: Array("\(actor)\u{0}\(request)".utf8)))"
  }
}

extension OperatorAction.Kind {
  /// Whose entitlement is granted or withdrawn.
  fileprivate var receiver: ID<User>? {
    switch self {
    case .grant(let user, _, _, _), .withdraw(let user, _, _): user
    default: nil
    }
  }

  /// The same grant or withdrawal for this user.
  fileprivate func given(to user: ID<User>) -> OperatorAction.Kind {
    switch self {
    case .grant(_, let key, let environment, let until):
      .grant(user, key: key, environment, until: until)
    case .withdraw(_, let key, let environment): .withdraw(user, key: key, environment)
    default: self
    }
  }

  /// The value after encoding, with whole milliseconds.
  fileprivate var inMilliseconds: OperatorAction.Kind {
    guard case .grant(let user, let key, let environment, let until?) = self else { return self }
    let whole = (until.timeIntervalSince1970 * 1_000).rounded() / 1_000
    return .grant(user, key: key, environment, until: Date(timeIntervalSince1970: whole))
  }
}

extension OperatorActions {
  /// Whether an operator granted the entitlement and it neither ended nor was withdrawn.
  package func isGranted(
    _ key: String,
    to user: ID<User>,
    in environment: Environment,
    at instant: Date
  ) async throws(ServiceError) -> Bool {
    let acts = try await wrapping(try await ledger.users.grants(of: user))
    return EntitlementRules.entitlements(for: user, from: [], lives: [:], grants: acts).contains {
      $0.key == key && $0.environment == environment && $0.isActive(at: instant)
    }
  }
}

extension OperatorActions {
  /// Sets the forms in which the ledger derives app accounts from user names; `nil` leaves them
  /// unchanged.
  package func chooseAccountForms(
    _ forms: [AccountForm]?,
    by actor: String
  ) async throws(ServiceError) {
    guard let forms else { return }
    let known = try await wrapping(try await ledger.users.accountForms())
    if known != forms { _ = try await perform(.accountForms(forms), by: actor) }
  }

  /// Links exactly these app accounts with a user; other accounts linked before are unlinked.
  ///
  /// - Returns: The user's linked accounts, sorted.
  package func link(
    accounts: [String],
    with user: ID<User>,
    by actor: String
  ) async throws(ServiceError) -> [String] {
    let known = try await wrapping(try await ledger.users.linkedAccounts(of: user))
    let requested = Set(accounts)
    let actions =
      requested.subtracting(known).sorted().map { OperatorAction.Kind.account($0, of: user) }
      + Set(known).subtracting(requested).sorted().map { OperatorAction.Kind.account($0, of: nil) }
    if !actions.isEmpty { try await perform(actions, by: actor) }
    return requested.sorted()
  }
}

extension OperatorActions {
  /// Erases a user's personal data (see `Ledger.erase`); `nil` if the user is unknown. The facts of
  /// the user's documents are read a last time and kept in tombstones.
  package func erase(_ user: ID<User>, by actor: String) async throws(ServiceError) -> Erasure? {
    do throws(LedgerError) {
      // New documents may arrive while the others are read, but hardly this many times.
      for _ in 0..<Self.maxAttempts {
        guard let documents = try await ledger.privacy.documents(about: user) else { return nil }
        var tombstones: [ID<Document>: Tombstone] = [:]
        for document in documents {
          let filing = DocumentFiling.filing(again: document, reader)
          tombstones[document.id] = Tombstone(
            facts: filing.facts,
            isOneAccount: filing.isOneAccount
          )
        }
        switch try await ledger.privacy.erase(user, leaving: tombstones, by: actor, at: now()) {
        case .erased(let erasure): return erasure
        case .unknown: return nil
        case .unread: continue
        }
      }
      throw .locked(path: ledger.path)
    } catch {
      throw .ledger(error)
    }
  }

  private static let maxAttempts = 5
}
