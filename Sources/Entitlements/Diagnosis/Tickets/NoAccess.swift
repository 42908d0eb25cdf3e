import Foundation

/// "I paid, and have no access": is it on file, believed, theirs, real, paid, running, and does it
/// give what they miss?
extension CaseReading {
  func noAccess() -> Finding {
    var finding = Finding(.noAccess)
    let cause = accessCause
    let chain = cause.chain ?? newest(accessChains)
    checkFiling(&finding, chain)
    checkRunning(&finding, chain)
    checkRights(&finding, chain)
    finding.decide(cause.verdict, cause.slots)
    return finding
  }

  func newest(_ chains: [ChainReading]) -> ChainReading? {
    chains.max {
      ($0.newest?.purchasedAt ?? .distantPast, $0.id) < (
        $1.newest?.purchasedAt ?? .distantPast, $1.id
      )
    }
  }

  private func checkFiling(_ finding: inout Finding, _ chain: ChainReading?) {
    if let chain {
      finding.check(.accessPurchase, .pass, [:], rows(chain))
    } else {
      finding.check(.accessPurchase, file.subject.isFound ? .fail : .unknown)
    }
    if let rejected = lastRejection {
      finding.check(.accessReceipt, .fail, rejectionSlots(rejected), [row(rejected.id)])
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

  private func checkRunning(_ finding: inout Finding, _ chain: ChainReading?) {
    let pending = scope.last(where: \.isPending)
    finding.check(
      .accessPaid,
      chains.isEmpty ? .notApplicable : pending == nil ? .pass : .fail,
      pending.map(pendingSlots) ?? [:],
      pending.map(rows) ?? []
    )
    guard let chain else {
      for check in [CheckKind.accessRunning, .accessKept, .accessHeard] {
        finding.check(check, .notApplicable)
      }
      return
    }
    var slots = slots(chain)
    slots[.reason] = .text(Wording.phrase(for: chain.state))
    if chain.state.grantsAccess { slots[.until] = chain.paidUntil.map(SlotValue.day) }
    let result: Diagnosis.Result =
      chain.state == .unverified ? .unknown : chain.state.grantsAccess ? .pass : .fail
    finding.check(.accessRunning, result, slots, rows(chain))
    let isTaken = chain.state == .refunded || chain.state == .revoked
    finding.check(.accessKept, isTaken ? .fail : .pass, slots, isTaken ? rows(chain) : [])
    checkHeard(&finding, chain, slots)
  }

  private func checkHeard(_ finding: inout Finding, _ chain: ChainReading, _ slots: Slots) {
    var slots = slots
    guard let stated = chain.lastStatedAt, let store = chain.store, file.lastHeard[store] != nil
    else {
      finding.check(.accessHeard, .unknown)
      return
    }
    let isDeaf = isUnheard(chain)
    let day = isDeaf ? chain.paidUntil : stated
    slots[.date] = day.map(SlotValue.day)
    finding.check(.accessHeard, isDeaf ? .fail : .pass, slots, [row(chain)])
  }

  private func checkRights(_ finding: inout Finding, _ chain: ChainReading?) {
    guard let chain, let sale = chain.current else {
      finding.check(.accessCatalog, .notApplicable)
      finding.check(.accessRight, .notApplicable)
      return
    }
    let keys = EntitlementRules.keys(of: sale, file.catalog)
    let slots = slots(sale, [.right: .text(keys.joined(separator: ", "))])
    let known: Diagnosis.Result =
      file.catalog == nil ? .unknown : item(of: sale) == nil || keys.isEmpty ? .fail : .pass
    finding.check(.accessCatalog, known, slots, [row(sale)])
    if file.user == nil {
      finding.check(.accessRight, .unknown)
    } else {
      finding.check(.accessRight, isCovered(chain) ? .pass : .fail, slots, [row(sale)])
    }
  }
}
