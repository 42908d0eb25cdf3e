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
    let rule = try await wrapping(try await ledger.purchases.ownershipRule())
    func changes(_ usedUp: Set<ID<Order>>) -> [PurchaseClaim] {
      submissionResult.purchases.compactMap { record in
        submissionResult.claim(on: record.id, of: user, at: endpoint, usedUp: usedUp, now)
          .flatMap { rule.isChanged(record, by: $0) ? $0 : nil }
      }
    }
    let changed = Set(changes([]).map(\.chain))
    let records = submissionResult.purchases.filter { changed.contains($0.id) }
    let claims = changes(try await usedUp(among: records))
    var claimed = submissionResult
    if !claims.isEmpty {
      try await wrapping(try await ledger.file(claims))
      let stated = submissionResult.purchases.map(\.id)
      claimed.purchases = try await wrapping(try await ledger.purchases.records(of: stated))
    }
    claimed.withhold(by: rule, from: user)
    return claimed
  }

  /// Those of the sales that nothing is left of by the uses that the ledger recorded.
  package func usedUp(
    among records: [ChainRecord]
  ) async throws(ServiceError) -> Set<ID<Order>> {
    let sales = records.flatMap(\.sales).filter { $0.kind != .autoRenewable }
    guard !sales.isEmpty else { return [] }
    let used = try await wrapping(try await ledger.playFab.uses(of: sales.map(\.id)))
    guard !used.isEmpty else { return [] }
    let catalog = try await service.primaryCatalog().map(CatalogIndex.init)
    let usedUp = sales.filter { sale in
      used[sale.id].map { EntitlementRules.isUsedUp(sale, $0, catalog: catalog) } ?? false
    }
    return Set(usedUp.map(\.id))
  }

  /// All purchases on file of the store accounts that bought these, without those that a client of
  /// `user` must not see.
  package func purchases(
    sharingAccountsOf records: [ChainRecord],
    for user: ID<User>?
  ) async throws(ServiceError) -> [ChainRecord] {
    let chains = records.map(\.id)
    let all = try await wrapping(
      try await ledger.purchases.records(
        of: try await ledger.storeQueries.chains(sharingAccountsOf: chains)
      )
    )
    let rule = try await wrapping(try await ledger.purchases.ownershipRule())
    return all.filter { chains.contains($0.id) || rule.shows($0, to: user, isProven: false) }
  }
}

extension SubmissionResult {
  /// Withholds what a client of `user` must not see. A store lists all purchases of a buyer, but
  /// the submission proves only some of them.
  mutating func withhold(by rule: OwnershipRule, from user: ID<User>?) {
    let hidden = purchases.filter { purchase in
      !rule.shows(purchase, to: user, isProven: proven[purchase.id] != nil)
    }
    withheld = Set(hidden.map(\.id))
  }
}

extension OwnershipRule {
  /// Whether a client of `user` may see the purchase: the user has it. A client without a user sees
  /// what it proves, and what nobody was named for.
  fileprivate func shows(_ record: ChainRecord, to user: ID<User>?, isProven: Bool) -> Bool {
    let owners = record.sales.compactMap(\.user)
    guard let user else {
      return isProven
        || !record.claims.contains { $0.strength == .named } && owners.allSatisfy(\.isReserved)
    }
    return holds(record, user)
      || owners.contains { identities.canonical($0) == identities.canonical(user) }
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
  /// The user's claim on a chain that the submission proves; `nil` for any other. What was consumed
  /// is not confirmed, so that a token that is submitted again moves nothing. `usedUp` has the
  /// sales that were consumed by the ledger's own records.
  func claim(
    on chain: ID<Subscription>,
    of user: ID<User>,
    at endpoint: ClaimEndpoint,
    usedUp: Set<ID<Order>>,
    _ now: Date
  ) -> PurchaseClaim? {
    guard let proof = proven[chain] else { return nil }
    let record = purchases.first { $0.id == chain }
    let isActive = record?.isActive(at: now, usedUp: usedUp) ?? false
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
  /// Whether it grants access, or was a one-time purchase that was neither reversed nor consumed.
  fileprivate func isActive(at instant: Date, usedUp: Set<ID<Order>>) -> Bool {
    if let phase = phases.last(where: { $0.from <= instant }) {
      return phase.contains(instant) && phase.state.grantsAccess
    }
    return sales.contains { sale in
      sale.cancelledAt == nil && sale.kind != .autoRenewable && !isConsumed(sale)
        && !usedUp.contains(sale.id)
    }
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
