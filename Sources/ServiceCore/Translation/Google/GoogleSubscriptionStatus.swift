import Entitlements
import Foundation
import Receipts

extension GoogleSubscription {
  /// How long Google retries a charge while the state is still active, even without a grace period
  /// (Google Play, "Subscription lifecycle").
  private static let silentGrace: TimeInterval = 48 * 3_600

  /// The renewal status of an item's chain; `nil` if the state does not determine it.
  func renewalStatus(
    of item: GoogleSubscriptionItem,
    _ chain: String,
    by factSource: FactSource
  ) -> RenewalStatus? {
    guard let condition = condition(of: item, at: factSource.statedAt) else { return nil }
    return RenewalStatus(
      chain: factSource.chain(chain),
      condition: condition,
      renews: renews(item),
      nextProductID: item.deferredReplacement?.usable,
      paidUntil: item.expiresAt?.kept,
      statementSource: factSource.statementSource
    )
  }

  private func condition(
    of item: GoogleSubscriptionItem,
    at instant: Date
  ) -> RenewalStatus.Condition? {
    let end = item.expiresAt?.kept
    let isOver = end.map { $0 <= instant } ?? false
    switch state?.known {
    case .active:
      guard let end, isOver, item.isAutoRenewing == true else { return .running }
      let late = end.addingTimeInterval(Self.silentGrace)
      return instant < late ? .renewing(until: late) : .running
    case .inGracePeriod: return .gracePeriod(until: end ?? instant)
    case .onHold: return .billingRetry(until: nil)
    case .paused: return .paused(until: resumesAt?.kept)
    case .canceled: return isOver ? .ended(reason(item, at: instant)) : .running
    case .expired: return .ended(reason(item, at: instant))
    case .pending, .pendingPurchaseCanceled, nil: return nil
    }
  }

  /// Whether the item renews. One that is to be removed does not; one that is to be replaced renews
  /// as its replacement. A cancelled instalment plan renews until the committed payments are made
  /// (InstallmentPlan, `pendingCancellation`).
  private func renews(_ item: GoogleSubscriptionItem) -> Bool? {
    switch state?.known {
    case .canceled, .expired: false
    default:
      if let replacement = item.deferredReplacement {
        items.first { $0.productID == replacement }?.isAutoRenewing ?? true
      } else {
        item.isAutoRenewing.map { $0 && !item.isRemovalDeferred }
      }
    }
  }

  private func reason(_ item: GoogleSubscriptionItem, at instant: Date) -> ExpiryReason {
    switch cancellation {
    case .byUser: .voluntary
    case .bySystem: item.refusesPrice(at: instant) ? .priceIncrease : .billing
    case .byDeveloper: .developer
    case .byReplacement: .replaced
    case nil: .unknown
    }
  }
}

extension GoogleSubscriptionItem {
  /// Whether the customer had not yet agreed to a higher price.
  fileprivate func refusesPrice(at instant: Date) -> Bool {
    if priceChange?.mode?.known == .increase,
      priceChange?.state?.known == .outstanding || priceChange?.state?.known == .canceled
    {
      return true
    }
    guard let consent = stepUpConsent, consent.state?.known == .pending else { return false }
    return consent.deadline.map { $0 <= instant } ?? false
  }
}
