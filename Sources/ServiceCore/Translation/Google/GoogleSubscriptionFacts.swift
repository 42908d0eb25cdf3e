import Basics
import Entitlements
import Foundation
import Receipts

/// A subscription as `purchases.subscriptionsv2.get` answers: each of its items is a sale, the
/// latest of a chain, and the state is a standing of that chain.
enum GoogleSubscriptionFacts {
  static func tell(_ payload: JSONValue, into telling: inout Telling) {
    guard let subscription = GoogleSubscription(payload) else { return }
    telling.purchases = subscription.items.count
    guard let witness = telling.witness else { return }
    switch subscription.state?.known {
    case .pending: unsold(subscription, .pending, .pending, by: witness, into: &telling)
    case .pendingPurchaseCanceled:
      unsold(subscription, .pendingCancelled, .ended(.unknown), by: witness, into: &telling)
    // What a state means that is not known here cannot be told: what was known before still holds.
    case nil: unsold(subscription, .other, nil, by: witness, into: &telling)
    default: items(of: subscription, by: witness, into: &telling)
    }
  }

  /// No sale: not yet, not at all, or none that could be told. Without an order, the token is all
  /// that the purchase goes by.
  private static func unsold(
    _ subscription: GoogleSubscription,
    _ kind: Notice.Kind,
    _ condition: Standing.Condition?,
    by witness: Witness,
    into telling: inout Telling
  ) {
    let token = telling.context.purchaseToken
    let orders = [subscription.latestOrderID] + subscription.items.map(\.latestOrderID)
    let order = orders.compactMap(\.self).min { $0.raw < $1.raw }
    guard let chain = GoogleNames.chain(of: order, token: token) else { return }
    if let condition {
      telling.findings.add(
        Standing(
          chain: witness.chain(chain),
          condition: condition,
          testimony: witness.testimony
        )
      )
    }
    let products = subscription.items.lazy.compactMap(\.catalogID).min()
    let state = "subscriptionState \(subscription.state?.raw ?? "is missing")"
    telling.findings.add(
      witness.notice(kind, chain: chain, detail: kind == .other ? state : products)
    )
    // The purchase it would take the place of goes on meanwhile.
    telling.addLinks(
      of: .init(transaction: chain, chain: chain),
      order: nil,
      token: token,
      account: subscription.account,
      by: witness
    )
  }

  private static func items(
    of subscription: GoogleSubscription,
    by witness: Witness,
    into telling: inout Telling
  ) {
    let token = telling.context.purchaseToken
    let owned = subscription.ownedItems
    let names = GoogleNames.names(
      of: owned.map { .init(productID: $0.item.productID ?? "", orderID: $0.order) },
      token: token
    )
    let teller = witness
    for (owned, name) in zip(owned, names) {
      guard let name else { continue }
      let (item, order) = owned
      let witness = subscription.isReplaced ? teller.at(item.end(by: teller.statedAt)) : teller
      telling.findings.add(
        subscription.sale(item, order, name, statedAt: witness.statedAt),
        by: witness
      )
      // A prepaid plan ends when its time is over: nothing is to be said of its renewal.
      if !item.isPrepaid {
        telling.findings.add(subscription.standing(of: item, name.chain, by: witness))
      }
      if case .byUser(let at?, let reason) = subscription.cancellation {
        telling.findings.add(
          witness.at(at).notice(.renewalTurnedOff, chain: name.chain, detail: reason?.raw)
        )
      }
      if let (kind, price) = item.priceNotice {
        telling.findings.add(witness.notice(kind, chain: name.chain, detail: price))
      }
      // An offer of whose phases nothing is told may be a trial, or a lower price for a while.
      if item.phase == nil, let offer = item.offerID?.usable, order?.renewal == nil {
        telling.findings.add(
          witness.notice(.offerRedeemed, chain: name.chain, order: name.transaction, detail: offer)
        )
      }
      if item.installments?.isCancellationPending == true {
        telling.findings.add(witness.notice(.cancellationScheduled, chain: name.chain))
      }
      telling.addLinks(
        of: name,
        order: order,
        token: token,
        account: subscription.account,
        predecessor: subscription.linkedPurchaseToken ?? subscription.expiredPurchaseToken,
        by: witness
      )
    }
  }
}

extension GoogleSubscription {
  /// Whether another purchase took its place: of what came after, that one tells. The order of the
  /// old one may go on under the new one's token (replacement mode DEFERRED).
  fileprivate var isReplaced: Bool { state?.known == .expired && cancellation == .byReplacement }

  /// The app's own name for the buyer; of one who came back by way of the Play Store, the former.
  var account: String? {
    [accounts, expiredAccounts].lazy.compactMap { $0?.obfuscatedAccountID ?? $0?.accountID }.first
  }

  /// The items but those that a deferred change brings later: without an order, and named by
  /// another as what will take its place.
  fileprivate var ownedItems: [(item: GoogleSubscriptionItem, order: GoogleOrderID?)] {
    let coming = Set(items.compactMap(\.deferredReplacement))
    return items.compactMap { item in
      let order = item.latestOrderID ?? (items.count == 1 ? latestOrderID : nil)
      let isComing = order == nil && item.productID.map(coming.contains) == true
      return isComing ? nil : (item, order)
    }
  }

  /// The list price is no charge: amounts are in the order.
  fileprivate func sale(
    _ item: GoogleSubscriptionItem,
    _ order: GoogleOrderID?,
    _ name: GoogleNames.Name,
    statedAt: Date
  ) -> Sale {
    let startedAt = startedAt ?? [statedAt, item.expiresAt].compactMap(\.self).min() ?? statedAt
    let periods = GooglePeriods(startedAt: startedAt, isTest: isTest)
    return Sale(
      transactionID: name.transaction,
      originalTransactionID: name.chain,
      productID: item.catalogID,
      kind: item.isPrepaid ? .nonRenewing : .autoRenewable,
      purchasedAt: periods.beginning(of: order, endingAt: item.expiresAt, statedAt: statedAt),
      originalPurchasedAt: startedAt,
      // A prepaid plan without an end must not become a lasting right.
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

  /// `product:plan`, the name by which catalogs know it.
  var catalogID: String? {
    productID.map { product in basePlanID.map { "\(product):\($0)" } ?? product }
  }

  /// What is told of a higher price: one to be agreed to, and one that comes by itself
  /// (SubscriptionItemPriceChangeDetails); in South Korea also the step up after an offer.
  fileprivate var priceNotice: (kind: Notice.Kind, price: String?)? {
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

  /// Google tells the phase since 2026. A code counts for the first charge only.
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
