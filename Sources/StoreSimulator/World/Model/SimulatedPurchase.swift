package import Foundation

/// One payment, or one period that nobody paid for: Apple's transaction, Google's order.
package struct SimulatedCharge: Codable, Equatable, Sendable {
  package enum Offer: String, Codable, Sendable {
    case trial, introductory, promotional, code
    case winBack = "win-back"
  }

  /// Apple's transaction ID, Google's order ID, Microsoft's order ID.
  package var id: String
  /// The number in Apple's e-mail; several transactions may stand under one.
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
  /// How much of the money went back, in hundredths; all of it where nothing is said.
  package var refundedPercent: Int?
  /// The customer named a problem with the app.
  package var isRefundForFault: Bool = false
  /// Its money went back alone.
  package var keepsRights: Bool?
  package var revokedAt: Date?
  package var upgradedAt: Date?

  /// Whether Google lists it among what it took back: rights went with the money.
  package var isVoided: Bool { refundedAt != nil && (keepsRights != true || revokedAt != nil) }

  /// When its rights were taken away.
  package var cancelledAt: Date? { refundedAt ?? revokedAt ?? upgradedAt }
}

/// Everything that hangs on one first purchase: Apple's chain of transactions, Google's purchase
/// token, Microsoft's recurrence, Amazon's receipt.
package struct SimulatedPurchase: Codable, Equatable, Sendable {
  package enum State: String, Codable, Sendable {
    /// Waits for a parent or for cash.
    case pending
    case declined, active, grace
    /// Without rights, while the store tries to get its money: Google's account hold.
    case retry
    case paused, expired, revoked
  }

  package enum EndReason: String, Codable, Sendable {
    case voluntary, billing, price, replaced, developer, revoked, lapsed
  }

  /// A price that was announced.
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
  /// The app's own name for the account: a UUID at Apple.
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
  /// Bought at the next renewal instead of `product`.
  package var nextProduct: String?
  package var isBillingBroken = false
  package var endReason: EndReason?
  package var endedAt: Date?
  package var isAcknowledged = false
  package var isConsumed = false
  /// The purchase that is shared with this family member.
  package var sharedFrom: String?
  /// The purchase that this one took the place of.
  package var replaces: String?
  package var replacedBy: String?
  package var pauseMonths: Int?
  package var resumesAt: Date?
  package var priceChange: PriceChange?
  package var renewals = 0
  /// What to buy once somebody approves.
  package var pendingOffer: SimulatedCharge.Offer?
  package var pendingQuantity = 1

  package var isSubscription: Bool { kind.isSubscription }

  package var hasRights: Bool {
    switch state {
    case .active, .grace: true
    case .pending, .declined, .retry, .paused, .expired, .revoked: false
    }
  }

  /// Neither over nor not yet begun.
  package var isRunning: Bool {
    switch state {
    case .active, .grace, .retry, .paused: true
    case .pending, .declined, .expired, .revoked: false
    }
  }

  /// The next instant at which something happens by itself.
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
