package import Foundation

/// One payment, or one unpaid period: Apple's transaction, Google's order.
package struct SimulatedCharge: Codable, Equatable, Sendable {
  package enum Offer: String, Codable, Sendable {
    case trial, introductory, promotional, code
    case winBack = "win-back"
  }

  /// Apple's transaction ID, Google's order ID, Microsoft's order ID.
  package var id: String
  /// The order number in Apple's e-mail; several transactions may share it.
  package var order: String
  package var lineItem: Int64
  package var product: String
  package var quantity: Int
  package var purchasedAt: Date
  package var expiresAt: Date?
  /// Thousandths of the currency's unit.
  package var price: Int64
  package var offer: Offer?
  package var offerID: String?
  package var isRenewal: Bool
  package var refundedAt: Date?
  /// The refunded percentage; all if absent.
  package var refundedPercent: Int?
  /// At Google, how many of several units were refunded; all if absent.
  package var refundedQuantity: Int?
  /// The customer named a problem with the app.
  package var isRefundForFault: Bool = false
  /// Refunded without revoking access.
  package var keepsRights: Bool?
  package var revokedAt: Date?
  package var upgradedAt: Date?

  /// Whether Google lists it as voided: access was revoked with the refund.
  package var isVoided: Bool { refundedAt != nil && (keepsRights != true || revokedAt != nil) }

  /// Whether a part of the money or of the units was refunded.
  package var isRefundedInPart: Bool {
    refundedAt != nil && (refundedQuantity != nil || refundedPercent.map { $0 < 100 } ?? false)
  }

  /// What was paid for the refunded units, or the refunded part of the price.
  package var refundedPrice: Int64 {
    refundedQuantity.map { price * Int64($0) / Int64(max(1, quantity)) }
      ?? price * Int64(refundedPercent ?? 100) / 100
  }

  /// When access was revoked.
  package var cancelledAt: Date? { refundedAt ?? revokedAt ?? upgradedAt }
}

/// All charges after one first purchase: Apple's chain of transactions, Google's purchase token,
/// Microsoft's recurrence, Amazon's receipt.
package struct SimulatedPurchase: Codable, Equatable, Sendable {
  package enum State: String, Codable, Sendable {
    /// Waits for a parent or for cash.
    case pending
    case declined, active, grace
    /// Without access while the store retries the payment: Google's account hold.
    case retry
    case paused, expired, revoked
  }

  package enum EndReason: String, Codable, Sendable {
    case voluntary, billing, price, replaced, developer, revoked, lapsed
  }

  package struct PriceChange: Codable, Equatable, Sendable {
    package enum Answer: String, Codable, Sendable { case none, agreed, refused }
    package var price: Int64
    package var askedAt: Date
    package var answer: Answer
  }

  /// Apple's original transaction ID, Microsoft's recurrence; the token elsewhere.
  package var id: String
  /// Google's purchase token, Amazon's receipt ID.
  package var token: String
  package var store: SimulatedStore
  package var app: String
  package var account: String
  /// The app's own ID for the account: a UUID at Apple.
  package var appAccount: String?
  package var isSandbox: Bool
  package var product: String
  package var kind: SimulatedProduct.Kind
  package var group: String
  package var charges: [SimulatedCharge] = []
  package var state: State
  package var beganAt: Date
  package var changedAt: Date
  package var autoRenews: Bool
  package var expiresAt: Date?
  package var graceEndsAt: Date?
  package var retryEndsAt: Date?
  /// The product of the next renewal, if it changes.
  package var nextProduct: String?
  package var isBillingBroken = false
  package var endReason: EndReason?
  package var endedAt: Date?
  package var isAcknowledged = false
  package var isConsumed = false
  /// The purchase that is shared with this family member.
  package var sharedFrom: String?
  package var replaces: String?
  package var replacedBy: String?
  package var pauseMonths: Int?
  package var resumesAt: Date?
  package var priceChange: PriceChange?
  package var renewals = 0
  /// The offer of a pending purchase.
  package var pendingOffer: SimulatedCharge.Offer?
  package var pendingQuantity = 1

  package var isSubscription: Bool { kind.isSubscription }

  var isOver: Bool { state == .expired || state == .revoked }
  /// Whether the store retries the payment.
  var isUnpaid: Bool { state == .grace || state == .retry }

  /// Ends it; nothing renews any more.
  mutating func end(_ state: State, because reason: EndReason, at now: Date) {
    (self.state, endReason, endedAt, autoRenews) = (state, reason, now, false)
  }

  package var hasRights: Bool {
    switch state {
    case .active, .grace: true
    case .pending, .declined, .retry, .paused, .expired, .revoked: false
    }
  }

  /// Neither ended nor pending.
  package var isRunning: Bool {
    switch state {
    case .active, .grace, .retry, .paused: true
    case .pending, .declined, .expired, .revoked: false
    }
  }

  /// The time of the next automatic event.
  package var due: Date? {
    guard isSubscription else { return nil }
    return switch state {
    case .active: expiresAt
    case .grace: graceEndsAt
    case .retry: retryEndsAt
    case .paused: resumesAt
    case .pending, .declined, .expired, .revoked: nil
    }
  }

  func chargeIndex(_ id: String) -> Int? { charges.lastIndex { $0.id == id || $0.order == id } }
}

/// A store's notification about a purchase, with the purchase's state at that time.
package struct SimulatedNotification: Codable, Equatable, Sendable {
  /// What happened, in terms that all stores share; each store's adapter maps them to its own.
  package enum Change: String, Codable, Sendable {
    case started, resubscribed, renewed
    case recovered
    case recoveredLate = "recovered-late"
    case renewalOff = "renewal-off"
    case renewalOn = "renewal-on"
    case upgraded
    case downgradeScheduled = "downgrade-scheduled"
    case failedWithGrace = "failed-with-grace"
    case failed
    case graceEnded = "grace-ended"
    case expired, refunded
    case refundAsked = "refund-asked"
    case refundDeclined = "refund-declined"
    case refundReversed = "refund-reversed"
    case revoked, extended
    case priceAsked = "price-asked"
    case priceAgreed = "price-agreed"
    case pauseScheduled = "pause-scheduled"
    case paused, resumed
    case offerRedeemed = "offer-redeemed"
    case bought
    case pendingCancelled = "pending-cancelled"
    case test
  }

  /// A UUID, lower case.
  package var id: String
  package var at: Date
  package var change: Change
  package var store: SimulatedStore
  package var app: String
  package var isSandbox: Bool
  /// `nil` for a test.
  package var purchase: SimulatedPurchase?
  package var charge: String?
}
