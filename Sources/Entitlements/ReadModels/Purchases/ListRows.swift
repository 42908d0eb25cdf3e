package import Foundation

/// A row of the orders list.
package struct OrderRow: Equatable, Sendable {
  package var order: Order
  /// The chain's state at the query's instant; `nil` if unknown.
  package var chainState: SubscriptionState?

  package init(order: Order, chainState: SubscriptionState?) {
    self.order = order
    self.chainState = chainState
  }
}

/// A row of the subscriptions list: a renewal chain and its phase at the query's instant.
package struct SubscriptionRow: Equatable, Sendable {
  package var id: ID<Subscription>
  package var user: ID<User>?
  /// The last product.
  package var productID: String?
  package var startedAt: Date
  /// When access ends or ended; `nil` if it does not.
  package var accessUntil: Date?
  /// `nil` before the chain began.
  package var phase: Phase?

  package init(
    id: ID<Subscription>,
    user: ID<User>?,
    productID: String?,
    startedAt: Date,
    accessUntil: Date?,
    phase: Phase?
  ) {
    self.id = id
    self.user = user
    self.productID = productID
    self.startedAt = startedAt
    self.accessUntil = accessUntil
    self.phase = phase
  }
}

/// A row of the events list: one event from a document.
package struct EventRow: Equatable, Sendable {
  package var notice: StoreEvent
  package var user: ID<User>?
  /// When the event was received.
  package var receivedAt: Date

  package init(notice: StoreEvent, user: ID<User>?, receivedAt: Date) {
    self.notice = notice
    self.user = user
    self.receivedAt = receivedAt
  }
}
