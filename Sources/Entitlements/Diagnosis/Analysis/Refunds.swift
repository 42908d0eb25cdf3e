import Foundation

/// How far a refund of one sale got.
struct RefundReading {
  enum Stage: Equatable {
    case none, requested, declined, refunded, refundedInPart, reversed, takenBack, replaced
  }

  var sale: Order
  var stage: Stage
  /// When the stage was reached; the purchase where there is none.
  var at: Date
  /// The notice that says so, if one does.
  var notice: Notice?
}

extension CaseReading {
  /// What is asked to be refunded among the sales of one store: what the question names; else the
  /// sale that a refund was last heard of; else the newest charge, or sale.
  func refundTarget(at store: Store) -> RefundReading? {
    let all = sales { $0.store == store }
    // Nobody is given back what a family member paid, where they paid for something themselves.
    let paid = all.filter { $0.terms?.ownership != .familyShared }
    let real = (paid.isEmpty ? all : paid).filter { $0.environment == .production }
    let sold = !real.isEmpty ? real : paid.isEmpty ? all : paid
    let readings = sold.map(refund)
    let named = readings.filter { file.subject.orders.contains($0.sale.id) }
    if let asked = named.max(by: { ($0.at, $0.sale.id) < ($1.at, $1.sale.id) }) { return asked }
    let known = readings.filter { $0.stage != .none && $0.stage != .replaced }
    if let latest = known.max(by: { ($0.at, $0.sale.id) < ($1.at, $1.sale.id) }),
      latest.sale.id == sold.last?.id || isRecent(latest)
    {
      return latest
    }
    return readings.last { isCharge($0.sale) } ?? readings.last
  }

  /// A refund of long ago is not what somebody asks for now.
  private func isRecent(_ reading: RefundReading) -> Bool {
    instant <= reading.at.adding(days: Self.recentLoss)
  }

  func refund(of sale: Order) -> RefundReading {
    let notices =
      chain(sale.chain).map { chain in
        chain.notices.filter { $0.kind.isOfRefund && chain.sale(of: $0)?.id == sale.id }
      } ?? []
    let part = notices.last { $0.kind == .refundedInPart }
    if let cancelledAt = sale.cancelledAt, cancelledAt <= instant {
      let told = notices.last { $0.kind == .refunded }
      let stage: RefundReading.Stage =
        switch sale.cancellation {
        case .refunded where part?.testimony.evidence == sale.evidence: .refundedInPart
        case .refunded: .refunded
        case .upgraded: .replaced
        case .revoked: .takenBack
        case nil: told == nil ? .takenBack : .refunded
        }
      return RefundReading(sale: sale, stage: stage, at: cancelledAt, notice: told ?? part)
    }
    // Once all of it went back, that a part did before says nothing more.
    let isRefunded = notices.contains { $0.kind == .refunded }
    guard let last = notices.last(where: { !isRefunded || $0.kind != .refundedInPart }) else {
      return RefundReading(sale: sale, stage: .none, at: sale.purchasedAt, notice: nil)
    }
    let stage: RefundReading.Stage =
      switch last.kind {
      case .refundDeclined: .declined
      case .refundReversed: .reversed
      case .refunded: .refunded
      case .refundedInPart: .refundedInPart
      default: .requested
      }
    return RefundReading(sale: sale, stage: stage, at: last.testimony.statedAt, notice: last)
  }

  func slots(_ refund: RefundReading) -> Slots {
    slots(
      refund.sale,
      [
        .date: .day(refund.at), .otherDate: .day(refund.sale.purchasedAt),
      ]
    )
  }

  func rows(_ refund: RefundReading) -> [Diagnosis.Evidence] {
    [row(refund.sale)] + (refund.notice.map { [row($0)] } ?? [row(refund.sale.evidence)])
  }

  /// What is to say of a sale that took no money: that it was a test only where nothing else is on
  /// file.
  func withoutCharge(_ reason: FreeReason) -> VerdictCode {
    let isTestOnly = reason == .testPurchase && !scope.contains(where: \.isProduction)
    return isTestOnly ? .sandboxOnly : .nothingWasCharged
  }

  /// What is to say of a charge where only `sale` is on file, which took no money. What the family
  /// shares says nothing of what else was paid for.
  func decideFree(_ finding: inout Finding, _ sale: Order, _ reason: FreeReason) {
    guard reason == .familyShared, let chain = chain(sale.chain) else {
      return finding.decide(withoutCharge(reason), slots(sale, [.reason: .phrase(reason)]))
    }
    let verdict =
      chain.state.grantsAccess ? .familyShared : verdict(on: chain) ?? .familyAccessEnded
    finding.decide(verdict, accessSlots(verdict, chain))
  }

  /// What is to say where no sale of the store is on file.
  func decideWithoutSale(_ finding: inout Finding, at store: Store) {
    if let other = sales(where: isCharge).last ?? sales().last, other.store != store {
      if whyFree(other) == .testPurchase { return finding.decide(.sandboxOnly, slots(other)) }
      return finding.decide(.boughtInOtherStore, slots(other))
    }
    if let (verdict, slots) = unsold(at: store) { return finding.decide(verdict, slots) }
    if let rejected = lastRejection {
      return finding.decide(.receiptRejected, rejectionSlots(rejected))
    }
    let empty = emptyCause("purchase at \(Wording.name(of: store))")
    finding.decide(empty.verdict, empty.slots)
  }
}

extension CaseReading {
  /// What was told of a purchase whose sale nobody told: that it was called off, or refunded.
  private func unsold(at store: Store) -> (VerdictCode, Slots)? {
    guard let chain = scope.last(where: { $0.store == store && $0.sales.isEmpty }) else {
      return nil
    }
    if chain.wasCalledOff { return (.pendingCancelled, calledOffSlots(chain)) }
    guard let refund = chain.last(.refunded), refund.testimony.authority == .full else {
      return nil
    }
    let bought = chain.last(.purchased)
    let slots: [Slot: SlotValue?] = [
      .product: .text(bought?.detail ?? title(chain)), .date: .day(refund.testimony.statedAt),
      .otherDate: bought.map { SlotValue.day($0.testimony.statedAt) },
      .store: .store(store),
    ]
    return (.refundedAlready, slots.compacted)
  }

  /// When a pending purchase was called off, and of what, where that was told.
  func calledOffSlots(_ chain: ChainReading) -> Slots {
    let told = chain.last(.pendingCancelled)
    let said = chain.lastStanding?.statedAt
    let slots: [Slot: SlotValue?] = [
      .date: (told?.testimony.statedAt ?? said).map(SlotValue.day),
      .store: chain.store.map(SlotValue.store),
    ]
    return slots.compacted
  }
}

extension Notice.Kind {
  fileprivate var isOfRefund: Bool {
    switch self {
    case .refundRequested, .refunded, .refundedInPart, .refundDeclined, .refundReversed: true
    default: false
    }
  }
}
