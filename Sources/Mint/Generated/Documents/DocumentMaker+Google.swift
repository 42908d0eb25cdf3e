import Basics

extension DocumentMaker {
  /// Google's responses: the charges (`orders.batchGet`) and a subscription's state
  /// (`purchases.subscriptionsv2.get`), unless it was reversed, which the charges show better.
  func google(_ chain: GeneratedChain, _ market: GeneratedMarket) -> [MintedDocument] {
    var documents: [MintedDocument] = []
    if !chain.sales.isEmpty {
      let charges = chain.sales.map { charge($0, of: chain, market) }
      documents.append(answer(["orders": .array(charges)], about: chain))
    }
    if chain.kind == .autoRenewable, !chain.isTakenBack {
      documents.append(answer(subscription(chain, market), about: chain))
    }
    return documents
  }

  private func charge(
    _ sale: GeneratedSale,
    of chain: GeneratedChain,
    _ market: GeneratedMarket
  ) -> JSONValue {
    let total = money(sale.price, market)
    return [
      "orderId": .text(sale.transactionID ?? chain.root), "purchaseToken": .text(chain.token),
      "state": sale.cancelledAt == nil ? "PROCESSED" : "REFUNDED",
      "createTime": .time(sale.purchasedAt),
      "lastEventTime": .time(sale.cancelledAt ?? sale.purchasedAt),
      "buyerAddress": ["buyerCountry": .string(market.country)], "total": total,
      "orderHistory": [
        "processedEvent": ["eventTime": .time(sale.purchasedAt)],
        "refundEvent": sale.cancelledAt.map {
          ["eventTime": .time($0), "refundReason": "OTHER"]
        },
      ],
      "lineItems": [line(sale, of: chain, total)],
    ]
  }

  private func line(
    _ sale: GeneratedSale,
    of chain: GeneratedChain,
    _ total: JSONValue
  ) -> JSONValue {
    let (product, plan) = parts(ofPlan: sale.item, in: .google)
    let isPlan = chain.kind == .autoRenewable
    let details: JSONValue = [
      "basePlanId": .string(plan), "servicePeriodStartTime": .time(sale.purchasedAt),
      "servicePeriodEndTime": .time(sale.expiresAt),
    ]
    return [
      "productId": .string(product),
      "productTitle": .string(GeneratedShop.items[sale.item].title), "total": total,
      "subscriptionDetails": isPlan ? details : nil,
      "oneTimePurchaseDetails": isPlan ? nil : ["quantity": .whole(sale.quantity)],
    ]
  }

  private func money(_ minorUnits: Int64, _ market: GeneratedMarket) -> JSONValue {
    let thousandths = market.thousandths(minorUnits)
    return [
      "currencyCode": .string(market.currency), "units": .string(String(thousandths / 1_000)),
      "nanos": .whole(thousandths % 1_000 * 1_000_000),
    ]
  }

  private func subscription(_ chain: GeneratedChain, _ market: GeneratedMarket) -> JSONValue {
    let isPaused = chain.renewalStatus?.condition == .paused
    return [
      "kind": "androidpublisher#subscriptionPurchaseV2", "regionCode": .string(market.country),
      "startTime": .time(chain.sales.first?.purchasedAt),
      "subscriptionState": .string("SUBSCRIPTION_STATE_\(state(of: chain))"),
      "latestOrderId": .text(chain.sales.last.flatMap { $0.transactionID ?? chain.root }),
      "canceledStateContext": cancelled(chain),
      "pausedStateContext": isPaused ? ["autoResumeTime": .time(chain.renewalStatus?.until)] : nil,
      "externalAccountIdentifiers": chain.account.map {
        ["obfuscatedExternalAccountId": .string($0)]
      },
      "testPurchase": chain.isSandbox ? [:] : nil, "lineItems": [item(of: chain)],
    ]
  }

  private func item(of chain: GeneratedChain) -> JSONValue {
    let last = chain.sales.last
    let (product, plan) = parts(ofPlan: last?.item ?? chain.item, in: .google)
    // During a grace period Google writes the end of the grace period here.
    let isGrace = chain.renewalStatus?.condition == .gracePeriod
    return [
      "productId": .string(product),
      "expiryTime": .time(isGrace ? chain.renewalStatus?.until : last?.expiresAt),
      "latestSuccessfulOrderId": .text(last.flatMap { $0.transactionID ?? chain.root }),
      "autoRenewingPlan": ["autoRenewEnabled": .bool(chain.renewalStatus?.renews != false)],
      "offerDetails": ["basePlanId": .string(plan)], "offerPhase": phase(last?.offer),
    ]
  }

  private func phase(_ offer: GeneratedSale.Offer?) -> JSONValue? {
    switch offer {
    case .trial: ["freeTrial": [:]]
    case .introductory: ["introductoryPrice": [:]]
    case .promotional, nil: nil
    }
  }

  private func state(of chain: GeneratedChain) -> String {
    switch chain.renewalStatus?.condition {
    case .pending: "PENDING"
    case .gracePeriod: "IN_GRACE_PERIOD"
    case .billingRetry: "ON_HOLD"
    case .paused: "PAUSED"
    case .ended, .revoked: "EXPIRED"
    case .running, nil: chain.renewalStatus?.renews == false ? "CANCELED" : "ACTIVE"
    }
  }

  /// The cause that ended the renewals, if any.
  private func cancelled(_ chain: GeneratedChain) -> JSONValue? {
    guard let renewalStatus = chain.renewalStatus, renewalStatus.renews == false else { return nil }
    return switch renewalStatus.reason {
    case .voluntary, nil: ["userInitiatedCancellation": ["cancelTime": .time(renewalStatus.at)]]
    case .developer: ["developerInitiatedCancellation": [:]]
    case .replaced: ["replacementCancellation": [:]]
    case .billing, .priceIncrease, .productGone, .other: ["systemInitiatedCancellation": [:]]
    case .unknown: nil
    }
  }
}
