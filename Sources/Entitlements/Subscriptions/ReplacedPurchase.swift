package import Foundation

// Google gives a change of plan, and a purchase that is renewed by hand before its end, a token of its
// own. The new purchase names the old one's (`linkedPurchaseToken`), whose rights end there; answers
// about the old one may come late, and may still call it active.

extension [Phase] {
  /// The life of a purchase that another took the place of at `instant`, as `evidence` tells.
  ///
  /// What was over by then stays as it is.
  package func replaced(at instant: Date, by evidence: ID<Document>) -> [Phase] {
    let goesOn = contains { phase in
      (phase.until.map { instant < $0 } ?? true) && phase.state.mayGoOn
    }
    guard goesOn, let first else { return self }
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
  fileprivate var mayGoOn: Bool { grantsAccess || self == .billingRetry || self == .paused }
}

extension [Standing] {
  /// What notifications told by the token alone after everything that the sales and the statements of
  /// the purchase itself tell: what the store answers later knows better.
  package func news(after sales: [Order], _ standings: [Standing]) -> [Standing] {
    guard !isEmpty, !sales.isEmpty else { return [] }
    let told = sales.lazy.filter(\.isConfirmed).map(\.testimony.statedAt)
    let said = standings.lazy.filter { $0.testimony.authority == .full }.map(\.statedAt)
    let last = [told.max(), said.max()].compactMap(\.self).max() ?? .distantPast
    return filter { $0.statedAt > last }
  }
}
