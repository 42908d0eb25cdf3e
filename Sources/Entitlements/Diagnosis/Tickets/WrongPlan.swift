import Foundation

/// "Wrong plan", "the upgrade did not apply", "the price is wrong": what does it renew as, what was
/// it before, and what was charged?
extension CaseReading {
  func wrongPlan() -> Finding {
    var finding = Finding(.wrongPlan)
    let renewing = scope.filter {
      ($0.renews || $0.current?.kind == .nonRenewing) && $0.isProduction && $0.current != nil
    }
    // What a family member shares is that member's plan.
    let paid = renewing.filter { !$0.isFamilyShared }
    let running = (paid.isEmpty ? renewing : paid).filter(\.state.grantsAccess)
    guard let chain = newest(running.isEmpty ? renewing : running), let sale = chain.current else {
      finding.check(.planOnFile, chains.isEmpty ? .unknown : .fail)
      for check in [
        CheckKind.planTold, .planPending, .planChanged, .planSingle, .planOffer, .planPrice,
        .planRise, .planStorefront,
      ] {
        finding.check(check, .notApplicable)
      }
      let cause = accessCause
      let empty = cause.chain == nil ? cause : emptyCause("subscription")
      finding.decide(empty.verdict, empty.slots)
      return finding
    }
    let plan = PlanReading(self, chain, sale)
    finding.check(.planOnFile, .pass, slots(sale), rows(chain))
    checkPlan(&finding, plan)
    checkPrice(&finding, plan)
    decidePlan(&finding, plan)
    return finding
  }

  private func checkPlan(_ finding: inout Finding, _ plan: PlanReading) {
    var slots = slots(plan.sale)
    let rows = [row(plan.chain), row(plan.sale)]
    let told = plan.chain.lastStanding.map { [row($0.evidence)] } ?? []
    finding.check(.planTold, plan.isTold ? .pass : .unknown, slots, told)
    slots[.otherProduct] = plan.next.map { .text(title($0, plan.sale.store)) }
    slots[.until] = plan.chain.paidUntil.map(SlotValue.day)
    let pending: Diagnosis.Result =
      plan.next != nil ? .fail : plan.isTold && plan.choice == nil ? .pass : .unknown
    let chosen = plan.choice.map { [row($0)] } ?? []
    finding.check(.planPending, pending, slots, pending == .pass ? [] : rows + told + chosen)
    slots[.otherProduct] = plan.change.map { .text(title($0.from)) }
    finding.check(
      .planChanged,
      plan.before == nil ? .unknown : plan.change == nil ? .pass : .fail,
      slots,
      plan.change.map { [row(plan.chain), row($0.to)] } ?? []
    )
    slots[.otherProduct] = plan.rival.map { .text(title($0)) }
    finding.check(
      .planSingle,
      plan.rival == nil ? .pass : .fail,
      slots,
      plan.rival.map { self.rows($0) } ?? []
    )
  }

  private func checkPrice(_ finding: inout Finding, _ plan: PlanReading) {
    var slots = slots(plan.sale)
    let rows = [row(plan.sale)] + (plan.before.map { [row($0)] } ?? [])
    finding.check(
      .planOffer,
      plan.before == nil ? .unknown : plan.endedOffer ? .fail : .pass,
      slots,
      rows
    )
    slots[.otherAmount] = plan.catalogPrice.map(SlotValue.money)
    let price: Diagnosis.Result =
      switch (plan.sale.offer, plan.sale.terms?.price, plan.catalogPrice) {
      case (.some, _, _): .notApplicable
      case (nil, let price?, let listed?): price == listed ? .pass : .fail
      default: .unknown
      }
    finding.check(.planPrice, price, slots, price == .notApplicable ? [] : [row(plan.sale)])
    let silent: Diagnosis.Result = plan.chain.notices.isEmpty ? .unknown : .pass
    finding.check(
      .planRise,
      plan.rise == nil ? silent : .fail,
      plan.rise.map { [.date: .day($0.testimony.statedAt)] } ?? [:],
      plan.rise.map { [row($0)] } ?? []
    )
    let moved: Diagnosis.Result =
      plan.before == nil ? .notApplicable : plan.hasMoved.map { $0 ? .fail : .pass } ?? .unknown
    finding.check(.planStorefront, moved, [:], moved == .fail ? rows : [])
  }

  private func decidePlan(_ finding: inout Finding, _ plan: PlanReading) {
    let sale = plan.sale
    func decide(_ verdict: VerdictCode, _ others: [Slot: SlotValue?] = [:]) {
      finding.decide(verdict, slots(sale, others.compacted))
    }
    let until = plan.chain.paidUntil.map(SlotValue.day)
    if let rival = plan.rival, let other = rival.current {
      let pair = pair(sale, other)
      if mayReplace(pair) { return finding.decide(.planStatusUnknown, slots(pair.later)) }
      let verdict: VerdictCode =
        switch pair.relation {
        case .twoStores: .boughtInTwoStores
        case .twoAccounts: .boughtWithTwoAccounts
        default: .twoSubscriptions
        }
      let other: Slots = [
        .otherProduct: .text(title(pair.earlier)), .otherDate: .day(pair.earlier.purchasedAt),
      ]
      return finding.decide(verdict, slots(pair.later, other))
    }
    guard plan.chain.state.grantsAccess else {
      let cause = accessCause
      return finding.decide(cause.verdict, cause.slots)
    }
    if let next = plan.next {
      let slots: [Slot: SlotValue?] = [
        .otherProduct: .text(title(next, sale.store)), .until: until,
      ]
      if plan.renews == false { return decide(.planChangeWillLapse, slots) }
      return decide(sale.store == .google ? .planChangeDeferred : .planChangePending, slots)
    }
    if let choice = plan.choice {
      return decide(.planStatusUnknown, [.otherDate: .day(choice.testimony.statedAt)])
    }
    let riseToldAt = plan.rise?.testimony.statedAt ?? .distantPast
    if let (from, to) = plan.change, riseToldAt < to.purchasedAt {
      if plan.chain.mayHaveLapsed(before: to) {
        return finding.decide(.planStatusUnknown, slots(to))
      }
      let other: Slots = [.otherProduct: .text(title(from))]
      return finding.decide(.planChangedAlready, slots(to, other))
    }
    decidePrice(&finding, plan)
  }

  private func decidePrice(_ finding: inout Finding, _ plan: PlanReading) {
    let sale = plan.sale
    if plan.endedOffer { return finding.decide(.introductoryPriceEnded, slots(sale)) }
    if let rise = plan.rise {
      let verdict: VerdictCode =
        switch rise.kind {
        // Apple says so of whoever need not agree, too (App Store Server API, priceIncreaseStatus).
        case .priceRiseAgreed where sale.store == .apple && !plan.wasAsked: .priceRiseAnnounced
        case .priceRiseAgreed: .priceRiseAgreed
        case .priceRiseAnnounced: .priceRiseAnnounced
        case .priceChanged: .planStatusUnknown
        default: .priceRisePending
        }
      let date = SlotValue.day(rise.testimony.statedAt)
      // Google's answers name the price; a notification has its own words there.
      let price = rise.detail.flatMap(Money.init(text:)).map(SlotValue.money)
      let slots: [Slot: SlotValue?] = [.date: date, .otherDate: date, .otherAmount: price]
      return finding.decide(verdict, self.slots(sale, slots.compacted))
    }
    if plan.hasMoved == true { return finding.decide(.storefrontChanged, slots(sale)) }
    if sale.offer == nil, let price = sale.terms?.price, let listed = plan.catalogPrice,
      price != listed
    {
      return finding.decide(
        .priceDiffersFromCatalog,
        slots(sale, [.otherAmount: .money(listed)])
      )
    }
    finding.decide(plan.isTold ? .planAsBought : .planStatusUnknown, slots(sale))
  }

  private func title(_ product: String, _ store: Store) -> String {
    file.catalog?.item(for: Catalog.Product(store, product))?.title ?? product
  }
}
