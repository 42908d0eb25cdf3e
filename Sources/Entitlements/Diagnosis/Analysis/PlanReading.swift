import Foundation

/// A subscription, and what its plan and its price have to do with those before.
struct PlanReading {
  let chain: ChainReading
  let sale: Order
  let before: Order?
  /// The last change of the plan, from what to what; what had ended and was bought again is none.
  let change: (from: Order, to: Order)?
  /// Another running subscription that gives the same.
  let rival: ChainReading?
  let isTold: Bool
  let next: String?
  /// The customer's choice, announced since the sale.
  let choice: Notice?
  let renews: Bool?
  let rise: Notice?
  /// Whether the store told that it waits for the customer to agree.
  let wasAsked: Bool
  let catalogPrice: Money?

  init(_ reading: CaseReading, _ chain: ChainReading, _ sale: Order) {
    self.chain = chain
    self.sale = sale
    let earlier = chain.sales.last { ($0.purchasedAt, $0.id) < (sale.purchasedAt, sale.id) }
    let predecessor =
      reading.predecessors.sale(before: chain.record) ?? reading.replaced(by: chain)?.newest
    before = earlier ?? predecessor
    change = chain.lastChange(to: sale, after: predecessor)
    rival = reading.rival(of: chain)
    let standing = chain.lastStanding
    next = standing?.nextProductID.flatMap { $0 == sale.productID ? nil : $0 }
    choice = chain.last(.planChangeChosen).flatMap { notice in
      let isSettled = standing.map { $0.statedAt >= notice.testimony.statedAt } ?? false
      return notice.testimony.statedAt >= sale.purchasedAt && !isSettled ? notice : nil
    }
    // A prepaid plan renews as nothing.
    isTold = standing != nil || sale.kind == .nonRenewing
    renews = chain.renewalWords.last?.renews
    let again = chain.sales.last { chain.lapse(before: $0) != nil }?.purchasedAt ?? .distantPast
    rise = chain.priceNotice.flatMap { $0.testimony.statedAt >= again ? $0 : nil }
    wasAsked = chain.last(.priceRiseAsked) != nil
    catalogPrice = reading.item(of: sale)?.prices.first {
      $0.currency == sale.terms?.price?.currency
    }
  }

  var endedOffer: Bool {
    // Amazon's receipts are one sale, whose promotion is told until it is completed.
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

extension ChainReading {
  fileprivate func lastChange(to sale: Order, after before: Order?) -> (from: Order, to: Order)? {
    let sold = sales.filter { ($0.purchasedAt, $0.id) <= (sale.purchasedAt, sale.id) }
    let line = [before].compactMap(\.self) + sold
    for (from, to) in zip(line, line.dropFirst()).reversed() {
      if from.chain == to.chain, lapse(before: to) != nil { return nil }
      if from.productID != to.productID { return (from, to) }
    }
    return nil
  }

  /// What was last told of a coming price, since when it is told. At Google each answer tells what
  /// holds by then, so that a newer answer without it ends it.
  fileprivate var priceNotice: Notice? {
    let told = notices.filter {
      [.priceRiseAsked, .priceRiseAgreed, .priceRiseAnnounced, .priceChanged].contains($0.kind)
    }
    guard let last = told.last else { return nil }
    if store == .google, let answer = standings.map(\.testimony).max(),
      answer.statedAt > last.testimony.statedAt, answer.evidence != last.testimony.evidence
    {
      return nil
    }
    return told.reversed().prefix { $0.kind == last.kind }.last
  }
}

extension CaseReading {
  /// A chain that runs beside this one and gives the same right. What the family shares was
  /// bought by somebody else.
  func rival(of chain: ChainReading) -> ChainReading? {
    guard let sale = chain.current, chain.state.grantsAccess, !chain.isFamilyShared else {
      return nil
    }
    return newest(
      own.filter { other in
        guard other.id != chain.id, other.renews, other.isProduction, other.state.grantsAccess,
          !other.isFamilyShared, let rival = other.current
        else { return false }
        return pair(sale, rival).relation < .upgrade
      }
    )
  }
}
