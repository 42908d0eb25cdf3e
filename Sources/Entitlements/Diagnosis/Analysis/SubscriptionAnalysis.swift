import Foundation

/// One chain at one instant. It is a class so that each derived value is computed once.
final class SubscriptionAnalysis {
  let record: ChainRecord
  let holder: Holder
  let instant: Date

  init(record: ChainRecord, holder: Holder, instant: Date) {
    self.record = record
    self.holder = holder
    self.instant = instant
  }

  var id: ID<Subscription> { record.id }
  var sales: [Order] { record.sales }
  var notices: [StoreEvent] { record.notices }
  var renewalStatuses: [RenewalStatus] { record.renewalStatuses }
  var store: Store? { record.store }

  /// Whether it is not a test.
  var isProduction: Bool { record.environment.isReal }

  var newest: Order? { sales.last }

  /// The sale whose period decides now: the newest that has begun.
  private(set) lazy var current = counted.last { $0.purchasedAt <= instant } ?? counted.first

  /// The sales that count. An unconfirmed sale counts only for a pending confirmation.
  private var counted: [Order] {
    let confirmed = sales.filter(\.isConfirmed)
    return confirmed.isEmpty || state == .unverified ? sales : confirmed
  }

  /// Whether only hearsay supports the present sale.
  var isUnconfirmed: Bool { state == .unverified && current?.isConfirmed == false }

  private(set) lazy var renews = sales.contains { $0.kind == .autoRenewable } || sales.isEmpty

  /// The present phase; `nil` if it does not renew. A refund does not change why access had ended
  /// before.
  private(set) lazy var phase = endBeforeRefund?.end ?? record.phase(at: instant)

  /// When a period was refunded that had ended before.
  var refundedAfterEnd: Date? { endBeforeRefund?.refundedAt }

  /// The end of access, if the store stated it and only refunded the ended period more than a day
  /// later. Without such a statement, a later period may be missing.
  private var endBeforeRefund: (end: Phase, refundedAt: Date)? {
    let phases = record.phases.filter { $0.from <= instant }.suffix(2)
    guard let ended = phases.first, let refunded = phases.last, ended.state == .expired,
      ended.reason != .replaced, refunded.state == .refunded,
      ended.from.adding(days: 1) < refunded.from, lastRenewalStatus?.condition != .running
    else { return nil }
    let isStated = renewalStatuses.contains { renewalStatus in
      guard case .ended = renewalStatus.condition else { return false }
      return (ended.from...refunded.from).contains(renewalStatus.statedAt)
    }
    return isStated ? (ended, refunded.from) : nil
  }

  private(set) lazy var state = stateNow

  private var stateNow: SubscriptionState {
    if renews { return phase?.state ?? (isPending || !sales.isEmpty ? .pending : .unverified) }
    let states = sales.map { $0.state(at: instant) }
    return states.last(where: \.grantsAccess) ?? states.last ?? .unverified
  }

  /// When the present state began.
  var since: Date? {
    if let phase, renews { return phase.from }
    guard let sale = current else { return nil }
    return state.grantsAccess ? sale.purchasedAt : sale.accessUntil ?? sale.purchasedAt
  }

  /// When the present state ends, if known.
  var until: Date? {
    if let phase, renews { return phase.until }
    return state.grantsAccess ? current?.accessUntil : nil
  }

  var document: ID<Document>? { renews ? phase?.evidence : current?.evidence }

  var lastRenewalStatus: RenewalStatus? { renewalStatuses.last }

  /// Whether the store last stated that a renewal was in progress.
  var awaitsRenewal: Bool {
    guard case .renewing? = lastRenewalStatus?.condition else { return false }
    return lastRenewalStatus?.renews != false
  }

  var isFamilyShared: Bool { sales.contains { $0.terms?.ownership == .familyShared } }

  /// The end of the last paid period.
  var paidUntil: Date? {
    sales.filter { $0.purchasedAt <= instant }
      .compactMap { $0.kind == .autoRenewable ? $0.accessUntil ?? $0.purchasedAt : $0.accessUntil }
      .max()
  }

  /// The time of the store's last statement about this chain.
  var lastStatedAt: Date? {
    let stated =
      sales.map(\.statedAt) + renewalStatuses.map(\.statedAt)
      + notices.map(\.statedAt)
    return stated.max()
  }

  /// When the store last stated the purchase's status, or its end. Other notifications imply no
  /// status.
  var lastStatusAt: Date {
    let known = notices.filter {
      $0.kind == .expired || $0.kind == .revoked && !isOfEndedPeriod($0)
    }
    // Google's order response is only about the order.
    let sold =
      store == .google && !renewalStatuses.isEmpty ? [] : sales.map(\.statedAt)
    let stated = sold + renewalStatuses.map(\.statedAt) + known.map(\.statedAt)
    return stated.max() ?? .distantPast
  }

  /// Whether the event is about a sale whose period was over by then: later sales may be missing.
  private func isOfEndedPeriod(_ event: StoreEvent) -> Bool {
    guard let sale = sales.first(where: { $0.id == event.order }), let end = sale.expiresAt else {
      return false
    }
    return end <= event.statedAt
  }

  /// Whether the end follows only from the length of the store's retries: the payment may have
  /// succeeded without a report.
  var isEndDeduced: Bool {
    guard let phase else { return false }
    return lastStatusAt < phase.from
  }

  /// Whether the hold follows only from the length of the grace period before it: the purchase may
  /// have been paid or refunded without a report.
  var isHoldDeduced: Bool {
    guard let phase else { return false }
    let known = last(.graceEnded, .renewalFailed)?.statedAt ?? .distantPast
    return max(known, lastStatusAt) < phase.from
  }

  /// Whether the store reported grace without a length around the end, and nothing since.
  func isInUntimedGrace(after end: Date) -> Bool {
    guard let grace = last(.graceBegan, .renewed, .recovered, .expired, .graceEnded),
      grace.kind == .graceBegan
    else { return false }
    let known = grace.statedAt
    return known >= max(end.adding(days: -2), lastStatusAt) && instant <= known.adding(days: 30)
  }

  /// Whether the store reported a purchase or renewal whose sale is not stored.
  var isReportedOnly: Bool {
    sales.isEmpty && renewalStatuses.isEmpty && last(.purchased, .renewed, .recovered) != nil
  }

  func last(_ kinds: StoreEvent.Kind...) -> StoreEvent? { notices.last { kinds.contains($0.kind) } }

  /// Whether a purchase is waiting for approval or payment.
  var isPending: Bool {
    if let renewalStatus = lastRenewalStatus, renewalStatus.condition == .pending {
      return !isSold(after: renewalStatus.statedAt) && !isCalledOff(after: renewalStatus.statedAt)
    }
    guard let notice = last(.pending, .pendingCancelled, .purchased), notice.kind == .pending
    else { return false }
    return !isSold(after: notice.statedAt)
  }

  /// Whether a sale was made or reported at `instant` or later. A sale reported later is the
  /// pending one: Google dates a one-time purchase to its request.
  private func isSold(after instant: Date) -> Bool {
    sales.contains { $0.purchasedAt >= instant || $0.statedAt >= instant }
  }

  private func isCalledOff(after instant: Date) -> Bool {
    notices.contains { $0.kind == .pendingCancelled && $0.statedAt >= instant }
  }

  /// Since when it is known to be cancelled as of the end of the committed payments, and that end
  /// if known; `nil` if renewal was turned on again.
  var scheduledCancellation: (at: Date, until: Date?)? {
    let known = notices.filter { $0.kind == .cancellationScheduled }
    guard let first = known.first, let last = known.last else { return nil }
    let on = self.last(.renewalTurnedOn)?.statedAt ?? .distantPast
    guard on < last.statedAt else { return nil }
    let since = known.first { $0.statedAt > on } ?? first
    return (since.statedAt, known.lazy.compactMap { $0.detail?.instant }.last)
  }

  /// Whether the store reported a revocation at the end: a status alone does not state it.
  var isRevokedAtEnd: Bool {
    // An earlier period may be revoked at the end of this one.
    let known = notices.last { notice in
      notice.kind == .revoked && !sales.contains { $0.id == notice.order && $0.id != current?.id }
    }
    guard let revoked = known?.statedAt, let since else { return false }
    return abs(revoked.timeIntervalSince(since)) <= 86_400
  }

  /// Whether it was pending and cancelled before it became a sale.
  var wasCancelledWhilePending: Bool {
    sales.isEmpty && last(.pending, .pendingCancelled, .purchased)?.kind == .pendingCancelled
  }

  /// When the subscription had ended before it was sold again.
  func lapse(before sale: Order) -> Date? {
    if case .lapse(let end) = gap(before: sale) { end } else { nil }
  }

  /// Whether it may have lapsed before the sale, or have been renewed without a report.
  func mayHaveLapsed(before sale: Order) -> Bool {
    if case .outdated = gap(before: sale) { true } else { false }
  }

  /// The gap between a sale and the one before it.
  private enum Gap { case none, outdated, lapse(Date) }

  /// At Google, another purchase has another order number: a period in between that is not stored
  /// was paid for, or bridged (Google Play, "Subscription lifecycle").
  private func gap(before sale: Order) -> Gap {
    // A renewal or a change of plan continues a subscription, even if sales are missing.
    let isContinued = notices.contains { notice in
      switch notice.kind {
      case .renewed, .recovered: notice.order == sale.id
      case .planChanged:
        abs(notice.statedAt.timeIntervalSince(sale.purchasedAt)) < 86_400
      default: false
      }
    }
    if isContinued { return .none }
    guard sale.store != .google, let phase = record.phase(before: sale.purchasedAt),
      phase.state == .expired || phase.state == .refunded || phase.state == .revoked
    else {
      let before = sales.last { $0.precedes(sale) }
      guard isBought(sale), let end = before?.accessUntil else { return .none }
      return .lapse(end)
    }
    return phase.reason == .unknown && isAfterGap(sale) ? .outdated : .lapse(phase.from)
  }

  /// Whether it had ended and was bought again, after `earlier` and up to `later`.
  func hasLapsed(between earlier: Order, and later: Order) -> Bool {
    sales.contains { sale in
      earlier.precedes(sale)
        && !later.precedes(sale)
        && lapse(before: sale) != nil
    }
  }

  /// Whether the store reported it as a manual purchase, not a renewal.
  private func isBought(_ sale: Order) -> Bool {
    sale.id != sales.first?.id
      && notices.contains { $0.kind == .purchased && $0.order == sale.id }
  }

  /// Whether unreported periods fit between it and the sale before: a renewal begins where another
  /// ends, a change of plan while the previous one runs. A document that lists both sales also
  /// lists those in between.
  private func isAfterGap(_ sale: Order) -> Bool {
    guard !isBought(sale), let until = sale.expiresAt,
      let before = sales.last(where: { $0.precedes(sale) }),
      before.evidence != sale.evidence, let end = before.expiresAt
    else { return false }
    let length = until.timeIntervalSince(sale.purchasedAt)
    guard length > 0 else { return false }
    let gap = sale.purchasedAt.timeIntervalSince(end) / length
    let isChanged = before.productID != sale.productID
    let periods = gap.rounded(isChanged ? .up : .toNearestOrAwayFromZero)
    guard periods >= 1 else { return false }
    // Months have 28 to 31 days.
    let slack = min(1.5 * 86_400 * periods, length / 10)
    let first = sale.purchasedAt.addingTimeInterval(-periods * length)
    return isChanged
      ? before.purchasedAt.addingTimeInterval(-slack) <= first
      : abs(first.timeIntervalSince(end)) <= slack
  }

  /// The sale that an event without an order is about: the newest by then.
  func sale(of notice: StoreEvent) -> Order? {
    if let order = notice.order { return sales.first { $0.id == order } }
    return sales.last { $0.purchasedAt <= notice.statedAt } ?? sales.first
  }
}

extension [SubscriptionAnalysis] {
  /// The one whose newest sale is the last one.
  var newest: SubscriptionAnalysis? {
    self.max {
      ($0.newest?.purchasedAt ?? .distantPast, $0.id)
        < ($1.newest?.purchasedAt ?? .distantPast, $1.id)
    }
  }
}

extension String {
  /// The instant in an event's detail; for a day alone noon in UTC, which is the same day in most
  /// time zones. `nil` for other text.
  var instant: Date? {
    if let instant = try? Date(self, strategy: .iso8601) { return instant }
    guard utf8.count == 10 else { return nil }
    return (try? Date(self, strategy: .iso8601.year().month().day()))?.addingTimeInterval(43_200)
  }
}

extension Environment? {
  /// Whether purchases there cost money; also true if the environment is unknown.
  var isReal: Bool { self == nil || self == .production }
}

/// A statement that renewal is on or off.
struct RenewalStatement: Equatable {
  var at: Date
  var renews: Bool
  /// Whether the store announced the change; otherwise it happened some time before.
  var isExact: Bool
  var evidence: ID<Document>
}

extension SubscriptionAnalysis {
  /// The store's statements on renewal, in time.
  var renewalStatements: [RenewalStatement] {
    let announced = notices.compactMap { notice -> RenewalStatement? in
      guard notice.kind == .renewalTurnedOff || notice.kind == .renewalTurnedOn else { return nil }
      return RenewalStatement(
        at: notice.statedAt,
        renews: notice.kind == .renewalTurnedOn,
        isExact: true,
        evidence: notice.evidence
      )
    }
    let exact = Set(announced.map { "\($0.evidence) \($0.renews)" })
    let stated = renewalStatuses.compactMap { renewalStatus -> RenewalStatement? in
      guard let renews = renewalStatus.renews,
        !exact.contains("\(renewalStatus.evidence) \(renews)"),
        renews || !renewalStatus.isEndByOthers
      else { return nil }
      return RenewalStatement(
        at: renewalStatus.statedAt,
        renews: renews,
        isExact: false,
        evidence: renewalStatus.evidence
      )
    }
    return (announced + stated).sorted {
      if $0.at != $1.at { return $0.at < $1.at }
      if $0.isExact != $1.isExact { return $1.isExact }
      return ($0.renews ? 1 : 0, $0.evidence) < ($1.renews ? 1 : 0, $1.evidence)
    }
  }
}

extension RenewalStatus {
  /// Whether it states an end that was not the customer's decision.
  fileprivate var isEndByOthers: Bool {
    switch condition {
    case .revoked: true
    case .ended(let reason): reason != .voluntary && reason != .other
    default: false
    }
  }
}
