import Foundation

/// "Lost premium though I pay": looks for a grace period, hold, pause, end or recovery.
extension DiagnosisAnalysis {
  private static let recentRecovery: Double = 14

  func lostAccess() -> Finding {
    var finding = Finding(.lostAccess)
    let renewing = scope.filter { $0.isProduction && $0.renews }
    let kinds: [(CheckKind, (SubscriptionAnalysis) -> Bool)] = [
      (.lostGrace, { $0.state == .gracePeriod }), (.lostHold, { $0.state == .billingRetry }),
      (.lostPause, { $0.state == .paused }),
    ]
    for (kind, holds) in kinds {
      let chain = newest(renewing.filter(holds))
      let result: Diagnosis.Result =
        renewing.isEmpty ? .notApplicable : chain == nil ? .pass : .fail
      finding.check(kind, result, chain.map { placeholders($0) } ?? [:], chain.map(rows) ?? [])
    }
    let ended = newest(renewing.filter { $0.state == .expired && verdict(on: $0) != nil })
    let mayHaveRenewed = ended.map(isOutdated) ?? false
    let isRunning = renewing.contains(where: \.state.grantsAccess)
    let end: Diagnosis.Result =
      renewing.isEmpty
      ? .notApplicable : ended == nil || isRunning ? .pass : mayHaveRenewed ? .unknown : .fail
    finding.check(
      .lostEnd,
      end,
      ended.map { placeholders($0, [.reason: reason($0).map(PlaceholderValue.text)].compacted) }
        ?? [:],
      end == .pass ? [] : ended.map(rows) ?? []
    )
    let recovered = recovery(of: renewing)
    finding.check(
      .lostRecovered,
      renewing.isEmpty ? .notApplicable : recovered == nil ? .pass : .fail,
      recovered?.placeholders ?? [:],
      recovered.map { rows($0.chain) } ?? []
    )
    decideLost(&finding, renewing, recovered)
    return finding
  }

  private func decideLost(
    _ finding: inout Finding,
    _ renewing: [SubscriptionAnalysis],
    _ recovered: (chain: SubscriptionAnalysis, placeholders: Placeholders)?
  ) {
    for state in [SubscriptionState.billingRetry, .gracePeriod, .paused] {
      guard let chain = newest(renewing.filter { $0.state == state }),
        let verdict = verdict(on: chain)
      else { continue }
      return finding.decide(verdict, accessPlaceholders(verdict, chain))
    }
    if let recovered { return finding.decide(.accessRecovered, recovered.placeholders) }
    let cause = accessCause
    if renewing.isEmpty, cause.verdict == .noPurchaseOnFile {
      let empty = emptyCause("subscription")
      return finding.decide(empty.verdict, empty.placeholders)
    }
    finding.decide(cause.verdict, cause.placeholders)
  }

  /// The chain whose payment problem or pause ended last, if recently.
  private func recovery(
    of chains: [SubscriptionAnalysis]
  ) -> (chain: SubscriptionAnalysis, placeholders: Placeholders)? {
    let back = chains.compactMap {
      chain -> (chain: SubscriptionAnalysis, lost: Date, back: Date)? in
      guard chain.state.grantsAccess, chain.state != .gracePeriod else { return nil }
      let phases = chain.record.phases.filter { $0.from <= instant }
      let recovered = zip(phases, phases.dropFirst()).reversed().first { trouble, next in
        (trouble.state == .billingRetry || trouble.state == .paused) && next.state.grantsAccess
      }
      guard let (trouble, next) = recovered,
        instant <= next.from.adding(days: Self.recentRecovery)
      else { return nil }
      return (chain, trouble.from, next.from)
    }
    let last = back.max { ($0.back, $0.chain.id) < ($1.back, $1.chain.id) }
    return last.map { last in
      (
        last.chain,
        soldPlaceholders(last.chain).merging(
          [.otherDate: .day(last.lost), .date: .day(last.back)]
        )
      )
    }
  }
}
