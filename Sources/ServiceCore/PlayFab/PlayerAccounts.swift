package import Entitlements
package import Foundation
import Persistence

/// How a player of an app makes themselves known.
package struct PlayerLogin: Equatable, Sendable {
  /// What the name is a name of.
  package enum Provider: String, Sendable { case custom, ios, android }

  package var provider: Provider
  package var name: String
  /// Under whom everything of a new player's is filed.
  package var user: ID<User>
  /// Whether somebody who is not known yet becomes known by it.
  package var creates: Bool

  package init(_ provider: Provider, name: String, user: ID<User>, creates: Bool) {
    self.provider = provider
    self.name = name
    self.user = user
    self.creates = creates
  }

  /// Whether it would be somebody whose name the ledger made up: nobody logs in as those.
  package var isReserved: Bool {
    ["anonymous-", "erased-"].contains { user.raw.lowercased().hasPrefix($0) }
  }
}

extension EntitlementService {
  /// Begins a session that ends at an instant; `nil` for a name nobody goes by, where that is not to
  /// begin an account. Of the ticket that stands for it, its hash alone is kept. `newKey`
  /// becomes the key of public player IDs where the ledger has none.
  package func logIn(
    _ login: PlayerLogin,
    ticket hash: [UInt8],
    until endsAt: Date,
    newKey: [UInt8]
  ) async throws(ServiceError) -> LoggedIn? {
    let (draft, now) = (
      LoginDraft(
        provider: login.provider.rawValue,
        name: login.name,
        user: login.user,
        creates: login.creates,
        ticket: hash,
        endsAt: endsAt,
        newKey: newKey
      ),
      now()
    )
    return try await asking { () throws(LedgerError) in try await ledger.logIn(draft, at: now) }
  }

  /// Whether anything is on file of the user, or of a player who is to be that user.
  package func isKnown(_ user: ID<User>) async throws(ServiceError) -> Bool {
    try await asking { () throws(LedgerError) in try await ledger.isKnown(user) }
  }

  /// Whose session goes by the ticket of this hash; `nil` where there is none, or it is over.
  package func player(bearing hash: [UInt8]) async throws(ServiceError) -> ID<User>? {
    let now = now()
    return try await asking { () throws(LedgerError) in
      try await ledger.user(bearing: hash, at: now)
    }
  }
}

extension ServiceError {
  /// Whether the same may be done later: what keeps it from being done is not in what was asked.
  package var mayPass: Bool {
    switch self {
    case .store, .overQuota: true
    case .ledger(.refused), .ledger(.unusableText), .ledger(.generatedAmongReal): false
    case .ledger: true
    }
  }
}
