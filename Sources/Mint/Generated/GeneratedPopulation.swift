import Basics
package import Foundation

/// A population with an exact number of users and orders. Each user depends on seed, `now`, the
/// totals and an index alone.
package struct GeneratedPopulation: Sendable {
  package let users: Int
  package let orders: Int
  package let seed: UInt64
  /// Seconds since 1970. Only ends of paid periods are later.
  package let now: Int64
  /// Orders per user.
  private let counts: [Int32]
  /// The transaction IDs reserved per user, more than any user needs.
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

  /// A long-tailed distribution: many users buy little, few buy a hundred times the mean, and the
  /// first user has up to a thousand orders. Uses differences of cumulative integer sums, so that
  /// no order is lost to rounding.
  private static func counts(users: Int, orders: Int, seed: UInt64) -> [Int32] {
    var generator = SplitMix64(seed: seed, stream: 0x5348_4152_4553)
    let first = users > 1 ? min(1_000, orders / 20) : orders
    let shares = (0..<users).map { $0 == 0 ? 0 : share(&generator) }
    let whole = max(1, shares.reduce(0, +))
    var (sum, assigned) = (0, 0)
    return shares.enumerated().map { index, share in
      guard index > 0 else { return Int32(clamping: first) }
      sum += share
      // The last user takes the rest if all shares are 0.
      let until = index == users - 1 ? orders - first : (orders - first) * sum / whole
      defer { assigned = until }
      return Int32(clamping: until - assigned)
    }
  }

  /// A random share with a mean of about ten.
  private static func share(_ generator: inout SplitMix64) -> Int {
    let percentile = generator.next() % 1_000
    return switch percentile {
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
