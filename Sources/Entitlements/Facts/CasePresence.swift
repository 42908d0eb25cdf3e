package import Foundation

/// That an operator has a user's case open.
package struct CasePresence: Codable, Hashable, Sendable {
  /// The operator's name.
  package var name: String
  package var user: ID<User>
  /// When the operator last pressed a key there.
  package var at: Date

  /// How long it lasts after the last key, in seconds.
  package static let timeout: TimeInterval = 15 * 60

  private enum CodingKeys: String, CodingKey {
    case name = "name", user = "user", at = "at"
  }

  package init(name: String, user: ID<User>, at: Date) {
    (self.name, self.user, self.at) = (name, user, at)
  }

  package func isCurrent(at now: Date) -> Bool { now.timeIntervalSince(at) < Self.timeout }
}
