import Foundation

/// "Pending", "Ask to Buy", "Family Sharing": does it wait, and whose purchase is it?
extension CaseReading {
  func pendingOrFamily() -> Finding {
    var finding = Finding(.pendingOrFamily)
    let pending = scope.last(where: \.isPending)
    finding.check(
      .pendingNow,
      chains.isEmpty ? .notApplicable : pending == nil ? .pass : .fail,
      pending.map(pendingSlots) ?? [:],
      pending.map(rows) ?? []
    )
    let over = settled
    finding.check(
      .pendingOver,
      chains.isEmpty ? .notApplicable : over == nil ? .pass : .fail,
      over?.slots ?? [:],
      over.map { rows($0.chain) } ?? []
    )
    let sold = scope.filter { !$0.sales.isEmpty }
    let shared = sold.filter(\.isFamilyShared)
    let family = newest(shared.filter(\.state.grantsAccess)) ?? newest(shared)
    // Google lets no family share what is bought in an app (Google Play Help, Family Library). Where no
    // purchase is named, another may wait, unheard.
    let isTold = sold.contains { chain in
      chain.store == .google && isFocused || chain.sales.contains { $0.terms?.ownership != nil }
    }
    let owner: Diagnosis.Result =
      sold.isEmpty ? .notApplicable : family != nil ? .fail : isTold ? .pass : .unknown
    let evidence = family ?? newest(sold)
    finding.check(.familyOwner, owner, [:], evidence.map(rows) ?? [])
    let isOver = family.map { !$0.state.grantsAccess }
    finding.check(
      .familyHolds,
      isOver.map { $0 ? .fail : .pass } ?? .notApplicable,
      family.map { slots($0) } ?? [:],
      family.map(rows) ?? []
    )
    decideFamily(&finding, pending: pending, over: over, family: family, isTold: isTold)
    return finding
  }

  private typealias Settled = (chain: ChainReading, verdict: VerdictCode, at: Date, slots: Slots)

  /// The last pending purchase that came to something, one way or the other.
  private var settled: Settled? {
    let all = scope.compactMap { chain -> Settled? in
      guard !chain.isPending else { return nil }
      if chain.wasCalledOff, let at = chain.last(.pendingCancelled)?.testimony.statedAt {
        return (chain, .pendingCancelled, at, calledOffSlots(chain))
      }
      guard let pending = pendingSince(chain) else { return nil }
      let off = chain.notices.last {
        $0.kind == .pendingCancelled && $0.testimony.statedAt >= pending
      }
      let sale = chain.sales.last { $0.purchasedAt >= pending || $0.testimony.statedAt >= pending }
      let told: (VerdictCode, Date)? =
        if let sale { (.pendingCompleted, sale.purchasedAt) } else {
          off.map { (.pendingCancelled, $0.testimony.statedAt) }
        }
      guard let (verdict, at) = told else { return nil }
      var slots = soldSlots(chain)
      if chain.current == nil { slots[.product] = nil }
      slots[.date] = SlotValue.day(at)
      slots[.otherDate] = SlotValue.day(pending)
      return (chain, verdict, at, slots)
    }
    return all.max { ($0.at, $0.chain.id) < ($1.at, $1.chain.id) }
  }

  private func pendingSince(_ chain: ChainReading) -> Date? {
    let told = chain.notices.filter { $0.kind == .pending }.map(\.testimony.statedAt)
    let said = chain.standings.filter { $0.condition == .pending }.map(\.statedAt)
    return (told + said).min()
  }

  /// A plan of the subject's own that gives what the family's did: each member's purchases have
  /// transactions of their own (StoreKit, Supporting Family Sharing), and one ends without the other.
  private func ownPlan(beside family: ChainReading) -> ChainReading? {
    guard file.catalog == nil || isCovered(family) else { return nil }
    return newest(
      own.filter { plan in
        guard !plan.isFamilyShared, plan.state.grantsAccess, plan.isProduction,
          let sale = plan.current, let shared = family.current
        else { return false }
        return giveSame(sale, shared) || file.catalog == nil && areNamedAlike(sale, shared)
      }
    )
  }

  /// Whether the names of two products share a word that is not of their terms: without a catalog
  /// nothing else tells that they give the same.
  private func areNamedAlike(_ one: Order, _ other: Order) -> Bool {
    let terms: Set = [
      "monthly", "yearly", "weekly", "month", "year", "week", "annual", "family", "com",
    ]
    let (names, others) = (CaseFile.words(of: one.productID), CaseFile.words(of: other.productID))
    return !names.intersection(others).subtracting(terms).isEmpty
  }

  private func decideFamily(
    _ finding: inout Finding,
    pending: ChainReading?,
    over: Settled?,
    family: ChainReading?,
    isTold: Bool
  ) {
    if let pending { return finding.decide(.purchasePending, pendingSlots(pending)) }
    if let family {
      guard family.state.grantsAccess else {
        if let plan = ownPlan(beside: family) {
          return finding.decide(.accessIsActive, accessSlots(.accessIsActive, plan))
        }
        let isRevoked = family.state == .revoked || family.state == .refunded
        let verdict = isRevoked ? .familyAccessEnded : verdict(on: family) ?? .familyAccessEnded
        return finding.decide(verdict, accessSlots(verdict, family))
      }
      let until = family.paidUntil.map(SlotValue.day)
      return finding.decide(.familyShared, slots(family, [.until: until].compacted))
    }
    if let over { return finding.decide(over.verdict, over.slots) }
    let sold = scope.filter { !$0.sales.isEmpty }
    guard let chain = newest(sold.filter(\.isProduction)) ?? newest(sold) else {
      let cause = accessCause
      let empty = cause.chain == nil ? cause : emptyCause("purchase")
      return finding.decide(empty.verdict, empty.slots)
    }
    guard chain.isProduction else { return finding.decide(.sandboxOnly, soldSlots(chain)) }
    guard isTold else { return finding.decide(.familyStatusUnknown, soldSlots(chain)) }
    // Nothing waits, and nothing is missing.
    if let running = newest(
      sold.filter { $0.isProduction && $0.state.grantsAccess && !$0.sales.allSatisfy(isConsumable) }
    ),
      let verdict = verdict(on: running)
    {
      return finding.decide(verdict, accessSlots(verdict, running))
    }
    guard chain.state.grantsAccess || chain.sales.allSatisfy(isConsumable) else {
      let cause = accessCause
      return finding.decide(cause.verdict, cause.slots)
    }
    if let other = own.last(where: \.isPending) {
      return finding.decide(.purchasePending, pendingSlots(other))
    }
    finding.decide(.notPendingNotFamily, soldSlots(chain))
  }
}
