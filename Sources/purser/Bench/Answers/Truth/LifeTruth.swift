import Entitlements
import Foundation

/// What is true of a life at an instant, and with that which verdicts answer a question and which
/// say something untrue.
///
/// Verdicts are named by their codes alone, as the manual defines them.
struct LifeTruth: Sendable {
  struct Charge: Sendable {
    var at: Date
    var subscription: Int?
    var item: Int?
    var beginning: LifeSubscription.Beginning
    var refund: LifeSubscription.Refund?
  }

  let world: LifeWorld
  /// Whether the question says who asks: else it is about whoever has the purchase.
  var namesUser = true
  /// The customer's own real subscriptions, as they were bought.
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

  /// Whether what was bought last is another user's by now.
  var moved: LifeSubscription.Move? { namesUser ? own.compactMap(\.move).last : nil }

  /// Whether it gives access to whoever is asked about.
  func gives(_ subscription: LifeSubscription) -> Bool {
    subscription.gives && (subscription.move == nil || !namesUser)
  }

  /// Whether anything real gives access now.
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

  var isPending: Bool {
    isAny(.pending) || world.items.contains { $0.state == .pending }
  }

  var isCalledOff: Bool {
    isAny(.calledOff) || world.items.contains { $0.state == .calledOff }
  }

  var wasCompleted: Bool {
    own.contains { $0.wasPending && !$0.periods.isEmpty }
      || world.items.contains { $0.wasPending && [.bought, .refunded].contains($0.state) }
  }

  var wholeRefunds: Int { charges.count { $0.refund?.isWhole ?? false } }

  var partRefunds: Int { charges.count { $0.refund.map { !$0.isWhole } ?? false } }

  /// Those that the customer still bears.
  var borneCharges: [Charge] { charges.filter { !($0.refund?.isWhole ?? false) } }

  /// Turned off at the end of the story, whether it still runs or not.
  var isOff: Bool { main.map { !$0.renews } ?? false }

  var wasEverOff: Bool { own.contains { !$0.toggles.isEmpty } }

  /// The last charge for a subscription, and when its renewal was turned off and on. What was bought
  /// since may not be paid for yet.
  private var lastRenewable: (charge: Charge, toggles: [(at: Date, isOn: Bool)])? {
    guard let charge = charges.last(where: { $0.subscription != nil }) else { return nil }
    let toggles = own.first { $0.number == charge.subscription }?.toggles ?? []
    return (charge, toggles)
  }

  /// Whether renewal was off when the last charge was made, by an older turning off.
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

  /// Microsoft's and Amazon's services tell one sale of a subscription from first to last.
  var listsCharges: Bool { store == .apple || store == .google || own.isEmpty }

  /// Two that give the same ran at once, at whatever time.
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

  /// Two that give the same run at once.
  var runsTwice: Bool { own.count(where: \.gives) > 1 }

  func had(_ beginning: LifeSubscription.Beginning) -> Bool {
    periods.contains { $0.beginning == beginning }
  }

  func had(_ offer: LifeSubscription.Offer) -> Bool { periods.contains { $0.offer == offer } }

  /// A free trial that went over into a paid period.
  var hasConverted: Bool {
    own.contains { subscription in
      zip(subscription.periods, subscription.periods.dropFirst()).contains {
        $0.offer == .trial && $1.cents > 0 && $1.beginning != .boughtAgain
      }
    }
  }

  var isTrialRunning: Bool {
    own.contains { $0.state == .running && $0.periods.last?.offer == .trial }
  }
}
