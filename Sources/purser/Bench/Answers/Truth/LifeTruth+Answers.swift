import Entitlements
import Foundation

/// The right verdicts for each ticket, from the stores' documentation of each state. Several may be
/// right.
extension LifeTruth {
  func answers(to ticket: AskedTicket) -> Set<String> {
    if isSandboxOnly { return sandboxAnswers(to: ticket) }
    if isEmpty { return ["nothing-found", "no-purchase-on-file"] }
    return answersToOwner(of: ticket).union(moved.map(Self.answers) ?? [])
  }

  /// The verdicts for a purchase that belongs to another user now, for any ticket.
  private static func answers(of move: LifeSubscription.Move) -> Set<String> {
    let both: Set = ["owned-by-other-user", "charge-of-other-user"]
    return both.union(move == .transferred ? ["transferred-by-operator"] : ["moved-to-other-user"])
  }

  private func answersToOwner(of ticket: AskedTicket) -> Set<String> {
    switch ticket {
    case .noAccess, .lostAccess: return accessAnswers
    case .restoreFails, .vanished:
      // Any refunded purchase may be the missing one.
      return world.items.filter { $0.state == .refunded }.reduce(accessAnswers) {
        $0.union(answers(of: $1))
      }
    case .chargedTwice: return chargeAnswers
    case .cancelledButCharged: return cancellationAnswers
    case .refundApple: return refundAnswers(from: .apple)
    case .refundGoogle: return refundAnswers(from: .google)
    case .wrongPlan: return planAnswers
    case .trialOrOffer: return trialAnswers
    case .consumableMissing: return coinAnswers
    case .pendingOrFamily: return familyAnswers
    }
  }

  private func sandboxAnswers(to ticket: AskedTicket) -> Set<String> {
    let isCharge = [.chargedTwice, .cancelledButCharged].contains(ticket)
    return isCharge ? ["sandbox-only", "nothing-was-charged"] : ["sandbox-only"]
  }

  // MARK: Access

  var accessAnswers: Set<String> {
    var answers: Set<String> = []
    if let main, main.move == nil || !namesUser { answers.formUnion(self.answers(of: main)) }
    if let shared, !(main?.gives ?? false) { answers.formUnion(self.answers(of: shared)) }
    if main.map({ !gives($0) }) ?? true {
      for item in world.items { answers.formUnion(self.answers(of: item)) }
    }
    // The message may name a test purchase.
    if main == nil, world.subscriptions.contains(where: \.isSandbox) {
      answers.insert("sandbox-only")
    }
    // Another purchase of the customer gives access.
    if own.contains(where: { $0.state == .running && gives($0) }) {
      answers.insert("access-is-active")
    }
    return answers
  }

  private func answers(of subscription: LifeSubscription) -> Set<String> {
    switch subscription.state {
    case .running:
      let isBack = subscription.recoveredAt != nil
      return Set(["access-is-active"]).union(isBack ? ["access-recovered"] : [])
        .union(subscription.replaces == nil ? [] : ["replaced-by-newer"])
        .union(subscription.isShared ? ["family-shared"] : [])
        .union(partRefunds > 0 ? ["partially-refunded"] : [])
        .union(runsTwice ? ["two-subscriptions", "bought-with-two-accounts"] : [])
    case .grace: return ["in-grace-period"]
    case .hold: return ["payment-on-hold"]
    case .paused: return ["subscription-paused"]
    case .pending: return ["purchase-pending"]
    case .calledOff: return ["pending-cancelled"]
    case .ended(let ending): return answers(of: ending)
    }
  }

  private func answers(of ending: LifeSubscription.Ending) -> Set<String> {
    switch ending {
    case .renewalOff:
      // Amazon gives no reason.
      store == .amazon
        ? ["subscription-expired", "taken-back-without-reason", "cannot-tell-yet"]
        : ["subscription-expired"]
    case .billing: ["expired-after-billing"]
    case .priceRise: ["price-rise-not-agreed"]
    case .revoked: ["purchase-revoked", "taken-back-without-reason"]
    case .family: ["family-access-ended"]
    case .replaced: ["replaced-by-newer", "access-is-active"]
    case .refund:
      switch store {
      // Microsoft gives a reason in clawbacks only, which don't include subscriptions.
      case .microsoft:
        [
          "taken-back-without-reason", "purchase-revoked", "subscription-expired",
          "cannot-tell-yet", "purchase-refunded",
        ]
      default:
        partRefunds > 0 ? ["purchase-refunded", "partially-refunded"] : ["purchase-refunded"]
      }
    }
  }

  private func answers(of item: LifeItem) -> Set<String> {
    switch item.state {
    case .pending: ["purchase-pending"]
    case .calledOff: ["pending-cancelled"]
    case .bought: item.kind == .coins ? ["only-consumables"] : ["access-is-active"]
    case .refunded: ["purchase-refunded", "purchase-revoked", "refunded-already"]
    }
  }

  // MARK: Charges

  private var chargeAnswers: Set<String> {
    var answers: Set<String> = listsCharges ? [] : ["cannot-tell-yet"]
    if charges.isEmpty {
      answers.insert("nothing-was-charged")
      answers.formUnion(["purchase-pending", "pending-cancelled", "trial-running"].filter(claims))
      if own.isEmpty, world.items.isEmpty { answers.insert("no-purchase-on-file") }
      if let shared { answers.insert(shared.gives ? "family-shared" : "family-access-ended") }
      return answers
    }
    if wholeRefunds > 0 { answers.formUnion(["second-charge-refunded", "refunded-already"]) }
    if partRefunds > 0 { answers.insert("partially-refunded") }
    // The subscription's present owner did not pay the other charges.
    if !namesUser, own.contains(where: { $0.move != nil }) { answers.insert("one-charge-on-file") }
    guard charges.count > 1 else {
      return answers.union(hasConverted ? ["trial-converted"] : []).union(["one-charge-on-file"])
    }
    answers.formUnion(
      [
        "renewals-of-one-subscription", "charged-for-upgrade", "bought-again",
        "separate-purchases", "duplicate-charge", "two-subscriptions", "bought-with-two-accounts",
        "cancellation-scheduled",
      ].filter(claims)
    )
    return answers
  }

  private var cancellationAnswers: Set<String> {
    guard let main, charges.contains(where: { $0.subscription != nil }) else {
      // Coins, or no charge at all.
      return chargeAnswers.union(["charge-not-a-renewal", "no-purchase-on-file"])
        .union(isOff ? ["renewal-off-after-charge"] : [])
    }
    var answers: Set<String> = []
    if main.isCancellationScheduled { answers.insert("cancellation-scheduled") }
    if wholeRefunds > 0 { answers.formUnion(["refunded-already", "second-charge-refunded"]) }
    answers.formUnion(
      [
        "renewal-never-off", "renewal-off-after-charge", "renewal-turned-on-again", "bought-again",
        "charge-not-a-renewal", "other-subscription-cancelled", "trial-converted",
      ].filter(claims)
    )
    // One of two simultaneous subscriptions was cancelled, or a plan change was charged.
    if hasRunTwice { answers.insert("bought-with-two-accounts") }
    if main.periods.last(where: { $0.cents > 0 })?.beginning == .planChange {
      answers.insert("charged-for-upgrade")
    }
    // Microsoft's and Amazon's documents don't state when renewal was turned off.
    if !listsCharges { answers.formUnion(["renewal-status-unknown", "cannot-tell-yet"]) }
    return answers
  }

  // MARK: Refunds

  // A customer who names the wrong store may get the answer for the right one.
  private func refundAnswers(from named: Store) -> Set<String> {
    let others = store == named ? [] : otherStoreAnswers
    switch store {
    case .apple: return others.union(appleRefundAnswers)
    case .google: return others.union(googleRefundAnswers)
    case .microsoft, .amazon: return others
    }
  }

  private var otherStoreAnswers: Set<String> {
    var answers: Set<String> = ["bought-in-other-store"]
    if own.isEmpty, world.items.isEmpty {
      answers.formUnion(["no-purchase-on-file", "member-cannot-refund"])
    }
    if wholeRefunds > 0 { answers.formUnion(["refunded-already", "purchase-refunded"]) }
    return answers
  }

  private var appleRefundAnswers: Set<String> {
    if own.isEmpty, world.items.isEmpty {
      return shared == nil ? ["no-purchase-on-file"] : ["member-cannot-refund"]
    }
    var answers = refundedAnswers.union(["refund-declined", "refund-reversed"].filter(claims))
    if claims("refund-awaited") {
      answers.insert(claims("refund-request-open") ? "refund-request-open" : "refund-awaited")
    }
    if answers.isEmpty || wholeRefunds + partRefunds < charges.count, world.refundRequest == nil {
      answers.insert("refund-only-by-apple")
    }
    if charges.isEmpty { answers = ["nothing-was-charged"] }
    return answers
  }

  private var refundedAnswers: Set<String> {
    Set(["refunded-already", "partially-refunded"].filter(claims))
  }

  private var googleRefundAnswers: Set<String> {
    var answers = refundedAnswers
    if !borneCharges.isEmpty, !hasEnded(.revoked) { answers.insert("refund-possible") }
    if main?.isCancellationScheduled ?? false { answers.insert("cancellation-scheduled") }
    // A revocation doesn't state whether it includes a refund.
    if hasEnded(.revoked) {
      answers.formUnion(["cannot-tell-yet", "taken-back-without-reason", "refund-possible"])
    }
    if charges.isEmpty || isPending || isCalledOff { answers.insert("nothing-was-charged") }
    return answers.union(pendingAnswers)
  }
}
