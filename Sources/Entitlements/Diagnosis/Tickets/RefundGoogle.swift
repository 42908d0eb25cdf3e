import Foundation

/// "Refund me", at Google Play: checks for a refund, the end of access and whether it is still
/// possible.
extension DiagnosisAnalysis {
  /// The time within which Google accepts an answer to a refund under review.
  private static let answerTime: TimeInterval = 24 * 3_600

  func refundGoogle() -> Finding {
    var finding = Finding(.refundGoogle)
    guard let target = refundTarget(at: .google) else {
      finding.check(.googleSale, chains.isEmpty ? .unknown : .fail)
      for check in [
        CheckKind.googleCharged, .googleRefunded, .googleEnded, .googleAge, .googleReview,
        .googleConsumed,
      ] {
        finding.check(check, .notApplicable)
      }
      decideWithoutSale(&finding, at: .google)
      return finding
    }
    let sale = target.sale
    let isRefunded = [.refunded, .refundedInPart, .takenBack].contains(target.stage)
    let grants = chain(sale.chain)?.state.grantsAccess ?? false
    finding.check(.googleSale, .pass, placeholders(sale), rows(target))
    checkCharged(&finding, .googleCharged, sale)
    finding.check(
      .googleRefunded,
      isRefunded ? .fail : .pass,
      placeholders(target),
      isRefunded ? rows(target) : []
    )
    let ended: Diagnosis.Result =
      !isRefunded ? .notApplicable : remains(target, grants) ? .fail : .pass
    finding.check(.googleEnded, ended, [:], ended == .notApplicable ? [] : [row(sale)])
    finding.check(.googleAge, isTooOld(sale) ? .fail : .pass, [:], [row(sale)])
    let notices = chain(sale.chain)?.notices ?? []
    let review = notices.last { $0.kind == .refundRequested }
    finding.check(
      .googleReview,
      review != nil ? .fail : notices.isEmpty ? .unknown : .pass,
      review.map { [.date: .day($0.statementSource.statedAt)] } ?? [:],
      review.map { [row($0)] } ?? []
    )
    let isUsed = isUsed(sale)
    let used: Diagnosis.Result =
      !isConsumable(sale)
      ? .notApplicable : isUsed == nil ? .unknown : isUsed == true ? .fail : .pass
    finding.check(.googleConsumed, used, [:], used == .notApplicable ? [] : [row(sale)])
    decideGoogle(&finding, target, remains: remains(target, grants), isUsed: isUsed)
    return finding
  }

  /// Whether access goes on after a refund that the sale itself does not show.
  private func remains(_ target: RefundAnalysis, _ grants: Bool) -> Bool {
    target.stage == .refunded && target.sale.cancelledAt == nil && grants
      && target.sale.state(at: instant).grantsAccess
  }

  /// Google refunds no order of more than three years ago (Orders API, orders.refund).
  private func isTooOld(_ sale: Order) -> Bool {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    guard let limit = calendar.date(byAdding: .year, value: 3, to: sale.purchasedAt) else {
      return false
    }
    return limit < instant
  }

  /// Whether any of a consumable was used; `nil` if unknown.
  private func isUsed(_ sale: Order) -> Bool? {
    if chain(sale.chain)?.last(.consumed) != nil { return true }
    let items = file.inventory.filter { $0.source == sale.id }
    return items.isEmpty ? nil : items.contains { $0.used > 0 }
  }

  private func decideGoogle(
    _ finding: inout Finding,
    _ target: RefundAnalysis,
    remains: Bool,
    isUsed: Bool?
  ) {
    let sale = target.sale
    var placeholders = placeholders(target)
    switch target.stage {
    case .refunded where isVoidedUnacknowledged(sale) == true:
      finding.decide(.refundedUnacknowledged, placeholders)
    case .refunded, .takenBack:
      finding.decide(remains ? .refundedAccessRemains : .refundedAlready, placeholders)
    case .refundedInPart: finding.decide(.partiallyRefunded, placeholders)
    case .reversed: finding.decide(.refundReversed, placeholders)
    case .requested:
      let until = target.at.addingTimeInterval(Self.answerTime)
      guard until > instant else { return finding.decide(.refundAwaited, placeholders) }
      placeholders[.until] = PlaceholderValue.minute(until)
      finding.decide(.refundUnderReview, placeholders)
    case .none, .declined, .replaced:
      if let reason = whyFree(sale) {
        return finding.decide(
          withoutCharge(reason),
          self.placeholders(sale, [.reason: .phrase(reason)])
        )
      }
      if isTooOld(sale) { return finding.decide(.tooOldToRefund, self.placeholders(sale)) }
      let reason: PlaceholderValue? = isUsed == true ? "Some of it was used." : nil
      finding.decide(.refundPossible, self.placeholders(sale, [.reason: reason].compacted))
    }
  }
}
