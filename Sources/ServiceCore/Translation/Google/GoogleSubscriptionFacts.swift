import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from `purchases.subscriptionsv2.get` answers: each item is the latest sale of a chain, and
/// the state is the chain's renewal status.
extension DocumentTranslation {
  mutating func extractGoogleSubscription(_ payload: JSONValue) {
    guard let subscription = GoogleSubscription(payload) else { return }
    purchases = subscription.items.count
    guard let factSource else { return }
    switch subscription.state?.known {
    case .pending: unsold(subscription, .pending, .pending, by: factSource)
    case .pendingPurchaseCanceled:
      unsold(subscription, .pendingCancelled, .ended(.unknown), by: factSource)
    // An unknown state states nothing; earlier facts remain valid.
    case nil: unsold(subscription, .other, nil, by: factSource)
    default: items(of: subscription, by: factSource)
    }
  }

  /// Adds the facts of a subscription without a sale: pending, cancelled or of unknown state.
  /// Without an order, only the token identifies it.
  private mutating func unsold(
    _ subscription: GoogleSubscription,
    _ kind: StoreEvent.Kind,
    _ condition: RenewalStatus.Condition?,
    by factSource: FactSource
  ) {
    let token = context.purchaseToken
    let orders = [subscription.latestOrderID] + subscription.items.map(\.latestOrderID)
    let order = orders.compactMap(\.self).min { $0.raw < $1.raw }
    guard let chain = GoogleNames.chain(of: order, token: token) else { return }
    if let condition { collector.add(factSource.status(of: chain, condition)) }
    let products = subscription.items.lazy.compactMap(\.catalogID).min()
    let state = "subscriptionState \(subscription.state?.raw ?? "is missing")"
    collector.add(factSource.notice(kind, chain: chain, detail: kind == .other ? state : products))
    // Meanwhile the purchase that it would replace continues.
    addLinks(
      of: .init(transaction: chain, chain: chain),
      order: nil,
      token: token,
      account: subscription.account,
      by: factSource
    )
  }

  private mutating func items(of subscription: GoogleSubscription, by factSource: FactSource) {
    let token = context.purchaseToken
    let owned = subscription.ownedItems
    let names = GoogleNames.names(
      of: owned.map { .init(productID: $0.item.productID ?? "", orderID: $0.order) },
      token: token
    )
    let origin = factSource
    for (owned, name) in zip(owned, names) {
      guard let name else { continue }
      let (item, order) = owned
      let factSource = subscription.isReplaced ? origin.at(item.end(by: origin.statedAt)) : origin
      collector.add(
        subscription.sale(item, order, name, statedAt: factSource.statedAt),
        by: factSource
      )
      // A prepaid plan ends with its period and has no renewal status.
      if !item.isPrepaid {
        collector.add(subscription.renewalStatus(of: item, name.chain, by: factSource))
      }
      if case .byUser(let at?, let reason) = subscription.cancellation {
        collector.add(
          factSource.at(at).notice(.renewalTurnedOff, chain: name.chain, detail: reason)
        )
      }
      if let (kind, price) = item.priceNotice {
        collector.add(factSource.notice(kind, chain: name.chain, detail: price))
      }
      // An offer with unknown phase may be a trial or a temporary discount.
      if item.phase == nil, let offer = item.offerID?.usable, order?.renewal == nil {
        collector.add(
          factSource.notice(
            .offerRedeemed,
            chain: name.chain,
            order: name.transaction,
            detail: offer
          )
        )
      }
      if item.isCancellationPending {
        collector.add(factSource.notice(.cancellationScheduled, chain: name.chain))
      }
      addLinks(
        of: name,
        order: order,
        token: token,
        account: subscription.account,
        predecessor: subscription.linkedPurchaseToken ?? subscription.expiredPurchaseToken,
        by: factSource
      )
    }
  }
}

extension GoogleSubscription {
  /// Whether another purchase replaced it and states what happened since. The old order may
  /// continue under the new token (replacement mode DEFERRED).
  fileprivate var isReplaced: Bool { state?.known == .expired && cancellation == .byReplacement }

  /// The app's account ID of the buyer; after a resubscription in the Play Store, the former one.
  var account: String? {
    [accounts, expiredAccounts].lazy.compactMap { $0?.obfuscatedAccountID ?? $0?.accountID }.first
  }

  /// The items without those that a deferred change adds later: these have no order and are named
  /// as the replacement of another item.
  fileprivate var ownedItems: [(item: GoogleSubscriptionItem, order: GoogleOrderID?)] {
    let replacements = Set(items.compactMap(\.deferredReplacement))
    return items.compactMap { item in
      let order = item.latestOrderID ?? (items.count == 1 ? latestOrderID : nil)
      let isDeferred = order == nil && item.productID.map(replacements.contains) == true
      return isDeferred ? nil : (item, order)
    }
  }

  /// The list price is not a charge; the order states amounts.
  fileprivate func sale(
    _ item: GoogleSubscriptionItem,
    _ order: GoogleOrderID?,
    _ name: GoogleNames.Name,
    statedAt: Date
  ) -> RawSale {
    let startedAt = startedAt ?? [statedAt, item.expiresAt].compactMap(\.self).min() ?? statedAt
    let periods = GooglePeriods(startedAt: startedAt, isTest: isTest)
    return RawSale(
      transactionID: name.transaction,
      originalTransactionID: name.chain,
      productID: item.catalogID,
      kind: item.isPrepaid ? .nonRenewing : .autoRenewable,
      purchasedAt: periods.beginning(
        ofCharge: order?.chargeCount ?? 1,
        endingAt: item.expiresAt,
        statedAt: statedAt,
        isUnpaid: state?.known == .inGracePeriod || state?.known == .onHold
      ),
      originalPurchasedAt: startedAt,
      // A prepaid plan without an end must not become permanent.
      expiresAt: item.expiresAt ?? (item.isPrepaid ? startedAt : nil),
      offer: item.offer(isFirst: order?.renewal == nil),
      country: regionCode
    )
  }
}

extension GoogleSubscriptionItem {
  fileprivate func end(by instant: Date) -> Date {
    expiresAt?.kept.map { min($0, instant) } ?? instant
  }

  /// `product:plan`, the catalog name.
  var catalogID: String? {
    productID.map { product in basePlanID.map { "\(product):\($0)" } ?? product }
  }

  /// The announced price increase: with or without consent (SubscriptionItemPriceChangeDetails); in
  /// South Korea also the step-up after an offer.
  fileprivate var priceNotice: (kind: StoreEvent.Kind, price: String?)? {
    if let change = priceChange, let mode = change.mode?.known {
      let price = change.price.flatMap { Money($0)?.description }
      switch (mode, change.state?.known) {
      case (.increase, .outstanding): return (.priceRiseAsked, price)
      case (.increase, .confirmed): return (.priceRiseAgreed, price)
      case (.optOutIncrease, .outstanding), (.optOutIncrease, .confirmed):
        return (.priceRiseAnnounced, price)
      default: break
      }
    }
    guard let consent = stepUpConsent else { return nil }
    let price = consent.price.flatMap { Money($0)?.description }
    switch consent.state?.known {
    case .pending: return (.priceRiseAsked, price)
    case .confirmed, .completed: return (.priceRiseAgreed, price)
    case nil: return nil
    }
  }

  /// Google states the phase since 2026. A promotion code applies to the first charge only.
  fileprivate func offer(isFirst: Bool) -> Order.Offer? {
    switch phase {
    case .freeTrial, .proration("FREE_TRIAL"): return .trial
    case .introductoryPrice, .proration("INTRODUCTORY"): return .introductory
    case .basePrice, .proration, nil: break
    }
    guard isFirst else { return nil }
    if let promotionCode = promotionCode?.usable { return .promotional(promotionCode) }
    return hasOneTimeCode ? .promotional("one-time code") : nil
  }
}

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
    return factSource.status(
      of: chain,
      condition,
      renews: renews(item),
      nextProductID: item.deferredReplacement?.usable,
      paidUntil: item.expiresAt?.kept
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
