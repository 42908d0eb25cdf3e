import Foundation

/// "I cancelled, but was charged": when was renewal off, and when was the charge?
extension CaseReading {
  /// Apple takes up a renewal in the day before it is due.
  private static let notice: TimeInterval = 24 * 3_600

  /// A charge for a subscription, and what lies around it.
  private struct Renewal {
    var chain: ChainReading
    var charge: Order
    /// When it was charged, as far as that is told.
    var chargedAt: Date
    /// The sale before it in the chain.
    var before: Order?
    /// When renewal was last turned off before the charge, and stayed off.
    var off: RenewalWord?
    /// When it was turned on again between.
    var onAgain: RenewalWord?
    var offLater: RenewalWord?
    /// When it was bought again after an end, if it was.
    var again: Order?
    var isTold: Bool

    /// Whether the store told of it as a renewal: it could have been bought again, by hand.
    var isToldAsRenewal: Bool {
      charge.isNumberedRenewal
        || chain.notices.contains {
          ($0.kind == .renewed || $0.kind == .recovered) && $0.order == charge.id
        }
    }
  }

  func cancelledButCharged() -> Finding {
    var finding = Finding(.cancelledButCharged)
    let charges = sales { $0.kind == .autoRenewable && isCharge($0) }
    guard let charge = charges.last, let chain = chain(charge.chain) else {
      finding.check(.cancelCharge, .unknown)
      for check in [
        CheckKind.cancelTold, .cancelBefore, .cancelInTime, .cancelOther, .cancelLapsed,
        .cancelRefunded,
      ] {
        finding.check(check, .notApplicable)
      }
      decideWithoutCharge(&finding)
      return finding
    }
    let renewal = renewal(charge, chain)
    let other = otherWithRenewalOff(than: chain)
    check(&finding, renewal, other)
    decide(&finding, renewal, other)
    return finding
  }

  private func renewal(_ charge: Order, _ chain: ChainReading) -> Renewal {
    let last = chain.sales.last { ($0.purchasedAt, $0.id) < (charge.purchasedAt, charge.id) }
    // What was decided before it ended and was bought again says nothing of what was bought then.
    let again = chain.sales.last { sale in
      (sale.purchasedAt, sale.id) <= (charge.purchasedAt, charge.id)
        && chain.lapse(before: sale) != nil
    }
    let told = wordsOnLine(of: chain).filter { $0.at >= again?.purchasedAt ?? .distantPast }
    // What was off before an earlier renewal was on again for that one.
    let words = told.filter { $0.at >= last?.purchasedAt ?? .distantPast }
    let chargedAt = chargedAt(charge, after: last, in: chain)
    let before = words.filter { $0.at <= chargedAt }
    // Of several statements that it is off, the first tells since when.
    let off = before.suffix { !$0.renews }.first
    let onAgain = told.last { $0.at <= chargedAt && $0.renews }
    // A statement that it was off does not say that the customer had turned it off.
    let wasOff = told.contains {
      $0.at <= onAgain?.at ?? .distantPast && !$0.renews && $0.isExact
    }
    return Renewal(
      chain: chain,
      charge: charge,
      chargedAt: chargedAt,
      before: last,
      off: off,
      onAgain: wasOff ? onAgain : nil,
      offLater: words.first { $0.at > chargedAt && !$0.renews },
      again: again,
      isTold: !words.isEmpty || told.last?.renews == true
    )
  }

  /// Google names no time of a renewal: it may have been charged long before somebody asked, was due
  /// when the period before it ended, and is told of when the payment was taken, up to a day sooner.
  private func chargedAt(_ charge: Order, after last: Order?, in chain: ChainReading) -> Date {
    guard charge.store == .google else { return charge.purchasedAt }
    let due = min(charge.purchasedAt, last?.expiresAt ?? charge.purchasedAt)
    let soonest = due - Self.slack(after: last)
    let told = chain.notices.first { $0.kind == .renewed && $0.testimony.statedAt >= soonest }
    return min(due, told?.testimony.statedAt ?? due)
  }

  /// How much sooner than it seems Google may have charged: where the period before is not on file,
  /// the beginning is reckoned from the end, by a month of 28 to 31 days.
  private static func slack(after last: Order?) -> TimeInterval {
    last == nil ? 4 * notice : notice
  }

  /// What the customer decided on renewal: nothing renews after an end, and that it is off then says
  /// nothing of who turned it off, unless the store says that the customer did.
  private func customersWords(on chain: ChainReading) -> [RenewalWord] {
    guard let end = chain.endedByOthers else { return chain.renewalWords }
    return chain.renewalWords.filter { $0.renews || $0.at < end }
  }

  /// The same, with what was decided on the plan that this one took the place of.
  private func wordsOnLine(of chain: ChainReading) -> [RenewalWord] {
    let former = predecessors.chain(before: chain.id).flatMap(self.chain).map(customersWords) ?? []
    return (former + customersWords(on: chain)).sorted { $0.at < $1.at }
  }

  private func otherWithRenewalOff(than chain: ChainReading) -> ChainReading? {
    guard chain.renewalWords.last?.renews != false else { return nil }
    return newest(
      own.filter { other in
        other.id != chain.id && other.isProduction && other.renews
          && customersWords(on: other).last?.renews == false
      }
    )
  }

  private func check(_ finding: inout Finding, _ renewal: Renewal, _ other: ChainReading?) {
    let charge = renewal.charge
    let rows = [row(charge), row(renewal.chain)]
    var slots = slots(charge)
    finding.check(.cancelCharge, renewal.before == nil ? .fail : .pass, slots, rows)
    finding.check(.cancelTold, renewal.isTold ? .pass : .unknown, slots, rows)
    let word = renewal.off ?? renewal.offLater
    slots[.otherDate] = word.map { SlotValue.minute($0.at) }
    let wordRows = word.map { [row($0.evidence, "renewal off")] } ?? []
    let before: Diagnosis.Result =
      !renewal.isTold ? .unknown : renewal.off == nil ? .fail : .pass
    finding.check(.cancelBefore, before, slots, wordRows)
    let inTime: Diagnosis.Result =
      switch renewal.off {
      case nil: .notApplicable
      case let off?: wasInTime(off, charge) ? .pass : off.isExact ? .fail : .unknown
      }
    finding.check(.cancelInTime, inTime, slots, inTime == .notApplicable ? [] : wordRows)
    let hasOthers = own.contains { $0.id != renewal.chain.id && $0.renews && $0.isProduction }
    slots[.otherProduct] = other.map { .text(title($0)) }
    finding.check(
      .cancelOther,
      other != nil ? .fail : hasOthers ? .pass : .notApplicable,
      slots,
      other.map { self.rows($0) } ?? []
    )
    let lapse = lapse(before: renewal)
    slots[.otherDate] = lapse.map(SlotValue.day)
    let lapsed: Diagnosis.Result = renewal.before == nil ? .unknown : lapse == nil ? .pass : .fail
    finding.check(.cancelLapsed, lapsed, slots, renewal.before.map { [row($0)] } ?? [])
    slots[.otherDate] = charge.cancelledAt.map(SlotValue.day)
    finding.check(.cancelRefunded, charge.cancelledAt == nil ? .pass : .fail, slots, [row(charge)])
  }

  private func wasInTime(_ off: RenewalWord, _ charge: Order) -> Bool {
    charge.store != .apple || charge.purchasedAt.timeIntervalSince(off.at) >= Self.notice
  }

  /// Google's answers name no time of a charge, and a payment may be taken before the period ends.
  private func isCloseToCharge(_ off: RenewalWord, _ renewal: Renewal) -> Bool {
    renewal.charge.store == .google
      && renewal.chargedAt.timeIntervalSince(off.at) < Self.slack(after: renewal.before)
  }

  /// The customer's earlier purchase of the same product, which had ended, or which this one follows.
  private func former(than renewal: Renewal) -> ChainReading? {
    newest(
      own.filter { other in
        guard other.id != renewal.chain.id, other.isProduction, other.store == renewal.chain.store,
          let sale = other.newest, sale.productID == renewal.charge.productID
        else { return false }
        if predecessors.chain(before: renewal.chain.id) == other.id { return true }
        return other.paidUntil.map { $0 <= renewal.charge.purchasedAt } ?? false
      }
    )
  }

  /// The customer's other purchase of the same product, which ran when this one was made, and runs.
  private func concurrentPurchase(with renewal: Renewal) -> ChainReading? {
    newest(
      own.filter { other in
        guard other.id != renewal.chain.id, other.isProduction, other.store == renewal.chain.store,
          !other.isFamilyShared, other.state.grantsAccess, let sale = other.newest
        else { return false }
        return sale.productID == renewal.charge.productID
          && predecessors.chain(before: renewal.chain.id) != other.id
          && sale.purchasedAt < renewal.charge.purchasedAt
          && isRunning(sale, at: renewal.charge.purchasedAt)
      }
    )
  }

  private func lapse(before renewal: Renewal) -> Date? {
    renewal.before == nil ? nil : renewal.chain.lapse(before: renewal.charge)
  }

  private func decide(_ finding: inout Finding, _ renewal: Renewal, _ other: ChainReading?) {
    let charge = renewal.charge
    func decide(_ verdict: VerdictCode, _ others: [Slot: SlotValue?] = [:]) {
      finding.decide(verdict, slots(charge, others.compacted))
    }
    let chargedAt = SlotValue.minute(renewal.chargedAt)
    let refund = refund(of: charge)
    if refund.stage == .refunded {
      return finding.decide(.refundedAlready, slots(refund))
    }
    if let scheduled = renewal.chain.scheduledCancellation {
      return decide(
        .cancellationScheduled,
        [.date: .day(scheduled.at), .until: scheduled.until.map(SlotValue.day)]
      )
    }
    if renewal.before == nil, !charge.isNumberedRenewal {
      if let former = predecessors.sale(before: renewal.chain.record),
        former.productID != charge.productID
      {
        let old = SlotValue.text(title(former))
        return decide(
          .chargedForUpgrade,
          [.otherProduct: old, .otherDate: .day(former.purchasedAt)]
        )
      }
      if let sale = concurrentPurchase(with: renewal)?.newest {
        let slots: [Slot: SlotValue?] = [
          .otherProduct: .text(title(sale)), .otherDate: .day(sale.purchasedAt),
        ]
        return decide(.boughtWithTwoAccounts, slots)
      }
      if let former = former(than: renewal), let end = former.paidUntil ?? former.since {
        // One whose renewal was not heard of, or is not on file, may run on.
        let mayRun = isUnheard(former) || verdict(on: former) == .saleNotOnFile
        return decide(mayRun ? .renewalStatusUnknown : .boughtAgain, [.otherDate: .day(end)])
      }
      guard let other else { return decide(.chargeNotARenewal) }
      return decideOther(&finding, renewal, other)
    }
    if let lapse = lapse(before: renewal) {
      return decide(.boughtAgain, [.otherDate: .day(lapse)])
    }
    if let off = renewal.off {
      let dates: [Slot: SlotValue?] = [.date: .minute(off.at), .otherDate: chargedAt]
      // Whose renewal was on right after it turned it on again before.
      let next = renewal.chain.renewalWords.first { $0.at >= charge.purchasedAt }
      if next?.renews == true { return decide(.renewalStatusUnknown) }
      if wasInTime(off, charge) {
        guard renewal.isToldAsRenewal, !isCloseToCharge(off, renewal) else {
          return decide(.renewalStatusUnknown)
        }
        return decide(.chargedDespiteRenewalOff, dates)
      }
      return off.isExact ? decide(.renewalOffTooLate, dates) : decide(.renewalStatusUnknown)
    }
    if let on = renewal.onAgain {
      return decide(
        .renewalTurnedOnAgain,
        [.date: .minute(on.at), .otherDate: chargedAt]
      )
    }
    if let off = renewal.offLater {
      // A statement that it is off says nothing of since when, unless it was still on later.
      let wasOn = renewal.chain.renewalWords.contains {
        $0.renews && $0.at >= charge.purchasedAt && $0.at < off.at
      }
      guard off.isExact || wasOn else { return decide(.renewalStatusUnknown) }
      return decide(
        .renewalOffAfterCharge,
        [.date: .minute(off.at), .otherDate: chargedAt]
      )
    }
    if let other { return decideOther(&finding, renewal, other) }
    if let again = renewal.again, let end = renewal.chain.lapse(before: again) {
      return finding.decide(.boughtAgain, slots(again, [.otherDate: .day(end)]))
    }
    // What took its place may have been cancelled.
    let isLast = predecessors.sales(after: renewal.chain.id).isEmpty
    decide(renewal.isTold && isLast ? .renewalNeverOff : .renewalStatusUnknown)
  }

  /// Renewal is off for another subscription than the one charged. One account cannot have the same
  /// product twice at once.
  private func decideOther(_ finding: inout Finding, _ renewal: Renewal, _ other: ChainReading) {
    let charge = renewal.charge
    var slots = slots(charge, [.otherProduct: .text(title(other))])
    if let end = other.paidUntil, let start = renewal.chain.sales.first?.purchasedAt, end <= start {
      return finding.decide(.boughtAgain, self.slots(charge, [.otherDate: .day(end)]))
    }
    guard let sale = other.newest, sale.productID == charge.productID else {
      return finding.decide(.otherSubscriptionCancelled, slots)
    }
    slots[.otherDate] = .day(sale.purchasedAt)
    finding.decide(.boughtWithTwoAccounts, slots)
  }

  private func decideWithoutCharge(_ finding: inout Finding) {
    // The charge went with the subscription, where that is another user's now.
    if let moved = movedAway, moved.slots.chain.flatMap(chain)?.renews == true {
      return finding.decide(moved.verdict, moved.slots)
    }
    if let other = sales(where: isCharge).last {
      return finding.decide(.chargeNotARenewal, slots(other))
    }
    if let free = sales(where: { $0.kind == .autoRenewable }).last, let reason = whyFree(free) {
      return decideFree(&finding, free, reason)
    }
    if let rejected = lastRejection {
      return finding.decide(.receiptRejected, rejectionSlots(rejected))
    }
    let empty = emptyCause("charge for a subscription")
    finding.decide(empty.verdict, empty.slots)
  }
}

extension ChainReading {
  /// When it ended, unless the store says that the customer had turned renewal off. Microsoft says
  /// so of a refund, too.
  fileprivate var endedByOthers: Date? {
    switch state {
    case .refunded, .revoked: phase?.from
    case .expired: phase?.reason == .voluntary && store != .microsoft ? nil : phase?.from
    default: nil
    }
  }
}

extension Order {
  /// Whether its number is that of a renewal, as Google counts them: `GPA.…..0` is the first.
  fileprivate var isNumberedRenewal: Bool { store == .google && transactionID.contains("..") }
}

extension [RenewalWord] {
  /// The longest end of it in which all pass.
  fileprivate func suffix(where test: (RenewalWord) -> Bool) -> ArraySlice<RenewalWord> {
    self[(lastIndex { !test($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
