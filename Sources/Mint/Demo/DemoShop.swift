import Basics
import Foundation

/// The demo's apps and their products.
package enum DemoShop {
  package struct Product: Equatable, Sendable {
    package let id: String
    package let kind: MintedPurchase.Kind
    /// Months between renewals; `nil` if it does not renew.
    package let months: Int?
    let itemID: Int64
  }

  package struct App: Equatable, Sendable {
    package let bundleID: String
    let itemID: Int64
    let versions: [String]
    package let monthly: Product
    package let yearly: Product
    package let lifetime: Product
    package let packs: [Product]

    package var products: [Product] { [monthly, yearly, lifetime] + packs }
  }

  package static let reader = app(
    "com.example.reader",
    itemID: 1_462_807_315,
    versions: ["412", "417", "420"],
    plan: "pro",
    lifetime: "pro.lifetime",
    packs: ["coins.100", "coins.500", "coins.1200"]
  )

  package static let trails = app(
    "com.example.trails",
    itemID: 1_538_220_946,
    versions: ["3.8.1", "3.9.0", "4.0.2"],
    plan: "plus",
    lifetime: "maps.worldwide",
    packs: ["beacons.10", "beacons.50"]
  )

  package static let chords = app(
    "com.example.chords",
    itemID: 1_610_493_577,
    versions: ["88", "91"],
    plan: "studio",
    lifetime: "tuner.unlock",
    packs: ["lessons.5", "lessons.20"]
  )

  package static let apps = [reader, trails, chords]

  private static func app(
    _ bundleID: String,
    itemID: Int64,
    versions: [String],
    plan: String,
    lifetime: String,
    packs: [String]
  ) -> App {
    func product(
      _ name: String,
      _ number: Int64,
      _ kind: MintedPurchase.Kind,
      months: Int? = nil
    ) -> Product {
      Product(id: "\(bundleID).\(name)", kind: kind, months: months, itemID: itemID + number)
    }
    return App(
      bundleID: bundleID,
      itemID: itemID,
      versions: versions,
      monthly: product("\(plan).monthly", 11, .autoRenewable, months: 1),
      yearly: product("\(plan).yearly", 12, .autoRenewable, months: 12),
      lifetime: product(lifetime, 21, .nonConsumable),
      packs: packs.enumerated().map { product($1, 31 + Int64($0), .consumable) }
    )
  }
}

/// Creates identifiers like Apple's that depend on user and time only and differ between users.
struct DemoIdentifiers {
  /// The user's index in the population.
  let index: UInt64
  let isSandbox: Bool
  private var usedSeconds: Set<Int64> = []
  private var sandboxSerial: Int64 = 0

  init(index: Int, isSandbox: Bool) {
    self.index = UInt64(truncatingIfNeeded: index)
    self.isSandbox = isSandbox
  }

  /// Returns a transaction ID and a web order line item ID for a purchase.
  ///
  /// Production: the data centre in two or three digits, nine that grow by the second, four of the
  /// account; distinct for the first million users. Sandbox: a counter from 2000000….
  mutating func next(
    at date: Date,
    using generator: inout SplitMix64
  ) -> (transaction: String, lineItem: Int64) {
    if isSandbox {
      sandboxSerial += Int64.random(in: 400...900, using: &generator)
      let account = Int64(truncatingIfNeeded: index % 20_000_000) * 50_000
      let serial = 2_000_000_000_000_000 + account + sandboxSerial
      return (String(serial), serial / 10 + 1_800_000_000_000_000)
    }
    var second = Int64(CivilTime(clamping: date).instant.timeIntervalSince1970) - 1_200_000_000
    second = min(max(second, 100_000_000), 999_999_999)
    while !usedSeconds.insert(second).inserted { second += 1 }
    let account = Int64(truncatingIfNeeded: index / 100 % 10_000)
    // 7,369 and 4,823 are coprime to 10,000, so no two accounts share the end in one second.
    let transactionEnd = (account * 7_369 + second * 4_823) % 10_000
    let lineItemEnd = (account * 4_823 + second * 7_369) % 10_000
    let grown = second * 10_000
    return (
      "\(dataCentre)\(Self.padded(grown + transactionEnd))",
      dataCentre * 10_000_000_000_000 + grown + lineItemEnd
    )
  }

  /// 20 to 69 or 200 to 249: two lengths, so that IDs of different data centres never collide.
  private var dataCentre: Int64 {
    let slot = Int64(truncatingIfNeeded: index % 100 * 37 % 100)
    return slot < 50 ? 20 + slot : 150 + slot
  }

  private static func padded(_ number: Int64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 13 - digits.count)) + digits
  }

  /// `u_` and five or more characters that aren't easily confused. The five are a permutation of
  /// the lower 25 bits, so that neighbours look different.
  static func userID(_ index: Int) -> String {
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let number = UInt64(truncatingIfNeeded: index)
    var low = (number &* 0x1_2D4F_A3B5 &+ 0x0C0_FFEE) & 0x1FF_FFFF
    var characters: [Character] = []
    for _ in 0..<5 {
      characters.append(alphabet[Int(low & 31)])
      low >>= 5
    }
    var high = number >> 25
    while high > 0 {
      characters.append(alphabet[Int(high & 31)])
      high >>= 5
    }
    return "u_" + String(characters.reversed())
  }
}
