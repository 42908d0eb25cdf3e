import Foundation

/// "Restore does not work": checks for an accepted receipt with purchases, and their owner.
extension DiagnosisAnalysis {
  /// The maximum age in days of a receipt from an attempt to restore.
  private static let recentDays: Double = 3

  func restoreFails() -> Finding {
    var finding = Finding(.restoreFails)
    let last = appDocuments.last
    checkDocument(&finding, last)
    let lost = accessChains.filter { $0.isProduction && $0.holder == .otherUser }
    let isClaimed = chains.contains(where: isClaimed)
    if let chain = newest(lost) {
      finding.check(.restoreOwner, .fail, soldPlaceholders(chain), rows(chain))
    } else {
      finding.check(.restoreOwner, isClaimed ? .pass : chains.isEmpty ? .notApplicable : .unknown)
    }
    let sold = sales()
    let restorable = sold.filter { !isConsumable($0) }
    finding.check(
      .restoreKind,
      sold.isEmpty ? .unknown : restorable.isEmpty ? .fail : .pass,
      [:],
      (restorable.last ?? sold.last).map { [row($0)] } ?? []
    )
    decideRestore(&finding, last)
    return finding
  }

  private func checkDocument(_ finding: inout Finding, _ last: DocumentRow?) {
    guard let last else {
      for check in [CheckKind.restoreDocument, .restoreBelieved, .restoreContents] {
        finding.check(check, .unknown)
      }
      return
    }
    let placeholders: Placeholders = [.date: .day(last.receivedAt)]
    let rows = [row(last.id)]
    finding.check(.restoreDocument, isRecent(last) ? .pass : .fail, placeholders, rows)
    let refusal = rejectionPlaceholders(last)
    finding.check(.restoreBelieved, last.isRejected ? .fail : .pass, refusal, rows)
    let contents: Diagnosis.Result =
      last.isRejected ? .notApplicable : last.purchases == 0 ? .fail : .pass
    finding.check(.restoreContents, contents, placeholders, rows)
  }

  private func isRecent(_ document: DocumentRow) -> Bool {
    document.receivedAt.adding(days: Self.recentDays) >= instant
  }

  private func decideRestore(_ finding: inout Finding, _ last: DocumentRow?) {
    let cause = accessCause
    switch cause.verdict {
    case .accessIsActive, .inGracePeriod, .ownedByOtherUser, .ownedByNobody, .sandboxOnly:
      return finding.decide(cause.verdict, cause.placeholders)
    default: break
    }
    // The receipt is empty because of this loss and does not explain it.
    if cause.verdict.explainsEmptyReceipt {
      return finding.decide(cause.verdict, cause.placeholders)
    }
    if let last, last.isRejected {
      return finding.decide(.receiptRejected, rejectionPlaceholders(last))
    }
    if let last, isRecent(last), last.isEmpty {
      return finding.decide(.receiptWithoutPurchases, emptyPlaceholders(last))
    }
    guard cause.verdict.mayBeOutdated, last.map({ !isRecent($0) }) ?? true else {
      return finding.decide(cause.verdict, cause.placeholders)
    }
    let day = last.map { PlaceholderValue.day($0.receivedAt) }
    finding.decide(.noReceiptSince, [.date: day].compacted)
  }
}

extension VerdictCode {
  /// Whether it makes a receipt empty.
  fileprivate var explainsEmptyReceipt: Bool {
    switch self {
    case .purchaseRefunded, .purchaseRevoked, .takenBackWithoutReason, .familyAccessEnded,
      .movedToOtherUser, .transferredByOperator:
      true
    default: false
    }
  }

  /// Whether a newer receipt could change it.
  fileprivate var mayBeOutdated: Bool {
    switch self {
    case .renewalNotReceived, .renewalUnconfirmed, .saleNotOnFile, .saleUnconfirmed,
      .noPurchaseOnFile:
      true
    default: false
    }
  }
}
