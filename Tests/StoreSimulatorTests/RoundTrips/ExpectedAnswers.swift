import Entitlements
import Foundation
import StoreSimulator
import Testing

/// What `purser why` must say where a scenario ends.
struct ExpectedAnswer: Sendable, CustomTestStringConvertible {
  var scenario: String
  var store: SimulatedStore
  /// What the customer writes, before the number of the purchase.
  var letter: String
  var verdict: VerdictCode
  /// Where it is another one, because what the store can still be asked tells less.
  var verdicts: [Delivery: VerdictCode]
  /// Whether it is a purchase of its own that only its own notification tells of: Google lists what
  /// it took back, and not what it sold. Where that notification is lost, the number out of the
  /// customer's e-mail is looked up.
  var isLookedUp = false

  init(
    _ scenario: String,
    _ store: SimulatedStore = .apple,
    _ letter: String = "",
    _ verdict: VerdictCode,
    but verdicts: [Delivery: VerdictCode] = [:]
  ) {
    self.scenario = scenario
    self.store = store
    self.letter = letter
    self.verdict = verdict
    self.verdicts = verdicts
  }

  var testDescription: String { "\(scenario) at \(store)" }

  /// Every shipped scenario is here, at each store that tells its story.
  static let all: [ExpectedAnswer] = apple + google + microsoft + amazon

  /// Each with all ways that its news can come.
  static let journeys: [(ExpectedAnswer, Delivery)] = all.flatMap { expected in
    Delivery.all(at: expected.store).map { (expected, $0) }
  }

  private static let apple: [ExpectedAnswer] = [
    .init("ask-to-buy", .accessIsActive),
    // Apple tells nobody, and the customer has no number.
    .init("ask-to-buy-declined", .nothingFound),
    .init("billing-failure-grace-recover", .accessIsActive),
    .init("billing-failure-lapse", .expiredAfterBilling),
    .init("buy", .accessIsActive),
    .init("cancel", .subscriptionExpired),
    .init("consumable", .onlyConsumables),
    .init("downgrade", .accessIsActive),
    .init("family-share-and-revoke", .familyAccessEnded),
    .init("offer-code", .accessIsActive),
    .init("order-lookup", .accessIsActive),
    .init("price-increase", .accessIsActive),
    .init("price-refused", .priceRiseNotAgreed),
    .init("refund", .purchaseRefunded),
    .init("refund-declined", .apple, "Where is my refund from Apple?", .refundDeclined),
    .init("refund-reversed", .apple, "Where is my refund from Apple?", .refundReversed),
    .init("renew", .accessIsActive),
    .init("resubscribe", .accessIsActive),
    .init("sandbox", .sandboxOnly),
    .init("trial-to-paid", .apple, "I was charged for a free trial.", .trialConverted),
    .init("upgrade", .accessIsActive),
  ]

  private static let google: [ExpectedAnswer] = [
    .init("ask-to-buy", .google, .accessIsActive),
    .init("ask-to-buy-declined", .google, .pendingCancelled),
    .init("billing-failure-grace-recover", .google, .accessIsActive),
    // 60 days after its end Google tells no more of a subscription: that it ended unpaid would only
    // follow from how long Google tries.
    .init(
      "billing-failure-lapse",
      .google,
      "",
      .expiredAfterBilling,
      but: [.reversed: .nothingFound, .shuffled: .nothingFound, .lost: .renewalUnconfirmed]
    ),
    .init("buy", .google, .accessIsActive),
    .init("cancel", .google, .subscriptionExpired),
    .init("consumable", .google, .onlyConsumables).lookedUp,
    // Of a purchase that took the place of another only its own notification tells.
    .init("downgrade", .google, "", .accessIsActive, but: [.lost: .saleNotOnFile]),
    .init("offer-code", .google, .accessIsActive),
    .init("order-lookup", .google, .accessIsActive),
    .init("pause", .google, .accessIsActive),
    .init("prepaid", .google, .subscriptionExpired),
    .init("price-increase", .google, .accessIsActive),
    .init("price-refused", .google, .priceRiseNotAgreed),
    .init("refund", .google, .purchaseRefunded),
    .init("renew", .google, .accessIsActive),
    .init("resubscribe", .google, .accessIsActive).lookedUp,
    .init("sandbox", .google, .sandboxOnly),
    // Google tells of the newest period only: nobody who asks late hears of the trial.
    .init(
      "trial-to-paid",
      .google,
      "I was charged for a free trial.",
      .trialConverted,
      but: [.reversed: .noOfferOnSale, .shuffled: .noOfferOnSale]
    ),
    .init("upgrade", .google, .accessIsActive),
  ]
}

extension ExpectedAnswer {
  init(_ scenario: String, _ verdict: VerdictCode) { self.init(scenario, .apple, "", verdict) }

  init(_ scenario: String, _ store: SimulatedStore, _ verdict: VerdictCode) {
    self.init(scenario, store, "", verdict)
  }

  /// As one whose number an operator looks up where the news is lost.
  var lookedUp: ExpectedAnswer {
    var answer = self
    answer.isLookedUp = true
    return answer
  }
}
