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
    overview.sales = overview.saleDays.enumerated().map { index, day in
      Overview.SaleDay(
        day: day,
        environment: .production,
        currency: Currency("USD"),
        orders: index,
        revenue: Int64(index) * 9_990_000,
        refunds: index == 9 ? 2 : 0,
        refunded: index == 9 ? 19_980_000 : 0
      )
    }
    return overview
  }()
}
