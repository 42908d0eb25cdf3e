import Foundation

/// "I paid, and have no access": checks filing, owner, environment, payment, state and
/// entitlements.
extension DiagnosisAnalysis {
  func noAccess() -> Finding {
    var finding = Finding(.noAccess)
    let cause = accessCause
    let chain = cause.chain ?? newest(accessChains)
    checkFiling(&finding, chain)
    checkRunning(&finding, chain)
    checkRights(&finding, chain)
    finding.decide(cause.verdict, cause.placeholders)
    return finding
  }

  func newest(_ chains: [SubscriptionAnalysis]) -> SubscriptionAnalysis? {
    chains.max {
      ($0.newest?.purchasedAt ?? .distantPast, $0.id) < (
        $1.newest?.purchasedAt ?? .distantPast, $1.id
      )
    }
  }

  private func checkFiling(_ finding: inout Finding, _ chain: SubscriptionAnalysis?) {
    if let chain {
      finding.check(.accessPurchase, .pass, [:], rows(chain))
    } else {
      finding.check(.accessPurchase, file.subject.isFound ? .fail : .unknown)
    }
    if let rejected = lastRejection {
      finding.check(.accessReceipt, .fail, rejectionPlaceholders(rejected), [row(rejected.id)])
    } else {
      finding.check(.accessReceipt, documents.isEmpty ? .unknown : .pass)
    }
    guard let chain else {
      finding.check(.accessOwner, .notApplicable)
      finding.check(.accessEnvironment, .notApplicable)
      return
    }
    if file.user == nil {
      finding.check(.accessOwner, .unknown, [:], ownerRows(chain) + [row(chain)])
    } else {
      let isOwn = chain.holder == .subject
      finding.check(.accessOwner, isOwn ? .pass : .fail, [:], ownerRows(chain) + [row(chain)])
    }
    let environment: Diagnosis.Result =
      chain.record.environment == nil ? .unknown : chain.isProduction ? .pass : .fail
    finding.check(.accessEnvironment, environment, [:], [row(chain)])
  }

  private func checkRunning(_ finding: inout Finding, _ chain: SubscriptionAnalysis?) {
    let pending = scope.last(where: \.isPending)
    finding.check(
      .accessPaid,
      chains.isEmpty ? .notApplicable : pending == nil ? .pass : .fail,
      pending.map(pendingPlaceholders) ?? [:],
      pending.map(rows) ?? []
    )
    guard let chain else {
      for check in [CheckKind.accessRunning, .accessKept, .accessReceived] {
        finding.check(check, .notApplicable)
      }
      return
    }
    var placeholders = placeholders(chain)
    placeholders[.reason] = .text(Wording.phrase(for: chain.state))
    if chain.state.grantsAccess { placeholders[.until] = chain.paidUntil.map(PlaceholderValue.day) }
    let result: Diagnosis.Result =
      chain.state == .unverified ? .unknown : chain.state.grantsAccess ? .pass : .fail
    finding.check(.accessRunning, result, placeholders, rows(chain))
    let isTaken = chain.state == .refunded || chain.state == .revoked
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
      finding.check(.accessCatalog, .notApplicable)
      finding.check(.accessRight, .notApplicable)
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
