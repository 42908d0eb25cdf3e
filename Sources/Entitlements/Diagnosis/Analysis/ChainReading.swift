import Foundation

/// One chain at one instant. It is a class so that what many questions share is worked out once.
final class ChainReading {
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
  var notices: [Notice] { record.notices }
  var standings: [Standing] { record.standings }
  var store: Store? { record.store }

  /// Whether money was at stake: not in a test.
  var isProduction: Bool { record.environment.isReal }

  var newest: Order? { sales.last }

  /// The sale whose period decides now: the newest that has begun.
  private(set) lazy var current = counting.last { $0.purchasedAt <= instant } ?? counting.first

  /// What the store did not confirm decides nothing but that its confirmation is awaited.
  private var counting: [Order] {
    let confirmed = sales.filter(\.isConfirmed)
    return confirmed.isEmpty || state == .unverified ? sales : confirmed
  }

  /// Whether hearsay alone tells of what is asked about.
  var isUnconfirmed: Bool { state == .unverified && current?.isConfirmed == false }

  private(set) lazy var renews = sales.contains { $0.kind == .autoRenewable } || sales.isEmpty

  /// The phase that holds now; `nil` for what does not renew.
  private(set) lazy var phase = record.phase(at: instant)

  private(set) lazy var state = stateNow

  private var stateNow: SubscriptionState {
    if renews { return phase?.state ?? (isPending || !sales.isEmpty ? .pending : .unverified) }
    let states = sales.map { $0.state(at: instant) }
    return states.last(where: \.grantsAccess) ?? states.last ?? .unverified
  }

  /// Since when the state holds.
  var since: Date? {
    if let phase, renews { return phase.from }
    guard let sale = current else { return nil }
    return state.grantsAccess ? sale.purchasedAt : sale.accessUntil ?? sale.purchasedAt
  }

  /// Until when it is known to hold.
  var until: Date? {
    if let phase, renews { return phase.until }
    return state.grantsAccess ? current?.accessUntil : nil
  }

  var document: ID<Document>? { renews ? phase?.evidence : current?.evidence }

  var lastStanding: Standing? { standings.last }

  /// Whether the store last said that a renewal was under way.
  var awaitsRenewal: Bool {
    guard case .renewing? = lastStanding?.condition else { return false }
    return lastStanding?.renews != false
  }

  var isFamilyShared: Bool { sales.contains { $0.terms?.ownership == .familyShared } }

  /// The end of the last paid period, whatever came of it.
  var paidUntil: Date? {
    sales.filter { $0.purchasedAt <= instant }
      .compactMap { $0.kind == .autoRenewable ? $0.accessUntil ?? $0.purchasedAt : $0.accessUntil }
      .max()
  }

  /// When the store last said anything of this chain.
  var lastStatedAt: Date? {
    let stated =
      sales.map(\.testimony.statedAt) + standings.map(\.statedAt)
      + notices.map(\.testimony.statedAt)
    return stated.max()
  }

  /// When the store last said how the purchase stands, or that it ended: of what else a notification
  /// tells it does not follow.
  var lastStandingAt: Date {
    let told = notices.filter { $0.kind == .expired || $0.kind == .revoked }
    // At Google an order's answer is of the order alone.
    let sold = store == .google && !standings.isEmpty ? [] : sales.map(\.testimony.statedAt)
    let stated = sold + standings.map(\.statedAt) + told.map(\.testimony.statedAt)
    return stated.max() ?? .distantPast
  }

  /// Whether the end follows only from how long a store retries a payment: it may have gone through,
  /// unheard.
  var isEndDeduced: Bool {
    guard let phase else { return false }
    return lastStandingAt < phase.from
  }

  /// Whether the hold follows only from how long the grace period before it was: the payment may have
  /// gone through, or the purchase have been given back, unheard.
  var isHoldDeduced: Bool {
    guard let phase else { return false }
    let told = last(.graceEnded, .renewalFailed)?.testimony.statedAt ?? .distantPast
    return max(told, lastStandingAt) < phase.from
  }

  /// Whether the store told of a grace period about the end, without its length, and of nothing since.
  func isInUntimedGrace(after end: Date) -> Bool {
    guard let grace = last(.graceBegan, .renewed, .recovered, .expired, .graceEnded),
      grace.kind == .graceBegan
    else { return false }
    let told = grace.testimony.statedAt
    return told >= max(end.adding(days: -2), lastStandingAt) && instant <= told.adding(days: 30)
  }

  /// Whether the store told of a purchase, or a renewal, that is not on file itself.
  var isToldOnly: Bool {
    sales.isEmpty && standings.isEmpty && last(.purchased, .renewed, .recovered) != nil
  }

  func last(_ kinds: Notice.Kind...) -> Notice? { notices.last { kinds.contains($0.kind) } }

  /// Whether a purchase waits for approval or payment.
  var isPending: Bool {
    if let standing = lastStanding, standing.condition == .pending {
      return !isSold(after: standing.statedAt) && !isCalledOff(after: standing.statedAt)
    }
    guard let notice = last(.pending, .pendingCancelled, .purchased), notice.kind == .pending
    else { return false }
    return !isSold(after: notice.testimony.statedAt)
  }

  /// Whether a sale was made, or told of, then or later. A sale told later is what was pending: the
  /// date of a one-time purchase at Google is that of the wish.
  private func isSold(after instant: Date) -> Bool {
    sales.contains { $0.purchasedAt >= instant || $0.testimony.statedAt >= instant }
  }

  private func isCalledOff(after instant: Date) -> Bool {
    notices.contains { $0.kind == .pendingCancelled && $0.testimony.statedAt >= instant }
  }

  /// Since when it is known to be cancelled as of the end of the committed payments, and that end
  /// where it was told; `nil` where renewal was turned on again.
  var scheduledCancellation: (at: Date, until: Date?)? {
    let told = notices.filter { $0.kind == .cancellationScheduled }
    guard let first = told.first, let last = told.last else { return nil }
    let on = self.last(.renewalTurnedOn)?.testimony.statedAt ?? .distantPast
    guard on < last.testimony.statedAt else { return nil }
    let since = told.first { $0.testimony.statedAt > on } ?? first
    return (since.testimony.statedAt, told.lazy.compactMap { $0.detail?.instant }.last)
  }

  /// Whether the store told, when it ended, that it was revoked: a state alone does not say so.
  var isRevokedAtEnd: Bool {
    // An earlier period may be taken back at the end of this one.
    let told = notices.last { notice in
      notice.kind == .revoked && !sales.contains { $0.id == notice.order && $0.id != current?.id }
    }
    guard let revoked = told?.testimony.statedAt, let since else { return false }
    return abs(revoked.timeIntervalSince(since)) <= 86_400
  }

  /// Whether it was pending, and never became a sale.
  var wasCalledOff: Bool {
    sales.isEmpty && last(.pending, .pendingCancelled, .purchased)?.kind == .pendingCancelled
  }

  /// When the subscription had ended before it was sold again.
  func lapse(before sale: Order) -> Date? {
    if case .lapse(let end) = gap(before: sale) { end } else { nil }
  }

  /// Whether it may have lapsed before the sale, or have been renewed unheard.
  func mayHaveLapsed(before sale: Order) -> Bool {
    if case .unheard = gap(before: sale) { true } else { false }
  }

  /// What lies between a sale and the one before it.
  private enum Gap { case none, unheard, lapse(Date) }

  /// At Google another purchase has another order number: a period between that is not on file was
  /// paid for all the same, or bridged (Google Play, "Subscription lifecycle").
  private func gap(before sale: Order) -> Gap {
    // A renewal, and a change of plan, are of what runs, whatever is not on file of it.
    let goesOn = notices.contains { notice in
      switch notice.kind {
      case .renewed, .recovered: notice.order == sale.id
      case .planChanged:
        abs(notice.testimony.statedAt.timeIntervalSince(sale.purchasedAt)) < 86_400
      default: false
      }
    }
    if goesOn { return .none }
    guard sale.store != .google, let phase = record.phase(before: sale.purchasedAt),
      phase.state == .expired || phase.state == .refunded || phase.state == .revoked
    else {
      let before = sales.last { ($0.purchasedAt, $0.id) < (sale.purchasedAt, sale.id) }
      guard isBought(sale), let end = before?.accessUntil else { return .none }
      return .lapse(end)
    }
    return phase.reason == .unknown && isAfterGap(sale) ? .unheard : .lapse(phase.from)
  }

  /// Whether it had ended, and was bought again, after one sale and by another.
  func hasLapsed(between earlier: Order, and later: Order) -> Bool {
    sales.contains { sale in
      (earlier.purchasedAt, earlier.id) < (sale.purchasedAt, sale.id)
        && (sale.purchasedAt, sale.id) <= (later.purchasedAt, later.id)
        && lapse(before: sale) != nil
    }
  }

  /// Whether the store told of it as a purchase by hand, and not as a renewal.
  private func isBought(_ sale: Order) -> Bool {
    sale.id != sales.first?.id
      && notices.contains { $0.kind == .purchased && $0.order == sale.id }
  }

  /// Whether periods that nobody told of fit between it and the sale before: a renewal begins where
  /// another ends, and a change of plan while the one before runs. A document that lists both tells of
  /// those between, too.
  private func isAfterGap(_ sale: Order) -> Bool {
    guard !isBought(sale), let until = sale.expiresAt,
      let before = sales.last(where: { ($0.purchasedAt, $0.id) < (sale.purchasedAt, sale.id) }),
      before.evidence != sale.evidence, let end = before.expiresAt
    else { return false }
    let length = until.timeIntervalSince(sale.purchasedAt)
    guard length > 0 else { return false }
    let gap = sale.purchasedAt.timeIntervalSince(end) / length
    let isChanged = before.productID != sale.productID
    let periods = gap.rounded(isChanged ? .up : .toNearestOrAwayFromZero)
    guard periods >= 1 else { return false }
    // Months are of 28 to 31 days.
    let slack = min(1.5 * 86_400 * periods, length / 10)
    let first = sale.purchasedAt.addingTimeInterval(-periods * length)
    return isChanged
      ? before.purchasedAt.addingTimeInterval(-slack) <= first
      : abs(first.timeIntervalSince(end)) <= slack
  }

  /// The sale that a notice without an order is about: the newest of its time.
  func sale(of notice: Notice) -> Order? {
    if let order = notice.order { return sales.first { $0.id == order } }
    return sales.last { $0.purchasedAt <= notice.testimony.statedAt } ?? sales.first
  }
}

extension String {
  /// The instant that a document's detail names; of a day alone noon, in UTC, which is the same day on
  /// most clocks. `nil` for other words.
  var instant: Date? {
    if let instant = try? Date(self, strategy: .iso8601) { return instant }
    guard utf8.count == 10 else { return nil }
    return (try? Date(self, strategy: .iso8601.year().month().day()))?.addingTimeInterval(43_200)
  }
}

extension Environment? {
  /// Whether money changes hands there; so it is where nobody said otherwise.
  var isReal: Bool { self == nil || self == .production }
}

/// A statement that renewal is on or off.
struct RenewalWord: Equatable {
  var at: Date
  var renews: Bool
  /// Whether the store announced the change itself; else it only holds since some time before.
  var isExact: Bool
  var evidence: ID<Document>
}

extension ChainReading {
  /// What the store said on whether it renews, in time.
  var renewalWords: [RenewalWord] {
    let announced = notices.compactMap { notice -> RenewalWord? in
      guard notice.kind == .renewalTurnedOff || notice.kind == .renewalTurnedOn else { return nil }
      return RenewalWord(
        at: notice.testimony.statedAt,
        renews: notice.kind == .renewalTurnedOn,
        isExact: true,
        evidence: notice.testimony.evidence
      )
    }
    let exact = Set(announced.map { "\($0.evidence) \($0.renews)" })
    let stated = standings.compactMap { standing -> RenewalWord? in
      guard let renews = standing.renews, !exact.contains("\(standing.evidence) \(renews)"),
        renews || !standing.isEndByOthers
      else { return nil }
      return RenewalWord(
        at: standing.statedAt,
        renews: renews,
        isExact: false,
        evidence: standing.evidence
      )
    }
    return (announced + stated).sorted {
      if $0.at != $1.at { return $0.at < $1.at }
      if $0.isExact != $1.isExact { return $1.isExact }
      return ($0.renews ? 1 : 0, $0.evidence) < ($1.renews ? 1 : 0, $1.evidence)
    }
  }
}

extension Standing {
  /// Whether it says that the purchase ended, and not that its customer wanted so: that nothing renews
  /// then is nobody's decision.
  fileprivate var isEndByOthers: Bool {
    switch condition {
    case .revoked: true
    case .ended(let reason): reason != .voluntary && reason != .other
    default: false
    }
  }
}
