package import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// Files the user's claims on the purchases that the submission proves; a claim that changes
  /// nothing is not filed. The policy decides between two claimants (`Ownership`).
  package func claim(
    _ submissionResult: SubmissionResult,
    for user: ID<User>,
    at endpoint: ClaimEndpoint
  ) async throws(ServiceError) -> SubmissionResult {
    let now = now()
    let chains = Set(submissionResult.proven.keys)
    let rule = try await asking { () throws(LedgerError) in
      try await ledger.purchases.ownershipRule()
    }
    var claims: [PurchaseClaim] = []
    for record in submissionResult.purchases {
      guard let claim = submissionResult.claim(on: record.id, of: user, at: endpoint, now),
        rule.isChanged(record, by: claim)
      else { continue }
      claims.append(claim)
    }
    var claimed = submissionResult
    if !claims.isEmpty {
      let filed = claims
      try await asking { () throws(LedgerError) in try await ledger.file(filed) }
      let stated = submissionResult.purchases.map(\.id)
      claimed.purchases = try await asking { () throws(LedgerError) in
        try await ledger.purchases.records(of: stated)
      }
    }
    claimed.withheld = Set(
      claimed.purchases.filter { chains.contains($0.id) && !rule.holds($0, user) }.map(\.id)
    )
    return claimed
  }
}

extension EntitlementService {
  /// Adds the user's claims on all purchases of the filing. They take effect if none of these is on
  /// file, so that nobody else owns them in between. `claim` decides about purchases on file.
  func claimed(_ filing: Filing, by user: ID<User>?, at endpoint: ClaimEndpoint) -> Filing {
    guard let user, endpoint.coversAccount, filing.document.verdict == .genuine else {
      return filing
    }
    let now = now().kept ?? now()
    var filing = filing
    filing.initialClaims = filing.facts.chains.sorted().map {
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

extension SubmissionResult {
  /// The user's claim on a chain that the submission proves; `nil` for any other.
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
  /// Whether it grants access, or was a one-time purchase that was not reversed.
  fileprivate func isActive(at instant: Date) -> Bool {
    if let phase = phases.last(where: { $0.from <= instant }) {
      return phase.contains(instant) && phase.state.grantsAccess
    }
    return sales.contains { $0.cancelledAt == nil && $0.kind != .autoRenewable }
  }
}
