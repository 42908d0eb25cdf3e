package import Foundation

/// Whether everything is well: what arrived, what is due, and what was sold. Hours and days are in
/// UTC. Production and sandbox are never added up.
package struct Overview: Equatable, Sendable {
  /// The hours of arrivals, the last of which contains `at`.
  package static let hours = 48
  /// The days of what is due, the first of which contains `at`; and of sales, the last one.
  package static let days = 14

  package var at: Date
  package var users = 0
  package var orders = 0
  package var arrivals: [Arrivals] = []
  package var refusals: [Refusals] = []
  package var delays: [Delays] = []
  package var silences: [Silence] = []
  package var jobs: [OpenJobs] = []
  package var failedJobs = 0
  /// Ascending by day.
  package var due: [DueDay] = []
  /// Ascending by day.
  package var sales: [SaleDay] = []

  package init(at instant: Date) { at = instant }

  /// The documents of one kind that arrived from a store.
  package struct Arrivals: Equatable, Sendable {
    /// `nil` for documents of the team.
    package var store: Store?
    /// `nil` if the document doesn't state it.
    package var environment: Environment?
    package var kind: String
    /// One count for each hour.
    package var byHour: [Int]

    package init(store: Store?, environment: Environment?, kind: String, byHour: [Int]) {
      (self.store, self.environment, self.kind) = (store, environment, kind)
      self.byHour = byHour
    }

    package var total: Int { byHour.reduce(0, +) }
  }

  /// The documents that were rejected for one reason.
  package struct Refusals: Equatable, Sendable {
    package var code: String
    package var environment: Environment?
    package var byHour: [Int]

    package init(code: String, environment: Environment?, byHour: [Int]) {
      (self.code, self.environment, self.byHour) = (code, environment, byHour)
    }

    package var total: Int { byHour.reduce(0, +) }
  }

  /// The delays from the store's clock to ours, of what a store sent by itself.
  package struct Delays: Equatable, Sendable {
    package var store: Store
    package var environment: Environment?
    package var byHour: [DelayHistogram]

    package init(store: Store, environment: Environment?, byHour: [DelayHistogram]) {
      (self.store, self.environment, self.byHour) = (store, environment, byHour)
    }

    package var total: DelayHistogram {
      byHour.reduce(into: DelayHistogram()) { $0.add($1) }
    }
  }

  /// When a store was last heard of.
  package struct Silence: Equatable, Sendable {
    package var store: Store
    /// When its newest document arrived, from whatever source.
    package var latestAt: Date
    /// When the newest document arrived that the store itself sent and that is not of a sandbox;
    /// `nil` if none did within two weeks.
    package var sentAt: Date?
    package var sandboxSentAt: Date?

    package init(store: Store, latestAt: Date) { (self.store, self.latestAt) = (store, latestAt) }
  }

  /// The jobs of one kind that have not ended.
  package struct OpenJobs: Equatable, Sendable {
    package var kind: String
    package var waiting: Int
    package var running: Int
    /// When the oldest was created.
    package var oldestAt: Date
    /// Whether there are more than were counted.
    package var isCapped: Bool

    package init(kind: String, waiting: Int, running: Int, oldestAt: Date, isCapped: Bool) {
      (self.kind, self.waiting, self.running) = (kind, waiting, running)
      (self.oldestAt, self.isCapped) = (oldestAt, isCapped)
    }
  }

  /// The subscriptions whose paid access ends on one day, unless they renew.
  package struct DueDay: Equatable, Sendable {
    package var day: Date
    package var environment: Environment
    package var renewals = 0
    package var ends = 0
    /// Those of both that are trials.
    package var trials = 0

    package init(day: Date, environment: Environment) {
      (self.day, self.environment) = (day, environment)
    }
  }

  /// One day's sales at one store in one currency.
  package struct SaleDay: Equatable, Sendable {
    package var day: Date
    package var store: Store
    package var environment: Environment
    /// `nil` for sales whose price no document states.
    package var currency: Currency?
    package var orders: Int
    /// Millionths of the currency's unit.
    package var revenue: Int64
    /// Refunds on this day, of sales of any day.
    package var refunds: Int
    package var refunded: Int64
    /// Refunds of a part of the price, which is not known, on this day.
    package var refundsInPart = 0

    package init(
      day: Date,
      store: Store,
      environment: Environment,
      currency: Currency?,
      orders: Int,
      revenue: Int64,
      refunds: Int,
      refunded: Int64
    ) {
      (self.day, self.store, self.environment, self.currency) = (day, store, environment, currency)
      (self.orders, self.revenue) = (orders, revenue)
      (self.refunds, self.refunded) = (refunds, refunded)
    }
  }
}

extension Overview {
  /// The beginning of the hour of `at`.
  package var hour: Date { at.beginning(of: 3_600) }
  /// The beginning of the day of `at`.
  package var today: Date { at.beginning(of: 86_400) }
  /// The beginning of each hour of arrivals.
  package var hourStarts: [Date] {
    (0..<Self.hours).map { hour.addingTimeInterval(Double($0 - Self.hours + 1) * 3_600) }
  }
  package var dueDays: [Date] {
    (0..<Self.days).map { today.addingTimeInterval(Double($0) * 86_400) }
  }
  package var saleDays: [Date] {
    (0..<Self.days).map { today.addingTimeInterval(Double($0 - Self.days + 1) * 86_400) }
  }
}

extension Date {
  fileprivate func beginning(of seconds: Double) -> Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 / seconds).rounded(.down) * seconds)
  }
}

extension Currency {
  /// The exact amount of millionths in decimal notation, with at least the currency's places.
  package func decimal(micros: Int64) -> String {
    let (whole, rest) = micros.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    var digits = String(rest)
    digits = String(repeating: "0", count: 6 - digits.utf8.count) + digits
    while digits.utf8.count > places, digits.hasSuffix("0") { digits.removeLast() }
    let sign = micros < 0 ? "-" : ""
    return digits.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(digits)"
  }
}
