import Basics
import Entitlements
import Foundation
import Receipts

/// A subscription as `purchases.subscriptions.get` answered, from everybody's old data. It does not
/// repeat the product that was asked about.
enum GoogleLegacySubscriptionFacts {
  static func tell(_ payload: JSONValue, into telling: inout Telling) {
    guard let subscription = GoogleLegacySubscription(payload) else { return }
    telling.purchases = 1
    let token = telling.context.purchaseToken
    guard let witness = telling.witness else { return }
    let condition = subscription.condition(at: witness.statedAt)
    let order = subscription.paidOrder(condition)
    guard let chain = GoogleNames.chain(of: order, token: token) else { return }
    let name = GoogleNames.Name(transaction: order?.raw.usable ?? chain, chain: chain)
    if condition != .pending {
      telling.findings.add(
        subscription.sale(name, order, of: telling.context.productID, statedAt: witness.statedAt),
        by: witness
      )
    }
    telling.findings.add(
      Standing(
        chain: witness.chain(chain),
        condition: condition,
        renews: subscription.renews,
        testimony: witness.testimony
      )
    )
    if let at = subscription.canceledByUserAt {
      telling.findings.add(witness.at(at).notice(.renewalTurnedOff, chain: chain))
    }
    telling.addLinks(
      of: name,
      order: order,
      token: token,
      account: subscription.obfuscatedAccountID ?? subscription.externalAccountID,
      predecessor: subscription.linkedPurchaseToken,
      by: witness
    )
  }
}

extension GoogleLegacySubscription {
  fileprivate var renews: Bool? { cancelReason == nil ? isAutoRenewing : false }

  /// The order is the latest charge, also one that was declined: what was paid is the one before.
  fileprivate func paidOrder(_ condition: Standing.Condition) -> GoogleOrderID? {
    switch condition {
    case .gracePeriod, .billingRetry: orderID?.previous
    default: orderID
    }
  }

  /// The first that fits; hold and pause as Google's guide had them until 2022.
  fileprivate func condition(at instant: Date) -> Standing.Condition {
    guard let end = expiresAt?.kept else { return .running }
    let isUnpaid = payment?.known == .pending && isAutoRenewing == true
    if instant < end {
      guard isUnpaid, resumesAt == nil else { return .running }
      // Nothing but its place in the chain tells a first payment from a renewal's.
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

  /// Whether a period has an introductory price cannot be told: only that the first one had.
  fileprivate func sale(
    _ name: GoogleNames.Name,
    _ order: GoogleOrderID?,
    of product: String?,
    statedAt: Date
  ) -> Sale {
    let startedAt = startedAt ?? [statedAt, expiresAt].compactMap(\.self).min() ?? statedAt
    let periods = GooglePeriods(startedAt: startedAt, isTest: isTest)
    return Sale(
      transactionID: name.transaction,
      originalTransactionID: name.chain,
      productID: product,
      kind: .autoRenewable,
      purchasedAt: periods.beginning(of: order, endingAt: expiresAt, statedAt: statedAt),
      originalPurchasedAt: startedAt,
      expiresAt: expiresAt,
      offer: payment?.known == .freeTrial ? .trial : nil,
      country: countryCode
    )
  }
}
