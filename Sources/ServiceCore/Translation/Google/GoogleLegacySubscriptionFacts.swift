import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from a `purchases.subscriptions.get` answer, in older data. It does not repeat the queried
/// product.
extension DocumentTranslation {
  mutating func extractGoogleLegacySubscription(_ payload: JSONValue) {
    guard let subscription = GoogleLegacySubscription(payload) else { return }
    purchases = 1
    let token = context.purchaseToken
    guard let factSource else { return }
    let condition = subscription.condition(at: factSource.statedAt)
    let order = subscription.paidOrder(condition)
    guard let chain = GoogleNames.chain(of: order, token: token) else { return }
    let name = GoogleNames.Name(transaction: order?.raw.usable ?? chain, chain: chain)
    if condition != .pending {
      collector.add(
        subscription.sale(name, order, condition, of: context.productID, factSource.statedAt),
        by: factSource
      )
    }
    collector.add(factSource.status(of: chain, condition, renews: subscription.renews))
    if let at = subscription.canceledByUserAt {
      collector.add(factSource.at(at).notice(.renewalTurnedOff, chain: chain))
    }
    addLinks(
      of: name,
      order: order,
      token: token,
      account: subscription.obfuscatedAccountID ?? subscription.externalAccountID,
      predecessor: subscription.linkedPurchaseToken,
      by: factSource
    )
  }
}

extension GoogleLegacySubscription {
  fileprivate var renews: Bool? { cancelReason == nil ? isAutoRenewing : false }

  /// The order is the latest charge, including a declined one; then the previous one was paid.
  fileprivate func paidOrder(_ condition: RenewalStatus.Condition) -> GoogleOrderID? {
    switch condition {
    case .gracePeriod, .billingRetry: orderID?.previous
    default: orderID
    }
  }

  /// The first match counts; hold and pause follow Google's guide until 2022.
  fileprivate func condition(at instant: Date) -> RenewalStatus.Condition {
    guard let end = expiresAt?.kept else { return .running }
    let isUnpaid = payment?.known == .pending && isAutoRenewing == true
    if instant < end {
      guard isUnpaid, resumesAt == nil else { return .running }
      // Only its position in the chain distinguishes a first payment from a renewal.
      return orderID?.renewal == nil ? .pending : .gracePeriod(until: end)
    }
    guard isAutoRenewing == true, cancelReason == nil else { return .ended(reason) }
    if let resumesAt { return .paused(until: resumesAt.kept) }
    return isUnpaid ? .billingRetry(until: nil) : .ended(reason)
  }

  private var reason: ExpiryReason {
    guard let cancelReason else { return .unknown }
    return switch cancelReason.known {
    case .user: .voluntary
    case .system: .billing
    case .replaced: .replaced
    case .developer: .developer
    case nil: .other
    }
  }

  /// It is unknown whether a period has an introductory price: only that the first one had.
  fileprivate func sale(
    _ name: GoogleNames.Name,
    _ order: GoogleOrderID?,
    _ condition: RenewalStatus.Condition,
    of product: String?,
    _ statedAt: Date
  ) -> RawSale {
    let startedAt = startedAt ?? [statedAt, expiresAt].compactMap(\.self).min() ?? statedAt
    let periods = GooglePeriods(startedAt: startedAt, isTest: isTest)
    return RawSale(
      transactionID: name.transaction,
      originalTransactionID: name.chain,
      productID: product,
      kind: .autoRenewable,
      purchasedAt: periods.beginning(
        ofCharge: order?.chargeCount ?? 1,
        endingAt: expiresAt,
        statedAt: statedAt,
        isUnpaid: condition.isUnpaid
      ),
      originalPurchasedAt: startedAt,
      expiresAt: expiresAt,
      offer: payment?.known == .freeTrial ? .trial : nil,
      country: countryCode
    )
  }
}
