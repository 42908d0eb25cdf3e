import Entitlements
import Foundation
import Persistence

extension EntitlementService {
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
    let found = try await asking { () throws(LedgerError) in
      try await ledger.storeQueries.confirmations(of: chains)
    }
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
    let last = try await asking { () throws(LedgerError) in
      try await ledger.storeQueries.lastAnswer(to: question, about: chain)
    }
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
