package import Foundation

/// Why access by a subscription ended, as far as the store said.
package enum ExpiryReason: String, Codable, Sendable, CaseIterable {
  /// The customer had turned renewal off.
  case voluntary
  /// The payment failed, and the store gave up.
  case billing
  /// The customer did not agree to a higher price.
  case priceIncrease
  /// The product is sold no longer.
  case productGone
  /// The developer ended it.
  case developer
  /// Another subscription took its place.
  case replaced
  /// The store gave a reason that has no name here.
  case other
  /// Nobody said.
  case unknown
}

/// What a store said about a renewal chain at one instant, beside its sales: a renewal info of
/// Apple's, a subscription's state at Google, Microsoft or Amazon (apple.md §6, google.md §4,
/// microsoft.md §4, amazon.md §1.2).
package struct Standing: Codable, Equatable, Sendable {
  package enum Condition: Codable, Equatable, Sendable {
    /// Nothing is wrong: what the sales say holds.
    case running
    /// The period is over, or will be, and its renewal is not told yet: access goes on until then.
    case renewing(until: Date)
    /// Unpaid, with access until then.
    case gracePeriod(until: Date)
    /// Unpaid and without access while the store tries to charge; `nil` where it does not say how
    /// long.
    case billingRetry(until: Date?)
    case paused(until: Date?)
    case ended(ExpiryReason)
    case revoked(at: Date)
    /// Bought, but not paid for yet.
    case pending

    private enum CodingKeys: String, CodingKey {
      case running = "running"
      case renewing = "renewing"
      case gracePeriod = "gracePeriod"
      case billingRetry = "billingRetry"
      case paused = "paused"
      case ended = "ended"
      case revoked = "revoked"
      case pending = "pending"
    }
  }

  package var chain: ID<Subscription>
  package var condition: Condition
  /// Whether the customer lets it renew; `nil` where the store did not say.
  package var renews: Bool?
  /// What it renews as, where that is another product.
  package var nextProductID: String?
  /// The end of what is paid for, as the store gave it with this: a sale keeps only the last one told.
  /// `nil` from stores whose sales each have an end of their own.
  package var paidUntil: Date?
  package var testimony: Testimony

  private enum CodingKeys: String, CodingKey {
    case chain = "chain"
    case condition = "condition"
    case renews = "renews"
    case nextProductID = "nextProductID"
    case testimony = "testimony"
  }

  package init(
    chain: ID<Subscription>,
    condition: Condition,
    renews: Bool? = nil,
    nextProductID: String? = nil,
    paidUntil: Date? = nil,
    testimony: Testimony
  ) {
    self.chain = chain
    self.condition = condition
    self.renews = renews
    self.nextProductID = nextProductID
    self.paidUntil = paidUntil
    self.testimony = testimony
  }

  package var statedAt: Date { testimony.statedAt }
  package var evidence: ID<Document> { testimony.evidence }
}
