import Entitlements
import Foundation

@testable import Dashboard

extension Sample {
  /// Two documents in every hour, or as many as given.
  static func arrivals(
    _ store: Store,
    _ kind: String,
    _ environment: Environment? = .production,
    each count: Int = 2
  ) -> Overview.Arrivals {
    .init(
      store: store,
      environment: environment,
      kind: kind,
      byHour: Array(repeating: count, count: Overview.hours)
    )
  }

  static let overview: Overview = {
    var overview = Overview(at: now)
    (overview.users, overview.orders) = (3_214, 41_872)
    overview.arrivals = [
      arrivals(.apple, "jws-notification"),
      arrivals(.apple, "jws-notification", .sandbox, each: 1),
      arrivals(.google, "google-subscription", each: 5),
    ]
    overview.refusals = [
      .init(
        code: "bad-signature",
        environment: .production,
        byHour: (0..<Overview.hours).map { $0 == 40 ? 3 : 0 }
      )
    ]
    var delays = DelayHistogram()
    delays.add(9, in: 4)
    delays.add(1, in: 9)
    overview.delays = [
      .init(
        store: .apple,
        environment: .production,
        byHour: Array(repeating: delays, count: Overview.hours)
      )
    ]
    var silence = Overview.Silence(store: .apple, latestAt: days(-0.01))
    silence.sentAt = days(-0.1)
    overview.silences = [silence]
    overview.jobs = [
      .init(kind: "verify", waiting: 3, running: 1, oldestAt: days(-0.02), isCapped: false)
    ]
    overview.failedJobs = 2
    overview.due = overview.dueDays.enumerated().map { index, day in
      var due = Overview.DueDay(day: day, environment: .production)
      (due.renewals, due.ends, due.trials) = (index * 3, index, index % 2)
      return due
    }
    // Two stores sell in dollars, one of them in euros, too.
    overview.sales = overview.saleDays.enumerated().flatMap { index, day in
      [
        sales(.apple, "USD", on: day, count: index, refunds: index == 9 ? 2 : 0),
        sales(.google, "USD", on: day, count: 20 - index),
        sales(.google, "EUR", on: day, count: index % 3),
      ]
    }
    return overview
  }()

  /// Sales of one day for 9.99 each.
  static func sales(
    _ store: Store,
    _ currency: String,
    on day: Date,
    count: Int,
    refunds: Int = 0
  ) -> Overview.SaleDay {
    Overview.SaleDay(
      day: day,
      store: store,
      environment: .production,
      currency: Currency(currency),
      orders: count,
      revenue: Int64(count) * 9_990_000,
      refunds: refunds,
      refunded: Int64(refunds) * 9_990_000
    )
  }
}
