package import Foundation

extension Subscription.Period {
  /// When access by this period ends, cancellation included; never before its beginning.
  package var accessUntil: Date { max(from, cancelledAt.map { min($0, until) } ?? until) }

  package func state(at instant: Date) -> SubscriptionState {
    if instant < from { return .pending }
    if let cancelledAt, cancelledAt <= instant { return .refunded }
    if until <= instant { return .expired }
    return SubscriptionState(running: offer)
  }
}

extension Subscription {
  /// The beginning of the first period.
  package var startedAt: Date { periods.lazy.map(\.from).min() ?? .distantPast }

  /// When the longest access ends: a cancelled period ends at its cancellation.
  package var accessUntil: Date { periods.lazy.map(\.accessUntil).max() ?? .distantPast }

  /// The product of the newest period: upgrades and crossgrades change it.
  package var productID: String { periods.last?.productID ?? "" }

  /// The period that decides at `instant`: the newest running one; if none runs, the one whose
  /// access ended last; before the first, the first.
  ///
  /// An upgraded period ends where its successor begins, so the successor decides and the upgrade
  /// does not count as a refund.
  package func period(at instant: Date) -> Period? {
    let begun = periods.filter { $0.from <= instant }
    if let running = begun.last(where: { instant < $0.accessUntil }) { return running }
    let ended = begun.enumerated().max {
      ($0.element.accessUntil, $0.offset) < ($1.element.accessUntil, $1.offset)
    }
    return ended?.element ?? periods.first
  }

  package func state(at instant: Date) -> SubscriptionState {
    period(at: instant)?.state(at: instant) ?? .expired
  }
}
