import Foundation

/// "Refund me", at the App Store: only Apple can refund; checks the state of the request.
extension DiagnosisAnalysis {
  /// The time within which Apple accepts an answer to CONSUMPTION_REQUEST.
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
      case .refunded, .refundedInPart, .replaced: .fail
      case .takenBack: target.sale.cancellation == nil ? .unknown : .fail
      case .none, .requested, .declined, .reversed: .pass
      }
    finding.check(.appleRefunded, isTaken, placeholders, isTaken == .pass ? [] : rows)
    let notices = chain(target.sale.chain)?.notices ?? []
    let request = notices.last { $0.kind == .refundRequested }
    if let request {
      let placeholders: Placeholders = [.date: .day(request.statementSource.statedAt)]
      finding.check(.appleRequested, .fail, placeholders, [row(request)])
    } else {
      finding.check(.appleRequested, notices.isEmpty ? .unknown : .pass)
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
    var placeholders = placeholders(target)
    switch target.stage {
    case .refunded: finding.decide(.refundedAlready, placeholders)
    case .refundedInPart: finding.decide(.partiallyRefunded, placeholders)
    case .takenBack:
      if target.sale.cancellation == nil {
        finding.decide(.takenBackWithoutReason, placeholders)
      } else {
        let isShared = target.sale.terms?.ownership == .familyShared
        finding.decide(isShared ? .familyAccessEnded : .purchaseRevoked, placeholders)
      }
    case .reversed: finding.decide(.refundReversed, placeholders)
    case .declined: finding.decide(.refundDeclined, placeholders)
    case .requested:
      let until = target.at.addingTimeInterval(Self.answerTime)
      guard until > instant else { return finding.decide(.refundAwaited, placeholders) }
      placeholders[.until] = PlaceholderValue.minute(until)
      finding.decide(.refundRequestOpen, placeholders)
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
