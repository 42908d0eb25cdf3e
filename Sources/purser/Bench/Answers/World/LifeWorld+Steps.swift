import Entitlements
import Foundation

/// The steps of customers, banks and operators. An impossible step does nothing, so that a history
/// stays valid when steps are removed.
extension LifeWorld {
  /// A change that the store reports.
  enum Change: Sendable {
    case bought, boughtAgain, ordered, completed, calledOff
    case renewed, failed, held, paused, recovered, ended
    case turnedOff, turnedOn, planChosen, planWithdrawn, upgraded
    case priceRaised, priceAgreed, cancellationScheduled
    case refundRequested, refundDeclined, refunded(period: Int), refundReversed, revoked
    case shared, shareEnded
  }

  mutating func perform(_ event: Life.Event) {
    switch event {
    case .buyPremium: subscribe(to: .premium, .none)
    case .buyBasic: subscribe(to: .basic, .none)
    case .startTrial: subscribe(to: .premium, .trial)
    case .buyWithOffer: subscribe(to: .premium, .introductory)
    case .buyInstalments: if store == .google { subscribe(to: .instalments, .none) }
    case .buyPrepaid: if store == .google { subscribe(to: .prepaid, .none) }
    case .buyWithSecondAccount: buyWithSecondAccount()
    case .buyInSandbox: buyInSandbox()
    case .buyCoins: publishItem(newItem(.coins))
    case .buyTheme: buyTheme()
    case .deliverCoins: deliverCoins()
    case .orderCoins, .orderPremium, .completeOrder, .callOffOrder: performOrder(event)
    case .failCard: isCardWorking = false
    case .mendCard: mendCard()
    case .turnOff: toggle(false)
    case .turnOn: toggle(true)
    case .upgrade, .crossgrade, .downgrade, .withdrawChange: changePlan(event)
    case .raisePrice, .agreePrice: changePrice(event)
    case .pause: pause()
    case .requestRefund, .declineRefund, .reverseRefund: performRequest(event)
    case .refund, .refundPart, .refundOlder, .chargeback: refund(event)
    case .revoke: revoke()
    case .refundCoins: refundCoins()
    case .joinFamily, .leaveFamily: performFamily(event)
    case .reinstall: reinstall()
    case .presentAsOther: move(.presented)
    case .transfer: move(.transferred)
    }
  }

  /// Does nothing if the theme is owned: the stores don't charge again for a non-consumable
  /// (StoreKit, non-consumables; Google's ITEM_ALREADY_OWNED).
  private mutating func buyTheme() {
    guard !items.contains(where: { $0.kind == .theme && $0.state == .bought }) else { return }
    publishItem(newItem(.theme))
  }

  /// The customer's newest own subscription in production.
  var current: Int? { subscriptions.lastIndex { !$0.isShared && !$0.isSandbox } }

  /// `current`, if it is running.
  var running: Int? { current.flatMap { subscriptions[$0].state == .running ? $0 : nil } }

  /// Buys a subscription unless another is running or unpaid. Apple continues the subscription of
  /// the group; at Amazon and Microsoft it is new after a lapse; at Google it has a new token.
  private mutating func subscribe(to plan: LifeSubscription.Plan, _ offer: LifeSubscription.Offer) {
    // A new purchase after a move is not simulated.
    guard !subscriptions.contains(where: { $0.move != nil }) else { return }
    let earlier = current
    if let earlier {
      guard subscriptions[earlier].isOver || subscriptions[earlier].state == .calledOff else {
        return
      }
    }
    // A customer gets one offer per group or product.
    let hadOne = subscriptions.contains {
      !$0.isShared && !$0.isSandbox && $0.periods.contains { $0.offer != .none }
    }
    guard offer == .none || !hadOne else { return subscribe(to: plan, .none) }
    isCardWorking = true
    let isAgain = earlier.map { !subscriptions[$0].periods.isEmpty } ?? false
    if store == .apple, let earlier, isAgain {
      subscriptions[earlier].state = .running
      subscriptions[earlier].renews = true
      subscriptions[earlier].nextPlan = nil
      subscriptions[earlier].priceRise = .none
      subscriptions[earlier].endedAt = nil
      add(plan, offer, .boughtAgain, earlier, now)
      return publish(.boughtAgain, earlier)
    }
    let index = newSubscription()
    add(plan, offer, isAgain ? .boughtAgain : .first, index, now)
    publish(.bought, index)
  }

  private mutating func buyWithSecondAccount() {
    guard store != .amazon, let first = running, subscriptions[first].plan == .premium,
      subscriptions[first].move == nil,
      subscriptions.count(where: { $0.gives && !$0.isSandbox }) == 1
    else { return }
    let index = newSubscription()
    add(.premium, .none, .first, index, now)
    publish(.bought, index)
  }

  private mutating func buyInSandbox() {
    guard store == .apple || store == .google else { return }
    let index = newSubscription()
    subscriptions[index].isSandbox = true
    add(.premium, .none, .first, index, now)
    publish(.bought, index)
  }

  /// Consumes the coins at Google. With a catalog, the app records its own deliveries of Apple's
  /// purchases.
  private mutating func deliverCoins() {
    guard store == .google || store == .apple && hasCatalog,
      let index = items.firstIndex(where: {
        $0.kind == .coins && $0.state == .bought && !$0.isDelivered
      })
    else { return }
    items[index].isDelivered = true
    if store == .google { return publishItem(index) }
    let order = "\(store.rawValue):production:\(Self.app):\(items[index].order)"
    perform(.consume(ID(order), count: LifeCatalog.coins))
  }

  private mutating func refundCoins() {
    guard let index = items.lastIndex(where: { $0.state == .bought }) else { return }
    items[index].state = .refunded
    items[index].refundedAt = now
    publishItem(index)
  }

  /// Only Google reports purchases with a pending payment; Apple's Ask to Buy sends nothing before
  /// the approval.
  private mutating func performOrder(_ event: Life.Event) {
    guard store == .google else { return }
    let item = items.lastIndex { $0.state == .pending }
    let subscription = subscriptions.lastIndex { $0.state == .pending }
    switch event {
    case .orderCoins:
      let index = newItem(.coins)
      items[index].state = .pending
      items[index].wasPending = true
      publishItem(index)
    case .orderPremium:
      guard current.map({ subscriptions[$0].isOver }) ?? true else { return }
      let index = newSubscription()
      subscriptions[index].state = .pending
      subscriptions[index].wasPending = true
      publish(.ordered, index)
    default:
      let isComplete = event == .completeOrder
      if let item {
        items[item].state = isComplete ? .bought : .calledOff
        if isComplete { items[item].at = now }
        publishItem(item)
      } else if let subscription {
        subscriptions[subscription].state = isComplete ? .running : .calledOff
        let isAgain = subscriptions[..<subscription].contains { $0.isOver && !$0.periods.isEmpty }
        if isComplete { add(.premium, .none, isAgain ? .boughtAgain : .first, subscription, now) }
        publish(isComplete ? .completed : .calledOff, subscription)
      }
    }
  }

  private mutating func mendCard() {
    isCardWorking = true
    for index in subscriptions.indices {
      switch subscriptions[index].state {
      case .grace, .hold: break
      default: continue
      }
      let isGrace = if case .grace = subscriptions[index].state { true } else { false }
      let start = isGrace ? subscriptions[index].periods.last?.end ?? now : now
      subscriptions[index].state = .running
      subscriptions[index].recoveredAt = now
      let plan = subscriptions[index].nextPlan ?? subscriptions[index].plan
      let isChange = plan != subscriptions[index].plan
      subscriptions[index].nextPlan = nil
      add(plan, .none, isChange ? .planChange : .renewal, index, start)
      publish(.recovered, index)
    }
  }

  private mutating func toggle(_ isOn: Bool) {
    guard let index = running, subscriptions[index].plan != .prepaid else { return }
    if subscriptions[index].plan == .instalments {
      guard !isOn, !subscriptions[index].isCancellationScheduled else { return }
      subscriptions[index].isCancellationScheduled = true
      return publish(.cancellationScheduled, index)
    }
    guard subscriptions[index].renews != isOn else { return }
    subscriptions[index].renews = isOn
    subscriptions[index].toggles.append((now, isOn))
    publish(isOn ? .turnedOn : .turnedOff, index)
  }

  mutating func publish(_ change: Change, _ index: Int) {
    switch store {
    case .apple: publishApple(change, index)
    case .google: publishGoogle(change, index)
    case .microsoft: publishMicrosoft(index)
    case .amazon: publishAmazon(change, index)
    }
  }

  mutating func publishItem(_ index: Int) {
    switch store {
    case .apple: publishAppleItem(index)
    case .google: publishGoogleItem(index)
    case .microsoft: publishMicrosoftItem(index)
    case .amazon: publishAmazonItem(index)
    }
  }
}
