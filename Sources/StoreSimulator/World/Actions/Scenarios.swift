package import Basics
package import Foundation

/// The scenarios that come with the program: one TOML document each, in the same format as custom
/// ones.
package enum ShippedScenarios {
  package static let documents = Dictionary(
    uniqueKeysWithValues: table.split(separator: "\n\n").map { scenario in
      let lines = scenario.split(separator: "\n")
      let head = lines[0].split(separator: " ", maxSplits: 2).map(String.init)
      let lasts = head[1] == "-" ? [] : ["lasts = \"\(head[1])\""]
      let members = ["name = \"\(head[0])\"", "title = \"\(head[2])\""] + lasts
      let parts = [members.joined(separator: "\n")] + lines.dropFirst().map(step)
      return (head[0], parts.joined(separator: "\n\n"))
    }
  )

  /// One scenario a paragraph: name, duration and title, then time, action and members of each
  /// step. A step names the purchase `sub` unless it says otherwise, and a purchase is Ada's.
  private static let table = """
    ask-to-buy P1D A child asks, and a parent approves
    PT0S buy pending=true
    PT5H approve

    ask-to-buy-declined P1D A child asks, and a parent declines
    PT0S buy pending=true
    PT5H decline

    billing-failure-grace-recover P40D A renewal fails and is paid within the grace period
    PT0S buy
    P20D fail-billing
    P34D fix-billing

    billing-failure-lapse P120D A renewal fails and is never paid
    PT0S buy
    P20D fail-billing

    buy - A subscription is bought
    PT0S buy

    cancel P40D Renewal is turned off, and the subscription ends with the paid period
    PT0S buy
    P5D cancel

    consumable P2D Coins are bought, used, and bought again
    PT0S buy product=coins.100
    PT1M consume
    P1D buy as=more product=coins.100 quantity=2

    downgrade P40D A subscription is downgraded at its renewal
    PT0S buy product=max.monthly
    P10D downgrade as=sub product=plus.monthly

    family-share-and-revoke P36D A family member gets a subscription and loses it
    PT0S buy
    P1D share as=shared account=ben appAccount=5d5e3a0c-9c84-4e4c-8b6a-6a3c7d2f9b10
    P35D revoke of=shared

    offer-code P35D A subscription is bought with an offer code
    PT0S buy offer=code offerID=SPRING26

    order-lookup P1D A lifetime purchase whose order number is looked up
    PT0S buy product=lifetime

    pause P75D A subscription at Google pauses for a month
    PT0S buy store=google
    P10D pause months=1

    prepaid P40D A prepaid plan at Google expires
    PT0S buy product=plus.prepaid store=google

    price-increase P35D A price increase is announced and accepted
    PT0S buy
    P10D price amount=9990
    P12D approve

    price-refused P35D A price increase is announced and not accepted
    PT0S buy
    P10D price amount=9990
    P12D decline

    refund P11D A subscription is refunded
    PT0S buy
    P10D refund

    refund-declined P3D A refund is requested and declined
    PT0S buy product=coins.100
    P1D ask-refund
    P2D decline-refund

    refund-reversed P13D A refund is undone
    PT0S buy
    P10D refund
    P12D reverse-refund

    renew P65D A subscription renews twice
    PT0S buy

    resubscribe P70D A customer resubscribes after a subscription ended
    PT0S buy
    P5D cancel
    P60D buy

    sandbox PT2H A subscription in the sandbox renews quickly until it ends
    PT0S buy sandbox=true

    trial-to-paid P10D A free trial becomes a paid subscription
    PT0S buy offer=trial

    upgrade P15D A subscription is upgraded at once
    PT0S buy
    P10D upgrade as=sub product=max.monthly
    """

  private static func step(_ line: Substring) -> String {
    let words = line.split(separator: " ")
    var members = words.dropFirst(2).map { word in
      let parts = word.split(separator: "=")
      return (name: String(parts[0]), value: String(parts[1]))
    }
    func take(_ name: String, else standard: String) -> (String, String) {
      guard let index = members.firstIndex(where: { $0.name == name }) else {
        return (name, standard)
      }
      return members.remove(at: index)
    }
    var all = [("at", String(words[0])), ("act", String(words[1]))]
    if words[1] == "buy" {
      all += [
        take("as", else: "sub"), ("account", "ada"),
        ("appAccount", "1b671a64-40d5-491e-99b0-da01ff1f3341"),
        take("product", else: "plus.monthly"),
      ]
    } else {
      all.append(take("of", else: "sub"))
    }
    let text = (all + members).map { name, value in
      let isText = Int(value) == nil && value != "true"
      return isText ? "\(name) = \"\(value)\"" : "\(name) = \(value)"
    }
    return (["[[step]]"] + text).joined(separator: "\n")
  }
}

/// A sequence of actions, each with its time since the beginning.
package struct Scenario: Codable, Equatable, Sendable {
  package struct Step: Codable, Equatable, Sendable {
    /// Time since the beginning: `PT0S`, `P7D`, `P1DT2H`.
    package var at: String
    package var action: SimulatedAction

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      at = try container.decode(String.self, forKey: .at)
      action = try SimulatedAction(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(at, forKey: .at)
      try action.encode(to: encoder)
    }

    private enum CodingKeys: String, CodingKey { case at }
  }

  package var name: String
  package var title: String
  package var step: [Step]
  /// The total duration; until the last step if absent.
  package var lasts: String?

  /// Reads the table of a scenario's document.
  ///
  /// - Throws: `DecodingError`.
  package init(_ table: TOMLTable) throws {
    let json = CompactJSON.bytes(TOMLValue.table(table).json)
    self = try JSONDecoder().decode(Scenario.self, from: Data(json))
  }

  /// The steps in order of time, with their dates.
  package func timed(from start: Date) throws(ActionError) -> [(at: Date, action: SimulatedAction)]
  {
    var steps: [(at: Date, action: SimulatedAction)] = []
    for step in step {
      guard let seconds = ISO8601Duration(step.at)?.timeInterval else {
        throw .missing("at, a length of time such as P3D or PT90M, and not \(step.at)")
      }
      steps.append((start.addingTimeInterval(seconds), step.action))
    }
    return steps.sorted { $0.at < $1.at }
  }

  package func end(from start: Date) -> Date? {
    lasts.flatMap(ISO8601Duration.init).map { start.addingTimeInterval($0.timeInterval) }
  }
}

extension SimulatedWorld {
  /// Plays a whole scenario from now on. Returns the purchases that were made or changed.
  @discardableResult
  package mutating func play(_ scenario: Scenario) throws(ActionError) -> [String] {
    let start = now
    var touched: [String] = []
    for step in try scenario.timed(from: start) {
      advance(to: step.at)
      if let id = try perform(step.action), !touched.contains(id) { touched.append(id) }
    }
    if let end = scenario.end(from: start) { advance(to: end) }
    return touched
  }
}
