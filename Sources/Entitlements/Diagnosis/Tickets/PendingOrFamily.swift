import Foundation

/// "Pending", "Ask to Buy", "Family Sharing": checks pending purchases and the family's owner.
extension DiagnosisAnalysis {
  func pendingOrFamily() -> Finding {
    var finding = Finding(.pendingOrFamily)
    let pending = checkPending(&finding, .pendingNow)
    let over = resolved
    let fallback: Diagnosis.Result = chains.isEmpty ? .notApplicable : .pass
    finding.check(.pendingOver, for: over, else: fallback) {
      $0.placeholders
    } _: {
      rows($0.chain)
    }
    let sold = scope.filter { !$0.sales.isEmpty }
    let shared = sold.filter(\.isFamilyShared)
    let family = shared.filter(\.state.grantsAccess).newest ?? shared.newest
    // Google does not allow family sharing of in-app purchases (Google Play Help, Family Library).
    // If no purchase is named, another one may be pending without a report.
    let isStated = sold.contains { chain in
      chain.store == .google && isFocused || chain.sales.contains { $0.terms?.ownership != nil }
    }
    let owner: Diagnosis.Result =
      sold.isEmpty ? .notApplicable : family != nil ? .fail : isStated ? .pass : .unknown
    let evidence = family ?? sold.newest
    finding.check(.familyOwner, owner, [:], evidence.map(rows) ?? [])
    let isOver = family.map { !$0.state.grantsAccess }
    finding.check(
      .familyHolds,
      isOver.map { $0 ? .fail : .pass } ?? .notApplicable,
      family.map { placeholders($0) } ?? [:],
      family.map(rows) ?? []
    )
    decideFamily(&finding, pending: pending, over: over, family: family, isStated: isStated)
    return finding
  }

  /// The last pending purchase, which fails the check.
  @discardableResult
  func checkPending(_ finding: inout Finding, _ kind: CheckKind) -> SubscriptionAnalysis? {
    let pending = scope.last(where: \.isPending)
    let fallback: Diagnosis.Result = chains.isEmpty ? .notApplicable : .pass
    finding.check(kind, for: pending, else: fallback, pendingPlaceholders, rows)
    return pending
  }

  private typealias Resolved = (
    chain: SubscriptionAnalysis, verdict: VerdictCode, at: Date, placeholders: Placeholders
  )

  /// The last pending purchase that was completed or cancelled.
  private var resolved: Resolved? {
    let all = scope.compactMap { chain -> Resolved? in
      guard !chain.isPending else { return nil }
      if chain.wasCancelledWhilePending,
        let at = chain.last(.pendingCancelled)?.statedAt
      {
        return (chain, .pendingCancelled, at, calledOffPlaceholders(chain))
      }
      guard let pending = pendingSince(chain) else { return nil }
      let off = chain.notices.last {
        $0.kind == .pendingCancelled && $0.statedAt >= pending
      }
      let sale = chain.sales.last {
        $0.purchasedAt >= pending || $0.statedAt >= pending
      }
      let stated: (VerdictCode, Date)? =
        if let sale { (.pendingCompleted, completion(of: sale, in: chain, since: pending)) } else {
          off.map { (.pendingCancelled, $0.statedAt) }
        }
      guard let (verdict, at) = stated else { return nil }
      var placeholders = soldPlaceholders(chain)
      if chain.current == nil { placeholders[.product] = nil }
      placeholders[.date] = PlaceholderValue.day(at)
      placeholders[.otherDate] = PlaceholderValue.day(pending)
      return (chain, verdict, at, placeholders)
    }
    return all.max { ($0.at, $0.chain.id) < ($1.at, $1.chain.id) }
  }

  /// When the sale was paid that was pending since `pending`. Google dates a one-time purchase to
  /// its request.
  private func completion(
    of sale: Order,
    in chain: SubscriptionAnalysis,
    since pending: Date
  )
    -> Date
  {
    guard sale.purchasedAt <= pending else { return sale.purchasedAt }
    let stated = chain.notices.first { $0.kind == .purchased && $0.statedAt > pending }
    return stated?.statedAt ?? sale.statedAt
  }

  private func pendingSince(_ chain: SubscriptionAnalysis) -> Date? {
    let stated = chain.notices.filter { $0.kind == .pending }.map(\.statedAt)
    let statuses = chain.renewalStatuses.filter { $0.condition == .pending }.map(\.statedAt)
    return (stated + statuses).min()
  }

  /// A plan of the subject's own that grants the same as the family's: each member's purchases have
  /// separate transactions (StoreKit, Supporting Family Sharing), and one ends without the other.
  private func ownPlan(beside family: SubscriptionAnalysis) -> SubscriptionAnalysis? {
    guard file.catalog == nil || isCovered(family) else { return nil }
    return own.filter { plan in
      guard !plan.isFamilyShared, plan.state.grantsAccess, plan.isProduction,
        let sale = plan.current, let shared = family.current
      else { return false }
      return giveSame(sale, shared) || file.catalog == nil && areNamedAlike(sale, shared)
    }.newest
  }

  /// Whether two product IDs share a word that does not name a term, for use without a catalog.
  private func areNamedAlike(_ one: Order, _ other: Order) -> Bool {
    let terms: Set = [
      "monthly", "yearly", "weekly", "month", "year", "week", "annual", "family", "com",
    ]
    let (names, others) = (
      DiagnosisInput.words(of: one.productID), DiagnosisInput.words(of: other.productID)
    )
    return !names.intersection(others).subtracting(terms).isEmpty
  }

  private func decideFamily(
    _ finding: inout Finding,
    pending: SubscriptionAnalysis?,
    over: Resolved?,
    family: SubscriptionAnalysis?,
    isStated: Bool
  ) {
    if let pending { return finding.decide(.purchasePending, pendingPlaceholders(pending)) }
    if let family {
      guard family.state.grantsAccess else {
        if let plan = ownPlan(beside: family) {
          return finding.decide(.accessIsActive, accessPlaceholders(.accessIsActive, plan))
        }
        let isRevoked = family.state == .revoked || family.state == .refunded
        let verdict = isRevoked ? .familyAccessEnded : verdict(on: family) ?? .familyAccessEnded
        return finding.decide(verdict, accessPlaceholders(verdict, family))
      }
      let until = family.paidUntil.map(PlaceholderValue.day)
      return finding.decide(.familyShared, placeholders(family, [.until: until]))
    }
    if let over {
      // A refund since then is the answer.
      if over.verdict == .pendingCompleted, let verdict = verdict(on: over.chain),
        verdict.isTakenBack
      {
        return finding.decide(verdict, accessPlaceholders(verdict, over.chain))
      }
      return finding.decide(over.verdict, over.placeholders)
    }
    let sold = scope.filter { !$0.sales.isEmpty }
    guard let chain = sold.filter(\.isProduction).newest ?? sold.newest else {
      return finding.decide(accessCause.chain == nil ? accessCause : emptyCause("purchase"))
    }
    guard chain.isProduction else { return finding.decide(.sandboxOnly, soldPlaceholders(chain)) }
    guard isStated else { return finding.decide(.familyStatusUnknown, soldPlaceholders(chain)) }
    // Nothing is pending or missing.
    let lasting = sold.filter {
      $0.isProduction && $0.state.grantsAccess && !$0.sales.allSatisfy(isConsumable)
    }
    let failing = lasting.filter { $0.state == .gracePeriod }.newest
    if let running = failing ?? lasting.newest, let verdict = verdict(on: running) {
      return finding.decide(verdict, accessPlaceholders(verdict, running))
    }
    guard chain.state.grantsAccess || chain.sales.allSatisfy(isConsumable) else {
      return finding.decide(accessCause)
    }
    if let other = own.last(where: \.isPending) {
      return finding.decide(.purchasePending, pendingPlaceholders(other))
    }
    finding.decide(.notPendingNotFamily, soldPlaceholders(chain))
  }
}
