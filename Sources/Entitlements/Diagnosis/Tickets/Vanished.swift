import Foundation

/// "My subscription vanished after somebody signed in", "I have two accounts": looks for claims,
/// their times and the owner.
extension DiagnosisAnalysis {
  func vanished() -> Finding {
    var finding = Finding(.vanished)
    let changes = ownerChanges
    let isClaimed = chains.contains(where: isClaimed)
    let fallback: Diagnosis.Result = isClaimed ? .pass : chains.isEmpty ? .notApplicable : .unknown
    let moved = changes.last { $0.change.outcome == .moved && leaves($0.change) }
    check(&finding, .vanishedMoved, moved, else: fallback)
    let refused = changes.last { $0.change.outcome == .refused && isSubject($0.change.to) }
    check(&finding, .vanishedRefused, file.user == nil ? nil : refused, else: fallback)
    let merge = mergedAway
    if let merge {
      let placeholders: Placeholders = [.date: .day(merge.statementSource.statedAt)]
      finding.check(
        .vanishedMerged,
        .fail,
        placeholders,
        [row(merge.statementSource.evidence, "the merge")]
      )
    } else {
      finding.check(.vanishedMerged, file.user == nil ? .unknown : .pass)
    }
    let others = Set(file.otherUsers).filter { !isSubject($0) || file.user == nil }.sorted()
    finding.check(
      .vanishedOthers,
      others.isEmpty ? (file.user == nil ? .unknown : .pass) : .fail,
      [.count: .count(others.count)],
      others.prefix(Self.maxRows).map {
        Diagnosis.Evidence(
          kind: .user,
          id: $0.raw,
          at: nil,
          sentence: "bought with the same store account"
        )
      }
    )
    decideVanished(&finding, moved: moved, refused: file.user == nil ? nil : refused, merge)
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
    refused: Change?,
    _ merge: OperatorAction?
  ) {
    if let merge {
      return finding.decide(
        .mergedIntoOtherUser,
        [.date: .day(merge.statementSource.statedAt)]
      )
    }
    if let moved { return finding.decide(verdict(on: moved), placeholders(of: moved)) }
    if let refused { return finding.decide(.ownedByOtherUser, soldPlaceholders(refused.chain)) }
    let cause = accessCause
    if !chains.contains(where: isClaimed), let chain = newest(accessChains),
      cause.verdict == .accessIsActive || cause.verdict == .ownedByNobody
    {
      return finding.decide(.ownershipUnknown, soldPlaceholders(chain))
    }
    finding.decide(cause.verdict, cause.placeholders)
  }

  /// The verdict on the last move of the user's purchase to another user; `nil` if there is none,
  /// or if the question names no user.
  var movedAway: (verdict: VerdictCode, placeholders: Placeholders)? {
    guard file.user != nil, !isFocused,
      let moved = ownerChanges.last(where: { $0.change.outcome == .moved && leaves($0.change) })
    else { return nil }
    return (verdict(on: moved), placeholders(of: moved))
  }

  private func verdict(on moved: Change) -> VerdictCode {
    let isByOperator = file.acts.contains { act in
      guard case .transfer(moved.chain.id, _) = act.kind else { return false }
      return act.statementSource.evidence == moved.change.statementSource.evidence
    }
    return isByOperator ? .transferredByOperator : .movedToOtherUser
  }

  private func check(
    _ finding: inout Finding,
    _ kind: CheckKind,
    _ change: Change?,
    else fallback: Diagnosis.Result
  ) {
    guard let change else { return finding.check(kind, fallback) }
    let rows = [
      row(change.chain), row(change.change.statementSource.evidence, "presented the purchase"),
    ]
    finding.check(kind, .fail, placeholders(of: change), rows)
  }

  private func placeholders(of change: Change) -> Placeholders {
    var placeholders = soldPlaceholders(change.chain)
    placeholders[.date] = PlaceholderValue.day(change.change.statementSource.statedAt)
    return placeholders
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
      if one.statementSource.statedAt != other.statementSource.statedAt {
        return one.statementSource.statedAt < other.statementSource.statedAt
      }
      return (one.statementSource.evidence, one.chain) < (
        other.statementSource.evidence, other.chain
      )
    }
  }

  /// The action that merged this user into another one. A user looked up under the name that
  /// remains has everything.
  var mergedAway: OperatorAction? {
    guard let user = file.user?.id, Identities(knownActs).canonical(user) != user else {
      return nil
    }
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
