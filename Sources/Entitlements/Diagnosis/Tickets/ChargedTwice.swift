import Foundation

/// "Charged twice": are there two charges, and what have they to do with each other?
extension CaseReading {
  /// What a person sees side by side: a month, and some days.
  private static let window: Double = 35
  private static let longWindow: Double = 120

  func chargedTwice() -> Finding {
    var finding = Finding(.chargedTwice)
    let charges = sales(where: isCharge)
    let named = charges.filter { file.subject.orders.contains($0.id) }
    let anchor = (named.isEmpty ? charges : named).last
    let near = anchor.map { others(than: $0, named: named) } ?? []
    let pairs = anchor.map { anchor in near.map { pair(anchor, $0) } } ?? []
    let deciding = pairs.min { left, right in
      if left.relation != right.relation { return left.relation < right.relation }
      return (left.earlier.purchasedAt, left.earlier.id) > (
        right.earlier.purchasedAt, right.earlier.id
      )
    }
    checkOnFile(&finding, anchor, deciding)
    for relation in ChargeRelation.allCases {
      guard let kind = relation.check else { continue }
      let found = pairs.filter { $0.relation == relation }.max {
        ($0.earlier.purchasedAt, $0.earlier.id) < ($1.earlier.purchasedAt, $1.earlier.id)
      }
      let result: Diagnosis.Result = pairs.isEmpty ? .notApplicable : found == nil ? .pass : .fail
      finding.check(kind, result, found.map(slots) ?? [:], found.map(rows) ?? [])
    }
    let refunded = deciding?.refunded
    finding.check(
      .chargesRefunded,
      deciding == nil ? .notApplicable : refunded == nil ? .pass : .fail,
      refunded.map(refundSlots) ?? [:],
      refunded.map { [row($0)] } ?? []
    )
    let foreign = (named + near).filter { chain($0.chain)?.holder == .somebodyElse }.last
    finding.check(
      .chargesOwner,
      anchor == nil ? .notApplicable : file.user == nil ? .unknown : foreign == nil ? .pass : .fail,
      foreign.map { slots($0) } ?? [:],
      foreign.map { [row($0)] } ?? []
    )
    decideCharges(&finding, anchor, deciding, foreign)
    return finding
  }

  /// The charges that could stand beside `anchor` on a bill: the other ones named, or those of
  /// about a month and those of what still ran.
  private func others(than anchor: Order, named: [Order]) -> [Order] {
    if named.count > 1 { return named.filter { $0.id != anchor.id } }
    let all = (isFocused ? chains.filter { $0.holder != .somebodyElse } : scope).flatMap(\.sales)
    let near = all.filter { other in
      guard other.id != anchor.id, isCharge(other) else { return false }
      // Of a subscription that is one sale from first to last nobody tells when it was last charged.
      if other.store == .microsoft || other.store == .amazon, other.kind == .autoRenewable,
        isRunning(other, at: anchor.purchasedAt)
      {
        return true
      }
      let gap = abs(other.purchasedAt.timeIntervalSince(anchor.purchasedAt))
      if gap <= Self.window * 86_400 { return true }
      guard other.chain != anchor.chain else { return false }
      return pair(anchor, other).relation < .upgrade
    }
    if !near.isEmpty { return near.sorted { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) } }
    // Whoever paid for nothing else of late means what came before, or else after, and not that of
    // a year ago.
    let start = anchor.purchasedAt.adding(days: -Self.longWindow)
    let end = anchor.purchasedAt.adding(days: Self.longWindow)
    let around = all.filter {
      isCharge($0) && $0.id != anchor.id && start <= $0.purchasedAt && $0.purchasedAt <= end
    }
    .sorted { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
    let before = around.last { ($0.purchasedAt, $0.id) < (anchor.purchasedAt, anchor.id) }
    return [before ?? around.first].compactMap(\.self)
  }

  private func checkOnFile(
    _ finding: inout Finding,
    _ anchor: Order?,
    _ deciding: ChargePair?
  ) {
    guard let anchor else {
      finding.check(.chargesOnFile, .unknown)
      finding.check(.chargesAmounts, .notApplicable)
      return
    }
    let rows = deciding.map(rows) ?? [row(anchor)]
    finding.check(.chargesOnFile, deciding == nil ? .fail : .pass, slots(anchor), rows)
    let sales = deciding.map { [$0.later, $0.earlier] } ?? [anchor]
    let prices = sales.compactMap { $0.terms?.price }
    guard prices.count == sales.count, let first = prices.first, let last = prices.last else {
      return finding.check(.chargesAmounts, .unknown, [:], rows)
    }
    let slots: Slots = [.amount: .money(first), .otherAmount: .money(last)]
    finding.check(.chargesAmounts, first == last ? .pass : .fail, slots, rows)
  }

  private func decideCharges(
    _ finding: inout Finding,
    _ anchor: Order?,
    _ deciding: ChargePair?,
    _ foreign: Order?
  ) {
    // The other charge went with what is another user's now.
    if deciding == nil, let movedAway {
      return finding.decide(movedAway.verdict, movedAway.slots)
    }
    guard let anchor else {
      if let free = sales().last, let reason = whyFree(free) {
        return decideFree(&finding, free, reason)
      }
      let cause = emptyCause("charge")
      return finding.decide(cause.verdict, cause.slots)
    }
    guard let deciding else { return finding.decide(.oneChargeOnFile, slots(anchor)) }
    if let foreign { return finding.decide(.chargeOfOtherUser, slots(foreign)) }
    if let refunded = deciding.refunded, deciding.relation < .renewal {
      let refund = refund(of: refunded)
      if refund.stage == .refundedInPart {
        return finding.decide(.partiallyRefunded, self.slots(refund))
      }
      return finding.decide(.secondChargeRefunded, refundSlots(refunded))
    }
    // Where one may have been a trial, or went on as the other, what they are to each other is not
    // known.
    let unclear = [deciding.later, deciding.earlier].first(where: mayBeUnpaid)
    if let unclear = unclear ?? (mayReplace(deciding) ? deciding.later : nil) {
      return finding.decide(.oneChargeOnFile, slots(unclear))
    }
    finding.decide(deciding.relation.verdict, slots(deciding))
  }

  private func refundSlots(_ order: Order) -> Slots {
    slots(order, [.date: .day(order.cancelledAt ?? order.purchasedAt)])
  }

  private func slots(_ pair: ChargePair) -> Slots {
    let (first, second) = (pair.earlier.purchasedAt, pair.later.purchasedAt)
    let isOneDay = Wording.day(first) == Wording.day(second)
    let words = isOneDay ? SlotValue.minute : SlotValue.day
    return slots(
      pair.later,
      [.otherProduct: .text(title(pair.earlier)), .otherDate: words(first), .date: words(second)]
    )
  }

  private func rows(_ pair: ChargePair) -> [Diagnosis.Evidence] {
    [row(pair.later), row(pair.earlier), row(pair.later.evidence)]
  }
}

extension ChargeRelation {
  fileprivate var check: CheckKind? {
    switch self {
    case .duplicate: .chargesDuplicate
    case .twoStores: .chargesStores
    case .twoAccounts: .chargesAccounts
    case .overlap: .chargesOverlap
    case .upgrade: .chargesUpgrade
    case .renewal: .chargesRenewals
    case .again, .separate: nil
    }
  }

  fileprivate var verdict: VerdictCode {
    switch self {
    case .duplicate: .duplicateCharge
    case .twoStores: .boughtInTwoStores
    case .twoAccounts: .boughtWithTwoAccounts
    case .overlap: .twoSubscriptions
    case .upgrade: .chargedForUpgrade
    case .again: .boughtAgain
    case .renewal: .renewalsOfOneSubscription
    case .separate: .separatePurchases
    }
  }
}
