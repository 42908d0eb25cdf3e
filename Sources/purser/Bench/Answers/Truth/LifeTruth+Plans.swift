import Entitlements

// The right verdicts for tickets about plans, offers, items, families and pending purchases.

extension LifeTruth {
  var planAnswers: Set<String> {
    guard main != nil else {
      return accessAnswers.union(pendingAnswers).union(["no-purchase-on-file", "plan-as-bought"])
    }
    var answers: Set<String> = pendingAnswers
    // If the plan has ended, the reason may be the answer.
    if !own.contains(where: \.gives) { answers.formUnion(accessAnswers) }
    for code in [
      "plan-change-pending", "plan-change-deferred", "plan-change-will-lapse",
      "plan-changed-already", "introductory-price-ended", "price-rise-pending",
      "price-rise-agreed", "price-rise-announced", "price-rise-not-agreed", "offer-applied",
      "trial-running",
      "trial-converted",
    ] where claims(code) {
      answers.insert(code)
    }
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

  var pendingAnswers: Set<String> {
    var answers: Set<String> = []
    if isPending { answers.insert("purchase-pending") }
    if isCalledOff { answers.insert("pending-cancelled") }
    return answers
  }

  var trialAnswers: Set<String> {
    guard main != nil else {
      return pendingAnswers.union(["no-purchase-on-file", "no-offer-on-sale"])
    }
    var answers: Set<String> = pendingAnswers
    for code in [
      "trial-running", "trial-converted", "trial-used-before", "offer-applied",
      "introductory-price-ended", "no-offer-on-sale",
    ] where claims(code) {
      answers.insert(code)
    }
    // A refund or loss of access may be the answer.
    if wholeRefunds > 0 { answers.formUnion(["refunded-already", "purchase-refunded"]) }
    if isInGrace { answers.insert("in-grace-period") }
    if isOnHold { answers.insert("payment-on-hold") }
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
    for code in ["pending-completed", "family-shared", "family-access-ended"] where claims(code) {
      answers.insert(code)
    }
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
