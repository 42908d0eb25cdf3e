package import Foundation

/// A player of an app who logged in.
package struct LoggedIn: Equatable, Sendable {
  /// Under whom their purchases are kept.
  package var user: ID<User>
  package var isNew: Bool
  /// When they logged in before.
  package var lastAt: Date?
  /// What the player's public ID is made with; `nil` for one that was made without a key.
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
