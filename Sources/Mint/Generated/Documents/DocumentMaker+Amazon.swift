extension DocumentMaker {
  /// An answer of Amazon's Receipt Verification Service.
  func amazon(_ chain: GeneratedChain, _ market: GeneratedMarket) -> MintedDocument {
    let (sale, standing) = (chain.sales.last, chain.standing)
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
    } else if standing?.renews == false {
      receipt.add("cancelDate", milliseconds: sale?.expiresAt)
      // A customer's reason stands for money that went back; only ends by themselves have none.
      receipt.add("cancelReason", reason(standing?.reason))
    }
    return answer(receipt, about: chain)
  }

  private func plan(of chain: GeneratedChain, to receipt: inout JSONMembers) {
    let (sale, standing) = (chain.sales.last, chain.standing)
    let (product, plan) = parts(ofPlan: chain.item, in: .amazon)
    receipt.add("productId", product)
    receipt.add("termSku", plan)
    receipt.add("term", term(GeneratedShop.items[chain.item].period))
    let renews = standing?.renews != false && sale?.cancelledAt == nil
    receipt.add("autoRenewing", renews)
    if renews { receipt.add("renewalDate", milliseconds: sale?.expiresAt) }
    if sale?.offer == .trial { receipt.add("freeTrialEndDate", milliseconds: sale?.expiresAt) }
    if standing?.condition == .gracePeriod {
      receipt.add("gracePeriodEndDate", milliseconds: standing?.until)
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

  private func reason(_ reason: GeneratedStanding.Reason?) -> Int64? {
    switch reason {
    case .billing, .priceIncrease: 2
    case .replaced: 4
    case .other, .developer, .productGone: 3
    case .voluntary, .unknown, nil: nil
    }
  }
}
