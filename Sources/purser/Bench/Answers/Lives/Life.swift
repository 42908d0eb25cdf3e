import Entitlements

/// One customer's history at one store, and the ticket sent at its end.
///
/// Its text form is `google seed 7: 0 buy-premium, 12 turn-off; day 33 chargedTwice by email`.
struct Life: Equatable, Sendable {
  /// An action of the customer, the bank, the store or the operator. Its consequences (renewals,
  /// grace, expiry) follow from the store's rules.
  enum Event: String, CaseIterable, Sendable {
    case buyPremium = "buy-premium"
    case buyBasic = "buy-basic"
    case startTrial = "start-trial"
    case buyWithOffer = "buy-with-offer"
    case buyInstalments = "buy-instalments"
    case buyPrepaid = "buy-prepaid"
    /// Buys the same plan again with another store account.
    case buyWithSecondAccount = "buy-with-second-account"
    case buyInSandbox = "buy-in-sandbox"
    case buyCoins = "buy-coins"
    case buyTheme = "buy-theme"
    case deliverCoins = "deliver-coins"
    /// The purchase waits for cash or approval.
    case orderCoins = "order-coins"
    case orderPremium = "order-premium"
    case completeOrder = "complete-order"
    case callOffOrder = "call-off-order"
    case failCard = "fail-card"
    case mendCard = "mend-card"
    case turnOff = "turn-off"
    case turnOn = "turn-on"
    case upgrade = "upgrade"
    /// Changes at once to another plan of the same rank and length.
    case crossgrade = "crossgrade"
    case downgrade = "downgrade"
    case withdrawChange = "withdraw-change"
    case raisePrice = "raise-price"
    case agreePrice = "agree-price"
    case pause = "pause"
    case requestRefund = "request-refund"
    case declineRefund = "decline-refund"
    case refund = "refund"
    case refundPart = "refund-part"
    case refundOlder = "refund-older"
    case reverseRefund = "reverse-refund"
    /// The bank reverses the last charge.
    case chargeback = "chargeback"
    case revoke = "revoke"
    case refundCoins = "refund-coins"
    case joinFamily = "join-family"
    case leaveFamily = "leave-family"
    /// The customer reinstalls the app and restores purchases.
    case reinstall = "reinstall"
    /// Another user of the app submits the customer's subscription as theirs.
    case presentAsOther = "present-as-other"
    /// An operator transfers the subscription to another user.
    case transfer = "transfer"
  }

  struct Step: Equatable, Sendable {
    /// Days since the history began.
    var day: Double
    var event: Event
  }

  /// How the message identifies the customer.
  enum Handle: String, CaseIterable, Sendable { case email, user, order }

  var store: Store
  /// Determines the identifiers, the wording and the delivery of the documents.
  var seed: UInt64
  var steps: [Step]
  var ticket: AskedTicket
  var askedOnDay: Double
  var handle: Handle

  var text: String {
    let steps = steps.map { "\(Self.text($0.day)) \($0.event.rawValue)" }.joined(separator: ", ")
    return "\(store.rawValue) seed \(seed): \(steps); day \(Self.text(askedOnDay)) "
      + "\(ticket.rawValue) by \(handle.rawValue)"
  }

  private static func text(_ day: Double) -> String {
    day == day.rounded() ? "\(Int(day))" : "\(day)"
  }

  /// Parses the text form; `nil` if `text` has another form.
  init?(_ text: String) {
    let parts = text.split(separator: ";", maxSplits: 1)
    guard parts.count == 2, let colon = parts[0].firstIndex(of: ":") else { return nil }
    let head = parts[0][..<colon].split(separator: " ")
    let tail = parts[1].split(separator: " ")
    guard head.count == 3, head[1] == "seed", tail.count == 5, tail[0] == "day", tail[3] == "by",
      let store = Store(rawValue: String(head[0])), let seed = UInt64(head[2]),
      let day = Self.day(tail[1]), let ticket = AskedTicket(rawValue: String(tail[2])),
      let handle = Handle(rawValue: String(tail[4]))
    else { return nil }
    var steps: [Step] = []
    for step in parts[0][parts[0].index(after: colon)...].split(separator: ",") {
      let words = step.split(separator: " ")
      guard words.count == 2, let day = Self.day(words[0]),
        let event = Event(rawValue: String(words[1]))
      else { return nil }
      steps.append(Step(day: day, event: event))
    }
    self.init(
      store: store,
      seed: seed,
      steps: steps.sorted { $0.day < $1.day },
      ticket: ticket,
      askedOnDay: day,
      handle: handle
    )
  }

  private static func day(_ text: Substring) -> Double? {
    Double(text).flatMap { (0...4_000).contains($0) ? $0 : nil }
  }

  init(
    store: Store,
    seed: UInt64,
    steps: [Step],
    ticket: AskedTicket,
    askedOnDay: Double,
    handle: Handle
  ) {
    self.store = store
    self.seed = seed
    self.steps = steps
    self.ticket = ticket
    self.askedOnDay = askedOnDay
    self.handle = handle
  }
}

/// A ticket category, by the name that `purser why --json` uses.
enum AskedTicket: String, CaseIterable, Sendable {
  case noAccess, chargedTwice, refundApple, refundGoogle, restoreFails, vanished
  case cancelledButCharged, lostAccess, wrongPlan, consumableMissing, trialOrOffer
  case pendingOrFamily

  /// Customers' wordings; `{plan}` is the plan bought last.
  var wordings: [String] {
    switch self {
    case .noAccess:
      ["I paid and have no access to {plan}!", "I bought {plan} and it does not unlock."]
    case .chargedTwice:
      ["I was charged twice, please check.", "Why is there a double charge on my card?"]
    case .refundApple:
      ["I want a refund from Apple.", "Can Apple refund me? I bought it on my iPhone."]
    case .refundGoogle:
      ["I want a refund from Google Play.", "Please refund my Google Play order."]
    case .restoreFails:
      ["Restore purchases does not work.", "I have a new phone and cannot restore my purchase."]
    case .vanished:
      ["My purchase has vanished from my account.", "I signed in and my premium is gone."]
    case .cancelledButCharged:
      ["I cancelled and was charged again!", "I had unsubscribed and you billed me."]
    case .lostAccess:
      ["I lost access although I am still paying.", "My {plan} stopped although I pay."]
    case .wrongPlan:
      ["I have the wrong plan.", "This is the wrong price for my subscription."]
    case .consumableMissing:
      ["My coins never arrived.", "Where are my coins? I did not receive them."]
    case .trialOrOffer:
      ["What about my free trial?", "My trial: was I charged for it?"]
    case .pendingOrFamily:
      ["My purchase is pending, what now?", "Is my purchase waiting for approval?"]
    }
  }
}
