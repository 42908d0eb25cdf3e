import Algorithms
import Entitlements
import Foundation

/// The facts of a history at an instant, which determine the right and the false verdicts.
///
/// Refers to verdicts by their codes, as the manual defines them.
struct LifeTruth: Sendable {
  struct Charge: Sendable {
    var at: Date
    var subscription: Int?
    var item: Int?
    var beginning: LifeSubscription.Beginning
    var refund: LifeSubscription.Refund?
  }

  let world: LifeWorld
  /// Whether the ticket names the customer; otherwise it is about the purchase's present owner.
  var namesUser = true
  /// The customer's own subscriptions in production, in order of purchase.
  let own: [LifeSubscription]
  let charges: [Charge]

  init(_ world: LifeWorld) {
    self.world = world
    own = world.subscriptions.filter { !$0.isShared && !$0.isSandbox }
    var charges: [Charge] = []
    for subscription in own {
      for period in subscription.periods where period.cents > 0 {
        charges.append(
          Charge(
            at: period.start,
            subscription: subscription.number,
            item: nil,
            beginning: period.beginning,
            refund: period.refund
          )
        )
      }
    }
    for item in world.items where item.state == .bought || item.state == .refunded {
      charges.append(
        Charge(
          at: item.at,
          subscription: nil,
          item: item.number,
          beginning: .first,
          refund: item.refundedAt.map { .init(at: $0, isWhole: true) }
        )
      )
    }
    self.charges = charges.sorted { $0.at < $1.at }
  }

  var store: Store { world.store }
  var main: LifeSubscription? { own.last }
  var shared: LifeSubscription? { world.subscriptions.first(where: \.isShared) }
  var isSandboxOnly: Bool {
    world.subscriptions.contains(where: \.isSandbox) && own.isEmpty && shared == nil
      && world.items.isEmpty
  }
  var isEmpty: Bool { world.subscriptions.isEmpty && world.items.isEmpty }

  /// How the last moved subscription went to another user, if the ticket names the customer.
  var moved: LifeSubscription.Move? { namesUser ? own.compactMap(\.move).last : nil }

  /// Whether the subscription gives access to the user that the ticket is about.
  func gives(_ subscription: LifeSubscription) -> Bool {
    subscription.gives && (subscription.move == nil || !namesUser)
  }

  /// Whether any production purchase gives access now.
  var hasAccess: Bool {
    own.contains(where: gives) || shared?.gives ?? false
      || world.items.contains { $0.kind == .theme && $0.state == .bought }
  }

  var coins: [LifeItem] { world.items.filter { $0.kind == .coins } }

  var periods: [LifeSubscription.Period] { own.flatMap(\.periods) }

  var lastPeriod: LifeSubscription.Period? { main?.periods.last }

  func isAny(_ state: LifeSubscription.State) -> Bool { own.contains { $0.state == state } }

  func hasEnded(_ ending: LifeSubscription.Ending) -> Bool { isAny(.ended(ending)) }

  var isInGrace: Bool { own.contains { if case .grace = $0.state { true } else { false } } }

  var isOnHold: Bool { own.contains { if case .hold = $0.state { true } else { false } } }

  var isPaused: Bool { own.contains { if case .paused = $0.state { true } else { false } } }

  var isPending: Bool { isAny(.pending) || world.items.contains { $0.state == .pending } }

  var isCalledOff: Bool { isAny(.calledOff) || world.items.contains { $0.state == .calledOff } }

  var wasCompleted: Bool {
    own.contains { $0.wasPending && !$0.periods.isEmpty }
      || world.items.contains { $0.wasPending && [.bought, .refunded].contains($0.state) }
  }

  var wholeRefunds: Int { charges.count { $0.refund?.isWhole ?? false } }

  var partRefunds: Int { charges.count { $0.refund.map { !$0.isWhole } ?? false } }

  /// The charges that were not fully refunded.
  var borneCharges: [Charge] { charges.filter { !($0.refund?.isWhole ?? false) } }

  /// Whether renewal is off at the end, whether the subscription is running or not.
  var isOff: Bool { main.map { !$0.renews } ?? false }

  var wasEverOff: Bool { own.contains { !$0.toggles.isEmpty } }

  /// The last charge for a subscription, and when renewal was turned off and on. A newer purchase
  /// may not be charged yet.
  private var lastRenewable: (charge: Charge, toggles: [(at: Date, isOn: Bool)])? {
    guard let charge = charges.last(where: { $0.subscription != nil }) else { return nil }
    let toggles = own.first { $0.number == charge.subscription }?.toggles ?? []
    return (charge, toggles)
  }

  /// Whether renewal had been turned on again before the last charge.
  var turnedOnBeforeLastCharge: Bool {
    lastRenewable.map { last in
      last.toggles.last { $0.at <= last.charge.at }?.isOn ?? false
    } ?? false
  }

  var turnedOffAfterLastCharge: Bool {
    lastRenewable.map { last in
      last.toggles.last { !$0.isOn }.map { $0.at > last.charge.at } ?? false
    } ?? false
  }

  /// Whether the store reports each charge; Microsoft and Amazon report a subscription as one sale.
  var listsCharges: Bool { store == .apple || store == .google || own.isEmpty }

  /// Whether two equivalent subscriptions ever ran simultaneously.
  var hasRunTwice: Bool {
    own.contains { one in
      own.contains { other in
        one.number < other.number && other.replaces != one.number
          && one.periods.contains { first in
            other.periods.contains { $0.start < first.end && first.start < $0.end }
          }
      }
    }
  }

  /// Whether two equivalent subscriptions run simultaneously now.
  var runsTwice: Bool { own.count(where: \.gives) > 1 }

  func had(_ beginning: LifeSubscription.Beginning) -> Bool {
    periods.contains { $0.beginning == beginning }
  }

  func had(_ offer: LifeSubscription.Offer) -> Bool { periods.contains { $0.offer == offer } }

  /// Whether a free trial was followed by a paid period.
  var hasConverted: Bool {
    own.contains { subscription in
      subscription.periods.adjacentPairs().contains {
        $0.offer == .trial && $1.cents > 0 && $1.beginning != .boughtAgain
      }
    }
  }

  var isTrialRunning: Bool {
    own.contains { $0.state == .running && $0.periods.last?.offer == .trial }
  }
}

/// A short label for the customer's newest purchase, for the table of situations and answers.
extension LifeTruth {
  var situation: String {
    if isSandboxOnly { return "sandbox only" }
    if let moved { return "moved: \(moved)" }
    if let main { return Self.label(main) + refundLabel }
    if let shared { return shared.gives ? "family-shared" : "family ended" }
    guard let item = world.items.last else { return "nothing" }
    switch item.state {
    case .pending: return "\(item.kind.rawValue) pending"
    case .calledOff: return "\(item.kind.rawValue) called off"
    case .refunded: return "\(item.kind.rawValue) refunded"
    case .bought: return item.kind.rawValue
    }
  }

  private var refundLabel: String {
    partRefunds > 0 ? ", refunded in part" : wholeRefunds > 0 && hasAccess ? ", older refund" : ""
  }

  private static func label(_ subscription: LifeSubscription) -> String {
    switch subscription.state {
    case .pending: "pending"
    case .calledOff: "called off"
    case .grace: "grace"
    case .hold: "hold"
    case .paused: "paused"
    case .ended(let ending): "ended: \(ending)"
    case .running:
      subscription.isCancellationScheduled
        ? "running, cancellation scheduled"
        : subscription.periods.last?.offer == .trial
          ? "trial" : subscription.renews ? "running" : "running, renewal off"
    }
  }
}
