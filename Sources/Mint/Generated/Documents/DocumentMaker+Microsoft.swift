import Basics

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
    return answer(["items": [item]], about: chain)
  }

  private func recurrence(_ chain: GeneratedChain, _ market: GeneratedMarket) -> JSONValue {
    let (sale, renewalStatus) = (chain.sales.last, chain.renewalStatus)
    let isGrace = renewalStatus?.condition == .gracePeriod
    return [
      "id": .text(chain.root), "productId": .string(product(chain.item, in: .microsoft)),
      "skuId": "0010", "market": .string(market.country),
      "recurrenceState": .string(state(of: renewalStatus)),
      "autoRenew": .bool(renewalStatus?.renews != false), "isTrial": .bool(sale?.offer == .trial),
      "beneficiary": .text(chain.account.map { "pub:\($0)" }),
      "startTime": .time(sale?.purchasedAt), "expirationTime": .time(sale?.expiresAt),
      "expirationTimeWithGrace": .time(isGrace ? renewalStatus?.until : sale?.expiresAt),
      "lastModified": .time(chain.changedAt),
    ]
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

  private func order(_ chain: GeneratedChain) -> JSONValue {
    let sale = chain.sales.last
    let line: JSONValue = [
      "lineItemState": sale?.cancelledAt == nil ? "Purchased" : "Refunded",
      "productId": .string(product(chain.item, in: .microsoft)), "skuId": "0010",
      "quantity": .whole(sale?.quantity ?? 1),
    ]
    return [
      "orderId": .text(chain.storeOrder), "orderPurchasedDate": .time(sale?.purchasedAt),
      "orderRefundedDate": .time(sale?.cancelledAt), "orderLineItems": [line],
    ]
  }

  private func owned(_ chain: GeneratedChain) -> JSONValue {
    let sale = chain.sales.last
    let isPass = chain.kind == .autoRenewable
    return [
      "id": .text(chain.root), "productId": .string(product(chain.item, in: .microsoft)),
      "skuId": "0010", "productKind": isPass ? "Pass" : "Durable",
      "status": sale?.cancelledAt == nil ? "Active" : "Revoked",
      "acquiredDate": .time(sale?.purchasedAt), "startDate": .time(sale?.purchasedAt),
      "endDate": .time(sale?.expiresAt) ?? "9999-12-31T23:59:59Z",
      "modifiedDate": .time(chain.changedAt), "quantity": 1, "orderId": .text(chain.storeOrder),
      "recurrenceId": isPass ? .text(chain.root) : nil,
    ]
  }
}
