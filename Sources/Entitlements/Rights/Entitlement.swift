package import Foundation

/// An interval in which a user has a named entitlement, and its source.
package struct Entitlement: Equatable, Sendable {
  /// The entitlement's name: the catalog's, or the product's own ID if no catalog has it.
  package var key: String
  package var user: ID<User>
  package var environment: Environment
  /// The sale that grants it, the longest of several; `nil` for a grant by hand.
  package var source: ID<Order>?
  /// The document that proves it.
  package var evidence: ID<Document>
  package var from: Date
  /// When access ends; `nil` if it does not.
  package var until: Date?

  package init(
    key: String,
    user: ID<User>,
    environment: Environment,
    source: ID<Order>?,
    evidence: ID<Document>,
    from: Date,
    until: Date?
  ) {
    self.key = key
    self.user = user
    self.environment = environment
    self.source = source
    self.evidence = evidence
    self.from = from
    self.until = until
  }

  package func isActive(at instant: Date) -> Bool {
    from <= instant && (until.map { instant < $0 } ?? true)
  }
}

/// What is left of a consumable sale.
package struct InventoryItem: Equatable, Sendable {
  /// The catalog's item, or the product's own ID if no catalog has it.
  package var item: String
  package var user: ID<User>
  package var environment: Environment
  package var source: ID<Order>
  /// How often it could be used in total, and how often it was.
  package var granted: Int
  package var used: Int
  package var from: Date
  /// When the store reversed the sale; what is left ends then.
  package var until: Date?

  package init(
    item: String,
    user: ID<User>,
    environment: Environment,
    source: ID<Order>,
    granted: Int,
    used: Int,
    from: Date,
    until: Date?
  ) {
    self.item = item
    self.user = user
    self.environment = environment
    self.source = source
    self.granted = granted
    self.used = used
    self.from = from
    self.until = until
  }

  /// How often it can still be used; never below zero.
  package func remaining(at instant: Date) -> Int {
    guard from <= instant, until.map({ instant < $0 }) ?? true else { return 0 }
    return max(0, granted - used)
  }
}

/// An amount of one of the app's own currencies.
package struct Balance: Equatable, Sendable {
  package var user: ID<User>
  package var environment: Environment
  package var currency: String
  package var amount: Int

  package init(user: ID<User>, environment: Environment, currency: String, amount: Int) {
    self.user = user
    self.environment = environment
    self.currency = currency
    self.amount = amount
  }
}
