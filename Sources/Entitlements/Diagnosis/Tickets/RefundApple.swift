import Foundation

/// "Refund me", at the App Store: only Apple can, so how far did the request get?
extension CaseReading {
  /// Apple waits so long for an answer to CONSUMPTION_REQUEST.
  private static let answerTime: TimeInterval = 12 * 3_600

  func refundApple() -> Finding {
    var finding = Finding(.refundApple)
    guard let target = refundTarget(at: .apple) else {
      finding.check(.appleSale, chains.isEmpty ? .unknown : .fail)
      for check in [
        CheckKind.appleCharged, .appleRefunded, .appleRequested, .appleDecision, .appleRenews,
      ] {
        finding.check(check, .notApplicable)
      }
      decideWithoutSale(&finding, at: .apple)
      return finding
    }
    let rows = rows(target)
    finding.check(.appleSale, .pass, slots(target.sale), rows)
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

  private func checkSteps(_ finding: inout Finding, _ target: RefundReading) {
    let slots = slots(target)
    let rows = rows(target)
    let isTaken: Diagnosis.Result =
      switch target.stage {
      case .refunded, .refundedInPart, .replaced: .fail
      case .takenBack: target.sale.cancellation == nil ? .unknown : .fail
      case .none, .requested, .declined, .reversed: .pass
      }
    finding.check(.appleRefunded, isTaken, slots, isTaken == .pass ? [] : rows)
    let notices = chain(target.sale.chain)?.notices ?? []
    let request = notices.last { $0.kind == .refundRequested }
    if let request {
      let slots: Slots = [.date: .day(request.testimony.statedAt)]
      finding.check(.appleRequested, .fail, slots, [row(request)])
    } else {
      finding.check(.appleRequested, notices.isEmpty ? .unknown : .pass)
    }
    let decision: Diagnosis.Result =
      switch target.stage {
      case .declined, .reversed: .fail
      case .requested: .unknown
      default: .pass
      }
    finding.check(.appleDecision, decision, slots, decision == .pass ? [] : rows)
  }

  private func checkRenews(_ finding: inout Finding, _ sale: Order) {
    guard sale.kind == .autoRenewable, let chain = chain(sale.chain) else {
      return finding.check(.appleRenews, .notApplicable)
    }
    let renews = chain.renewalWords.last?.renews
    let result: Diagnosis.Result =
      renews == nil ? .unknown : renews == true && chain.state.grantsAccess ? .fail : .pass
    finding.check(.appleRenews, result, slots(sale), [row(chain)])
  }

  private func decideApple(_ finding: inout Finding, _ target: RefundReading) {
    var slots = slots(target)
    switch target.stage {
    case .refunded: finding.decide(.refundedAlready, slots)
    case .refundedInPart: finding.decide(.partiallyRefunded, slots)
    case .takenBack:
      if target.sale.cancellation == nil {
        finding.decide(.takenBackWithoutReason, slots)
      } else {
        let isShared = target.sale.terms?.ownership == .familyShared
        finding.decide(isShared ? .familyAccessEnded : .purchaseRevoked, slots)
      }
    case .reversed: finding.decide(.refundReversed, slots)
    case .declined: finding.decide(.refundDeclined, slots)
    case .requested:
      let until = target.at.addingTimeInterval(Self.answerTime)
      guard until > instant else { return finding.decide(.refundAwaited, slots) }
      slots[.until] = SlotValue.minute(until)
      finding.decide(.refundRequestOpen, slots)
    case .none, .replaced:
      if target.sale.terms?.ownership == .familyShared {
        return finding.decide(.memberCannotRefund, self.slots(target.sale))
      }
      if let reason = whyFree(target.sale) {
        return finding.decide(
          withoutCharge(reason),
          self.slots(target.sale, [.reason: .phrase(reason)])
        )
      }
      finding.decide(.refundOnlyByApple, self.slots(target.sale))
    }
  }
}
