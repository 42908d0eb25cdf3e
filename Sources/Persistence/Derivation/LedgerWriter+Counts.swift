import Entitlements
import Foundation
internal import GRDB

/// The number of chains in each state (by code) at one instant.
struct StateCounts: Sendable {
  /// In milliseconds since 1970.
  var instant: Int64
  var chains: [Int: Int]
}

extension StateCounts {
  /// Reads the stored counts.
  init(kept db: Database) throws {
    chains = Dictionary(
      try db.map("SELECT state, chains FROM stateCount") { (try $0.count(0), try $0.count(1)) },
      uniquingKeysWith: +
    )
    instant = try db.number("SELECT value FROM meta WHERE name = 'countedAt'") ?? 0
  }
}

/// Advances the stored counts by state with the clock.
extension LedgerWriter {
  /// The maximum age of the stored counts in milliseconds, so that readers add few changes.
  private static let maxAge: Int64 = 3_600_000

  mutating func advanceCounts(to instant: Date) throws {
    let goal = instant.milliseconds
    guard goal >= memory.countedAt + Self.maxAge else { return }
    for (state, chains) in try db.counts(of: StateCounts(kept: db), at: goal).chains {
      try db.run(
        """
        INSERT INTO stateCount (state, chains) VALUES (?1, ?2)
        ON CONFLICT (state) DO UPDATE SET chains = ?2
        """,
        [state, chains]
      )
    }
    try db.run("UPDATE meta SET value = ? WHERE name = 'countedAt'", [goal])
    memory.countedAt = goal
  }
}

extension Database {
  /// The chains in each state at `instant`: known counts plus the changes in between.
  func counts(of known: StateCounts, at instant: Int64) throws -> StateCounts {
    var counts = known.chains
    let (start, end) = (min(known.instant, instant), max(known.instant, instant))
    guard start < end else { return known }
    let sign = known.instant < instant ? 1 : -1
    for state in SubscriptionState.codes.indices {
      let ended = try count(
        "SELECT count(*) FROM phase WHERE state = ? AND until > ? AND until <= ?",
        [state, start, end]
      )
      counts[state, default: 0] -= sign * ended
      let followers = try map(
        """
        SELECT next.state, count(*) FROM phase AS ended
        CROSS JOIN phase AS next ON next.chain = ended.chain AND next."from" = ended.until
        WHERE ended.state = ? AND ended.until > ? AND ended.until <= ? GROUP BY next.state
        """,
        [state, start, end]
      ) { (try $0.count(0), try $0.count(1)) }
      for (next, chains) in followers { counts[next, default: 0] += sign * chains }
    }
    let begun = try map(
      """
      SELECT phase.state, count(*) FROM chain
      CROSS JOIN phase ON phase.chain = chain.n AND phase."from" = chain.startedAt
      WHERE chain.startedAt > ? AND chain.startedAt <= ? GROUP BY phase.state
      """,
      [start, end]
    ) { (try $0.count(0), try $0.count(1)) }
    for (state, chains) in begun { counts[state, default: 0] += sign * chains }
    return StateCounts(instant: instant, chains: counts)
  }
}
