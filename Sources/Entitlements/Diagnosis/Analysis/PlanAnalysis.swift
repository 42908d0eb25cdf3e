import Foundation

/// A subscription with its plan and price, compared with those before.
struct PlanAnalysis {
  let chain: SubscriptionAnalysis
  let sale: Order
  let before: Order?
  /// The last change of plan; buying again after the end does not count.
  let change: (from: Order, to: Order)?
  /// Another running subscription that grants the same.
  let rival: SubscriptionAnalysis?
  let isStated: Bool
  let next: String?
  /// The customer's choice of another plan, reported since the sale.
  let choice: StoreEvent?
  let renews: Bool?
  let rise: StoreEvent?
  /// Whether the store reported that it waits for the customer's consent.
  let wasAsked: Bool
  let catalogPrice: Money?

  init(_ analysis: DiagnosisAnalysis, _ chain: SubscriptionAnalysis, _ sale: Order) {
    self.chain = chain
    self.sale = sale
    let earlier = chain.sales.last { ($0.purchasedAt, $0.id) < (sale.purchasedAt, sale.id) }
    let predecessor =
      analysis.predecessors.sale(before: chain.record) ?? analysis.replaced(by: chain)?.newest
    before = earlier ?? predecessor
    change = chain.lastChange(to: sale, after: predecessor)
    rival = analysis.rival(of: chain)
    let renewalStatus = chain.lastRenewalStatus
    next = renewalStatus?.nextProductID.flatMap { $0 == sale.productID ? nil : $0 }
    choice = chain.last(.planChangeChosen).flatMap { notice in
      let isResolved = renewalStatus.map { $0.statedAt >= notice.statementSource.statedAt } ?? false
      return notice.statementSource.statedAt >= sale.purchasedAt && !isResolved ? notice : nil
    }
    // A prepaid plan does not renew.
    isStated = renewalStatus != nil || sale.kind == .nonRenewing
    renews = chain.renewalStatements.last?.renews
    let again = chain.sales.last { chain.lapse(before: $0) != nil }?.purchasedAt ?? .distantPast
    rise = chain.priceNotice.flatMap { $0.statementSource.statedAt >= again ? $0 : nil }
    wasAsked = chain.last(.priceRiseAsked) != nil
    catalogPrice = analysis.item(of: sale)?.prices.first {
      $0.currency == sale.terms?.price?.currency
    }
  }

  var endedOffer: Bool {
    // An Amazon receipt is one sale, with its promotion until that is completed.
    if sale.store == .amazon, sale.offer == nil,
      chain.notices.contains(where: { $0.kind == .offerRedeemed && $0.detail == nil })
    {
      return true
    }
    guard let before, before.productID == sale.productID, before.offer != nil,
      before.offer != .trial
    else { return false }
    return sale.offer == nil
  }

  var hasMoved: Bool? {
    guard let mine = sale.terms, let other = before?.terms else { return nil }
    if let price = mine.price, let was = other.price, price.currency != was.currency {
      return true
    }
    guard let country = mine.country, let was = other.country else { return nil }
    return country != was
  }
}

extension SubscriptionAnalysis {
  fileprivate func lastChange(to sale: Order, after before: Order?) -> (from: Order, to: Order)? {
    let sold = sales.filter { ($0.purchasedAt, $0.id) <= (sale.purchasedAt, sale.id) }
    let line = [before].compactMap(\.self) + sold
    for (from, to) in zip(line, line.dropFirst()).reversed() {
      if from.chain == to.chain, lapse(before: to) != nil { return nil }
      if from.productID != to.productID { return (from, to) }
    }
    return nil
  }

  /// The last reported price change, at its first report. Google states the present one in each
  /// answer, so a newer answer without it ends it.
  fileprivate var priceNotice: StoreEvent? {
    let stated = notices.filter {
      [.priceRiseAsked, .priceRiseAgreed, .priceRiseAnnounced, .priceChanged].contains($0.kind)
    }
    guard let last = stated.last else { return nil }
    if store == .google, let answer = renewalStatuses.map(\.statementSource).max(),
      answer.statedAt > last.statementSource.statedAt,
      answer.evidence != last.statementSource.evidence
    {
      return nil
    }
    return stated.reversed().prefix { $0.kind == last.kind }.last
  }
}

extension DiagnosisAnalysis {
  /// A running chain with the same entitlement, unless shared by a family member.
  func rival(of chain: SubscriptionAnalysis) -> SubscriptionAnalysis? {
    guard let sale = chain.current, chain.state.grantsAccess, !chain.isFamilyShared else {
      return nil
    }
    return newest(
      runningBeside(chain).filter { other in
        guard !other.isFamilyShared, let rival = other.current else { return false }
        return pair(sale, rival).relation < .upgrade
      }
    )
  }

  /// The user's other chains that renew and grant access.
  func runningBeside(_ chain: SubscriptionAnalysis) -> [SubscriptionAnalysis] {
    own.filter { $0.id != chain.id && $0.renews && $0.isProduction && $0.state.grantsAccess }
  }
}
