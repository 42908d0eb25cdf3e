import Entitlements
import Foundation
import Mint

/// One customer's history at one store, and the ticket sent at its end.
///
/// Its text form is `google seed 7: 0 buy-premium, 12 turn-off; day 33 chargedTwice by email`.
struct Life: Equatable, Sendable {
  /// An action of the customer, the bank, the store or the operator. Its consequences (renewals,
  /// grace, expiry) follow from the store's rules.
  enum Event: String, CaseIterable, Sendable {
    case buyPremium, buyBasic, startTrial, buyWithOffer, buyInstalments, buyPrepaid
    /// Buys the same plan again with another store account.
    case buyWithSecondAccount
    case buyInSandbox, buyCoins, buyTheme, deliverCoins
    /// The purchase waits for cash or approval.
    case orderCoins, orderPremium, completeOrder, callOffOrder
    case failCard, mendCard, turnOff, turnOn, upgrade
    /// Changes at once to another plan of the same rank and length.
    case crossgrade
    case downgrade, withdrawChange, raisePrice, agreePrice, pause
    case requestRefund, declineRefund, refund, refundPart, refundOlder, reverseRefund
    /// The bank reverses the last charge.
    case chargeback
    case revoke, refundCoins, joinFamily, leaveFamily
    /// The customer reinstalls the app and restores purchases.
    case reinstall
    /// Another user of the app submits the customer's subscription as theirs.
    case presentAsOther
    /// An operator transfers the subscription to another user.
    case transfer

    /// In the text form: `buy-premium`.
    var name: String { rawValue.hyphenated }

    init?(name: some StringProtocol) {
      guard let event = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = event
    }
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
}

extension Life {
  var text: String {
    let steps = steps.map { "\(Self.text($0.day)) \($0.event.name)" }.joined(separator: ", ")
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
        let event = Event(name: words[1])
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

/// Generates random histories, reproducible from the seed and the index on every machine.
struct RandomLives: Sendable {
  let seed: UInt64
  let stores: [Store]
  let tickets: [AskedTicket]

  private static let openings: [(Life.Event, Int)] = [
    (.buyPremium, 34), (.buyBasic, 14), (.startTrial, 14), (.buyWithOffer, 7), (.buyCoins, 9),
    (.buyTheme, 3), (.orderCoins, 5), (.orderPremium, 5), (.buyInstalments, 4), (.buyPrepaid, 2),
    (.joinFamily, 4), (.buyInSandbox, 3),
  ]

  private static let sequels: [(Life.Event, Int)] = [
    (.turnOff, 14), (.turnOn, 5), (.failCard, 10), (.mendCard, 8), (.upgrade, 5),
    (.downgrade, 6), (.withdrawChange, 2), (.raisePrice, 5), (.agreePrice, 4), (.pause, 3),
    (.requestRefund, 4), (.declineRefund, 3), (.refund, 7), (.refundPart, 5), (.refundOlder, 4),
    (.reverseRefund, 3), (.revoke, 2), (.buyCoins, 5), (.deliverCoins, 4), (.refundCoins, 3),
    (.buyTheme, 2), (.completeOrder, 6), (.callOffOrder, 5), (.orderCoins, 2),
    (.orderPremium, 2), (.buyPremium, 8), (.buyBasic, 3), (.startTrial, 3),
    (.buyWithSecondAccount, 3), (.joinFamily, 2), (.leaveFamily, 4), (.buyInSandbox, 2),
    (.crossgrade, 3), (.chargeback, 2), (.reinstall, 3), (.presentAsOther, 2), (.transfer, 2),
  ]

  /// Days between steps, chosen so that no step coincides with the end of a period.
  private static let gaps: [Double] = [0.25, 1.1, 2.6, 6.2, 11.3, 19.4, 31.7, 44.2]

  /// The likely tickets after an event; others are also chosen.
  private static func questions(after event: Life.Event) -> [AskedTicket] {
    switch event {
    case .buyCoins, .deliverCoins: [.consumableMissing, .chargedTwice]
    case .startTrial, .buyWithOffer: [.trialOrOffer, .chargedTwice, .cancelledButCharged]
    case .turnOff, .turnOn: [.cancelledButCharged, .lostAccess, .chargedTwice]
    case .refund, .refundPart, .refundOlder, .reverseRefund, .requestRefund, .declineRefund,
      .revoke, .refundCoins, .chargeback:
      [.refundApple, .refundGoogle, .lostAccess, .noAccess, .chargedTwice]
    case .orderCoins, .orderPremium, .completeOrder, .callOffOrder, .joinFamily, .leaveFamily:
      [.pendingOrFamily, .noAccess, .refundGoogle, .lostAccess]
    case .reinstall: [.restoreFails, .vanished]
    case .presentAsOther, .transfer: [.vanished, .restoreFails, .noAccess]
    case .upgrade, .crossgrade, .downgrade, .withdrawChange, .raisePrice, .agreePrice:
      [.wrongPlan, .chargedTwice, .noAccess]
    case .failCard, .mendCard, .pause: [.lostAccess, .noAccess, .chargedTwice]
    case .buyInstalments: [.cancelledButCharged, .refundGoogle]
    default: AskedTicket.allCases
    }
  }

  func life(_ index: Int) -> Life {
    let own = seed % 10_000 * 1_000_000 + UInt64(index)
    var generator = SplitMix64(seed: own &* 0x9E37_79B9)
    let store = stores.randomElement(using: &generator) ?? .apple
    var steps = [Life.Step(day: 0, event: Self.event(of: Self.openings, &generator))]
    var day = 0.0
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      day += Self.gaps.randomElement(using: &generator) ?? 1
      steps.append(Life.Step(day: day, event: Self.event(of: Self.sequels, &generator)))
    }
    let askedOnDay = day + 0.3 + (Self.gaps.randomElement(using: &generator) ?? 1)
    return Life(
      store: store,
      seed: own,
      steps: steps,
      ticket: ticket(steps, &generator),
      askedOnDay: askedOnDay,
      handle: Life.Handle.allCases.randomElement(using: &generator) ?? .email
    )
  }

  private func ticket(_ steps: [Life.Step], _ generator: inout SplitMix64) -> AskedTicket {
    let likely = steps.flatMap { Self.questions(after: $0.event) }.filter(tickets.contains)
    let isLikely = Int.random(in: 0..<100, using: &generator) < 75
    let choice = isLikely ? likely.randomElement(using: &generator) : nil
    return choice ?? tickets.randomElement(using: &generator) ?? .noAccess
  }

  private static func event(
    of weighted: [(Life.Event, Int)],
    _ generator: inout SplitMix64
  ) -> Life.Event {
    var offset = Int.random(in: 0..<weighted.reduce(0) { $0 + $1.1 }, using: &generator)
    for (event, weight) in weighted {
      offset -= weight
      if offset < 0 { return event }
    }
    return .buyPremium
  }
}
