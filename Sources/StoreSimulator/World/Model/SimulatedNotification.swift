package import Foundation

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
