package import Foundation

/// A named right a user holds, and the sale it comes from.
package struct Entitlement: Equatable, Sendable {
  /// The right's name. Until a catalog maps products to rights, the product's own ID.
  package var key: String
  package var user: ID<User>
  package var environment: Environment
  /// The sale that grants it; of several, the one that lasts longest.
  package var source: ID<Order>
  package var from: Date
  /// The instant access ends; `nil` means it does not.
  package var until: Date?

  package init(
    key: String,
    user: ID<User>,
    environment: Environment,
    source: ID<Order>,
    from: Date,
    until: Date?
  ) {
    self.key = key
    self.user = user
    self.environment = environment
    self.source = source
    self.from = from
    self.until = until
  }

  package func isActive(at instant: Date) -> Bool {
    from <= instant && (until.map { instant < $0 } ?? true)
  }
}
