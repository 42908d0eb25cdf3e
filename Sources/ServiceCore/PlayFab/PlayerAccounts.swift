package import Entitlements
package import Foundation
import Persistence

/// A player's login with an app.
package struct PlayerLogin: Equatable, Sendable {
  /// The type of the name.
  package enum Provider: String, Sendable { case custom, ios, android }

  package var provider: Provider
  package var name: String
  /// The user that a new player's records are filed under.
  package var user: ID<User>
  /// Whether an unknown name creates an account.
  package var creates: Bool

  package init(_ provider: Provider, name: String, user: ID<User>, creates: Bool) {
    self.provider = provider
    self.name = name
    self.user = user
    self.creates = creates
  }

  /// Whether the user's name is one that the ledger generates; such users cannot log in.
  package var isReserved: Bool {
    ["anonymous-", "erased-"].contains { user.raw.lowercased().hasPrefix($0) }
  }
}

extension EntitlementService {
  /// Begins a session that ends at an instant; `nil` if the name is unknown and `login.creates` is
  /// false. Only the hash of the session ticket is stored. `newKey` becomes the key of public
  /// player IDs if the ledger has none.
  package func logIn(
    _ login: PlayerLogin,
    ticket hash: [UInt8],
    until endsAt: Date,
    newKey: [UInt8]
  ) async throws(ServiceError) -> LoginResult? {
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
    return try await asking { () throws(LedgerError) in
      try await ledger.playFab.logIn(draft, at: now)
    }
  }

  /// Whether the user, or a player who maps to that user, has records.
  package func isKnown(_ user: ID<User>) async throws(ServiceError) -> Bool {
    try await asking { () throws(LedgerError) in try await ledger.playFab.isKnown(user) }
  }

  /// The user of the session with this ticket hash; `nil` if there is none or it has ended.
  package func player(bearing hash: [UInt8]) async throws(ServiceError) -> ID<User>? {
    let now = now()
    return try await asking { () throws(LedgerError) in
      try await ledger.playFab.user(bearing: hash, at: now)
    }
  }
}

extension ServiceError {
  /// Whether a later retry may succeed: the cause is not in the request.
  package var isRetryable: Bool {
    switch self {
    case .store, .overQuota: true
    case .ledger(.refused), .ledger(.unusableText), .ledger(.generatedAmongReal): false
    case .ledger: true
    }
  }
}
