import Basics
package import Foundation

/// Users without end and their orders, exactly so many of both. Each user follows from seed, `now`,
/// the totals and a number alone.
package struct GeneratedPopulation: Sendable {
  package let users: Int
  package let orders: Int
  package let seed: UInt64
  /// Seconds since 1970. Nothing but the ends of paid periods lies after it.
  package let now: Int64
  /// How many each user bought.
  private let counts: [Int32]
  /// No user needs as many transaction IDs.
  private let stride: Int

  /// Up to ten million users and a hundred million orders.
  package init(users: Int, orders: Int, seed: UInt64, now: Date) {
    self.users = users
    self.orders = orders
    self.seed = seed
    self.now = Int64(CivilTime(clamping: now).instant.timeIntervalSince1970)
    counts = Self.counts(users: users, orders: orders, seed: seed)
    stride = Int(counts.max() ?? 0) * 2 + 64
  }

  package func user(at index: Int) -> GeneratedUser {
    var generator = SplitMix64(seed: seed, stream: UInt64(truncatingIfNeeded: index))
    let person = DemoPeople.person(at: index, using: &generator)
    var maker = LifeMaker(
      now: now,
      orders: Int(counts[index]),
      identifiers: LifeIdentifiers(seed: seed, from: index * stride),
      generator: generator
    )
    let chains = maker.chains()
    return GeneratedUser(
      id: DemoIdentifiers.userID(index),
      name: person.name,
      email: person.email,
      market: maker.market,
      chains: chains
    )
  }

  /// A long tail: many buy nothing or little, few buy a hundred times as much as the mean, and the
  /// first user has a thousand orders where there are plenty. Shares are whole numbers, and what is
  /// dealt out is the difference of two sums, so that nothing is lost to rounding.
  private static func counts(users: Int, orders: Int, seed: UInt64) -> [Int32] {
    var generator = SplitMix64(seed: seed, stream: 0x5348_4152_4553)
    let first = users > 1 ? min(1_000, orders / 20) : orders
    let shares = (0..<users).map { $0 == 0 ? 0 : share(&generator) }
    let whole = max(1, shares.reduce(0, +))
    var (sum, dealt) = (0, 0)
    return shares.enumerated().map { index, share in
      guard index > 0 else { return Int32(clamping: first) }
      sum += share
      // The last one takes what is left where nobody has a share.
      let until = index == users - 1 ? orders - first : (orders - first) * sum / whole
      defer { dealt = until }
      return Int32(clamping: until - dealt)
    }
  }

  /// Of a mean of about ten.
  private static func share(_ generator: inout SplitMix64) -> Int {
    let place = generator.next() % 1_000
    return switch place {
    case ..<120: 0
    case ..<400: 1
    case ..<700: 1 + Int(generator.next() % 6)
    case ..<900: 6 + Int(generator.next() % 14)
    case ..<985: 15 + Int(generator.next() % 50)
    case ..<999: 60 + Int(generator.next() % 200)
    default: 200 + Int(generator.next() % 800)
    }
  }
}
