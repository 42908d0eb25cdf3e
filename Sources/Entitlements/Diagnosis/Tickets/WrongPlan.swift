import Foundation

/// "Wrong plan", "the upgrade did not apply", "the price is wrong": compares the renewal's plan,
/// the previous plan and the charge.
extension DiagnosisAnalysis {
  func wrongPlan() -> Finding {
    var finding = Finding(.wrongPlan)
    let renewing = scope.filter {
      ($0.renews || $0.current?.kind == .nonRenewing) && $0.isProduction && $0.current != nil
    }
    // A family-shared plan is the family member's.
    let paid = renewing.filter { !$0.isFamilyShared }
    let running = (paid.isEmpty ? renewing : paid).filter(\.state.grantsAccess)
    guard let chain = (running.isEmpty ? renewing : running).newest, let sale = chain.current else {
      finding.check(.planOnFile, resultWithoutSale)
      finding.omit(.planStated, .planPending, .planChanged, .planSingle)
      finding.omit(.planOffer, .planPrice, .planRise, .planStorefront)
      finding.decide(accessCause.chain == nil ? accessCause : emptyCause("subscription"))
      return finding
    }
    let plan = PlanAnalysis(self, chain, sale)
    finding.check(.planOnFile, .pass, placeholders(sale), rows(chain))
    checkPlan(&finding, plan)
    checkPrice(&finding, plan)
    decidePlan(&finding, plan)
    return finding
  }

  private func checkPlan(_ finding: inout Finding, _ plan: PlanAnalysis) {
    var placeholders = placeholders(plan.sale)
    let rows = [row(plan.chain), row(plan.sale)]
    let stated = plan.chain.lastRenewalStatus.map { [row($0.evidence)] } ?? []
    finding.check(.planStated, plan.isStated ? .pass : .unknown, placeholders, stated)
    let next = plan.next.map { title($0, plan.sale.store) } ?? plan.removal?.to
    placeholders[.otherProduct] = next.map { .text($0) }
    placeholders[.until] = plan.chain.paidUntil.map(PlaceholderValue.day)
    let pending: Diagnosis.Result =
      next != nil ? .fail : plan.isStated && plan.choice == nil ? .pass : .unknown
    let chosen = plan.choice.map { [row($0)] } ?? []
    finding.check(
      .planPending,
      pending,
      placeholders,
      pending == .pass ? [] : rows + stated + chosen
    )
    placeholders[.otherProduct] = plan.change.map { .text(title($0.from)) }
    finding.check(
      .planChanged,
      plan.before == nil ? .unknown : plan.change == nil ? .pass : .fail,
      placeholders,
      plan.change.map { [row(plan.chain), row($0.to)] } ?? []
    )
    placeholders[.otherProduct] = plan.rival.map { .text(title($0)) }
    finding.check(
      .planSingle,
      plan.rival == nil ? .pass : .fail,
      placeholders,
      plan.rival.map { self.rows($0) } ?? []
    )
  }

  private func checkPrice(_ finding: inout Finding, _ plan: PlanAnalysis) {
    var placeholders = placeholders(plan.sale)
    let rows = [row(plan.sale)] + (plan.before.map { [row($0)] } ?? [])
    finding.check(
      .planOffer,
      plan.before == nil ? .unknown : plan.endedOffer ? .fail : .pass,
      placeholders,
      rows
    )
    placeholders[.otherAmount] = plan.catalogPrice.map(PlaceholderValue.money)
    let price: Diagnosis.Result =
      switch (plan.sale.offer, plan.sale.terms?.price, plan.catalogPrice) {
      case (.some, _, _): .notApplicable
      case (nil, let price?, let listed?): price == listed ? .pass : .fail
      default: .unknown
      }
    finding.check(.planPrice, price, placeholders, price == .notApplicable ? [] : [row(plan.sale)])
    finding.check(.planRise, for: plan.rise, else: plan.chain.notices.isEmpty ? .unknown : .pass) {
      [.date: .day($0.statedAt)]
    } _: {
      [row($0)]
    }
    let moved: Diagnosis.Result =
      plan.before == nil ? .notApplicable : plan.hasMoved.map { $0 ? .fail : .pass } ?? .unknown
    finding.check(.planStorefront, moved, [:], moved == .fail ? rows : [])
  }

  /// Whether another running plan could be meant: without a catalog it is unknown what it unlocks.
  private func mayBeAboutAnother(_ plan: PlanAnalysis) -> Bool {
    file.catalog == nil && runningBeside(plan.chain).contains { $0.store == plan.chain.store }
  }

  private func decidePlan(_ finding: inout Finding, _ plan: PlanAnalysis) {
    let sale = plan.sale
    func decide(_ verdict: VerdictCode, _ others: Placeholders = [:]) {
      finding.decide(verdict, placeholders(sale, others))
    }
    let until = plan.chain.paidUntil.map(PlaceholderValue.day)
    if let rival = plan.rival, let other = rival.current {
      let pair = pair(sale, other)
      if mayReplace(pair) { return finding.decide(.planStatusUnknown, placeholders(pair.later)) }
      let verdict: VerdictCode =
        switch pair.relation {
        case .twoStores: .boughtInTwoStores
        case .twoAccounts: .boughtWithTwoAccounts
        default: .twoSubscriptions
        }
      let other: Placeholders = [
        .otherProduct: .text(title(pair.earlier)), .otherDate: .day(pair.earlier.purchasedAt),
      ]
      return finding.decide(verdict, placeholders(pair.later, other))
    }
    guard plan.chain.state.grantsAccess else {
      return finding.decide(accessCause)
    }
    if let next = plan.next {
      let placeholders: Placeholders = [
        .otherProduct: .text(title(next, sale.store)), .until: until,
      ]
      if plan.renews == false { return decide(.planChangeWillLapse, placeholders) }
      return decide(sale.store == .google ? .planChangeDeferred : .planChangePending, placeholders)
    }
    if let choice = plan.choice {
      return decide(.planStatusUnknown, [.otherDate: .day(choice.statedAt)])
    }
    if let (items, rest) = plan.removal {
      let placeholders: Placeholders = [
        .product: .text(items), .otherProduct: .text(rest), .until: until,
      ]
      return decide(.planChangeDeferred, placeholders)
    }
    let riseStatedAt = plan.rise?.statedAt ?? .distantPast
    if let (from, to) = plan.change, riseStatedAt < to.purchasedAt {
      if plan.chain.mayHaveLapsed(before: to) {
        return finding.decide(.planStatusUnknown, placeholders(to))
      }
      let other: Placeholders = [.otherProduct: .text(title(from))]
      return finding.decide(.planChangedAlready, placeholders(to, other))
    }
    decidePrice(&finding, plan)
  }

  private func decidePrice(_ finding: inout Finding, _ plan: PlanAnalysis) {
    let sale = plan.sale
    if plan.endedOffer { return finding.decide(.introductoryPriceEnded, placeholders(sale)) }
    if let rise = plan.rise {
      let verdict: VerdictCode =
        switch rise.kind {
        // Apple reports this also without consent (App Store Server API, priceIncreaseStatus).
        case .priceRiseAgreed where sale.store == .apple && !plan.wasAsked: .priceRiseAnnounced
        case .priceRiseAgreed: .priceRiseAgreed
        case .priceRiseAnnounced: .priceRiseAnnounced
        case .priceChanged: .planStatusUnknown
        default: .priceRisePending
        }
      let date = PlaceholderValue.day(rise.statedAt)
      // Google's answers contain the price; notifications have other text in `detail`.
      let price = rise.detail.flatMap(Money.init(text:)).map(PlaceholderValue.money)
      return finding.decide(
        verdict,
        placeholders(sale, [.date: date, .otherDate: date, .otherAmount: price])
      )
    }
    if plan.hasMoved == true { return finding.decide(.storefrontChanged, placeholders(sale)) }
    if sale.offer == nil, let price = sale.terms?.price, let listed = plan.catalogPrice,
      price != listed
    {
      return finding.decide(
        .priceDiffersFromCatalog,
        placeholders(sale, [.otherAmount: .money(listed)])
      )
    }
    let isKnown = plan.isStated && !mayBeAboutAnother(plan)
    finding.decide(
      isKnown ? .planAsBought : .planStatusUnknown,
      placeholders(sale, isKnown ? [.date: .day(planBegan(with: sale))] : [:])
    )
  }

  /// When the plan of a sale was bought: at the first of its periods in a row.
  private func planBegan(with sale: Order) -> Date {
    guard let chain = chain(sale.chain) else { return sale.purchasedAt }
    let periods = chain.sales.filter { $0.precedes(sale) } + [sale]
    let first = periods.indices.last { index in
      index == 0 || periods[index - 1].productID != sale.productID
        || chain.lapse(before: periods[index]) != nil
    }
    return periods[first ?? 0].purchasedAt
  }

  private func title(_ product: String, _ store: Store) -> String {
    file.catalog?.item(for: Catalog.Product(store, product))?.title ?? product
  }

  /// All items of a purchase at Google renew together, except those that the customer removed
  /// (Google Play, "Subscription with add-ons"). One answer states them all.
  fileprivate func itemRemoval(
    from chain: SubscriptionAnalysis
  ) -> (from: String, to: String)? {
    guard chain.store == .google, let answer = chain.lastRenewalStatus?.evidence else { return nil }
    let items = own.filter {
      $0.lastRenewalStatus?.evidence == answer && $0.state.grantsAccess
    }
    let removed = items.filter { $0.lastRenewalStatus?.renews == false }
    let rest = items.filter { $0.lastRenewalStatus?.renews == true }
    guard !removed.isEmpty, !rest.isEmpty else { return nil }
    func titles(_ items: [SubscriptionAnalysis]) -> String {
      items.map { title($0) }.joined(separator: " + ")
    }
    return (titles(rest + removed), titles(rest))
  }
}

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
  /// The titles of a purchase's items before and after the next renewal, if some end with it.
  let removal: (from: String, to: String)?
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
    let earlier = chain.sales.last { $0.precedes(sale) }
    let predecessor =
      analysis.predecessors.sale(before: chain.record) ?? analysis.replaced(by: chain)?.newest
    before = earlier ?? predecessor
    change = chain.lastChange(to: sale, after: predecessor)
    rival = analysis.rival(of: chain)
    let renewalStatus = chain.lastRenewalStatus
    next = renewalStatus?.nextProductID.flatMap { $0 == sale.productID ? nil : $0 }
    removal = analysis.itemRemoval(from: chain)
    choice = chain.last(.planChangeChosen).flatMap { notice in
      let isResolved = renewalStatus.map { $0.statedAt >= notice.statedAt } ?? false
      return notice.statedAt >= sale.purchasedAt && !isResolved ? notice : nil
    }
    // A prepaid plan does not renew.
    isStated = renewalStatus != nil || sale.kind == .nonRenewing
    renews = chain.renewalStatements.last?.renews
    let again = chain.sales.last { chain.lapse(before: $0) != nil }?.purchasedAt ?? .distantPast
    rise = chain.priceNotice.flatMap { $0.statedAt >= again ? $0 : nil }
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
    let sold = sales.filter { !sale.precedes($0) }
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
      answer.statedAt > last.statedAt,
      answer.evidence != last.evidence
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
    return runningBeside(chain).filter { other in
      guard !other.isFamilyShared, let rival = other.current else { return false }
      return pair(sale, rival).relation < .upgrade
    }.newest
  }

  /// The user's other chains that renew and grant access.
  func runningBeside(_ chain: SubscriptionAnalysis) -> [SubscriptionAnalysis] {
    own.filter { $0.id != chain.id && $0.renews && $0.isProduction && $0.state.grantsAccess }
  }
}
