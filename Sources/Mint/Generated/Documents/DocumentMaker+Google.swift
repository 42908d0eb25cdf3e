extension DocumentMaker {
  /// Google's responses: the charges (`orders.batchGet`) and a subscription's state
  /// (`purchases.subscriptionsv2.get`), unless it was reversed, which the charges show better.
  func google(_ chain: GeneratedChain, _ market: GeneratedMarket) -> [MintedDocument] {
    var documents: [MintedDocument] = []
    if !chain.sales.isEmpty {
      var charges = JSONMembers()
      charges.add("orders", chain.sales.map { charge($0, of: chain, market) })
      documents.append(answer(charges, about: chain))
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
  ) -> JSONMembers {
    let total = money(sale.price, market)
    var order = JSONMembers()
    order.add("orderId", sale.transactionID ?? chain.root)
    order.add("purchaseToken", chain.token)
    order.add("state", sale.cancelledAt == nil ? "PROCESSED" : "REFUNDED")
    order.add("createTime", time: sale.purchasedAt)
    order.add("lastEventTime", time: sale.cancelledAt ?? sale.purchasedAt)
    var address = JSONMembers()
    address.add("buyerCountry", market.country)
    order.add("buyerAddress", address)
    order.add("total", total)
    order.add("orderHistory", history(sale))
    order.add("lineItems", [line(sale, of: chain, total)])
    return order
  }

  private func line(
    _ sale: GeneratedSale,
    of chain: GeneratedChain,
    _ total: JSONMembers
  ) -> JSONMembers {
    let (product, plan) = parts(ofPlan: sale.item, in: .google)
    var line = JSONMembers()
    line.add("productId", product)
    line.add("productTitle", GeneratedShop.items[sale.item].title)
    line.add("total", total)
    var details = JSONMembers()
    if chain.kind == .autoRenewable {
      details.add("basePlanId", plan)
      details.add("servicePeriodStartTime", time: sale.purchasedAt)
      details.add("servicePeriodEndTime", time: sale.expiresAt)
      line.add("subscriptionDetails", details)
    } else {
      details.add("quantity", Int64(sale.quantity))
      line.add("oneTimePurchaseDetails", details)
    }
    return line
  }

  private func history(_ sale: GeneratedSale) -> JSONMembers {
    var history = JSONMembers()
    history.add("processedEvent", event(at: sale.purchasedAt))
    if let cancelledAt = sale.cancelledAt {
      var refund = event(at: cancelledAt)
      refund.add("refundReason", "OTHER")
      history.add("refundEvent", refund)
    }
    return history
  }

  private func event(at instant: Int64) -> JSONMembers {
    var event = JSONMembers()
    event.add("eventTime", time: instant)
    return event
  }

  private func money(_ minorUnits: Int64, _ market: GeneratedMarket) -> JSONMembers {
    let thousandths = market.thousandths(minorUnits)
    var money = JSONMembers()
    money.add("currencyCode", market.currency)
    money.add("units", String(thousandths / 1_000))
    money.add("nanos", thousandths % 1_000 * 1_000_000)
    return money
  }

  private func subscription(_ chain: GeneratedChain, _ market: GeneratedMarket) -> JSONMembers {
    var text = JSONMembers()
    text.add("kind", "androidpublisher#subscriptionPurchaseV2")
    text.add("regionCode", market.country)
    text.add("startTime", time: chain.sales.first?.purchasedAt)
    text.add("subscriptionState", "SUBSCRIPTION_STATE_\(state(of: chain))")
    text.add("latestOrderId", chain.sales.last.flatMap { $0.transactionID ?? chain.root })
    if let context = cancelled(chain) { text.add("canceledStateContext", context) }
    if chain.renewalStatus?.condition == .paused {
      var pause = JSONMembers()
      pause.add("autoResumeTime", time: chain.renewalStatus?.until)
      text.add("pausedStateContext", pause)
    }
    if let account = chain.account {
      var accounts = JSONMembers()
      accounts.add("obfuscatedExternalAccountId", account)
      text.add("externalAccountIdentifiers", accounts)
    }
    if chain.isSandbox { text.add("testPurchase", JSONMembers()) }
    text.add("lineItems", [item(of: chain)])
    return text
  }

  private func item(of chain: GeneratedChain) -> JSONMembers {
    let last = chain.sales.last
    let (product, plan) = parts(ofPlan: last?.item ?? chain.item, in: .google)
    var item = JSONMembers()
    item.add("productId", product)
    // During a grace period Google writes the end of the grace period here.
    let isGrace = chain.renewalStatus?.condition == .gracePeriod
    item.add("expiryTime", time: isGrace ? chain.renewalStatus?.until : last?.expiresAt)
    item.add("latestSuccessfulOrderId", last.flatMap { $0.transactionID ?? chain.root })
    var renewing = JSONMembers()
    renewing.add("autoRenewEnabled", chain.renewalStatus?.renews != false)
    item.add("autoRenewingPlan", renewing)
    var offer = JSONMembers()
    offer.add("basePlanId", plan)
    item.add("offerDetails", offer)
    if let phase = phase(last?.offer) {
      var phases = JSONMembers()
      phases.add(phase, JSONMembers())
      item.add("offerPhase", phases)
    }
    return item
  }

  private func phase(_ offer: GeneratedSale.Offer?) -> String? {
    switch offer {
    case .trial: "freeTrial"
    case .introductory: "introductoryPrice"
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
  private func cancelled(_ chain: GeneratedChain) -> JSONMembers? {
    guard let renewalStatus = chain.renewalStatus, renewalStatus.renews == false else { return nil }
    var context = JSONMembers()
    switch renewalStatus.reason {
    case .voluntary, nil:
      var user = JSONMembers()
      user.add("cancelTime", time: renewalStatus.at)
      context.add("userInitiatedCancellation", user)
    case .developer: context.add("developerInitiatedCancellation", JSONMembers())
    case .replaced: context.add("replacementCancellation", JSONMembers())
    case .billing, .priceIncrease, .productGone, .other:
      context.add("systemInitiatedCancellation", JSONMembers())
    case .unknown: return nil
    }
    return context
  }
}
