import Entitlements
import Foundation
import Mint

/// Simulates a store with one customer, and sends the documents that its documentation specifies.
///
/// Written from the stores' documentation alone. It shares no code with the diagnosis or the
/// entitlement rules, so that both cannot have the same error.
struct LifeWorld: Sendable {
  static let beginning = Date(timeIntervalSince1970: 1_767_225_600)
  static let day = 86_400.0

  let store: Store
  let seed: UInt64
  var now = Self.beginning
  var subscriptions: [LifeSubscription] = []
  var items: [LifeItem] = []
  var refundRequest: LifeRefundRequest?
  var isCardWorking = true
  var documents: [LifeDocument] = []

  init(store: Store, seed: UInt64) {
    self.store = store
    self.seed = seed
  }

  /// The state on `day`, after all steps until then.
  init(playing life: Life, until day: Double) {
    self.init(store: life.store, seed: life.seed)
    for step in life.steps where step.day <= day {
      advance(to: Self.instant(step.day))
      perform(step.event)
    }
    advance(to: Self.instant(day))
  }

  static func instant(_ day: Double) -> Date {
    Date(timeIntervalSince1970: (beginning.timeIntervalSince1970 + day * Self.day).rounded())
  }

  var user: String { "u_\(seed)" }
  var email: String { "lee.\(seed)@example.com" }
  /// The new owner of a moved purchase.
  var otherUser: String { "v_\(seed)" }
  /// Whether the history's ledger has a catalog: every second batch does.
  var hasCatalog: Bool { seed / UInt64(AnswersBench.batch) % 2 == 1 }

  private mutating func advance(to instant: Date) {
    while let next = nextChange(), next.at <= instant {
      now = next.at
      change(next.index)
    }
    now = instant
  }

  private func nextChange() -> (index: Int, at: Date)? {
    var soonest: (index: Int, at: Date)?
    for index in subscriptions.indices {
      guard let next = Self.nextChange(of: subscriptions[index]) else { continue }
      if soonest.map({ next < $0.at }) ?? true { soonest = (index, next) }
    }
    return soonest
  }

  private static func nextChange(of subscription: LifeSubscription) -> Date? {
    switch subscription.state {
    case .running: subscription.periods.last?.end
    case .grace(let until), .hold(let until), .paused(let until): until
    case .pending, .calledOff, .ended: nil
    }
  }

  private mutating func change(_ index: Int) {
    switch subscriptions[index].state {
    case .running: endPeriod(index)
    case .grace:
      guard let days = holdDays, !subscriptions[index].isShared else { return end(index, .billing) }
      subscriptions[index].state = .hold(until: now.addingTimeInterval(days * Self.day))
      publish(.held, index)
    case .hold: end(index, .billing)
    case .paused:
      subscriptions[index].state = .running
      subscriptions[index].recoveredAt = now
      renew(index, from: now)
      publish(.recovered, index)
    case .pending, .calledOff, .ended: break
    }
  }

  private mutating func endPeriod(_ index: Int) {
    let subscription = subscriptions[index]
    guard subscription.renews, subscription.plan != .prepaid else { return end(index, .renewalOff) }
    if subscription.priceRise == .asked { return end(index, .priceRise) }
    if subscription.pausesAtEnd {
      subscriptions[index].pausesAtEnd = false
      subscriptions[index].state = .paused(until: now.addingTimeInterval(30 * Self.day))
      return publish(.paused, index)
    }
    guard isCardWorking || subscription.isShared || subscription.isSandbox else {
      subscriptions[index].state = .grace(until: now.addingTimeInterval(graceDays * Self.day))
      return publish(.failed, index)
    }
    renew(index, from: now)
    publish(.renewed, index)
  }

  /// The grace period in days: Apple's middle option, Google's usual week, Microsoft's three days
  /// for add-on subscriptions; Amazon documents none.
  var graceDays: Double {
    switch store {
    case .apple: 16
    case .google: 7
    case .microsoft: 3
    case .amazon: 6
    }
  }

  /// How many days the store retries the payment without access; `nil` if it doesn't.
  private var holdDays: Double? {
    switch store {
    case .apple: 44
    case .google: 30
    case .microsoft: 39
    case .amazon: nil
    }
  }

  private mutating func renew(_ index: Int, from start: Date) {
    let next = subscriptions[index].nextPlan
    let changes = next != nil && next != subscriptions[index].plan
    subscriptions[index].nextPlan = nil
    add(next ?? subscriptions[index].plan, .none, changes ? .planChange : .renewal, index, start)
  }

  mutating func add(
    _ plan: LifeSubscription.Plan,
    _ offer: LifeSubscription.Offer,
    _ beginning: LifeSubscription.Beginning,
    _ index: Int,
    _ start: Date
  ) {
    let days: Double = offer == .trial ? 7 : 30
    let price = Self.cents(plan, isRaised: subscriptions[index].priceRise == .agreed)
    let period = LifeSubscription.Period(
      start: start,
      end: start.addingTimeInterval(days * Self.day),
      plan: plan,
      cents: offer == .trial || subscriptions[index].isShared
        ? 0 : offer == .introductory ? price / 2 : price,
      offer: offer,
      beginning: beginning,
      order: order(index, period: subscriptions[index].periods.count)
    )
    subscriptions[index].periods.append(period)
  }

  static func cents(_ plan: LifeSubscription.Plan, isRaised: Bool) -> Int {
    switch plan {
    case .premium: isRaised ? 1_299 : 999
    case .basic: isRaised ? 699 : 499
    case .instalments: 799
    case .prepaid: 899
    case .plus: isRaised ? 1_399 : 1_099
    }
  }

  mutating func end(_ index: Int, _ ending: LifeSubscription.Ending, _ change: Change = .ended) {
    subscriptions[index].state = .ended(ending)
    subscriptions[index].endedAt = now
    publish(change, index)
  }

  /// The store's order number for a period's charge.
  private func order(_ index: Int, period: Int) -> String {
    switch store {
    case .apple: return appleNumber(index * 100 + period)
    case .google:
      return googleOrder(index) + (period == 0 ? "" : "..\(period - 1)")
    case .microsoft, .amazon: return token(index) + "-\(period)"
    }
  }

  private func appleNumber(_ number: Int) -> String {
    "\(2_000_000_000_000_000 + seed % 10_000_000_000 * 1_000 + UInt64(number))"
  }

  private func googleOrder(_ number: Int) -> String {
    func digits(_ value: UInt64, _ count: Int) -> String { String(value).zeroPadded(to: count) }
    let (high, low) = (seed / 10_000 % 10_000, seed % 10_000)
    let middle = "\(digits(UInt64(number), 2))-\(digits(high, 4))-\(digits(low, 4))"
    return "GPA.33\(middle)-\(digits(seed % 99_991, 5))"
  }

  func token(_ number: Int) -> String {
    var generator = SplitMix64(seed: seed &* 64 &+ UInt64(number))
    func hex(_ value: UInt64) -> String { String(value, radix: 16) }
    let (first, second) = (generator.next() | 1 << 63, generator.next() | 1 << 63)
    switch store {
    case .google: return "tok\(hex(first)).AO-J1O\(hex(second))"
    case .microsoft:
      let text = Array(hex(second))
      let groups = [text[0..<8], text[8..<12], text[12..<16]].map { String($0) }
      let middle = groups.joined(separator: "-")
      return "mdr:0:\(hex(first))\(hex(second)):\(middle)-8000-\(hex(first).prefix(12))"
    case .apple, .amazon: return "q1Y\(hex(first))\(hex(second)):3:\(11 + number)"
    }
  }

  mutating func newSubscription() -> Int {
    let number = subscriptions.count
    subscriptions.append(LifeSubscription(number: number, token: token(number), orderedAt: now))
    return number
  }

  mutating func newItem(_ kind: LifeItem.Kind) -> Int {
    let number = items.count
    let order =
      switch store {
      case .apple: appleNumber(900 + number)
      case .google: googleOrder(50 + number)
      case .microsoft, .amazon: token(50 + number)
      }
    items.append(
      LifeItem(number: number, kind: kind, token: token(50 + number), order: order, at: now)
    )
    return number
  }
}
