import Foundation

/// "My subscription vanished after somebody signed in", "I have two accounts": who claimed it, when,
/// and who kept it?
extension CaseReading {
  func vanished() -> Finding {
    var finding = Finding(.vanished)
    let changes = ownerChanges
    let isClaimed = chains.contains(where: isClaimed)
    let silent: Diagnosis.Result = isClaimed ? .pass : chains.isEmpty ? .notApplicable : .unknown
    let moved = changes.last { $0.change.outcome == .moved && leaves($0.change) }
    check(&finding, .vanishedMoved, moved, else: silent)
    let refused = changes.last { $0.change.outcome == .refused && isSubject($0.change.to) }
    check(&finding, .vanishedRefused, file.user == nil ? nil : refused, else: silent)
    let merge = mergedAway
    if let merge {
      let slots: Slots = [.date: .day(merge.testimony.statedAt)]
      finding.check(.vanishedMerged, .fail, slots, [row(merge.testimony.evidence, "the merge")])
    } else {
      finding.check(.vanishedMerged, file.user == nil ? .unknown : .pass)
    }
    let others = Set(file.otherUsers).filter { !isSubject($0) || file.user == nil }.sorted()
    finding.check(
      .vanishedOthers,
      others.isEmpty ? (file.user == nil ? .unknown : .pass) : .fail,
      [.count: .count(others.count)],
      others.prefix(Self.mostRows).map {
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

  /// Whether anybody named the user it belongs to: the app, an operator, or the store in the app's
  /// own word for the user. One who was made up for want of a better claims nothing.
  func isClaimed(_ chain: ChainReading) -> Bool {
    chain.record.claims.contains { $0.strength == .named }
      || chain.record.links.contains { $0.kind == .appAccount }
  }

  /// As many rows as a check shows of one kind.
  static let mostRows = 8

  private typealias Change = (chain: ChainReading, change: OwnerChange)

  private func decideVanished(
    _ finding: inout Finding,
    moved: Change?,
    refused: Change?,
    _ merge: Act?
  ) {
    if let merge {
      return finding.decide(
        .mergedIntoOtherUser,
        [.date: .day(merge.testimony.statedAt)]
      )
    }
    if let moved { return finding.decide(verdict(on: moved), slots(of: moved)) }
    if let refused { return finding.decide(.ownedByOtherUser, soldSlots(refused.chain)) }
    let cause = accessCause
    if !chains.contains(where: isClaimed), let chain = newest(accessChains),
      cause.verdict == .accessIsActive || cause.verdict == .ownedByNobody
    {
      return finding.decide(.ownershipUnknown, soldSlots(chain))
    }
    finding.decide(cause.verdict, cause.slots)
  }

  /// What took the user's last purchase away, and made it another user's; `nil` where nothing did, or
  /// nobody in particular was asked about.
  var movedAway: (verdict: VerdictCode, slots: Slots)? {
    guard file.user != nil, !isFocused,
      let moved = ownerChanges.last(where: { $0.change.outcome == .moved && leaves($0.change) })
    else { return nil }
    return (verdict(on: moved), slots(of: moved))
  }

  private func verdict(on moved: Change) -> VerdictCode {
    let isByOperator = file.acts.contains { act in
      guard case .transfer(moved.chain.id, _) = act.deed else { return false }
      return act.testimony.evidence == moved.change.testimony.evidence
    }
    return isByOperator ? .transferredByOperator : .movedToOtherUser
  }

  private func check(
    _ finding: inout Finding,
    _ kind: CheckKind,
    _ change: Change?,
    else silent: Diagnosis.Result
  ) {
    guard let change else { return finding.check(kind, silent) }
    let rows = [row(change.chain), row(change.change.testimony.evidence, "presented the purchase")]
    finding.check(kind, .fail, slots(of: change), rows)
  }

  private func slots(of change: Change) -> Slots {
    var slots = soldSlots(change.chain)
    slots[.date] = SlotValue.day(change.change.testimony.statedAt)
    return slots
  }

  /// Whether the change took a chain away from the subject, for good. With nobody in particular
  /// asked about, every move counts.
  private func leaves(_ change: OwnerChange) -> Bool {
    if file.user == nil { return true }
    guard let from = change.from, isSubject(from), !isSubject(change.to) else { return false }
    return chain(change.chain)?.holder != .subject
  }

  private var ownerChanges: [Change] {
    // Who was named once changed nothing.
    chains.filter { $0.record.claims.count > 1 }.flatMap { chain in
      let record = chain.record
      return OwnerChange.history(of: chain.id, record.claims, record.holder, policy: file.policy)
        .map { (chain: chain, change: $0) }
    }
    .sorted { left, right in
      let (one, other) = (left.change, right.change)
      if one.testimony.statedAt != other.testimony.statedAt {
        return one.testimony.statedAt < other.testimony.statedAt
      }
      return (one.testimony.evidence, one.chain) < (other.testimony.evidence, other.chain)
    }
  }

  /// The act that made this user another one's second name. A user looked up under the first name
  /// has everything.
  var mergedAway: Act? {
    guard let user = file.user?.id, Identities(knownActs).canonical(user) != user else {
      return nil
    }
    return knownActs.last { act in
      if case .merge(_, user) = act.deed { true } else { false }
    }
  }

  private var knownActs: [Act] {
    file.acts.filter { $0.testimony.isKnown(at: instant) }.sorted { $0.testimony < $1.testimony }
  }
}
