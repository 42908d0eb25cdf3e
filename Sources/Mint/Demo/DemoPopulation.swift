package import Foundation

/// A demo user and everything the user's devices have sent.
package struct DemoUser: Equatable, Sendable {
  package let id: String
  /// As the user typed it; one in the showcase is hostile.
  package let name: String
  package let email: String
  package let story: DemoStory
  /// In order of arrival: an older receipt before a newer one of the same app.
  package let receipts: [DemoReceipt]
}

package struct DemoReceipt: Equatable, Sendable {
  package let receipt: MintedReceipt
  /// Whether the signature is broken, so that the receipt is rejected.
  package let isTampered: Bool

  /// The App Store's envelope on the receipt's day, with a broken signature if tampered.
  package var envelope: Envelope {
    // Apple, TN3138: SHA-256 from 2023-08-16 on.
    let sha256Began = Date(timeIntervalSince1970: 1_692_144_000)
    return Envelope(
      signers: [
        Signer(
          digest: receipt.creationDate < sha256Began ? .sha1 : .sha256,
          isSignatureBroken: isTampered
        )
      ])
  }
}

extension ReceiptMint {
  package func mint(_ demo: DemoReceipt) throws(MintError) -> [UInt8] {
    try mint(demo.receipt, as: demo.envelope)
  }
}

/// An unlimited population of realistic users, each determined by seed, `now` and index alone.
///
/// All dates are whole seconds; only ends of paid periods are after `now`. Receipts are up to 3,000
/// days old, the validity of `TestAuthority.demo`.
package struct DemoPopulation: Sendable {
  package let seed: UInt64
  package let now: Date

  package init(seed: UInt64, now: Date) {
    self.seed = seed
    self.now = now
  }

  /// Creates one user. The first twenty are the same for every seed and show all features.
  package func user(at index: Int) -> DemoUser {
    let stream = UInt64(truncatingIfNeeded: index)
    var generator = SplitMix64(seed: seed, stream: stream)
    let traits =
      DemoTraits.showcase.indices.contains(index)
      ? DemoTraits.showcase[index] : DemoTraits.any(&generator)
    let person = DemoPeople.person(at: index, using: &generator)
    var histories = ReceiptHistoryMaker(
      index: index,
      traits: traits,
      now: now,
      generator: generator
    )
    return DemoUser(
      id: DemoIdentifiers.userID(index),
      name: person.name,
      email: person.email,
      story: traits.story,
      receipts: histories.receipts()
    )
  }
}

/// A user's purchase history, as of the population's `now`.
package enum DemoStory: String, Sendable, CaseIterable {
  case monthly, yearly, returned, onTrial, converted, introOffer, promotionalOffer, upgraded
  case lapsed, lapsedLongAgo, trialLapsed, refunded, coins, lifetime, sandbox

  /// The percentage of users with this story: those of an ordinary shop, with 45 % subscribed, 8 %
  /// on trial and 30 % gone.
  package var share: Double { Self.shares[self] ?? 0 }

  private static let shares: [DemoStory: Double] = [
    .monthly: 16, .yearly: 11, .returned: 2, .converted: 6, .introOffer: 3, .promotionalOffer: 3,
    .upgraded: 4, .onTrial: 8, .lapsed: 12, .lapsedLongAgo: 13, .trialLapsed: 5, .refunded: 4,
    .coins: 6, .lifetime: 5, .sandbox: 2,
  ]

  static func any(_ generator: inout SplitMix64) -> DemoStory {
    var remaining = Double.random(in: 0..<100, using: &generator)
    for story in allCases {
      remaining -= story.share
      if remaining < 0 { return story }
    }
    return .monthly
  }
}

/// Further traits of a demo user.
struct DemoTraits: Equatable {
  var story: DemoStory
  var buysPacks = false
  var hasSecondApp = false
  /// Whether there is an older receipt of the app, from before the last purchase.
  var hasOlderReceipt = false
  var cheats = false

  static func any(_ generator: inout SplitMix64) -> DemoTraits {
    DemoTraits(
      story: DemoStory.any(&generator),
      buysPacks: generator.chance(12),
      hasSecondApp: generator.chance(6),
      hasOlderReceipt: generator.chance(5),
      cheats: generator.chance(0.8)
    )
  }

  /// The traits of the first users: every story, the simplest first.
  static let showcase: [DemoTraits] = [
    .init(story: .monthly, buysPacks: true), .init(story: .yearly), .init(story: .onTrial),
    .init(story: .converted), .init(story: .upgraded), .init(story: .refunded),
    .init(story: .coins), .init(story: .lifetime), .init(story: .introOffer),
    .init(story: .promotionalOffer), .init(story: .lapsed), .init(story: .lapsedLongAgo),
    .init(story: .monthly, hasSecondApp: true), .init(story: .lapsed, cheats: true),
    .init(story: .converted, hasOlderReceipt: true), .init(story: .sandbox),
    .init(story: .trialLapsed, buysPacks: true), .init(story: .returned),
    .init(story: .yearly, buysPacks: true, hasSecondApp: true), .init(story: .refunded),
  ]
}

/// A small random number generator that depends on its seed only (Steele, Lea, Flood: "Fast
/// Splittable Pseudorandom Number Generators").
package struct SplitMix64: RandomNumberGenerator, Codable, Equatable, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// An independent stream for each index.
  init(seed: UInt64, stream: UInt64) {
    var mixer = SplitMix64(seed: stream &+ 0x5851_F42D_4C95_7F2D)
    state = seed ^ mixer.next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<Element>(_ elements: [Element], else fallback: Element) -> Element {
    elements.randomElement(using: &self) ?? fallback
  }

  /// Returns true with a probability in percent.
  mutating func chance(_ percent: Double) -> Bool {
    Double.random(in: 0..<100, using: &self) < percent
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
