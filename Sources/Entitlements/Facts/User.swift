package import Foundation

/// A customer whose purchases are in the ledger.
package struct User: Equatable, Sendable {
  /// The app's own identifier for the user, as given at import.
  package let id: ID<User>
  package var name: String?
  package var email: String?
  /// When the ledger first received something about this user.
  package var firstSeenAt: Date

  package init(id: ID<User>, name: String? = nil, email: String? = nil, firstSeenAt: Date) {
    self.id = id
    self.name = name
    self.email = email
    self.firstSeenAt = firstSeenAt
  }
}
