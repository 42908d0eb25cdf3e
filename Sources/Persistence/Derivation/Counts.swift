import Entitlements
import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// The changes of stored counts and store arrivals in one transaction, written once at its end.
struct CounterChanges {
  private var users = 0
  private var orders = 0
  private var byProduct: [OrderGroup: Int] = [:]
  private var byDay: [SaleGroup: SaleSums] = [:]
  private var byHour: [ArrivalGroup: Int] = [:]
  private var byEnd: [AccessEndGroup: Int] = [:]
  private var byState: [Int: Int] = [:]
  /// Milliseconds since 1970.
  private var receivedAt: [Store: Int64] = [:]

  mutating func count(users difference: Int) { users += difference }

  mutating func count(orders difference: Int) { orders += difference }

  /// Counts a sale in its group, and on its days.
  mutating func count(_ order: Order, in group: OrderGroup, by difference: Int) {
    byProduct[group, default: 0] += difference
    for (group, sums) in order.sums { byDay[group, default: SaleSums()].add(sums, difference) }
  }

  mutating func count(_ group: ArrivalGroup, by difference: Int) {
    byHour[group, default: 0] += difference
  }

  mutating func count(_ group: AccessEndGroup, by difference: Int) {
    byEnd[group, default: 0] += difference
  }

  mutating func count(state: Int, by difference: Int) { byState[state, default: 0] += difference }

  mutating func note(received store: Store, at instant: Int64) {
    receivedAt[store] = max(receivedAt[store] ?? instant, instant)
  }

  /// Writes and resets the changes.
  mutating func flush(to db: Database) throws {
    for (name, difference) in [("users", users), ("orders", orders)] where difference != 0 {
      try db.run("UPDATE meta SET value = value + ? WHERE name = ?", [difference, name])
    }
    for (group, difference) in byProduct where difference != 0 {
      try db.add(difference, to: group)
    }
    for (group, sums) in byDay where !sums.isZero { try db.add(sums, to: group) }
    for (group, difference) in byHour where difference != 0 { try db.add(difference, to: group) }
    for (group, difference) in byEnd where difference != 0 { try db.add(difference, to: group) }
    for (state, difference) in byState where difference != 0 {
      try db.run(
        """
        INSERT INTO stateCount (state, chains) VALUES (?1, max(?2, 0))
        ON CONFLICT (state) DO UPDATE SET chains = chains + ?2
        """,
        [state, difference]
      )
    }
    for (store, instant) in receivedAt {
      try db.run(
        """
        INSERT INTO meta (name, value) VALUES (?1, ?2)
        ON CONFLICT (name) DO UPDATE SET value = max(value, ?2)
        """,
        [LedgerWriter.received(from: store), instant]
      )
    }
    self = CounterChanges()
  }
}

/// The number of chains in each state (by code) at one instant.
struct StateCounts: Sendable {
  /// In milliseconds since 1970.
  var instant: Int64
  var chains: [Int: Int]
}

extension StateCounts {
  /// Reads the stored counts.
  init(storedIn db: Database) throws {
    chains = Dictionary(
      try db.map("SELECT state, chains FROM stateCount") { (try $0.count(0), try $0.count(1)) },
      uniquingKeysWith: +
    )
    instant = try db.meta("countedAt") ?? 0
  }
}

/// Advances the stored counts by state with the clock.
extension LedgerWriter {
  /// The maximum age of the stored counts in milliseconds, so that readers add few changes.
  private static let maxAge: Int64 = 3_600_000

  mutating func advanceCounts(to instant: Date) throws {
    let goal = instant.milliseconds
    guard goal >= memory.countedAt + Self.maxAge else { return }
    for (state, chains) in try db.counts(of: StateCounts(storedIn: db), at: goal).chains {
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

/// Caches the last counts by state, so that the next instant's counts need less work than from the
/// stored ones. Every change of the ledger invalidates it.
final class StateCountCache: Sendable {
  /// The connection's view of the ledger.
  private struct Version: Equatable {
    /// Changes with commits of other connections.
    var others: Int64
    /// Changes with the connection's own writes.
    var own: Int64
  }

  // By connection, because versions of different connections aren't comparable.
  private let cache = Mutex<[ObjectIdentifier: (version: Version, counts: StateCounts)]>([:])

  func counts(at instant: Int64, in db: Database) throws -> StateCounts {
    let version = Version(
      others: try db.number("PRAGMA data_version") ?? 0,
      own: sqlite3_total_changes64(db.sqliteConnection)
    )
    let connection = ObjectIdentifier(db)
    let known = cache.withLock { $0[connection] }
    let isValid = known.map { $0.version == version } ?? false
    let nearest = isValid ? known?.counts : nil
    let counts = try db.counts(of: nearest ?? StateCounts(storedIn: db), at: instant)
    cache.withLock { $0[connection] = (version, counts) }
    return counts
  }
}
