package import Foundation

/// A line of the orders list.
package struct OrderRow: Equatable, Sendable {
  package var order: Order
  /// What its chain is at the instant asked about; `nil` where nothing is known of it yet.
  package var chainState: SubscriptionState?

  package init(order: Order, chainState: SubscriptionState?) {
    self.order = order
    self.chainState = chainState
  }
}

/// A line of the subscriptions list: a chain of renewals, and what it is at the instant asked about.
package struct SubscriptionRow: Equatable, Sendable {
  package var id: ID<Subscription>
  package var user: ID<User>?
  /// What was bought last.
  package var productID: String?
  package var startedAt: Date
  /// When access ends or ended; `nil` where it does not.
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

/// A line of the events list: one thing that a document told.
package struct NoticeRow: Equatable, Sendable {
  package var notice: Notice
  package var user: ID<User>?
  /// When we heard of it.
  package var receivedAt: Date

  package init(notice: Notice, user: ID<User>?, receivedAt: Date) {
    self.notice = notice
    self.user = user
    self.receivedAt = receivedAt
  }
}
