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
    guard let chain = newest(running.isEmpty ? renewing : running), let sale = chain.current else {
      finding.check(.planOnFile, chains.isEmpty ? .unknown : .fail)
      for check in [
        CheckKind.planStated, .planPending, .planChanged, .planSingle, .planOffer, .planPrice,
        .planRise, .planStorefront,
      ] {
        finding.check(check, .notApplicable)
      }
      let cause = accessCause
      let empty = cause.chain == nil ? cause : emptyCause("subscription")
      finding.decide(empty.verdict, empty.placeholders)
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
    placeholders[.otherProduct] = plan.next.map { .text(title($0, plan.sale.store)) }
    placeholders[.until] = plan.chain.paidUntil.map(PlaceholderValue.day)
    let pending: Diagnosis.Result =
      plan.next != nil ? .fail : plan.isStated && plan.choice == nil ? .pass : .unknown
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
    let unstated: Diagnosis.Result = plan.chain.notices.isEmpty ? .unknown : .pass
    finding.check(
      .planRise,
      plan.rise == nil ? unstated : .fail,
      plan.rise.map { [.date: .day($0.statementSource.statedAt)] } ?? [:],
      plan.rise.map { [row($0)] } ?? []
    )
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
    func decide(_ verdict: VerdictCode, _ others: [Placeholder: PlaceholderValue?] = [:]) {
      finding.decide(verdict, placeholders(sale, others.compacted))
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
      let cause = accessCause
      return finding.decide(cause.verdict, cause.placeholders)
    }
    if let next = plan.next {
      let placeholders: [Placeholder: PlaceholderValue?] = [
        .otherProduct: .text(title(next, sale.store)), .until: until,
      ]
      if plan.renews == false { return decide(.planChangeWillLapse, placeholders) }
      return decide(sale.store == .google ? .planChangeDeferred : .planChangePending, placeholders)
    }
    if let choice = plan.choice {
      return decide(.planStatusUnknown, [.otherDate: .day(choice.statementSource.statedAt)])
    }
    let riseStatedAt = plan.rise?.statementSource.statedAt ?? .distantPast
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
      let date = PlaceholderValue.day(rise.statementSource.statedAt)
      // Google's answers contain the price; notifications have other text in `detail`.
      let price = rise.detail.flatMap(Money.init(text:)).map(PlaceholderValue.money)
      let placeholders: [Placeholder: PlaceholderValue?] = [
        .date: date, .otherDate: date, .otherAmount: price,
      ]
      return finding.decide(verdict, self.placeholders(sale, placeholders.compacted))
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
    finding.decide(isKnown ? .planAsBought : .planStatusUnknown, placeholders(sale))
  }

  private func title(_ product: String, _ store: Store) -> String {
    file.catalog?.item(for: Catalog.Product(store, product))?.title ?? product
  }
}
