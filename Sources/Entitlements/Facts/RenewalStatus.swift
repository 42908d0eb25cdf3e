package import Foundation

/// Why access by a subscription ended, as far as the store stated it.
package enum ExpiryReason: String, Codable, Sendable, CaseIterable {
  /// The customer turned renewal off.
  case voluntary
  /// The payment failed, and the store gave up.
  case billing
  /// The customer did not agree to a higher price.
  case priceIncrease
  /// The product is no longer sold.
  case productGone
  /// The developer ended it.
  case developer
  /// Another subscription replaced it.
  case replaced
  /// An unknown reason.
  case other
  /// No reason was stated.
  case unknown
}

/// A store's statement about a renewal chain at one instant, besides its sales: Apple's renewal
/// info, or a subscription's state at Google, Microsoft or Amazon (apple.md §6, google.md §4,
/// microsoft.md §4, amazon.md §1.2).
package struct RenewalStatus: Codable, Equatable, Sendable {
  package enum Condition: Codable, Equatable, Sendable {
    /// No problem: the sales are valid.
    case running
    /// The period has ended or will end, without a reported renewal yet; access until then.
    case renewing(until: Date)
    /// Unpaid, with access until then.
    case gracePeriod(until: Date)
    /// Unpaid and without access during the store's retries; `nil` if it states no end.
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
  /// Whether renewal is on; `nil` if the store did not state it.
  package var renews: Bool?
  /// The product that it renews as, if that is a different one.
  package var nextProductID: String?
  /// The end of the paid time, as the store stated it here: a sale has only the latest one. `nil`
  /// for stores whose sales have an end each.
  package var paidUntil: Date?
  package var statementSource: StatementSource

  private enum CodingKeys: String, CodingKey {
    case chain = "chain"
    case condition = "condition"
    case renews = "renews"
    case nextProductID = "nextProductID"
    case statementSource = "testimony"
  }

  package init(
    chain: ID<Subscription>,
    condition: Condition,
    renews: Bool? = nil,
    nextProductID: String? = nil,
    paidUntil: Date? = nil,
    statementSource: StatementSource
  ) {
    self.chain = chain
    self.condition = condition
    self.renews = renews
    self.nextProductID = nextProductID
    self.paidUntil = paidUntil
    self.statementSource = statementSource
  }

  package var statedAt: Date { statementSource.statedAt }
  package var evidence: ID<Document> { statementSource.evidence }
}
