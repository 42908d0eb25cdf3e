import Entitlements
import Foundation

/// The claim of each verdict, as a predicate on the truth. A false claim misleads the agent.
extension LifeTruth {
  /// Verdicts that state what is missing and claim nothing.
  static let unsure: Set<String> = [
    "nothing-found", "order-number-unknown", "no-purchase-on-file", "taken-back-without-reason",
    "renewal-status-unknown", "renewal-unconfirmed", "plan-status-unknown", "ownership-unknown",
    "delivery-unknown", "family-status-unknown", "cannot-tell-yet", "renewal-not-heard",
    "sale-not-on-file", "sale-unconfirmed", "no-receipt-since", "receipt-without-purchases",
  ]

  /// Whether the verdict's claim is true; false for a verdict that is not in the table.
  func claims(_ code: String) -> Bool { Self.claimTable[code]?(self) ?? false }

  private static let claimTable: [String: @Sendable (LifeTruth) -> Bool] =
    accessClaims.merging(chargeClaims) { $1 }.merging(planClaims) { $1 }

  private static let accessClaims: [String: @Sendable (LifeTruth) -> Bool] = [
    "access-is-active": { $0.hasAccess },
    "access-recovered": { truth in truth.own.contains { $0.recoveredAt != nil && $0.gives } },
    "in-grace-period": { $0.isInGrace },
    "payment-on-hold": { $0.isOnHold },
    "subscription-paused": { $0.isPaused },
    "purchase-pending": { $0.isPending },
    "pending-cancelled": { $0.isCalledOff },
    "pending-completed": { $0.wasCompleted },
    "subscription-expired": { truth in
      // Microsoft doesn't state whether an ended subscription was refunded.
      truth.own.contains { $0.isOver && ($0.state != .ended(.refund) || truth.store == .microsoft) }
    },
    "expired-after-billing": { $0.hasEnded(.billing) },
    "price-rise-not-agreed": { $0.hasEnded(.priceRise) },
    "purchase-refunded": { truth in
      truth.hasEnded(.refund) || truth.world.items.contains { $0.state == .refunded }
    },
    "purchase-revoked": { truth in
      truth.hasEnded(.revoked) || truth.hasEnded(.refund)
        || truth.world.items.contains { $0.state == .refunded }
    },
    "family-shared": { $0.shared?.gives ?? false },
    "family-access-ended": { $0.shared?.isOver ?? false },
    "member-cannot-refund": { $0.shared != nil },
    // The verdict is about the test purchase that it names.
    "sandbox-only": { $0.world.subscriptions.contains(where: \.isSandbox) },
    // The verdict is about what is on file.
    "only-consumables": { !$0.coins.isEmpty },
    "replaced-by-newer": { $0.hasEnded(.replaced) },
    "not-pending-not-family": { !$0.isPending && !($0.shared?.gives ?? false) },
    "consumed-at-store": { $0.coins.contains(where: \.isDelivered) },
    "consumable-used-up": { $0.coins.contains(where: \.isDelivered) },
    "consumable-not-delivered": { truth in
      truth.coins.contains { $0.state == .bought && !$0.isDelivered }
    },
    "owned-by-other-user": { $0.moved != nil },
    "charge-of-other-user": { $0.moved != nil },
    "moved-to-other-user": { $0.moved == .presented },
    "transferred-by-operator": { $0.moved == .transferred },
  ]

  private static let chargeClaims: [String: @Sendable (LifeTruth) -> Bool] = [
    "nothing-was-charged": { $0.charges.isEmpty || $0.isNewestFree },
    "one-charge-on-file": { $0.hasIsolatedCharge },
    "renewals-of-one-subscription": { truth in
      truth.own.contains { subscription in
        subscription.periods.count { $0.cents > 0 } > 1
      }
    },
    "separate-purchases": { $0.purchasesCharged > 1 },
    "duplicate-charge": { $0.hasRunTwice || $0.coins.count { $0.state == .bought } > 1 },
    "two-subscriptions": { $0.runsTwice },
    "bought-with-two-accounts": { $0.hasRunTwice },
    "charged-for-upgrade": { $0.had(.planChange) },
    "second-charge-refunded": { $0.charges.count > 1 && $0.wholeRefunds > 0 },
    "refunded-already": { $0.wholeRefunds > 0 },
    "partially-refunded": { $0.partRefunds > 0 },
    "bought-again": { $0.had(.boughtAgain) },
    "charge-not-a-renewal": { truth in
      truth.charges.contains { $0.item != nil }
        || truth.own.contains { subscription in
          subscription.periods.last { $0.cents > 0 }.map { $0.beginning != .renewal } ?? false
        }
    },
    "renewal-never-off": { !$0.wasEverOff && $0.main != nil },
    "renewal-off-after-charge": { $0.turnedOffAfterLastCharge },
    "renewal-turned-on-again": { $0.turnedOnBeforeLastCharge },
    "other-subscription-cancelled": { truth in
      truth.own.contains { !$0.renews } && truth.own.contains { $0.renews && $0.gives }
    },
    "cancellation-scheduled": { $0.own.contains(where: \.isCancellationScheduled) },
    "refund-request-open": { truth in
      truth.world.refundRequest.map {
        $0.answer == .none && truth.world.now.timeIntervalSince($0.at) < 12 * 3_600
      } ?? false
    },
    "refund-awaited": { $0.world.refundRequest?.answer == LifeRefundRequest.Answer.none },
    "refund-declined": { $0.world.refundRequest?.answer == .declined },
    "refund-reversed": { $0.world.refundRequest?.answer == .reversed },
    "refund-only-by-apple": { truth in
      let isAsked = truth.world.refundRequest?.answer == LifeRefundRequest.Answer.none
      return truth.store == .apple && truth.borneCharges.count > (isAsked ? 1 : 0)
    },
    "refund-possible": { $0.store == .google && !$0.borneCharges.isEmpty },
  ]

  private static let planClaims: [String: @Sendable (LifeTruth) -> Bool] = [
    "plan-change-will-lapse": { truth in
      truth.own.contains { $0.nextPlan != nil && !$0.renews }
    },
    "plan-change-deferred": { $0.isPlanChosen && $0.store != .apple },
    "plan-change-pending": { $0.isPlanChosen },
    "plan-changed-already": { $0.had(.planChange) },
    "introductory-price-ended": { truth in
      truth.own.contains { subscription in
        subscription.periods.dropLast().contains { $0.offer == .introductory }
      }
    },
    "offer-applied": { $0.had(.introductory) || $0.had(.trial) },
    "no-offer-on-sale": { $0.lastPeriod.map { $0.offer == .none } ?? true },
    "trial-running": { $0.isTrialRunning },
    "trial-converted": { $0.hasConverted },
    "trial-used-before": { truth in
      truth.periods.dropLast().contains { $0.offer != .none }
    },
    "price-rise-pending": { truth in
      truth.own.contains { $0.priceRise == .asked && !$0.isOver }
    },
    // Apple reports it also for customers who need not agree.
    "price-rise-announced": { $0.store == .apple && $0.own.contains { $0.priceRise == .agreed } },
    "price-rise-agreed": { $0.own.contains { $0.priceRise == .agreed } },
    "plan-as-bought": { truth in
      !truth.isPlanChosen
        && !truth.own.contains { $0.priceRise == .asked && !$0.isOver }
    },
  ]

  /// Whether any charge has no other one within 120 days before or after.
  private var hasIsolatedCharge: Bool {
    charges.contains { charge in
      charges.count { abs($0.at.timeIntervalSince(charge.at)) <= 120 * 86_400 } == 1
    }
  }

  /// Whether a plan change takes effect with the next renewal.
  private var isPlanChosen: Bool { own.contains { $0.nextPlan != nil && $0.renews && !$0.isOver } }

  /// Whether the newest purchase was not charged: a trial, a pending or cancelled purchase, or a
  /// failed renewal.
  private var isNewestFree: Bool {
    lastPeriod?.cents == 0 || isPending || isCalledOff || isInGrace || isOnHold || isPaused
  }

  /// The number of distinct purchases that were charged.
  private var purchasesCharged: Int {
    Set(charges.map { "\($0.subscription ?? -1) \($0.item ?? -1)" }).count
  }
}

// The right verdicts for tickets about plans, offers, items, families and pending purchases.

extension LifeTruth {
  var planAnswers: Set<String> {
    guard main != nil else {
      return accessAnswers.union(pendingAnswers).union(["no-purchase-on-file", "plan-as-bought"])
    }
    var answers: Set<String> = pendingAnswers
    // If the plan has ended, the reason may be the answer.
    if !own.contains(where: \.gives) { answers.formUnion(accessAnswers) }
    answers.formUnion(
      [
        "plan-change-pending", "plan-change-deferred", "plan-change-will-lapse",
        "plan-changed-already", "introductory-price-ended", "price-rise-pending",
        "price-rise-agreed", "price-rise-announced", "price-rise-not-agreed", "offer-applied",
        "trial-running",
        "trial-converted",
      ].filter(claims)
    )
    if runsTwice { answers.formUnion(["two-subscriptions", "bought-with-two-accounts"]) }
    // Microsoft does not report future plans or prices.
    if store == .microsoft { answers.insert("plan-status-unknown") }
    let isPlain = answers.isDisjoint(with: [
      "plan-change-pending", "plan-change-deferred", "plan-change-will-lapse",
      "plan-changed-already", "price-rise-pending", "price-rise-agreed", "price-rise-announced",
    ])
    let isEnded = answers.contains("price-rise-not-agreed") && !own.contains(where: \.gives)
    return isPlain && !isEnded ? answers.union(["plan-as-bought"]) : answers
  }

  var pendingAnswers: Set<String> { Set(["purchase-pending", "pending-cancelled"].filter(claims)) }

  var trialAnswers: Set<String> {
    guard main != nil else {
      return pendingAnswers.union(["no-purchase-on-file", "no-offer-on-sale"])
    }
    var answers: Set<String> = pendingAnswers
    answers.formUnion(
      [
        "trial-running", "trial-converted", "trial-used-before", "offer-applied",
        "introductory-price-ended", "no-offer-on-sale",
      ].filter(claims)
    )
    // A refund or loss of access may be the answer.
    if wholeRefunds > 0 { answers.formUnion(["refunded-already", "purchase-refunded"]) }
    answers.formUnion(["in-grace-period", "payment-on-hold"].filter(claims))
    // Microsoft reports no offer except a running trial.
    if store == .microsoft { answers.insert("cannot-tell-yet") }
    if charges.isEmpty, had(.trial) {
      answers.formUnion(["nothing-was-charged", "subscription-expired"])
    }
    return answers
  }

  var coinAnswers: Set<String> {
    guard !coins.isEmpty else { return pendingAnswers.union(["no-purchase-on-file"]) }
    var answers: Set<String> = []
    for item in coins {
      switch item.state {
      case .pending: answers.insert("purchase-pending")
      case .calledOff: answers.formUnion(["pending-cancelled", "no-purchase-on-file"])
      case .refunded:
        answers.formUnion(["purchase-refunded", "refunded-already"])
        if store == .microsoft { answers.insert("purchase-revoked") }
      case .bought where item.isDelivered:
        answers.formUnion(["consumed-at-store", "consumable-used-up"])
      case .bought: answers.formUnion(["delivery-unknown", "consumable-not-delivered"])
      }
    }
    return answers
  }

  var familyAnswers: Set<String> {
    var answers: Set<String> = pendingAnswers
    answers.formUnion(["pending-completed", "family-shared", "family-access-ended"].filter(claims))
    if answers.isEmpty { answers.insert("not-pending-not-family") }
    // If access has ended, the reason may be the answer.
    if !hasAccess { answers.formUnion(accessAnswers) }
    if hasAccess, !isPending { answers.insert("access-is-active") }
    if store != .apple { answers.insert("family-status-unknown") }
    // Only Google reports pending purchases.
    if store != .google { answers.insert("cannot-tell-yet") }
    return answers
  }
}
