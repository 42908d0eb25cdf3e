import Foundation

/// The states of one renewal chain, derived from its sales and the store's statements about it.
/// Neither order nor repetition of the input matters.
///
/// Hearsay gives no access. Once the store itself has stated anything about the chain, only its
/// statements count: a later renewal that only hearsay reports shows as `unverified` after the end
/// of what the store confirmed, and never shortens that. Such a renewal gives no access while the
/// store is unreachable, because everyone who knows the shared secret could have sent it. This
/// rarely affects honest customers: Apple charges up to 24 hours before a period ends, and the
/// service queries the store immediately and repeatedly.
package struct SubscriptionPhases: Sendable {
  /// Apple tries for 60 days to charge; Google and Microsoft for less.
  private static let longestRetry: TimeInterval = 60 * 86_400

  /// Ordered by beginning.
  private let sales: [ChainSale]
  /// For each sale, the index of the one among it and those before whose access ends last.
  private let lasting: [Int]
  /// Ordered by the store's time.
  private let renewalStatuses: [RenewalStatus]
  /// Whether only hearsay is known about the chain.
  private let isHearsay: Bool
  /// Sales reported by hearsay after the store's last statement, ordered by beginning.
  private let unconfirmed: [ChainSale]

  /// Takes the sales, renewal statuses and events of one chain.
  package init(sales: [Order], renewalStatuses: [RenewalStatus], notices: [StoreEvent] = []) {
    let reversals = notices.filter(\.isReversal)
    let sold = sales.withStatedEnds(from: renewalStatuses).withBeginnings(from: renewalStatuses)
      .withReversals(from: reversals).withRevocations(from: renewalStatuses).withReplacements
    let confirmed = sold.filter(\.isConfirmed)
    let statedAts =
      confirmed.map(\.statedAt)
      + renewalStatuses.lazy.filter { $0.statementSource.authority == .full }.map(\.statedAt)
    isHearsay = statedAts.isEmpty
    unconfirmed =
      statedAts.max().map { last in
        sold.filter { !$0.isConfirmed && $0.statedAt > last }
          .map { ChainSale($0, reversals) }.sorted { $0.precedes($1) }
      } ?? []
    let authority: Authority = statedAts.isEmpty ? .hearsay : .full
    let interruptions = renewalStatuses.filter { $0.condition.isInterruption }.map(\.statedAt)
    self.sales =
      (statedAts.isEmpty ? sold : confirmed).map { ChainSale($0, reversals) }
      .sorted { $0.precedes($1) }.withoutShortGaps(except: interruptions)
    var lasting: [Int] = []
    for index in self.sales.indices {
      let before = lasting.last ?? index
      lasting.append(
        self.sales[index].accessUntil >= self.sales[before].accessUntil ? index : before
      )
    }
    self.lasting = lasting
    var last: RenewalStatus?
    let statuses = renewalStatuses.sorted { $0.precedes($1) }.filter { renewalStatus in
      guard renewalStatus.statementSource.authority == authority else { return false }
      defer { last = renewalStatus }
      return renewalStatus != last
    }
    self.renewalStatuses =
      switch sales.first?.store {
      case .google: statuses.withoutReplacedTokens.withReasons.withRevocations
      case .apple: statuses.withoutReversed(by: confirmed)
      case .amazon, .microsoft, nil: statuses
      }
  }

  /// Every state that the chain was, is or, as far as is known, will be in.
  package var phases: [Phase] {
    unconfirmed.reduce(statedPhases) { phases, sale in
      phases.flatMap { $0.interrupted(by: sale) }
    }
  }

  private var statedPhases: [Phase] {
    var phases: [Phase] = []
    let bounds = bounds()
    for (index, from) in bounds.enumerated() {
      guard var phase = phase(at: from) else { continue }
      if isHearsay, phase.state.grantsAccess { phase.state = .unverified }
      phase.until = index + 1 < bounds.count ? bounds[index + 1] : nil
      if let last = phases.last, last.hasSameText(as: phase), last.until == phase.from {
        phases[phases.count - 1].until = phase.until
      } else {
        phases.append(phase)
      }
    }
    return phases
  }

  /// The instants at which the state can change.
  private func bounds() -> [Date] {
    var bounds: [Date] = []
    for sale in sales {
      bounds.append(sale.purchasedAt)
      bounds.append(sale.accessUntil)
      bounds.append(sale.accessUntil + Self.longestRetry)
    }
    for renewalStatus in renewalStatuses {
      bounds.append(renewalStatus.statedAt)
      if renewalStatus.condition.isUnpaid {
        bounds.append(renewalStatus.statedAt + Self.longestRetry)
      }
      switch renewalStatus.condition {
      case .gracePeriod(let until), .renewing(let until): bounds.append(until)
      case .billingRetry(let until?): bounds.append(until)
      case .paused(let until?): bounds += [until, until + Self.longestRetry]
      case .revoked(let at): bounds.append(at)
      case .billingRetry(nil), .paused(nil), .running, .ended, .pending: break
      }
    }
    bounds.sort()
    var distinct: [Date] = []
    for bound in bounds where distinct.last != bound { distinct.append(bound) }
    return distinct
  }

  private func phase(at instant: Date) -> Phase? {
    guard let begun = lastSale(at: instant) else { return phaseWithoutSale(at: instant) }
    let ended = lasting[begun]
    guard sales[ended].accessUntil > instant else {
      return phase(after: sales[ended], next: begun + 1, at: instant)
    }
    // The newest running sale decides. The search ends because the lasting one runs.
    var index = begun
    while sales[index].accessUntil <= instant { index -= 1 }
    return phase(during: sales[index], at: instant)
  }

  private func phase(during sale: ChainSale, at instant: Date) -> Phase {
    let renewalStatus = lastStatus(from: sale.purchasedAt, through: instant)
    var phase = Phase(
      from: instant,
      state: SubscriptionState(running: sale.offer),
      renews: renewalStatus?.renews,
      evidence: renewalStatus?.evidence ?? sale.evidence
    )
    switch renewalStatus?.condition {
    case .gracePeriod(let until) where instant < until: phase.state = .gracePeriod
    case .billingRetry: phase.state = .billingRetry
    case .paused: phase.state = .paused
    case .pending: phase.state = .pending
    case .ended(let reason): (phase.state, phase.reason) = (.expired, reason)
    case .revoked(let at) where at <= instant: phase.state = .revoked
    // If a paid period runs after the grace period, the payment was recovered.
    case .running, .renewing, .gracePeriod, .revoked, nil:
      if phase.state == .active, renewalStatus?.renews == false { phase.state = .autoRenewOff }
    }
    return phase
  }

  /// `next` is the index of the first sale that has not begun yet.
  private func phase(after sale: ChainSale, next: Int, at instant: Date) -> Phase {
    let end = sale.accessUntil
    var phase = Phase(from: instant, state: .expired, reason: .unknown, evidence: sale.evidence)
    if let cancelledAt = sale.cancelledAt, cancelledAt <= instant {
      phase.state = SubscriptionState(cancelledBy: sale.cancellation)
      phase.reason = sale.cancellation == .upgraded ? .replaced : nil
      phase.evidence = sale.reversedBy ?? sale.evidence
      return phase
    }
    let close = next < sales.count ? sales[next].purchasedAt : Date.distantFuture
    guard
      let renewalStatus = renewalStatus(between: end, and: close, at: instant)
        ?? lastStatus(from: sale.purchasedAt, through: end)?.asOutlasting(end)
    else { return phase }
    phase.renews = renewalStatus.renews
    phase.evidence = renewalStatus.evidence
    let givenUpAt = retryStart(after: end, renewalStatus) + Self.longestRetry
    switch renewalStatus.condition {
    case .gracePeriod(let until) where instant < until:
      (phase.state, phase.reason) = (.gracePeriod, nil)
    case .renewing(let until) where instant < until: (phase.state, phase.reason) = (.active, nil)
    case .gracePeriod where instant < givenUpAt:
      (phase.state, phase.reason) = (.billingRetry, nil)
    case .billingRetry(let until) where instant < until ?? givenUpAt:
      (phase.state, phase.reason) = (.billingRetry, nil)
    case .gracePeriod, .billingRetry: phase.reason = .billing
    case .paused(let until) where until.map({ instant < $0 }) ?? true:
      (phase.state, phase.reason) = (.paused, nil)
    case .ended(let reason): phase.reason = reason
    case .revoked(let at) where at <= instant: (phase.state, phase.reason) = (.revoked, nil)
    case .pending: (phase.state, phase.reason) = (.pending, nil)
    case .running, .renewing, .paused, .revoked:
      if renewalStatus.renews == false { phase.reason = .voluntary }
    }
    return phase
  }

  /// When the store began to retry the charge that `last` states as failed: at the end of access,
  /// or of a pause. If the store retries when that is long over, it began later.
  private func retryStart(after end: Date, _ last: RenewalStatus) -> Date {
    var first = last.statedAt
    let known = renewalStatuses.partitioningIndex { $0.statedAt >= first }
    for earlier in renewalStatuses[..<known].reversed() where earlier.statedAt >= end {
      if case .paused(let until) = earlier.condition { return max(end, min(first, until ?? first)) }
      guard earlier.condition.isUnpaid else { break }
      first = earlier.statedAt
    }
    return first < end + Self.longestRetry ? end : first
  }

  /// The phase of a chain that has statements but no sale.
  private func phaseWithoutSale(at instant: Date) -> Phase? {
    guard let renewalStatus = lastStatus(from: .distantPast, through: instant) else { return nil }
    var phase = Phase(
      from: instant,
      state: .unverified,
      renews: renewalStatus.renews,
      evidence: renewalStatus.evidence
    )
    switch renewalStatus.condition {
    case .pending: phase.state = .pending
    case .paused: phase.state = .paused
    case .revoked(let at) where at <= instant: phase.state = .revoked
    case .ended(let reason): (phase.state, phase.reason) = (.expired, reason)
    case .running, .renewing, .gracePeriod, .billingRetry, .revoked: break
    }
    return phase
  }

  /// The index of the last sale that has begun.
  private func lastSale(at instant: Date) -> Int? {
    let after = sales.partitioningIndex { $0.purchasedAt > instant }
    return after == 0 ? nil : after - 1
  }

  private func lastStatus(from: Date, through: Date) -> RenewalStatus? {
    let after = renewalStatuses.partitioningIndex { $0.statedAt > through }
    guard after > 0, renewalStatuses[after - 1].statedAt >= from else { return nil }
    return renewalStatuses[after - 1]
  }

  /// The statement that counts between the end of access and the next sale. The first one also
  /// applies back to the end, because stores state it some seconds late.
  private func renewalStatus(between end: Date, and close: Date, at instant: Date) -> RenewalStatus?
  {
    let last = lastStatus(from: end, through: instant)
    if let last, !last.condition.isPauseOver(at: instant) { return last }
    // After a pause, too, the store states some seconds late that the charge failed.
    let next = renewalStatuses.partitioningIndex { $0.statedAt > instant }
    guard next < renewalStatuses.count, renewalStatuses[next].statedAt < close,
      renewalStatuses[next].condition != .running
    else { return last }
    return renewalStatuses[next]
  }
}

extension Phase {
  /// The phase with an unconfirmed sale inserted, if access is over by the store's statement.
  fileprivate func interrupted(by sale: ChainSale) -> [Phase] {
    let from = max(from, sale.purchasedAt)
    let end = min(until ?? .distantFuture, sale.accessUntil)
    guard state == .expired, from < end else { return [self] }
    var (before, after) = (self, self)
    (before.until, after.from) = (from, end)
    let during = Phase(from: from, until: end, state: .unverified, evidence: sale.evidence)
    return [before, during, after].filter { phase in phase.until.map { phase.from < $0 } ?? true }
  }
}

extension [RenewalStatus] {
  /// The statements in time without that another purchase replaced this one, where the purchase
  /// goes on: then only its token was replaced (Google's replacement mode DEFERRED).
  fileprivate var withoutReplacedTokens: [RenewalStatus] {
    guard contains(where: { $0.condition == .ended(.replaced) }),
      let last = lastIndex(where: { $0.condition.isRunning })
    else { return self }
    return self[..<last].filter { $0.condition != .ended(.replaced) } + self[last...]
  }
}

extension [RenewalStatus] {
  /// The statements without revocations that Apple took back: a later document states the revoked
  /// sale as it was sold. The message about that may be lost.
  fileprivate func withoutReversed(by sales: [Order]) -> [RenewalStatus] {
    filter { renewalStatus in
      guard case .revoked(let at) = renewalStatus.condition else { return true }
      return !sales.contains { sale in
        sale.purchasedAt <= at && sale.cancelledAt == nil
          && sale.accessUntil.map { at < $0 } ?? true
          && renewalStatus.statedAt < sale.statedAt && renewalStatus.evidence != sale.evidence
      }
    }
  }
}

extension RenewalStatus.Condition {
  fileprivate var isRunning: Bool {
    switch self {
    case .running, .renewing, .gracePeriod, .billingRetry, .paused: true
    case .ended, .revoked, .pending: false
    }
  }

  /// Whether it says that access may not go on until the next charge.
  fileprivate var isInterruption: Bool {
    switch self {
    case .running, .renewing: false
    case .gracePeriod, .billingRetry, .paused, .ended, .revoked, .pending: true
    }
  }

  /// Whether it is a pause that is over at `instant`.
  fileprivate func isPauseOver(at instant: Date) -> Bool {
    if case .paused(let until?) = self { until <= instant } else { false }
  }
}

extension RenewalStatus {
  /// The part of the statement that still counts after a paid period that ended at `end`.
  fileprivate func asOutlasting(_ end: Date) -> RenewalStatus {
    var renewalStatus = self
    switch condition {
    case .gracePeriod(let until) where until > end: break
    case .renewing(let until) where until > end: break
    case .ended, .revoked: break
    case .running, .renewing, .gracePeriod, .billingRetry, .paused, .pending:
      renewalStatus.condition = .running
    }
    return renewalStatus
  }
}

/// The parts of a sale that determine a chain's states.
private struct ChainSale {
  let id: ID<Order>
  var purchasedAt: Date
  /// Whether it is a renewal of Google's: its beginning is an estimate or when its order was paid.
  let isGoogleRenewal: Bool
  /// Whether it is when Google charged.
  let isDatedByOrder: Bool
  /// When the period ends, cancellation included.
  let accessUntil: Date
  let cancelledAt: Date?
  let cancellation: Order.Cancellation?
  let offer: Order.Offer?
  let evidence: ID<Document>
  /// The document that states the reversal, if the sale itself does not.
  let reversedBy: ID<Document>?

  init(_ order: Order, _ reversals: [StoreEvent]) {
    id = order.id
    purchasedAt = order.purchasedAt
    isGoogleRenewal =
      order.store == .google && order.transactionID != order.originalTransactionID
    isDatedByOrder = order.isDatedByOrder
    accessUntil = order.accessUntil ?? order.purchasedAt
    cancelledAt = order.cancelledAt
    cancellation = order.cancellation
    offer = order.offer
    evidence = order.evidence
    let ids: [ID<Order>?] = order.id.reversalIDs
    reversedBy =
      reversals.lazy.filter { ids.contains($0.order) }.map(\.statementSource).min()?.evidence
  }

  func precedes(_ other: ChainSale) -> Bool {
    (purchasedAt, id) < (other.purchasedAt, other.id)
  }
}

extension [ChainSale] {
  /// The gap between two sales that comes from an estimate, not from a missed renewal.
  private static var longestGap: TimeInterval { 60 }
  /// How long Google retries a charge while access goes on (Google Play, "Subscription lifecycle").
  private static var silentGrace: TimeInterval { 48 * 3_600 }

  /// The sales in time, where an estimated beginning shortly after the end of the sale before is
  /// that end, and so is a late charge if nothing interrupted access.
  fileprivate func withoutShortGaps(except interruptions: [Date]) -> [ChainSale] {
    var sales = self
    for index in sales.indices.dropFirst() where sales[index].isGoogleRenewal {
      let (end, start) = (sales[index - 1].accessUntil, sales[index].purchasedAt)
      guard sales[index - 1].cancelledAt == nil, end <= start else { continue }
      let length = sales[index].accessUntil.timeIntervalSince(start)
      let isLate =
        sales[index].isDatedByOrder && start <= end + Swift.min(Self.silentGrace, length)
        && !interruptions.contains { end <= $0 && $0 <= start }
      if start <= end + Self.longestGap || isLate { sales[index].purchasedAt = end }
    }
    return sales
  }
}
