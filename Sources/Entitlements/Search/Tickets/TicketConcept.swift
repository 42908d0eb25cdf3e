/// The subject of a word or phrase in a support ticket. The tables of all languages use these
/// concepts, so that they share one set of weights.
enum TicketConcept: String, CaseIterable {
  // Payments.
  case bought, charge, twice, once, refund, accident, child, unused
  // The store.
  case apple, google
  // Missing purchases.
  case restore, fail, device, account, gone
  // The end of a subscription.
  case cancel, forgot, again, premium, locked, stopped, until, hold, ongoing
  // Plans and prices.
  case monthly, yearly, tier, change, wrong, price
  case coins, missing, trial, offer, pending, approve, family
  // Subjects unrelated to purchases.
  case crash, wish, login, away, praise, business, invoice, inquiry
  // Negations: the concept did not happen or is not wanted, although its words occur.
  case noRefund, notCancelled, notTwice, notCharged
  // No change, a valid purchase, an app that treats the user as new, rewards for new customers.
  case sameDevice, fine, newcomer, invite
  // Recent events, and free things.
  case recent, free
  // Numbers.
  case amount, sameAmount, otherAmount, quantity
}

extension TicketConcept {
  /// The concepts that a negation cancels.
  var denied: Set<TicketConcept> {
    switch self {
    case .noRefund: [.refund]
    case .notCancelled: [.cancel, .forgot]
    case .notTwice: [.twice]
    default: []
    }
  }
}

/// The concepts of a text: those in its author's own words, and those in quoted text.
struct TicketConcepts {
  var own: Set<TicketConcept> = []
  var quoted: Set<TicketConcept> = []

  /// Own words count twice as much as quoted ones. Without own words, quoted ones are the message.
  func strength(of concept: TicketConcept) -> Int {
    own.contains(concept) ? 2 : quoted.contains(concept) ? 1 : 0
  }
}
