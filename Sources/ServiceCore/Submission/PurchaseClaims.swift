package import Entitlements
import Foundation
import Persistence

extension Submissions {
  /// Files the user's claims on the purchases that the submission proves; a claim that changes
  /// nothing is not filed. The policy decides between two claimants (`Ownership`).
  package func claim(
    _ submissionResult: SubmissionResult,
    for user: ID<User>,
    at endpoint: ClaimEndpoint
  ) async throws(ServiceError) -> SubmissionResult {
    let now = now()
    let chains = Set(submissionResult.proven.keys)
    let rule = try await wrapping(try await ledger.purchases.ownershipRule())
    var claims: [PurchaseClaim] = []
    for record in submissionResult.purchases {
      guard let claim = submissionResult.claim(on: record.id, of: user, at: endpoint, now),
        rule.isChanged(record, by: claim)
      else { continue }
      claims.append(claim)
    }
    var claimed = submissionResult
    if !claims.isEmpty {
      try await wrapping(try await ledger.file(claims))
      let stated = submissionResult.purchases.map(\.id)
      claimed.purchases = try await wrapping(try await ledger.purchases.records(of: stated))
    }
    claimed.withheld = Set(
      claimed.purchases.filter { chains.contains($0.id) && !rule.holds($0, user) }.map(\.id)
    )
    return claimed
  }
}

extension Submissions {
  /// Adds the user's claims on all purchases of the filing. They take effect if none of these is on
  /// file, so that nobody else owns them in between. `claim` decides about purchases on file.
  func claimed(_ filing: Filing, by user: ID<User>?, at endpoint: ClaimEndpoint) -> Filing {
    guard let user, endpoint.coversAccount, filing.document.verdict == .genuine else {
      return filing
    }
    let now = now().kept ?? now()
    var filing = filing
    filing.initialClaims = filing.facts.chains.sorted().map {
      PurchaseClaim($0, of: user, at: endpoint, .presented, evidence: filing.document.id, at: now)
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

extension Submissions {
  /// When the stores last confirmed these purchases, if that is recent enough for the ledger to
  /// answer; `nil` if the stores have to be queried.
  ///
  /// Purchases that are about to end or are unsettled are queried after minutes, others after hours
  /// (`JobPolicy`), and all at once if anything arrived or began since, or if the user does not own
  /// them.
  func recentConfirmation(
    of chains: Set<ID<Subscription>>,
    for user: ID<User>?
  ) async throws(ServiceError) -> Date? {
    guard !chains.isEmpty else { return nil }
    let found = try await wrapping(try await ledger.storeQueries.confirmations(of: chains))
    let (now, policy) = (now(), policy)
    guard let found,
      found.allSatisfy({ confirmation in
        (user == nil || confirmation.user == user) && confirmation.isRecent(at: now, policy)
      })
    else { return nil }
    return found.map(\.confirmedAt).min()
  }

  /// The document on file that states what the filing does: the last answer to the same query if
  /// the filing only confirmed it.
  func evidence(
    of filing: Filing,
    _ outcome: Filing.Outcome
  ) async throws(ServiceError) -> ID<Document> {
    guard case .alreadyFiled = outcome, let question = filing.question,
      let chain = filing.facts.chains.sorted().first
    else { return filing.document.id }
    let last = try await wrapping(
      try await ledger.storeQueries.lastAnswer(to: question, about: chain)
    )
    return last ?? filing.document.id
  }
}

extension ChainConfirmation {
  fileprivate func isRecent(at now: Date, _ policy: JobPolicy) -> Bool {
    let age = now.timeIntervalSince(confirmedAt)
    guard age >= 0, age < policy.requeryInterval, receivedAt.map({ $0 <= confirmedAt }) ?? true
    else {
      return false
    }
    let changes = phases.map(\.from) + [accessUntil].compactMap(\.self)
    guard !changes.contains(where: { confirmedAt < $0 && $0 <= now }) else { return false }
    return age < policy.shortRequeryInterval || !isAboutToChange(at: now, policy)
  }

  private func isAboutToChange(at now: Date, _ policy: JobPolicy) -> Bool {
    let horizon = now.addingTimeInterval(policy.requeryInterval)
    if let accessUntil, now < accessUntil, accessUntil <= horizon { return true }
    switch phases.last(where: { $0.contains(now) })?.state {
    case .gracePeriod, .billingRetry, .paused, .pending, .unverified: return true
    case .active, .trial, .introductory, .autoRenewOff, .expired, .refunded, .revoked, nil:
      return false
    }
  }
}
