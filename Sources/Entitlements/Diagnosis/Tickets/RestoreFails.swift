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
    let fallback: Diagnosis.Result = isClaimed ? .pass : chains.isEmpty ? .notApplicable : .unknown
    finding.check(.restoreOwner, for: lost.newest, else: fallback, soldPlaceholders, rows)
    let sold = sales()
    let restorable = sold.filter { !isConsumable($0) }
    let isOther = own.contains { !$0.sales.allSatisfy(isConsumable) }
    finding.check(
      .restoreKind,
      sold.isEmpty ? .unknown : !restorable.isEmpty ? .pass : isOther ? .notApplicable : .fail,
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
      return finding.decide(cause)
    default: break
    }
    // The receipt is empty because of this loss and does not explain it.
    if cause.verdict.explainsEmptyReceipt {
      return finding.decide(cause)
    }
    if let last, last.isRejected {
      return finding.decide(.receiptRejected, rejectionPlaceholders(last))
    }
    if let last, isRecent(last), last.isEmpty {
      return finding.decide(.receiptWithoutPurchases, emptyPlaceholders(last))
    }
    guard cause.verdict.mayBeOutdated, last.map({ !isRecent($0) }) ?? true else {
      return finding.decide(cause)
    }
    let day = last.map { PlaceholderValue.day($0.receivedAt) }
    finding.decide(.noReceiptSince, [.date: day])
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

/// "My subscription vanished after somebody signed in", "I have two accounts": looks for claims,
/// their times and the owner.
extension DiagnosisAnalysis {
  func vanished() -> Finding {
    var finding = Finding(.vanished)
    let changes = ownerChanges
    let isClaimed = chains.contains(where: isClaimed)
    let fallback: Diagnosis.Result = isClaimed ? .pass : chains.isEmpty ? .notApplicable : .unknown
    let moved = changes.last { $0.change.outcome == .moved && leaves($0.change) }
    finding.check(.vanishedMoved, for: moved, else: fallback, placeholders, rows)
    let refused = changes.last { $0.change.outcome == .refused && isSubject($0.change.to) }
    let refusedHere = file.user == nil ? nil : refused
    finding.check(.vanishedRefused, for: refusedHere, else: fallback, placeholders, rows)
    let merge = mergedAway
    finding.check(.vanishedMerged, for: merge, else: file.user == nil ? .unknown : .pass) {
      [.date: .day($0.statedAt)]
    } _: {
      [row($0.evidence, "the merge")]
    }
    let others = Set(file.otherUsers).filter { !isSubject($0) || file.user == nil }.sorted()
    finding.check(
      .vanishedOthers,
      others.isEmpty ? (file.user == nil ? .unknown : .pass) : .fail,
      [.count: .count(others.count)],
      others.prefix(Self.maxRows).map {
        Diagnosis.Evidence(.user, $0.raw, at: nil, "bought with the same store account")
      }
    )
    decideVanished(&finding, moved: moved, refused: refusedHere)
    return finding
  }

  /// Whether the app, an operator or the store (by the app's own user ID) named its owner. An
  /// assumed owner is not a claim.
  func isClaimed(_ chain: SubscriptionAnalysis) -> Bool {
    chain.record.claims.contains { $0.strength == .named }
      || chain.record.links.contains { $0.kind == .appAccount }
  }

  /// The maximum number of rows of one kind in a check.
  static let maxRows = 8

  private typealias Change = (chain: SubscriptionAnalysis, change: OwnerChange)

  private func decideVanished(
    _ finding: inout Finding,
    moved: Change?,
    refused: Change?
  ) {
    if let mergedCause { return finding.decide(mergedCause) }
    if let moved { return finding.decide(verdict(on: moved), placeholders(moved)) }
    if let refused { return finding.decide(.ownedByOtherUser, soldPlaceholders(refused.chain)) }
    let cause = accessCause
    if !chains.contains(where: isClaimed), let chain = accessChains.newest,
      cause.verdict == .accessIsActive || cause.verdict == .ownedByNobody
    {
      return finding.decide(.ownershipUnknown, soldPlaceholders(chain))
    }
    finding.decide(cause)
  }

  /// The verdict on the last move of the user's purchase to another user; `nil` if there is none,
  /// or if the question names no user.
  var movedAway: AccessCause? {
    guard file.user != nil, !isFocused,
      let moved = ownerChanges.last(where: { $0.change.outcome == .moved && leaves($0.change) })
    else { return nil }
    return AccessCause(.elsewhere, verdict(on: moved), placeholders(moved))
  }

  private func verdict(on moved: Change) -> VerdictCode {
    let isByOperator = file.acts.contains { act in
      guard case .transfer(moved.chain.id, _) = act.kind else { return false }
      return act.evidence == moved.change.evidence
    }
    return isByOperator ? .transferredByOperator : .movedToOtherUser
  }

  private func rows(_ change: Change) -> [Diagnosis.Evidence] {
    [row(change.chain), row(change.change.evidence, "presented the purchase")]
  }

  private func placeholders(_ change: Change) -> Placeholders {
    soldPlaceholders(change.chain).merging([.date: .day(change.change.statedAt)])
  }

  /// Whether the change took a chain from the subject for good; always if the question names no
  /// user.
  private func leaves(_ change: OwnerChange) -> Bool {
    if file.user == nil { return true }
    guard let from = change.from, isSubject(from), !isSubject(change.to) else { return false }
    return chain(change.chain)?.holder != .subject
  }

  private var ownerChanges: [Change] {
    // A chain with a single claim has not changed its owner.
    chains.filter { $0.record.claims.count > 1 }.flatMap { chain in
      let record = chain.record
      return OwnerChange.history(of: chain.id, record.claims, record.holder, policy: file.policy)
        .map { (chain: chain, change: $0) }
    }
    .sorted { left, right in
      let (one, other) = (left.change, right.change)
      return (one.statedAt, one.evidence, one.chain) < (other.statedAt, other.evidence, other.chain)
    }
  }

  /// The verdict on a user who was merged into another one; `nil` if the question names the user who
  /// remains.
  var mergedCause: AccessCause? {
    mergedAway.map { AccessCause(.elsewhere, .mergedIntoOtherUser, [.date: .day($0.statedAt)]) }
  }

  /// The access of the user who remains, beside the verdict that the question's user was merged.
  func remainingAccess(beside deciding: Finding) -> CheckedFinding? {
    guard deciding.verdict == .mergedIntoOtherUser, file.formerID != nil else { return nil }
    var finding = Finding(.noAccess)
    finding.decide(ownAccessCause())
    return checked(ofOurs(finding))
  }

  /// The action that merged the user whom the question names into another one.
  private var mergedAway: OperatorAction? {
    guard let user = file.formerID ?? file.user?.id,
      Identities(knownActs).canonical(user) != user
    else { return nil }
    return knownActs.last { act in
      if case .merge(_, user) = act.kind { true } else { false }
    }
  }

  private var knownActs: [OperatorAction] {
    file.acts.filter { $0.statementSource.isKnown(at: instant) }.sorted {
      $0.statementSource < $1.statementSource
    }
  }
}
