import Foundation

/// "I paid, and have no access": checks filing, owner, environment, payment, state and
/// entitlements.
extension DiagnosisAnalysis {
  func noAccess() -> Finding {
    var finding = Finding(.noAccess)
    let cause = accessCause
    let chain = cause.chain ?? accessChains.newest
    checkFiling(&finding, chain)
    checkRunning(&finding, chain)
    checkRights(&finding, chain)
    finding.decide(cause)
    return finding
  }

  private func checkFiling(_ finding: inout Finding, _ chain: SubscriptionAnalysis?) {
    if let chain {
      finding.check(.accessPurchase, .pass, [:], rows(chain))
    } else {
      let result: Diagnosis.Result = isFocused ? .notApplicable : .fail
      finding.check(.accessPurchase, file.subject.isFound ? result : .unknown)
    }
    if let rejected = lastRejection {
      finding.check(.accessReceipt, .fail, rejectionPlaceholders(rejected), [row(rejected.id)])
    } else {
      finding.check(.accessReceipt, documents.isEmpty ? .unknown : .pass)
    }
    guard let chain else {
      finding.omit(.accessOwner, .accessEnvironment)
      return
    }
    if file.user == nil {
      finding.check(.accessOwner, .unknown, [:], ownerRows(chain) + [row(chain)])
    } else {
      let isOwn = chain.holder == .subject
      let owner: PlaceholderValue = chain.holder == .nobody ? "no user" : "another user"
      finding.check(
        .accessOwner,
        isOwn ? .pass : .fail,
        [.user: owner],
        ownerRows(chain) + [row(chain)]
      )
    }
    let environment: Diagnosis.Result =
      chain.record.environment == nil ? .unknown : chain.isProduction ? .pass : .fail
    finding.check(.accessEnvironment, environment, [:], [row(chain)])
  }

  private func checkRunning(_ finding: inout Finding, _ chain: SubscriptionAnalysis?) {
    checkPending(&finding, .accessPaid)
    guard let chain else {
      finding.omit(.accessRunning, .accessKept, .accessReceived)
      return
    }
    var placeholders = placeholders(chain)
    placeholders[.reason] = .text(Wording.phrase(for: chain.state))
    if chain.state.grantsAccess { placeholders[.until] = end(chain) }
    let result: Diagnosis.Result =
      chain.state == .unverified ? .unknown : chain.state.grantsAccess ? .pass : .fail
    finding.check(.accessRunning, result, placeholders, rows(chain))
    let refundedAfterEnd = chain.refundedAfterEnd
    if let refundedAfterEnd { placeholders[.date] = .day(refundedAfterEnd) }
    let isTaken =
      chain.state == .refunded || chain.state == .revoked || refundedAfterEnd != nil
    finding.check(.accessKept, isTaken ? .fail : .pass, placeholders, isTaken ? rows(chain) : [])
    checkReceived(&finding, chain, placeholders)
  }

  private func checkReceived(
    _ finding: inout Finding,
    _ chain: SubscriptionAnalysis,
    _ placeholders: Placeholders
  ) {
    var placeholders = placeholders
    guard let stated = chain.lastStatedAt, let store = chain.store, file.lastReceived[store] != nil
    else {
      finding.check(.accessReceived, .unknown)
      return
    }
    let mayHaveRenewed = isOutdated(chain)
    let day = mayHaveRenewed ? chain.paidUntil : stated
    placeholders[.date] = day.map(PlaceholderValue.day)
    finding.check(.accessReceived, mayHaveRenewed ? .fail : .pass, placeholders, [row(chain)])
  }

  private func checkRights(_ finding: inout Finding, _ chain: SubscriptionAnalysis?) {
    guard let chain, let sale = chain.current else {
      finding.omit(.accessCatalog, .accessRight)
      return
    }
    let keys = EntitlementRules.keys(of: sale, file.catalog)
    let placeholders = placeholders(sale, [.right: .text(keys.joined(separator: ", "))])
    let known: Diagnosis.Result =
      file.catalog == nil ? .unknown : item(of: sale) == nil || keys.isEmpty ? .fail : .pass
    finding.check(.accessCatalog, known, placeholders, [row(sale)])
    if file.user == nil {
      finding.check(.accessRight, .unknown)
    } else {
      finding.check(.accessRight, isCovered(chain) ? .pass : .fail, placeholders, [row(sale)])
    }
  }
}

/// "Lost premium though I pay": looks for a grace period, hold, pause, end or recovery.
extension DiagnosisAnalysis {
  private static let recentRecovery: Double = 14

  func lostAccess() -> Finding {
    var finding = Finding(.lostAccess)
    let renewing = scope.filter { $0.isProduction && $0.renews }
    let fallback: Diagnosis.Result = renewing.isEmpty ? .notApplicable : .pass
    let kinds: [(CheckKind, (SubscriptionAnalysis) -> Bool)] = [
      (.lostGrace, { $0.state == .gracePeriod }), (.lostHold, { $0.state == .billingRetry }),
      (.lostPause, { $0.state == .paused }),
    ]
    for (kind, holds) in kinds {
      let chain = renewing.filter(holds).newest
      finding.check(kind, for: chain, else: fallback, { placeholders($0) }, rows)
    }
    let ended = renewing.filter { $0.state == .expired && verdict(on: $0) != nil }.newest
    let mayHaveRenewed = ended.map(isOutdated) ?? false
    let isRunning = renewing.contains(where: \.state.grantsAccess)
    let end: Diagnosis.Result =
      renewing.isEmpty
      ? .notApplicable : ended == nil || isRunning ? .pass : mayHaveRenewed ? .unknown : .fail
    finding.check(
      .lostEnd,
      end,
      ended.map { placeholders($0, [.reason: reason($0).map(PlaceholderValue.text)]) }
        ?? [:],
      end == .pass ? [] : ended.map(rows) ?? []
    )
    let recovered = recovery(of: renewing)
    finding.check(.lostRecovered, for: recovered, else: fallback) {
      $0.placeholders
    } _: {
      rows($0.chain)
    }
    decideLost(&finding, renewing, recovered)
    return finding
  }

  private func decideLost(
    _ finding: inout Finding,
    _ renewing: [SubscriptionAnalysis],
    _ recovered: (chain: SubscriptionAnalysis, placeholders: Placeholders)?
  ) {
    for state in [SubscriptionState.billingRetry, .gracePeriod, .paused] {
      guard let chain = renewing.filter({ $0.state == state }).newest,
        let verdict = verdict(on: chain)
      else { continue }
      return finding.decide(verdict, accessPlaceholders(verdict, chain))
    }
    if let recovered { return finding.decide(.accessRecovered, recovered.placeholders) }
    let isUnknown = renewing.isEmpty && accessCause.verdict == .noPurchaseOnFile
    finding.decide(isUnknown ? emptyCause("subscription") : accessCause)
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
        soldPlaceholders(last.chain).merging([.otherDate: .day(last.lost), .date: .day(last.back)])
      )
    }
  }
}
