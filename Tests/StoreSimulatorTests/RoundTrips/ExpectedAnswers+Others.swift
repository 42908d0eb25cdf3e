import Entitlements
import StoreSimulator

extension ExpectedAnswer {
  static let microsoft: [ExpectedAnswer] = [
    .init("billing-failure-grace-recover", .microsoft, .accessIsActive),
    .init("billing-failure-lapse", .microsoft, .expiredAfterBilling),
    .init("buy", .microsoft, .accessIsActive),
    .init("cancel", .microsoft, .subscriptionExpired),
    .init("consumable", .microsoft, .onlyConsumables),
    .init("order-lookup", .microsoft, .accessIsActive),
    // Without its queue of refunds, one shows when the number is looked up.
    .init("refund", .microsoft, .purchaseRefunded).lookedUp,
    .init("refund-reversed", .microsoft, .accessIsActive).lookedUp,
    .init("renew", .microsoft, .accessIsActive),
    .init("resubscribe", .microsoft, .accessIsActive),
    .init("sandbox", .microsoft, .sandboxOnly),
    .init("trial-to-paid", .microsoft, "I was charged for a free trial.", .trialConverted),
  ]

  static let amazon: [ExpectedAnswer] = [
    .init("billing-failure-grace-recover", .amazon, .accessIsActive),
    .init("billing-failure-lapse", .amazon, .expiredAfterBilling),
    .init("buy", .amazon, .accessIsActive),
    .init("cancel", .amazon, .subscriptionExpired),
    .init("consumable", .amazon, .onlyConsumables),
    .init("downgrade", .amazon, .accessIsActive),
    .init("order-lookup", .amazon, .accessIsActive),
    // Where nobody pushes, a refund within a period shows when the number is looked up.
    .init("refund", .amazon, .purchaseRefunded).lookedUp,
    .init("renew", .amazon, .accessIsActive),
    .init("resubscribe", .amazon, .accessIsActive),
    .init("sandbox", .amazon, .sandboxOnly),
    // A receipt tells of its trial while that runs, and nobody who asks late hears of it.
    .init(
      "trial-to-paid",
      .amazon,
      "I was charged for a free trial.",
      .trialConverted,
      but: [.reversed: .cannotTellYet, .shuffled: .cannotTellYet]
    ),
    .init("upgrade", .amazon, .accessIsActive),
  ]
}

/// A scenario that a store cannot play, and why.
struct UntoldStory: Sendable {
  var scenario: String
  var store: SimulatedStore
  var reason: String

  private init(_ scenario: String, _ store: SimulatedStore, _ reason: String) {
    (self.scenario, self.store, self.reason) = (scenario, store, reason)
  }

  static let all: [UntoldStory] = [
    .init("ask-to-buy", .microsoft, "its services know no pending purchase"),
    .init("ask-to-buy-declined", .microsoft, "its services know no pending purchase"),
    .init("downgrade", .microsoft, "a recurrence keeps its product"),
    .init("family-share-and-revoke", .microsoft, "only Apple tells of a family"),
    .init("offer-code", .microsoft, "its services tell of no offer but a trial"),
    .init("pause", .microsoft, "nothing pauses there"),
    .init("prepaid", .microsoft, "it sells no prepaid plan"),
    .init("price-increase", .microsoft, "its services tell of no price"),
    .init("price-refused", .microsoft, "its services tell of no price"),
    .init("refund-declined", .microsoft, "it tells of refunds that were made, and of no others"),
    .init("upgrade", .microsoft, "a recurrence keeps its product"),
    .init("ask-to-buy", .amazon, "a receipt is for what was bought"),
    .init("ask-to-buy-declined", .amazon, "a receipt is for what was bought"),
    .init("family-share-and-revoke", .amazon, "only Apple tells of a family"),
    .init("offer-code", .amazon, "it has promotions, and no codes"),
    .init("pause", .amazon, "nothing pauses there"),
    .init("prepaid", .amazon, "it sells no prepaid plan"),
    .init("price-increase", .amazon, "a receipt tells of no price"),
    .init("price-refused", .amazon, "a receipt tells of no price"),
    .init("refund-declined", .amazon, "it tells of refunds that were made, and of no others"),
    .init("refund-reversed", .amazon, "what was taken back stays so"),
  ]
}
