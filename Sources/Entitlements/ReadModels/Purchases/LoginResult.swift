package import Foundation

/// The result of a player's login.
package struct LoginResult: Equatable, Sendable {
  /// The user who owns the player's purchases.
  package var user: ID<User>
  package var isNew: Bool
  /// The time of the previous login.
  package var lastAt: Date?
  /// The key that the player's public ID is made with; `nil` for an ID made without one.
  package var identifierKey: [UInt8]?

  package init(
    user: ID<User>,
    isNew: Bool,
    lastAt: Date? = nil,
    identifierKey: [UInt8]? = nil
  ) {
    self.user = user
    self.isNew = isNew
    self.lastAt = lastAt
    self.identifierKey = identifierKey
  }
}
