import Entitlements
import Foundation
internal import GRDB

/// The changes of stored counts and store arrivals in one transaction, written once at its end.
struct CounterChanges {
  private var users = 0
  private var orders = 0
  private var byProduct: [Int64: Int] = [:]
  private var byDay: [Int64: Int] = [:]
  private var byState: [Int: Int] = [:]
  /// Milliseconds since 1970.
  private var receivedAt: [Store: Int64] = [:]

  mutating func count(users difference: Int) { users += difference }

  mutating func count(orders difference: Int) { orders += difference }

  /// Counts sales of a product and on a day in UTC.
  mutating func count(product: Int64, day: Int64, by difference: Int) {
    byProduct[product, default: 0] += difference
    byDay[day, default: 0] += difference
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
    for (product, difference) in byProduct where difference != 0 {
      try db.run("UPDATE product SET orders = orders + ? WHERE n = ?", [difference, product])
    }
    for (day, difference) in byDay where difference != 0 {
      try db.run(
        """
        INSERT INTO dayCount (day, orders) VALUES (?1, max(?2, 0))
        ON CONFLICT (day) DO UPDATE SET orders = orders + ?2
        """,
        [day, difference]
      )
    }
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

extension Date {
  /// The number of days since 1970, in UTC.
  var day: Int64 {
    let (day, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    return rest < 0 ? day - 1 : day
  }
}
