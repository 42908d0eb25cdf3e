/// A user's purchase history, as of the population's `now`.
package enum DemoStory: String, Sendable, CaseIterable {
  case monthly, yearly, returned, onTrial, converted, introOffer, promotionalOffer, upgraded
  case lapsed, lapsedLongAgo, trialLapsed, refunded, coins, lifetime, sandbox

  /// The percentage of users with this story: those of an ordinary shop, with 45 % subscribed, 8 %
  /// on trial and 30 % gone.
  package var share: Double {
    switch self {
    case .monthly: 16
    case .yearly: 11
    case .returned: 2
    case .converted: 6
    case .introOffer: 3
    case .promotionalOffer: 3
    case .upgraded: 4
    case .onTrial: 8
    case .lapsed: 12
    case .lapsedLongAgo: 13
    case .trialLapsed: 5
    case .refunded: 4
    case .coins: 6
    case .lifetime: 5
    case .sandbox: 2
    }
  }

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

  init(
    _ story: DemoStory,
    buysPacks: Bool = false,
    hasSecondApp: Bool = false,
    hasOlderReceipt: Bool = false,
    cheats: Bool = false
  ) {
    self.story = story
    self.buysPacks = buysPacks
    self.hasSecondApp = hasSecondApp
    self.hasOlderReceipt = hasOlderReceipt
    self.cheats = cheats
  }

  static func any(_ generator: inout SplitMix64) -> DemoTraits {
    DemoTraits(
      DemoStory.any(&generator),
      buysPacks: generator.chance(12),
      hasSecondApp: generator.chance(6),
      hasOlderReceipt: generator.chance(5),
      cheats: generator.chance(0.8)
    )
  }

  /// The traits of the first users: every story, the simplest first.
  static let showcase: [DemoTraits] = [
    DemoTraits(.monthly, buysPacks: true), DemoTraits(.yearly), DemoTraits(.onTrial),
    DemoTraits(.converted), DemoTraits(.upgraded), DemoTraits(.refunded), DemoTraits(.coins),
    DemoTraits(.lifetime), DemoTraits(.introOffer), DemoTraits(.promotionalOffer),
    DemoTraits(.lapsed), DemoTraits(.lapsedLongAgo), DemoTraits(.monthly, hasSecondApp: true),
    DemoTraits(.lapsed, cheats: true), DemoTraits(.converted, hasOlderReceipt: true),
    DemoTraits(.sandbox), DemoTraits(.trialLapsed, buysPacks: true), DemoTraits(.returned),
    DemoTraits(.yearly, buysPacks: true, hasSecondApp: true), DemoTraits(.refunded),
  ]
}
