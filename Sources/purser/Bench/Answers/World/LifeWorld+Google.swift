import Basics
import Foundation
import Receipts
import ServiceCore

/// Google Play's real-time notifications and the response to the query that each triggers, from the
/// documentation of the subscription lifecycle, RTDN and `purchases.subscriptionsv2`.
extension LifeWorld {
  mutating func publishGoogle(_ change: Change, _ index: Int) {
    if let type = Self.googleType(change, subscriptions[index]) {
      push([
        "subscriptionNotification": [
          "version": "1.0", "notificationType": .whole(type),
          "purchaseToken": .string(subscriptions[index].token),
        ]
      ])
    }
    if case .refunded(let period) = change { return publishGoogleRefund(index, period) }
    ask(about: index)
  }

  mutating func ask(about index: Int) {
    send(
      googleSubscription(index),
      as: .googleSubscription,
      of: index,
      isSandbox: subscriptions[index].isSandbox,
      hints: DocumentHints(purchaseToken: subscriptions[index].token)
    )
  }

  private static func googleType(_ change: Change, _ subscription: LifeSubscription) -> Int? {
    switch change {
    case .bought, .boughtAgain, .completed, .upgraded, .planChosen: 4
    case .renewed: 2
    case .recovered: 1
    case .failed: 6
    case .held: 5
    case .paused: 10
    case .ended: 13
    case .turnedOff: 3
    case .turnedOn: 7
    case .calledOff: 20
    case .cancellationScheduled: 18
    case .priceRaised, .priceAgreed: 19
    case .revoked: 12
    case .refunded: subscription.isOver ? 12 : nil
    default: nil
    }
  }

  private func googleSubscription(_ index: Int) -> JSONValue {
    let subscription = subscriptions[index]
    let isPending = [.pending, .calledOff].contains(subscription.state)
    var items = [googleItem(subscription)]
    if let next = subscription.nextPlan, !subscription.isOver {
      items.append([
        "productId": .string(next.rawValue),
        "expiryTime": subscription.periods.last.map { Self.text($0.end) },
        "autoRenewingPlan": ["autoRenewEnabled": .bool(subscription.renews)],
        "offerDetails": ["basePlanId": "monthly"],
        "itemReplacement": [
          "productId": .string(subscription.plan.rawValue), "basePlanId": "monthly",
          "replacementMode": "DEFERRED",
        ],
      ])
    }
    return [
      "kind": "androidpublisher#subscriptionPurchaseV2", "regionCode": "DE",
      "subscriptionState": .string("SUBSCRIPTION_STATE_\(googleState(subscription))"),
      "acknowledgementState": .string(
        "ACKNOWLEDGEMENT_STATE_\(isPending ? "PENDING" : "ACKNOWLEDGED")"
      ),
      "startTime": isPending ? nil : subscription.periods.first.map { Self.text($0.start) },
      "linkedPurchaseToken": .text(subscription.linkedToken),
      "testPurchase": Self.empty(if: subscription.isSandbox),
      "canceledStateContext": googleCancellation(subscription),
      "pausedStateContext": googlePause(subscription),
      "lineItems": .array(items),
    ]
  }

  private func googleState(_ subscription: LifeSubscription) -> String {
    switch subscription.state {
    case .pending: "PENDING"
    case .calledOff: "PENDING_PURCHASE_CANCELED"
    case .running: subscription.renews ? "ACTIVE" : "CANCELED"
    case .grace: "IN_GRACE_PERIOD"
    case .hold: "ON_HOLD"
    case .paused: "PAUSED"
    case .ended: "EXPIRED"
    }
  }

  private func googleCancellation(_ subscription: LifeSubscription) -> JSONValue? {
    switch subscription.state {
    case .ended(.replaced): return ["replacementCancellation": [:]]
    case .ended(.billing), .ended(.priceRise): return ["systemInitiatedCancellation": [:]]
    default:
      guard !subscription.renews, let off = subscription.toggles.last(where: { !$0.isOn }) else {
        return nil
      }
      return ["userInitiatedCancellation": ["cancelTime": Self.text(off.at)]]
    }
  }

  private func googlePause(_ subscription: LifeSubscription) -> JSONValue? {
    guard case .paused(let until) = subscription.state else { return nil }
    return ["autoResumeTime": Self.text(until)]
  }

  private func googleItem(_ subscription: LifeSubscription) -> JSONValue {
    let isOn = subscription.renews && !subscription.isOver
    let early: [LifeSubscription.Ending] = [.refund, .revoked, .replaced]
    let hasEndedEarly = early.contains { subscription.state == .ended($0) }
    var end = subscription.periods.last?.end
    if case .grace(let until) = subscription.state { end = until }
    if hasEndedEarly { end = subscription.endedAt }
    let plan = subscription.plan
    let hasOffer = subscription.periods.last.map { $0.offer != .none } ?? false
    let next = subscription.isOver ? nil : subscription.nextPlan
    let renewing: JSONValue? =
      plan == .prepaid ? nil : googlePlan(subscription, plan, isOn: isOn, end: end)
    return [
      "productId": .string(Self.googleProduct(plan)),
      "expiryTime": end.map(Self.text),
      "latestSuccessfulOrderId": .text(subscription.periods.last?.order),
      "autoRenewingPlan": renewing, "prepaidPlan": Self.empty(if: plan == .prepaid),
      "offerDetails": [
        "basePlanId": .string(Self.googleBasePlan(plan)),
        "offerId": .text(hasOffer ? "welcome" : nil),
      ],
      "offerPhase": subscription.periods.last.flatMap { Self.googlePhases[$0.offer] },
      "deferredItemReplacement": next.map { ["productId": .string($0.rawValue)] },
    ]
  }

  /// The product of a plan: instalments and prepaid are base plans of `premium`.
  static func googleProduct(_ plan: LifeSubscription.Plan) -> String {
    switch plan {
    case .basic, .plus: plan.rawValue
    case .premium, .instalments, .prepaid: "premium"
    }
  }

  static func googleBasePlan(_ plan: LifeSubscription.Plan) -> String {
    switch plan {
    case .premium, .basic, .plus: "monthly"
    case .instalments: "installments-12"
    case .prepaid: "prepaid"
    }
  }

  private static func empty(if condition: Bool) -> JSONValue? { condition ? .object([]) : nil }

  private static let googlePhases: [LifeSubscription.Offer: JSONValue] = [
    .trial: ["freeTrial": [:]], .introductory: ["introductoryPrice": [:]],
    .none: ["basePrice": [:]],
  ]

  private func googlePlan(
    _ subscription: LifeSubscription,
    _ plan: LifeSubscription.Plan,
    isOn: Bool,
    end: Date?
  ) -> JSONValue {
    // A deferred change replaces the old item, which doesn't renew by design.
    let renews = isOn && subscription.nextPlan == nil
    let paid = subscription.periods.count
    let rise: JSONValue = [
      "newPrice": Self.money(Self.cents(plan, isRaised: true)),
      "priceChangeMode": "PRICE_INCREASE",
      "priceChangeState": .string(subscription.priceRise == .asked ? "OUTSTANDING" : "CONFIRMED"),
      "expectedNewPriceChargeTime": end.map(Self.text),
    ]
    let instalments: JSONValue = [
      "initialCommittedPaymentsCount": 12, "subsequentCommittedPaymentsCount": 12,
      "remainingCommittedPaymentsCount": .whole(max(0, 12 - paid)),
      "pendingCancellation": Self.empty(if: subscription.isCancellationScheduled),
    ]
    let price = Self.cents(plan, isRaised: subscription.priceRise == .agreed)
    return [
      "autoRenewEnabled": .bool(renews), "recurringPrice": Self.money(price),
      "priceChangeDetails": subscription.priceRise == .none ? nil : rise,
      "installmentDetails": plan == .instalments ? instalments : nil,
    ]
  }

  static func money(_ cents: Int) -> JSONValue {
    [
      "currencyCode": "EUR", "units": .string("\(cents / 100)"),
      "nanos": .whole(cents % 100 * 10_000_000),
    ]
  }

  mutating func push(_ notification: JSONValue) {
    guard let members = notification.members else { return }
    let head: [JSONValue.Member] = [
      .init("version", "1.0"), .init("packageName", .string(Self.app)),
      .init("eventTimeMillis", .string("\(Int64(now.timeIntervalSince1970) * 1_000)")),
    ]
    send(.object(head + members), as: .googleRTDN, after: 3)
  }
}
