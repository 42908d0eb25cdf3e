import Entitlements
import Foundation
internal import GRDB

/// How the counts that are kept change in one transaction, and when stores were heard: each is
/// written once, at its end.
struct Tally {
  private var users = 0
  private var orders = 0
  private var byProduct: [Int64: Int] = [:]
  private var byDay: [Int64: Int] = [:]
  private var byState: [Int: Int] = [:]
  /// Milliseconds since 1970.
  private var heardAt: [Store: Int64] = [:]

  mutating func count(users difference: Int) { users += difference }

  mutating func count(orders difference: Int) { orders += difference }

  /// A sale's product and the day it was made on, in UTC.
  mutating func count(product: Int64, day: Int64, by difference: Int) {
    byProduct[product, default: 0] += difference
    byDay[day, default: 0] += difference
  }

  mutating func count(state: Int, by difference: Int) { byState[state, default: 0] += difference }

  mutating func note(heard store: Store, at instant: Int64) {
    heardAt[store] = max(heardAt[store] ?? instant, instant)
  }

  /// Writes the counts and begins anew.
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
    for (store, instant) in heardAt {
      try db.run(
        """
        INSERT INTO meta (name, value) VALUES (?1, ?2)
        ON CONFLICT (name) DO UPDATE SET value = max(value, ?2)
        """,
        [Clerk.heard(from: store), instant]
      )
    }
    self = Tally()
  }
}

extension Date {
  /// The number of the day in UTC, counted from 1970.
  var day: Int64 {
    let (day, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    return rest < 0 ? day - 1 : day
  }
}
