extension DocumentMaker {
  /// A response of Amazon's Receipt Verification Service.
  func amazon(_ chain: GeneratedChain, _ market: GeneratedMarket) -> MintedDocument {
    let (sale, renewalStatus) = (chain.sales.last, chain.renewalStatus)
    var receipt = JSONMembers()
    receipt.add("receiptId", chain.token)
    receipt.add("productType", type(of: chain.kind))
    receipt.add("purchaseDate", milliseconds: sale?.purchasedAt)
    receipt.add("quantity", Int64(sale?.quantity ?? 1))
    receipt.add("countryCode", market.country)
    receipt.add("betaProduct", false)
    receipt.add("testTransaction", chain.isSandbox)
    if chain.kind == .autoRenewable {
      plan(of: chain, to: &receipt)
    } else {
      receipt.add("productId", product(chain.item, in: .amazon))
    }
    if let cancelledAt = sale?.cancelledAt {
      receipt.add("cancelDate", milliseconds: cancelledAt)
      receipt.add("cancelReason", 1)
    } else if renewalStatus?.renews == false {
      receipt.add("cancelDate", milliseconds: sale?.expiresAt)
      // Reason 1 (customer) means a refund, so it is not written for a subscription that ended.
      receipt.add("cancelReason", reason(renewalStatus?.reason))
    }
    return answer(receipt, about: chain)
  }

  private func plan(of chain: GeneratedChain, to receipt: inout JSONMembers) {
    let (sale, renewalStatus) = (chain.sales.last, chain.renewalStatus)
    let (product, plan) = parts(ofPlan: chain.item, in: .amazon)
    receipt.add("productId", product)
    receipt.add("termSku", plan)
    receipt.add("term", term(GeneratedShop.items[chain.item].period))
    let renews = renewalStatus?.renews != false && sale?.cancelledAt == nil
    receipt.add("autoRenewing", renews)
    if renews { receipt.add("renewalDate", milliseconds: sale?.expiresAt) }
    if sale?.offer == .trial { receipt.add("freeTrialEndDate", milliseconds: sale?.expiresAt) }
    if renewalStatus?.condition == .gracePeriod {
      receipt.add("gracePeriodEndDate", milliseconds: renewalStatus?.until)
    }
    if sale?.offer == .introductory {
      var promotion = JSONMembers()
      promotion.add("promotionType", "Introductory Price - All customers")
      promotion.add("promotionStatus", "InProgress")
      receipt.add("promotions", [promotion])
    }
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
