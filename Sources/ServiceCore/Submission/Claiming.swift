package import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// Files the user's claim on what they handed in proves, each purchase once: a claim that changes
  /// nothing is none. Who has what two users claim is a matter of the policy (`Ownership`).
  package func claim(
    _ settlement: Settlement,
    for user: ID<User>,
    at endpoint: ClaimEndpoint
  ) async throws(ServiceError) -> Settlement {
    let now = now()
    let chains = Set(settlement.proven.keys)
    let rule = try await asking { () throws(LedgerError) in try await ledger.ownershipRule() }
    var claims: [PurchaseClaim] = []
    for record in settlement.purchases {
      guard let claim = settlement.claim(on: record.id, of: user, at: endpoint, now),
        rule.isChanged(record, by: claim)
      else { continue }
      claims.append(claim)
    }
    var claimed = settlement
    if !claims.isEmpty {
      let filed = claims
      try await asking { () throws(LedgerError) in try await ledger.file(filed) }
      let told = settlement.purchases.map(\.id)
      claimed.purchases = try await asking { () throws(LedgerError) in
        try await ledger.records(of: told)
      }
    }
    claimed.withheld = Set(
      claimed.purchases.filter { chains.contains($0.id) && !rule.holds($0, user) }.map(\.id)
    )
    return claimed
  }
}

extension EntitlementService {
  /// The filing with the user's claim on all that it tells of, which counts where none of that is on
  /// file: then it is nobody else's even for a moment. What is on file, `claim` decides about.
  func claimed(_ filing: Filing, by user: ID<User>?, at endpoint: ClaimEndpoint) -> Filing {
    guard let user, endpoint.coversAccount, filing.document.verdict == .genuine else {
      return filing
    }
    let now = now().kept ?? now()
    var filing = filing
    filing.firstClaims = filing.facts.chains.sorted().map {
      PurchaseClaim(
        $0,
        of: user,
        at: endpoint,
        .presented,
        evidence: filing.document.id,
        at: now
      )
    }
    return filing
  }
}

extension Settlement {
  /// The user's claim on a chain that what was handed in proves; `nil` for any other.
  func claim(
    on chain: ID<Subscription>,
    of user: ID<User>,
    at endpoint: ClaimEndpoint,
    _ now: Date
  ) -> PurchaseClaim? {
    guard let proof = proven[chain] else { return nil }
    let isActive = purchases.first { $0.id == chain }?.isActive(at: now) ?? false
    return PurchaseClaim(
      chain,
      of: user,
      at: endpoint,
      proof.isConfirmed && isActive ? .confirmed : .presented,
      evidence: proof.evidence,
      at: now.kept ?? now
    )
  }
}

extension ChainRecord {
  /// Whether it gives access, or was sold for good and not taken back.
  fileprivate func isActive(at instant: Date) -> Bool {
    if let phase = phases.last(where: { $0.from <= instant }) {
      return phase.contains(instant) && phase.state.grantsAccess
    }
    return sales.contains { $0.cancelledAt == nil && $0.kind != .autoRenewable }
  }
}
