import Dashboard
import Entitlements
import Foundation

/// One of the demo's tickets: the customer's message and the documents of the case.
///
/// Texts contain relative times: `<-2d3h>` is the time two days and three hours ago, `<day +7d>`
/// the date in a week.
struct DemoTicket: Sendable {
  let title: String
  let message: String
  /// The explanation in the tour.
  let step: String
  /// The app, the expected verdict and the documents, in the format of `StoryFile`.
  let expanded: String

  /// All tickets, in the order of `TicketCategory`.
  static let all = [
    noAccess, chargedTwice, refundApple, refundGoogle, restoreFails, vanished,
    cancelledButCharged, lostAccess, wrongPlan, consumableMissing, trialOrOffer, family,
  ]

  func letter(at now: Date) -> TicketMessage {
    TicketMessage(title: title, text: RelativeTimes(now: now).resolve(message))
  }

  func asTourStep(at now: Date) -> TourStep { TourStep(ticketMessage: letter(at: now), look: step) }

  func story(at now: Date) throws(StoryFileError) -> Story {
    let times = RelativeTimes(now: now)
    let text = "at = <+0d>\nmessage = '''\n\(message)'''\n\(expanded)"
    return try StoryFile.story(times.resolve(text), path: title)
  }

  /// The catalog of the tickets' apps.
  static let catalog = Catalog(
    version: "demo",
    items: [
      Catalog.Item(
        id: "premium",
        title: "Premium",
        kind: .autoRenewable,
        products: [
          .init(.apple, "premium.monthly"), .init(.apple, "premium.yearly"),
          .init(.google, "premium:monthly"),
        ],
        entitlements: ["premium"],
        group: "plans",
        rank: 1
      ),
      Catalog.Item(
        id: "basic",
        title: "Basic",
        kind: .autoRenewable,
        products: [.init(.apple, "basic.monthly")],
        entitlements: ["basic"],
        group: "plans",
        rank: 2
      ),
      Catalog.Item(
        id: "gems-500",
        title: "500 gems",
        kind: .consumable,
        products: [.init(.apple, "gems.500")],
        uses: 500
      ),
    ]
  )
}

/// Replaces relative times in a text with absolute ones.
struct RelativeTimes {
  let now: Date

  func resolve(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      let inner = rest[rest.index(after: open)...]
      guard let close = inner.firstIndex(of: ">"), let expanded = expanded(inner[..<close]) else {
        result.append("<")
        rest = inner
        continue
      }
      result += expanded
      rest = inner[inner.index(after: close)...]
    }
    return result + rest
  }

  private func expanded(_ token: Substring) -> String? {
    if token.hasPrefix("day ") {
      return instant(token.dropFirst(4)).map { String($0.formatted(.iso8601).prefix(10)) }
    }
    return instant(token)?.formatted(.iso8601)
  }

  private func instant(_ token: Substring) -> Date? {
    guard let sign = token.first, sign == "+" || sign == "-" else { return nil }
    var seconds = 0.0
    var digits = ""
    for character in token.dropFirst() {
      if character.isNumber {
        digits.append(character)
        continue
      }
      guard let count = Double(digits), let unit = Self.units[character] else { return nil }
      seconds += count * unit
      digits = ""
    }
    guard digits.isEmpty else { return nil }
    return now.addingTimeInterval(sign == "-" ? -seconds : seconds)
  }

  private static let units: [Character: TimeInterval] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
}
