import Foundation

/// The life of one renewal chain: what its sales and the store's statements about it come to.
/// Nothing depends on the order in which they are handed in, nor on how often.
///
/// Hearsay gives no access, whoever has the chain. Once the store itself has spoken of the chain, its
/// word alone counts: a renewal that only hearsay tells of, later than the store spoke, shows as
/// `unverified` after the end of what the store confirmed, and never shortens that. While the store
/// cannot be asked, such a renewal opens nothing: whoever knows the shared secret could have told of
/// it. That costs honest payers little: Apple charges up to 24 hours before a period ends, and the
/// store is asked at once and again, as it is about purchases of the stores that push no facts.
package struct ChainLife: Sendable {
  /// Apple tries for 60 days to charge; Google and Microsoft for less.
  private static let longestRetry: TimeInterval = 60 * 86_400

  /// By their beginning.
  private let sales: [Sale]
  /// For each sale, the one among it and those before whose access ends last.
  private let lasting: [Int]
  /// By the store's time.
  private let standings: [Standing]
  /// Whether nothing but hearsay is known of the chain.
  private let isHearsay: Bool
  /// Sales that hearsay told of after the store last spoke of the chain, by their beginning.
  private let untold: [Sale]

  /// Sales and statements of one chain, and what was told of it.
  package init(sales: [Order], standings: [Standing], notices: [Notice] = []) {
    let takings = notices.filter(\.takesBack)
    let sold = sales.takenBack(by: takings)
    let confirmed = sold.filter(\.isConfirmed)
    let spoken =
      confirmed.map(\.testimony.statedAt)
      + standings.lazy.filter { $0.testimony.authority == .full }.map(\.statedAt)
    isHearsay = spoken.isEmpty
    untold =
      spoken.max().map { last in
        sold.filter { !$0.isConfirmed && $0.testimony.statedAt > last }
          .map { Sale($0, takings) }.sorted { $0.precedes($1) }
      } ?? []
    let authority: Authority = spoken.isEmpty ? .hearsay : .full
    self.sales = (spoken.isEmpty ? sold : confirmed).map { Sale($0, takings) }
      .sorted { $0.precedes($1) }
    var lasting: [Int] = []
    for place in self.sales.indices {
      let before = lasting.last ?? place
      lasting.append(
        self.sales[place].accessUntil >= self.sales[before].accessUntil ? place : before
      )
    }
    self.lasting = lasting
    var last: Standing?
    self.standings = standings.sorted { $0.precedes($1) }.filter { standing in
      guard standing.testimony.authority == authority else { return false }
      defer { last = standing }
      return standing != last
    }
  }

  /// Every state the chain was, is or, as far as is known, will be in.
  package var phases: [Phase] {
    untold.reduce(toldPhases) { phases, sale in
      phases.flatMap { $0.interrupted(by: sale) }
    }
  }

  private var toldPhases: [Phase] {
    var phases: [Phase] = []
    let bounds = bounds()
    for (place, from) in bounds.enumerated() {
      guard var phase = phase(at: from) else { continue }
      if isHearsay, phase.state.grantsAccess { phase.state = .unverified }
      phase.from = from
      phase.until = place + 1 < bounds.count ? bounds[place + 1] : nil
      if let last = phases.last, last.tellsSame(as: phase), last.until == phase.from {
        phases[phases.count - 1].until = phase.until
      } else {
        phases.append(phase)
      }
    }
    return phases
  }

  /// The instants at which anything can change.
  private func bounds() -> [Date] {
    var bounds: [Date] = []
    for sale in sales {
      bounds.append(sale.purchasedAt)
      bounds.append(sale.accessUntil)
      bounds.append(sale.accessUntil + Self.longestRetry)
    }
    for standing in standings {
      bounds.append(standing.statedAt)
      switch standing.condition {
      case .gracePeriod(let until), .renewing(let until): bounds.append(until)
      case .billingRetry(let until?), .paused(let until?): bounds.append(until)
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
    // The newest one that runs decides; the search ends, because the lasting one runs.
    var place = begun
    while sales[place].accessUntil <= instant { place -= 1 }
    return phase(during: sales[place], at: instant)
  }

  private func phase(during sale: Sale, at instant: Date) -> Phase {
    let standing = lastStanding(from: sale.purchasedAt, through: instant)
    var phase = Phase(
      from: instant,
      state: SubscriptionState(running: sale.offer),
      renews: standing?.renews,
      evidence: standing?.evidence ?? sale.evidence
    )
    switch standing?.condition {
    case .gracePeriod(let until) where instant < until: phase.state = .gracePeriod
    case .billingRetry: phase.state = .billingRetry
    case .paused: phase.state = .paused
    case .pending: phase.state = .pending
    case .ended(let reason): (phase.state, phase.reason) = (.expired, reason)
    case .revoked(let at) where at <= instant: phase.state = .revoked
    // Grace that is over while a paid period still runs was recovered from.
    case .running, .renewing, .gracePeriod, .revoked, nil:
      if phase.state == .active, standing?.renews == false { phase.state = .autoRenewOff }
    }
    return phase
  }

  /// `next` is the place of the first sale that has not begun yet.
  private func phase(after sale: Sale, next: Int, at instant: Date) -> Phase {
    let end = sale.accessUntil
    var phase = Phase(
      from: instant,
      state: .expired,
      reason: .unknown,
      evidence: sale.evidence
    )
    if let cancelledAt = sale.cancelledAt, cancelledAt <= instant {
      phase.state = SubscriptionState(takenBackAs: sale.cancellation)
      phase.reason = sale.cancellation == .upgraded ? .replaced : nil
      phase.evidence = sale.takenBackBy ?? sale.evidence
      return phase
    }
    let close = next < sales.count ? sales[next].purchasedAt : Date.distantFuture
    guard
      let standing = standing(between: end, and: close, at: instant)
        ?? lastStanding(from: sale.purchasedAt, through: end)?.asOutlasting(end)
    else { return phase }
    phase.renews = standing.renews
    phase.evidence = standing.evidence
    let givenUpAt = end + Self.longestRetry
    switch standing.condition {
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
      if standing.renews == false { phase.reason = .voluntary }
    }
    return phase
  }

  /// A chain that so far only statements are known of.
  private func phaseWithoutSale(at instant: Date) -> Phase? {
    guard let standing = lastStanding(from: .distantPast, through: instant) else { return nil }
    var phase = Phase(
      from: instant,
      state: .unverified,
      renews: standing.renews,
      evidence: standing.evidence
    )
    switch standing.condition {
    case .pending: phase.state = .pending
    case .paused: phase.state = .paused
    case .revoked(let at) where at <= instant: phase.state = .revoked
    case .ended(let reason): (phase.state, phase.reason) = (.expired, reason)
    case .running, .renewing, .gracePeriod, .billingRetry, .revoked: break
    }
    return phase
  }

  /// The place of the last sale that has begun.
  private func lastSale(at instant: Date) -> Int? {
    let after = sales.partitioningIndex { $0.purchasedAt > instant }
    return after == 0 ? nil : after - 1
  }

  private func lastStanding(from: Date, through: Date) -> Standing? {
    let after = standings.partitioningIndex { $0.statedAt > through }
    guard after > 0, standings[after - 1].statedAt >= from else { return nil }
    return standings[after - 1]
  }

  /// What was said between the end of access and the next sale. The first such statement also tells
  /// what was true from the end on, before the store said so: it says so some seconds late.
  private func standing(between end: Date, and close: Date, at instant: Date) -> Standing? {
    if let standing = lastStanding(from: end, through: instant) { return standing }
    let next = standings.partitioningIndex { $0.statedAt > instant }
    guard next < standings.count, standings[next].statedAt < close,
      standings[next].condition != .running
    else { return nil }
    return standings[next]
  }
}

extension Phase {
  /// The phase with what an unconfirmed sale claims of it, where access is over by the store's word.
  fileprivate func interrupted(by sale: Sale) -> [Phase] {
    let from = max(from, sale.purchasedAt)
    let end = min(until ?? .distantFuture, sale.accessUntil)
    guard state == .expired, from < end else { return [self] }
    var (before, after) = (self, self)
    (before.until, after.from) = (from, end)
    let during = Phase(from: from, until: end, state: .unverified, evidence: sale.evidence)
    return [before, during, after].filter { phase in phase.until.map { phase.from < $0 } ?? true }
  }
}

extension Standing {
  /// What of it still counts after a paid period that ended then.
  fileprivate func asOutlasting(_ end: Date) -> Standing {
    var standing = self
    switch condition {
    case .gracePeriod(let until) where until > end: break
    case .renewing(let until) where until > end: break
    case .ended, .revoked: break
    case .running, .renewing, .gracePeriod, .billingRetry, .paused, .pending:
      standing.condition = .running
    }
    return standing
  }
}

/// What of a sale decides about a chain's life.
private struct Sale {
  let id: ID<Order>
  let purchasedAt: Date
  /// The instant the period ends, cancellation included.
  let accessUntil: Date
  let cancelledAt: Date?
  let cancellation: Order.Cancellation?
  let offer: Order.Offer?
  let evidence: ID<Document>
  /// What tells that it was taken back, where the sale itself does not.
  let takenBackBy: ID<Document>?

  init(_ order: Order, _ takings: [Notice]) {
    id = order.id
    purchasedAt = order.purchasedAt
    accessUntil = order.accessUntil ?? order.expiresAt ?? order.purchasedAt
    cancelledAt = order.cancelledAt
    cancellation = order.cancellation
    offer = order.offer
    evidence = order.evidence
    takenBackBy = takings.lazy.filter { $0.order == order.id }.map(\.testimony).min()?.evidence
  }

  func precedes(_ other: Sale) -> Bool {
    purchasedAt == other.purchasedAt ? id < other.id : purchasedAt < other.purchasedAt
  }
}

extension Array {
  /// The first place from which on the test holds; the elements are sorted by it.
  fileprivate func partitioningIndex(where test: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if test(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
