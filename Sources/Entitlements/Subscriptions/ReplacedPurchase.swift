package import Foundation

// At Google, a change of plan, and a purchase that is renewed manually before its end, get a new
// token. The new purchase names the old token (`linkedPurchaseToken`), whose entitlements end then;
// later answers about the old purchase may still call it active.

extension [Phase] {
  /// The phases of a purchase that another one replaced at `instant`, as stated in `evidence`.
  ///
  /// What had ended by then stays as it is.
  package func replaced(at instant: Date, by evidence: ID<Document>) -> [Phase] {
    let isContinuing = contains { phase in
      (phase.until.map { instant < $0 } ?? true) && phase.state.mayContinue
    }
    guard isContinuing, let first else { return self }
    let end = Swift.max(instant, first.from)
    var phases = filter { $0.from < end }
    if let last = phases.indices.last { phases[last].until = end }
    phases.append(
      Phase(from: end, state: .expired, reason: .replaced, renews: false, evidence: evidence)
    )
    return phases
  }
}

extension SubscriptionState {
  fileprivate var mayContinue: Bool { grantsAccess || self == .billingRetry || self == .paused }
}

extension [RenewalStatus] {
  /// The statements that notifications made by token alone, after all sales and statements of the
  /// purchase itself. Later answers of the store take precedence over earlier notifications.
  package func newer(after sales: [Order], _ renewalStatuses: [RenewalStatus]) -> [RenewalStatus] {
    guard !isEmpty, !sales.isEmpty else { return [] }
    let stated = sales.lazy.filter(\.isConfirmed).map(\.statementSource.statedAt)
    let full = renewalStatuses.lazy.filter { $0.statementSource.authority == .full }.map(\.statedAt)
    let last = [stated.max(), full.max()].compactMap(\.self).max() ?? .distantPast
    return filter { $0.statedAt > last }
  }
}
