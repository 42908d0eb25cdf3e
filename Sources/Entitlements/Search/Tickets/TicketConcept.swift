/// What a word or phrase of a support ticket is about. Every language's table names words for
/// these, so that the rules that weigh them exist once.
enum TicketConcept: String, CaseIterable {
  // What happened with money.
  case bought, charge, twice, once, refund, accident, child, unused
  // Whose store it was.
  case apple, google
  // Where a purchase went.
  case restore, fail, device, account, gone
  // How a subscription ended, or did not.
  case cancel, forgot, again, premium, locked, stopped, until, hold, ongoing
  // Which plan it is, and what it costs.
  case monthly, yearly, tier, change, wrong, price
  case coins, missing, trial, offer, pending, approve, family
  // What no purchase has to do with.
  case crash, wish, login, away, praise, business, invoice, inquiry
  // What did not happen or isn't wanted, although its words stand there.
  case noRefund, notCancelled, notTwice, notCharged
  // That nothing changed, that all is well with what was paid, that the app takes the writer for
  // somebody new, and rewards for new customers.
  case sameDevice, fine, newcomer, invite
  // That it happened just now, and what costs nothing.
  case recent, free
  // What the numbers in a text say.
  case amount, sameAmount, otherAmount, quantity
}

extension TicketConcept {
  /// What a negation takes back.
  var denied: Set<TicketConcept> {
    switch self {
    case .noRefund: [.refund]
    case .notCancelled: [.cancel, .forgot]
    case .notTwice: [.twice]
    default: []
    }
  }
}

/// The concepts of a text: those of its writer's own words, and those of the letter it quotes.
struct TicketConcepts {
  var own: Set<TicketConcept> = []
  var quoted: Set<TicketConcept> = []

  /// Own words weigh twice as much as quoted ones; where there are no own words, the quoted ones
  /// are the message.
  func strength(of concept: TicketConcept) -> Int {
    own.contains(concept) ? 2 : quoted.contains(concept) ? 1 : 0
  }
}
