import Dashboard
import Entitlements
import Foundation

/// One of the demo's tickets: what a customer wrote, and the story of what had happened.
///
/// Texts name times from now on: `<-2d3h>` stands for the instant two days and three hours ago,
/// `<day +7d>` for the day in a week.
struct DemoTicket: Sendable {
  let title: String
  let message: String
  /// What the case teaches, and what to look at.
  let lesson: String
  /// The app, the verdict that has to come out, and the documents, as `StoryFile` reads them.
  let told: String

  /// The twelve, in the order of `Complaint`.
  static let all = [
    noAccess, chargedTwice, refundApple, refundGoogle, restoreFails, vanished,
    cancelledButCharged, lostAccess, wrongPlan, consumableMissing, trialOrOffer, family,
  ]

  func letter(at now: Date) -> Letter {
    Letter(title: title, text: RelativeTimes(now: now).resolve(message))
  }

  func asLesson(at now: Date) -> Lesson { Lesson(letter: letter(at: now), look: lesson) }

  func story(at now: Date) throws(StoryFileError) -> Story {
    let times = RelativeTimes(now: now)
    let text = "at = <+0d>\nmessage = '''\n\(message)'''\n\(told)"
    return try StoryFile.story(times.resolve(text), path: title)
  }

  /// What is sold by the apps that the tickets are about.
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

/// Puts instants in the place of times that are told from now on.
struct RelativeTimes {
  let now: Date

  func resolve(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      let inner = rest[rest.index(after: open)...]
      guard let close = inner.firstIndex(of: ">"), let told = told(inner[..<close]) else {
        result.append("<")
        rest = inner
        continue
      }
      result += told
      rest = inner[inner.index(after: close)...]
    }
    return result + rest
  }

  private func told(_ token: Substring) -> String? {
    if token.hasPrefix("day ") {
      return instant(token.dropFirst(4)).map { String($0.formatted(.iso8601).prefix(10)) }
    }
    return instant(token)?.formatted(.iso8601)
  }

  private func instant(_ token: Substring) -> Date? {
    guard let sign = token.first, sign == "+" || sign == "-" else { return nil }
    var seconds = 0.0
    var digits = ""
    for letter in token.dropFirst() {
      if letter.isNumber {
        digits.append(letter)
        continue
      }
      guard let count = Double(digits), let unit = Self.units[letter] else { return nil }
      seconds += count * unit
      digits = ""
    }
    guard digits.isEmpty else { return nil }
    return now.addingTimeInterval(sign == "-" ? -seconds : seconds)
  }

  private static let units: [Character: TimeInterval] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
}
