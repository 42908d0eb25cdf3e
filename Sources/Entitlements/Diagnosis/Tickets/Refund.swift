import Basics
import Foundation

/// "Refund me", at the App Store: only Apple can refund; checks the state of the request.
extension DiagnosisAnalysis {
  /// The time within which Apple accepts an answer to CONSUMPTION_REQUEST.
  private static let appleAnswerTime: TimeInterval = 12 * 3_600

  /// Decides on a requested refund: the store accepts an answer for a limited time.
  func decideRequested(_ finding: inout Finding, _ target: RefundAnalysis) {
    let isApple = target.sale.store == .apple
    let asked = isApple ? target.at : review(of: target.sale)?.statedAt
    let until = asked?.addingTimeInterval(isApple ? Self.appleAnswerTime : Self.googleAnswerTime)
    var placeholders = placeholders(target)
    guard let asked, let until, until > instant else {
      return finding.decide(.refundAwaited, placeholders)
    }
    placeholders[.date] = .day(asked)
    placeholders[.until] = PlaceholderValue.minute(until)
    finding.decide(isApple ? .refundRequestOpen : .refundUnderReview, placeholders)
  }

  func refundApple() -> Finding {
    var finding = Finding(.refundApple)
    guard let target = refundTarget(at: .apple) else {
      finding.check(.appleSale, resultWithoutSale)
      finding.omit(.appleCharged, .appleRefunded, .appleRequested, .appleDecision, .appleRenews)
      decideWithoutSale(&finding, at: .apple)
      return finding
    }
    let rows = rows(target)
    finding.check(.appleSale, .pass, placeholders(target.sale), rows)
    checkCharged(&finding, .appleCharged, target.sale)
    checkSteps(&finding, target)
    checkRenews(&finding, target.sale)
    decideApple(&finding, target)
    return finding
  }

  func checkCharged(_ finding: inout Finding, _ kind: CheckKind, _ sale: Order) {
    if let reason = whyFree(sale) {
      finding.check(kind, .fail, [.reason: .phrase(reason)], [row(sale)])
    } else {
      finding.check(kind, sale.terms?.price == nil ? .unknown : .pass, [:], [row(sale)])
    }
  }

  private func checkSteps(_ finding: inout Finding, _ target: RefundAnalysis) {
    let placeholders = placeholders(target)
    let rows = rows(target)
    let isTaken: Diagnosis.Result =
      switch target.stage {
      case .refunded, .refundedInPart: .fail
      case .refundedOrRevoked: target.sale.cancellation == nil ? .unknown : .fail
      case .none, .requested, .declined, .reversed, .replaced: .pass
      }
    finding.check(.appleRefunded, isTaken, placeholders, isTaken == .pass ? [] : rows)
    let notices = chain(target.sale.chain)?.notices ?? []
    let request = notices.last { $0.kind == .refundRequested }
    finding.check(.appleRequested, for: request, else: notices.isEmpty ? .unknown : .pass) {
      [.date: .day($0.statedAt)]
    } _: {
      [row($0)]
    }
    let decision: Diagnosis.Result =
      switch target.stage {
      case .declined, .reversed: .fail
      case .requested: .unknown
      default: .pass
      }
    finding.check(.appleDecision, decision, placeholders, decision == .pass ? [] : rows)
  }

  private func checkRenews(_ finding: inout Finding, _ sale: Order) {
    guard sale.kind == .autoRenewable, let chain = chain(sale.chain) else {
      return finding.check(.appleRenews, .notApplicable)
    }
    let renews = chain.renewalStatements.last?.renews
    let result: Diagnosis.Result =
      renews == nil ? .unknown : renews == true && chain.state.grantsAccess ? .fail : .pass
    finding.check(.appleRenews, result, placeholders(sale), [row(chain)])
  }

  private func decideApple(_ finding: inout Finding, _ target: RefundAnalysis) {
    let placeholders = placeholders(target)
    switch target.stage {
    case .refunded: finding.decide(.refundedAlready, placeholders)
    case .refundedInPart: finding.decide(.partiallyRefunded, placeholders)
    case .refundedOrRevoked:
      if target.sale.cancellation == nil {
        finding.decide(.takenBackWithoutReason, placeholders)
      } else {
        let isShared = target.sale.terms?.ownership == .familyShared
        finding.decide(isShared ? .familyAccessEnded : .purchaseRevoked, placeholders)
      }
    case .reversed: finding.decide(.refundReversed, placeholders)
    case .declined: finding.decide(.refundDeclined, placeholders)
    case .requested: decideRequested(&finding, target)
    case .none, .replaced:
      if target.sale.terms?.ownership == .familyShared {
        return finding.decide(.memberCannotRefund, self.placeholders(target.sale))
      }
      if let reason = whyFree(target.sale) {
        return finding.decide(
          withoutCharge(reason),
          self.placeholders(target.sale, [.reason: .phrase(reason)])
        )
      }
      finding.decide(.refundOnlyByApple, self.placeholders(target.sale))
    }
  }
}

/// "Refund me", at Google Play: checks for a refund, the end of access and whether it is still
/// possible.
extension DiagnosisAnalysis {
  /// The time within which Google accepts an answer to a refund under review.
  private static let googleAnswerTime: TimeInterval = 24 * 3_600

  /// Google's last question about a refund of the sale. Only the notification asks: an order in
  /// state PENDING_REFUND is a refund on its way.
  private func review(of sale: Order) -> StoreEvent? {
    guard let chain = chain(sale.chain) else { return nil }
    return chain.notices.last { notice in
      notice.kind == .refundRequested && chain.sale(of: notice)?.id == sale.id
        && documentsByID[notice.evidence]?.kind != Self.orderKind
    }
  }

  func refundGoogle() -> Finding {
    var finding = Finding(.refundGoogle)
    guard let target = refundTarget(at: .google) else {
      finding.check(.googleSale, resultWithoutSale)
      finding.omit(.googleCharged, .googleRefunded, .googleEnded)
      finding.omit(.googleAge, .googleReview, .googleConsumed)
      decideWithoutSale(&finding, at: .google)
      return finding
    }
    let sale = target.sale
    let isRefunded = [.refunded, .refundedInPart, .refundedOrRevoked].contains(target.stage)
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
    let review = review(of: sale)
    finding.check(.googleReview, for: review, else: notices.isEmpty ? .unknown : .pass) {
      [.date: .day($0.statedAt)]
    } _: {
      [row($0)]
    }
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
    guard let limit = Calendar.gmt.date(byAdding: .year, value: 3, to: sale.purchasedAt) else {
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
    let placeholders = placeholders(target)
    switch target.stage {
    case .refunded where isVoidedUnacknowledged(sale) == true:
      finding.decide(.refundedUnacknowledged, placeholders)
    case .refunded, .refundedOrRevoked:
      finding.decide(remains ? .refundedAccessRemains : .refundedAlready, placeholders)
    case .refundedInPart: finding.decide(.partiallyRefunded, placeholders)
    case .reversed: finding.decide(.refundReversed, placeholders)
    case .requested: decideRequested(&finding, target)
    case .none, .declined, .replaced:
      if let reason = whyFree(sale) {
        return finding.decide(
          withoutCharge(reason),
          self.placeholders(sale, [.reason: .phrase(reason)])
        )
      }
      if isTooOld(sale) { return finding.decide(.tooOldToRefund, self.placeholders(sale)) }
      let reason: PlaceholderValue? = isUsed == true ? "Some of it was used." : nil
      finding.decide(.refundPossible, self.placeholders(sale, [.reason: reason]))
    }
  }
}
