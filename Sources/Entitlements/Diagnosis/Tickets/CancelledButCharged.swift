import Foundation

/// "I cancelled, but was charged": compares when renewal was off with when the charge was made.
extension DiagnosisAnalysis {
  /// Apple starts a renewal within a day before it is due.
  private static let cancellationNotice: TimeInterval = 24 * 3_600

  /// A charge for a subscription, with the statements on renewal around it.
  private struct Renewal {
    var chain: SubscriptionAnalysis
    var charge: Order
    /// When it was charged, as far as is known.
    var chargedAt: Date
    /// The sale before it in the chain.
    var before: Order?
    /// When renewal was last turned off before the charge, and stayed off.
    var off: RenewalStatement?
    /// When it was turned on again in between.
    var onAgain: RenewalStatement?
    var offLater: RenewalStatement?
    /// The sale with which it was bought again after an end, if any.
    var again: Order?
    var isStated: Bool

    /// Whether the store reported it as a renewal, not as a new purchase.
    var isStatedAsRenewal: Bool {
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
      finding.check(.cancelCharge, isFocused ? .notApplicable : .unknown)
      finding.omit(.cancelStated, .cancelBefore, .cancelInTime)
      finding.omit(.cancelOther, .cancelLapsed, .cancelRefunded)
      decideWithoutCharge(&finding)
      return finding
    }
    let renewal = renewal(charge, chain)
    let other = otherWithRenewalOff(than: chain)
    check(&finding, renewal, other)
    decide(&finding, renewal, other)
    return finding
  }

  private func renewal(_ charge: Order, _ chain: SubscriptionAnalysis) -> Renewal {
    let last = chain.sales.last { $0.precedes(charge) }
    // Decisions before it ended and was bought again do not count for the new purchase.
    let again = chain.sales.last { sale in
      !charge.precedes(sale)
        && chain.lapse(before: sale) != nil
    }
    let stated = lineDecisions(of: chain).filter { $0.at >= again?.purchasedAt ?? .distantPast }
    // If renewal was off before an earlier renewal, it was on again for that one.
    let statements = stated.filter { $0.at >= last?.purchasedAt ?? .distantPast }
    let chargedAt = chargedAt(charge, after: last, in: chain)
    let before = statements.filter { $0.at <= chargedAt }
    // The first of several statements that it is off gives the time.
    let off = before.suffix { !$0.renews }.first
    let onAgain = stated.last { $0.at <= chargedAt && $0.renews }
    // A status without renewal does not state that the customer turned it off.
    let wasOff = stated.contains {
      $0.at <= onAgain?.at ?? .distantPast && !$0.renews && $0.isExact
    }
    return Renewal(
      chain: chain,
      charge: charge,
      chargedAt: chargedAt,
      before: last,
      off: off,
      onAgain: wasOff ? onAgain : nil,
      offLater: statements.first { $0.at > chargedAt && !$0.renews },
      again: again,
      isStated: !statements.isEmpty || stated.last?.renews == true
    )
  }

  /// When the charge was made. Google states no time of a renewal: it was due at the end of the
  /// period before, and is reported when the payment was taken, up to a day sooner.
  private func chargedAt(
    _ charge: Order,
    after last: Order?,
    in chain: SubscriptionAnalysis
  ) -> Date {
    guard charge.store == .google else { return charge.purchasedAt }
    let due = min(charge.purchasedAt, last?.expiresAt ?? charge.purchasedAt)
    let soonest = due - Self.slack(after: last)
    let stated = chain.notices.first {
      $0.kind == .renewed && $0.statedAt >= soonest
    }
    return min(due, stated?.statedAt ?? due)
  }

  /// How much sooner Google may have charged: if the period before is not stored, its beginning is
  /// computed from the end, by a month of 28 to 31 days.
  private static func slack(after last: Order?) -> TimeInterval {
    last == nil ? 4 * cancellationNotice : cancellationNotice
  }

  /// The customer's decisions on renewal. After an end nothing renews, which is not the customer's
  /// decision unless the store states it.
  private func decisions(on chain: SubscriptionAnalysis) -> [RenewalStatement] {
    guard let end = chain.endedByOthers else { return chain.renewalStatements }
    return chain.renewalStatements.filter { $0.renews || $0.at < end }
  }

  /// The same, including decisions on the plan that this one replaced.
  private func lineDecisions(of chain: SubscriptionAnalysis) -> [RenewalStatement] {
    let former = predecessors.chain(before: chain.id).flatMap(self.chain).map(decisions) ?? []
    return (former + decisions(on: chain)).sorted { $0.at < $1.at }
  }

  private func otherWithRenewalOff(than chain: SubscriptionAnalysis) -> SubscriptionAnalysis? {
    guard chain.renewalStatements.last?.renews != false else { return nil }
    return own.filter { other in
      other.id != chain.id && other.isProduction && other.renews
        && decisions(on: other).last?.renews == false
    }.newest
  }

  private func check(_ finding: inout Finding, _ renewal: Renewal, _ other: SubscriptionAnalysis?) {
    let charge = renewal.charge
    let rows = [row(charge), row(renewal.chain)]
    var placeholders = placeholders(charge)
    finding.check(.cancelCharge, renewal.before == nil ? .fail : .pass, placeholders, rows)
    finding.check(.cancelStated, renewal.isStated ? .pass : .unknown, placeholders, rows)
    let statement = renewal.off ?? renewal.offLater
    placeholders[.otherDate] = statement.map { PlaceholderValue.minute($0.at) }
    let offRows = statement.map { [row($0.evidence, "renewal off")] } ?? []
    let before: Diagnosis.Result =
      !renewal.isStated ? .unknown : renewal.off == nil ? .fail : .pass
    finding.check(.cancelBefore, before, placeholders, offRows)
    let inTime: Diagnosis.Result =
      switch renewal.off {
      case nil: .notApplicable
      case let off?: wasInTime(off, charge) ? .pass : off.isExact ? .fail : .unknown
      }
    finding.check(.cancelInTime, inTime, placeholders, inTime == .notApplicable ? [] : offRows)
    let hasOthers = own.contains { $0.id != renewal.chain.id && $0.renews && $0.isProduction }
    placeholders[.otherProduct] = other.map { .text(title($0)) }
    finding.check(
      .cancelOther,
      other != nil ? .fail : hasOthers ? .pass : .notApplicable,
      placeholders,
      other.map { self.rows($0) } ?? []
    )
    let lapse = lapse(before: renewal)
    placeholders[.otherDate] = lapse.map(PlaceholderValue.day)
    let lapsed: Diagnosis.Result = renewal.before == nil ? .unknown : lapse == nil ? .pass : .fail
    finding.check(.cancelLapsed, lapsed, placeholders, renewal.before.map { [row($0)] } ?? [])
    placeholders[.otherDate] = charge.cancelledAt.map(PlaceholderValue.day)
    let isKept = charge.cancelledAt == nil || charge.cancellation == .upgraded
    finding.check(
      .cancelRefunded,
      isKept ? .pass : .fail,
      placeholders,
      [row(charge)]
    )
  }

  private func wasInTime(_ off: RenewalStatement, _ charge: Order) -> Bool {
    charge.store != .apple
      || charge.purchasedAt.timeIntervalSince(off.at) >= Self.cancellationNotice
  }

  /// Google states no time of a charge, and may take a payment before the period ends.
  private func isCloseToCharge(_ off: RenewalStatement, _ renewal: Renewal) -> Bool {
    renewal.charge.store == .google
      && renewal.chargedAt.timeIntervalSince(off.at) < Self.slack(after: renewal.before)
  }

  /// The customer's earlier purchase of the same product that had ended or that this one follows.
  private func former(than renewal: Renewal) -> SubscriptionAnalysis? {
    own.filter { other in
      guard other.id != renewal.chain.id, other.isProduction, other.store == renewal.chain.store,
        !other.isFamilyShared, let sale = other.newest, sale.productID == renewal.charge.productID
      else { return false }
      if predecessors.chain(before: renewal.chain.id) == other.id { return true }
      return other.paidUntil.map { $0 <= renewal.charge.purchasedAt } ?? false
    }.newest
  }

  /// The customer's other running purchase of the product, which is older than this one.
  private func concurrentPurchase(with renewal: Renewal) -> SubscriptionAnalysis? {
    own.filter { other in
      guard other.id != renewal.chain.id, other.isProduction, other.store == renewal.chain.store,
        !other.isFamilyShared, other.state.grantsAccess, let sale = other.newest
      else { return false }
      return sale.productID == renewal.charge.productID
        && predecessors.chain(before: renewal.chain.id) != other.id
        && sale.purchasedAt < renewal.charge.purchasedAt
        && isRunning(sale, at: renewal.charge.purchasedAt)
    }.newest
  }

  private func lapse(before renewal: Renewal) -> Date? {
    renewal.before == nil ? nil : renewal.chain.lapse(before: renewal.charge)
  }

  private func decide(_ finding: inout Finding, _ renewal: Renewal, _ other: SubscriptionAnalysis?)
  {
    let charge = renewal.charge
    func decide(_ verdict: VerdictCode, _ others: Placeholders = [:]) {
      finding.decide(verdict, placeholders(charge, others))
    }
    let chargedAt = PlaceholderValue.minute(renewal.chargedAt)
    let refund = refund(of: charge)
    if refund.stage == .refunded {
      return finding.decide(.refundedAlready, placeholders(refund))
    }
    if let scheduled = renewal.chain.scheduledCancellation {
      return decide(
        .cancellationScheduled,
        [.date: .day(scheduled.at), .until: scheduled.until.map(PlaceholderValue.day)]
      )
    }
    if renewal.before == nil, !charge.isNumberedRenewal {
      if let former = predecessors.sale(before: renewal.chain.record),
        former.productID != charge.productID
      {
        return decide(.chargedForUpgrade, formerPlaceholders(former))
      }
      if let sale = concurrentPurchase(with: renewal)?.newest {
        return decide(
          .boughtWithTwoAccounts,
          [.otherProduct: .text(title(sale)), .otherDate: .day(sale.purchasedAt)]
        )
      }
      if let former = former(than: renewal), let end = former.paidUntil ?? former.since {
        // One whose renewal is not known or not stored may still run.
        let mayRun = isOutdated(former) || verdict(on: former) == .saleNotOnFile
        return decide(mayRun ? .renewalStatusUnknown : .boughtAgain, [.otherDate: .day(end)])
      }
      guard let other else { return decide(.chargeNotARenewal) }
      return decideOther(&finding, renewal, other)
    }
    if let lapse = lapse(before: renewal) {
      return decide(.boughtAgain, [.otherDate: .day(lapse)])
    }
    if let before = renewal.before, isUpgrade(from: before, to: charge) {
      return decide(.chargedForUpgrade, formerPlaceholders(before))
    }
    if let off = renewal.off {
      let dates: Placeholders = [.date: .minute(off.at), .otherDate: chargedAt]
      // If renewal was on right after the charge, it was turned on again before.
      let next = renewal.chain.renewalStatements.first { $0.at >= charge.purchasedAt }
      if next?.renews == true { return decide(.renewalStatusUnknown) }
      if wasInTime(off, charge) {
        guard renewal.isStatedAsRenewal, !isCloseToCharge(off, renewal) else {
          return decide(.renewalStatusUnknown)
        }
        return decide(.chargedDespiteRenewalOff, dates)
      }
      return off.isExact ? decide(.renewalOffTooLate, dates) : decide(.renewalStatusUnknown)
    }
    if let on = renewal.onAgain {
      return decide(.renewalTurnedOnAgain, [.date: .minute(on.at), .otherDate: chargedAt])
    }
    if let off = renewal.offLater {
      // A status with renewal off does not state since when, unless a later one still had it on.
      let wasOn = renewal.chain.renewalStatements.contains {
        $0.renews && $0.at >= charge.purchasedAt && $0.at < off.at
      }
      guard off.isExact || wasOn else { return decide(.renewalStatusUnknown) }
      return decide(.renewalOffAfterCharge, [.date: .minute(off.at), .otherDate: chargedAt])
    }
    if let other { return decideOther(&finding, renewal, other) }
    if let again = renewal.again, let end = renewal.chain.lapse(before: again) {
      return finding.decide(.boughtAgain, placeholders(again, [.otherDate: .day(end)]))
    }
    // The purchase that replaced it may have been cancelled.
    let isLast = predecessors.sales(after: renewal.chain.id).isEmpty
    decide(renewal.isStated && isLast ? .renewalNeverOff : .renewalStatusUnknown)
  }

  /// Decides if renewal is off for another subscription than the charged one. One account cannot
  /// have the same product twice at once.
  private func decideOther(
    _ finding: inout Finding,
    _ renewal: Renewal,
    _ other: SubscriptionAnalysis
  ) {
    let charge = renewal.charge
    var placeholders = placeholders(charge, [.otherProduct: .text(title(other))])
    if !other.isFamilyShared, let end = other.paidUntil,
      let start = renewal.chain.sales.first?.purchasedAt, end <= start
    {
      return finding.decide(.boughtAgain, self.placeholders(charge, [.otherDate: .day(end)]))
    }
    guard let sale = other.newest, sale.productID == charge.productID else {
      // A subscription that has ended, or may have, has no renewal that could be on.
      let hasEnded = [.expired, .revoked, .refunded].contains(renewal.chain.state)
      return finding.decide(
        hasEnded ? .renewalStatusUnknown : .otherSubscriptionCancelled,
        placeholders
      )
    }
    placeholders[.otherDate] = .day(sale.purchasedAt)
    finding.decide(.boughtWithTwoAccounts, placeholders)
  }

  private func decideWithoutCharge(_ finding: inout Finding) {
    // The charge moved with the subscription if another user owns that now.
    if let movedAway, movedAway.placeholders.chain.flatMap(chain)?.renews == true {
      return finding.decide(movedAway)
    }
    if let other = sales(where: isCharge).last {
      return finding.decide(.chargeNotARenewal, placeholders(other))
    }
    if let free = sales(where: { $0.kind == .autoRenewable }).last, let reason = whyFree(free) {
      return decideFree(&finding, free, reason)
    }
    if let rejected = lastRejection {
      return finding.decide(.receiptRejected, rejectionPlaceholders(rejected))
    }
    finding.decide(emptyCause("charge for a subscription"))
  }
}

extension SubscriptionAnalysis {
  /// When it ended, unless by the customer's decision. Microsoft reports a refund as such a
  /// decision, too.
  fileprivate var endedByOthers: Date? {
    switch state {
    case .refunded, .revoked: phase?.from
    case .expired: phase?.reason == .voluntary && store != .microsoft ? nil : phase?.from
    default: nil
    }
  }
}

extension Order {
  /// Whether Google's order number is that of a renewal: `GPA.…..0` is the first.
  fileprivate var isNumberedRenewal: Bool { store == .google && transactionID.contains("..") }
}

extension [RenewalStatement] {
  /// The longest suffix whose elements all pass `test`.
  fileprivate func suffix(where test: (RenewalStatement) -> Bool) -> ArraySlice<RenewalStatement> {
    self[(lastIndex { !test($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
