extension DocumentMaker {
  /// The Microsoft Store's response about one purchase: a recurrence, an order of consumables, or a
  /// collection item (also for reversed purchases).
  func microsoft(_ chain: GeneratedChain, _ market: GeneratedMarket) -> MintedDocument {
    let item =
      switch chain.kind {
      case .autoRenewable where !chain.isTakenBack: recurrence(chain, market)
      case .consumable: order(chain)
      case .autoRenewable, .nonConsumable, .nonRenewing: owned(chain)
      }
    var answer = JSONMembers()
    answer.add("items", [item])
    return self.answer(answer, about: chain)
  }

  private func recurrence(_ chain: GeneratedChain, _ market: GeneratedMarket) -> JSONMembers {
    let (sale, renewalStatus) = (chain.sales.last, chain.renewalStatus)
    var item = JSONMembers()
    item.add("id", chain.root)
    item.add("productId", product(chain.item, in: .microsoft))
    item.add("skuId", "0010")
    item.add("market", market.country)
    item.add("recurrenceState", state(of: renewalStatus))
    item.add("autoRenew", renewalStatus?.renews != false)
    item.add("isTrial", sale?.offer == .trial)
    item.add("beneficiary", chain.account.map { "pub:\($0)" })
    item.add("startTime", time: sale?.purchasedAt)
    item.add("expirationTime", time: sale?.expiresAt)
    let isGrace = renewalStatus?.condition == .gracePeriod
    item.add("expirationTimeWithGrace", time: isGrace ? renewalStatus?.until : sale?.expiresAt)
    item.add("lastModified", time: chain.changedAt)
    return item
  }

  private func state(of renewalStatus: GeneratedRenewalStatus?) -> String {
    switch (renewalStatus?.condition, renewalStatus?.reason) {
    case (.gracePeriod, _), (.billingRetry, _): "InDunning"
    case (.ended, .voluntary): "Inactive"
    case (.ended, .billing): "Failed"
    case (.ended, _): "Canceled"
    default: "Active"
    }
  }

  private func order(_ chain: GeneratedChain) -> JSONMembers {
    let sale = chain.sales.last
    var line = JSONMembers()
    line.add("lineItemState", sale?.cancelledAt == nil ? "Purchased" : "Refunded")
    line.add("productId", product(chain.item, in: .microsoft))
    line.add("skuId", "0010")
    line.add("quantity", Int64(sale?.quantity ?? 1))
    var order = JSONMembers()
    order.add("orderId", chain.storeOrder)
    order.add("orderPurchasedDate", time: sale?.purchasedAt)
    order.add("orderRefundedDate", time: sale?.cancelledAt)
    order.add("orderLineItems", [line])
    return order
  }

  private func owned(_ chain: GeneratedChain) -> JSONMembers {
    let sale = chain.sales.last
    var item = JSONMembers()
    item.add("id", chain.root)
    item.add("productId", product(chain.item, in: .microsoft))
    item.add("skuId", "0010")
    item.add("productKind", chain.kind == .autoRenewable ? "Pass" : "Durable")
    item.add("status", sale?.cancelledAt == nil ? "Active" : "Revoked")
    item.add("acquiredDate", time: sale?.purchasedAt)
    item.add("startDate", time: sale?.purchasedAt)
    if let end = sale?.expiresAt {
      item.add("endDate", time: end)
    } else {
      item.add("endDate", "9999-12-31T23:59:59Z")
    }
    item.add("modifiedDate", time: chain.changedAt)
    item.add("quantity", 1)
    item.add("orderId", chain.storeOrder)
    if chain.kind == .autoRenewable { item.add("recurrenceId", chain.root) }
    return item
  }
}
