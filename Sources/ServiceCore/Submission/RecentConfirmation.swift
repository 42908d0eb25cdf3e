import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// When their stores last confirmed these purchases, where that is so short a while ago that the
  /// ledger answers for them; `nil` where they have to be asked.
  ///
  /// They are asked about what is about to end, or is not settled, after minutes, and about everything
  /// else after hours (`JobPolicy`); at once where anything has come or begun since, and where a user
  /// hands in what is not theirs.
  func recentConfirmation(
    of chains: Set<ID<Subscription>>,
    for user: ID<User>?
  ) async throws(ServiceError) -> Date? {
    guard !chains.isEmpty else { return nil }
    let found = try await asking { () throws(LedgerError) in
      try await ledger.confirmations(of: chains)
    }
    let (now, policy) = (now(), policy)
    guard let found,
      found.allSatisfy({ confirmation in
        (user == nil || confirmation.user == user) && confirmation.isRecent(at: now, policy)
      })
    else { return nil }
    return found.map(\.confirmedAt).min()
  }

  /// The document on file that says what the filing does: where the filing only confirmed it, the last
  /// answer to the same question.
  func evidence(
    of filing: Filing,
    _ outcome: Filing.Outcome
  ) async throws(ServiceError) -> ID<Document> {
    guard case .alreadyFiled = outcome, let question = filing.question,
      let chain = filing.facts.chains.sorted().first
    else { return filing.document.id }
    let last = try await asking { () throws(LedgerError) in
      try await ledger.lastAnswer(to: question, about: chain)
    }
    return last ?? filing.document.id
  }
}

extension ChainConfirmation {
  fileprivate func isRecent(at now: Date, _ policy: JobPolicy) -> Bool {
    let age = now.timeIntervalSince(confirmedAt)
    guard age >= 0, age < policy.asksAgain, heardAt.map({ $0 <= confirmedAt }) ?? true else {
      return false
    }
    let changes = phases.map(\.from) + [accessUntil].compactMap(\.self)
    guard !changes.contains(where: { confirmedAt < $0 && $0 <= now }) else { return false }
    return age < policy.asksAgainSoon || !isAboutToChange(at: now, policy)
  }

  private func isAboutToChange(at now: Date, _ policy: JobPolicy) -> Bool {
    let horizon = now.addingTimeInterval(policy.asksAgain)
    if let accessUntil, now < accessUntil, accessUntil <= horizon { return true }
    switch phases.last(where: { $0.contains(now) })?.state {
    case .gracePeriod, .billingRetry, .paused, .pending, .unverified: return true
    case .active, .trial, .introductory, .autoRenewOff, .expired, .refunded, .revoked, nil:
      return false
    }
  }
}
