import Basics

extension DocumentMaker {
  /// A response of Amazon's Receipt Verification Service.
  func amazon(_ chain: GeneratedChain, _ market: GeneratedMarket) -> MintedDocument {
    let receipt: JSONValue = [
      "receiptId": .text(chain.token), "productType": .string(type(of: chain.kind)),
      "purchaseDate": .milliseconds(chain.sales.last?.purchasedAt),
      "quantity": .whole(chain.sales.last?.quantity ?? 1), "countryCode": .string(market.country),
      "betaProduct": false, "testTransaction": .bool(chain.isSandbox),
    ]
    let product =
      chain.kind == .autoRenewable
      ? plan(of: chain) : ["productId": .string(product(chain.item, in: .amazon))]
    return answer(receipt.adding(product).adding(cancellation(of: chain)), about: chain)
  }

  private func plan(of chain: GeneratedChain) -> JSONValue {
    let (sale, renewalStatus) = (chain.sales.last, chain.renewalStatus)
    let (product, plan) = parts(ofPlan: chain.item, in: .amazon)
    let renews = renewalStatus?.renews != false && sale?.cancelledAt == nil
    let isGrace = renewalStatus?.condition == .gracePeriod
    let promotion: JSONValue = [
      "promotionType": "Introductory Price - All customers", "promotionStatus": "InProgress",
    ]
    return [
      "productId": .string(product), "termSku": .string(plan),
      "term": .string(term(GeneratedShop.items[chain.item].period)), "autoRenewing": .bool(renews),
      "renewalDate": renews ? .milliseconds(sale?.expiresAt) : nil,
      "freeTrialEndDate": sale?.offer == .trial ? .milliseconds(sale?.expiresAt) : nil,
      "gracePeriodEndDate": isGrace ? .milliseconds(renewalStatus?.until) : nil,
      "promotions": sale?.offer == .introductory ? [promotion] : nil,
    ]
  }

  private func cancellation(of chain: GeneratedChain) -> JSONValue? {
    let (sale, renewalStatus) = (chain.sales.last, chain.renewalStatus)
    if let cancelledAt = sale?.cancelledAt {
      return ["cancelDate": .milliseconds(cancelledAt), "cancelReason": 1]
    }
    guard let renewalStatus, renewalStatus.renews == false else { return nil }
    // Reason 1 (customer) means a refund, so it is not written for a subscription that ended.
    return [
      "cancelDate": .milliseconds(sale?.expiresAt),
      "cancelReason": .whole(reason(renewalStatus.reason)),
    ]
  }

  private func type(of kind: MintedPurchase.Kind) -> String {
    switch kind {
    case .consumable: "CONSUMABLE"
    case .nonConsumable, .nonRenewing: "ENTITLED"
    case .autoRenewable: "SUBSCRIPTION"
    }
  }

  private func term(_ period: GeneratedShop.Period?) -> String {
    switch period {
    case .week: "1 Week"
    case .month, nil: "1 Month"
    case .year: "1 Year"
    }
  }

  private func reason(_ reason: GeneratedRenewalStatus.Reason?) -> Int64? {
    switch reason {
    case .billing, .priceIncrease: 2
    case .replaced: 4
    case .other, .developer, .productGone: 3
    case .voluntary, .unknown, nil: nil
    }
  }
}
