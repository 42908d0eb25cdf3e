package import Entitlements
package import Foundation
internal import GRDB

extension LedgerStatistics {
  /// The overview at `instant`, from counts that were kept while filing.
  package func overview(at instant: Date) async throws(LedgerError) -> Overview {
    try await ledger.read { db in
      var overview = Overview(at: instant)
      overview.users = Int(try db.meta("users") ?? 0)
      overview.orders = Int(try db.meta("orders") ?? 0)
      try overview.readArrivals(in: db)
      try overview.readSilences(in: db)
      try overview.readJobs(in: db)
      try overview.readDue(in: db)
      try overview.readSales(in: db)
      return overview
    }
  }
}

extension Overview {
  private struct Source: Hashable {
    var store: Store?
    var environment: Environment?
    var name = ""
  }

  fileprivate mutating func readArrivals(in db: Database) throws {
    let last = at.hour
    let first = last - Int64(Self.hours) + 1
    let none = Array(repeating: 0, count: Self.hours)
    let noDelays = Array(repeating: DelayHistogram(), count: Self.hours)
    var (arrived, refused): ([Source: [Int]], [Source: [Int]]) = ([:], [:])
    var delays: [Source: [DelayHistogram]] = [:]
    try db.forEach(
      """
      SELECT hour, store, environment, kind, rejection, delay, documents FROM arrivalCount
      WHERE hour BETWEEN ? AND ? AND documents > 0
      """,
      [first, last]
    ) { cells in
      let index = Int(try cells.number(0) - first)
      let (store, environment) = (Store(rawValue: try cells.text(1)), try cells.environment(2))
      let (rejection, step) = (try cells.text(4), Int(clamping: try cells.number(5)))
      let count = try cells.count(6)
      let kind = Source(store: store, environment: environment, name: try cells.text(3))
      arrived[kind, default: none][index] += count
      if !rejection.isEmpty {
        let reason = Source(environment: environment, name: rejection)
        refused[reason, default: none][index] += count
      }
      if step >= 0 {
        let sender = Source(store: store, environment: environment)
        delays[sender, default: noDelays][index].add(count, in: step)
      }
    }
    arrivals = arrived.map {
      Arrivals(store: $0.store, environment: $0.environment, kind: $0.name, byHour: $1)
    }
    .sorted {
      Self.precedes(($0.environment, $0.store, $0.kind), ($1.environment, $1.store, $1.kind))
    }
    refusals = refused.map { Refusals(code: $0.name, environment: $0.environment, byHour: $1) }
      .sorted { Self.precedes(($0.environment, nil, $0.code), ($1.environment, nil, $1.code)) }
    self.delays = delays.compactMap { source, byHour in
      source.store.map { Delays(store: $0, environment: source.environment, byHour: byHour) }
    }
    .sorted { Self.precedes(($0.environment, $0.store, ""), ($1.environment, $1.store, "")) }
  }

  /// Production first, then what states no environment, then the others; within each by store.
  private static func precedes(
    _ one: (Environment?, Store?, String),
    _ other: (Environment?, Store?, String)
  ) -> Bool {
    func key(_ part: (Environment?, Store?, String)) -> (Int, Int, String) {
      let environments: [Environment?] = [.production, nil, .sandbox, .xcode]
      let store = part.1.flatMap(Store.allCases.firstIndex) ?? Store.allCases.count
      return (environments.firstIndex(of: part.0) ?? 0, store, part.2)
    }
    return key(one) < key(other)
  }

  fileprivate mutating func readSilences(in db: Database) throws {
    var sent: [Store: (production: Int64?, sandbox: Int64?)] = [:]
    try db.forEach(
      """
      SELECT store, environment IN ('sandbox', 'xcode'), max(hour) FROM arrivalCount
      WHERE delay >= 0 AND documents > 0 AND hour <= ? GROUP BY 1, 2
      """,
      [at.hour]
    ) { cells in
      guard let store = Store(rawValue: try cells.text(0)) else { return }
      let hour = try cells.number(2)
      if try cells.number(1) == 0 {
        sent[store, default: (nil, nil)].production = hour
      } else {
        sent[store, default: (nil, nil)].sandbox = hour
      }
    }
    silences = try Store.allCases.compactMap { store in
      guard let latest = try db.meta(LedgerWriter.received(from: store)) else { return nil }
      var silence = Silence(store: store, latestAt: Date(milliseconds: latest))
      let hours = sent[store]
      silence.sentAt = try hours?.production.map {
        try newest(of: store, isSandbox: false, inHour: $0, in: db)
      }
      silence.sandboxSentAt = try hours?.sandbox.map {
        try newest(of: store, isSandbox: true, inHour: $0, in: db)
      }
      return silence
    }
  }

  /// How many documents of an hour are looked through for one that a store sent.
  private static let maxLooked = 10_000

  /// When the store's newest document of an hour arrived; the hour's beginning if too many others
  /// arrived after it.
  private func newest(
    of store: Store,
    isSandbox: Bool,
    inHour hour: Int64,
    in db: Database
  ) throws -> Date {
    let start = hour * 3_600_000
    let end = min(start + 3_600_000 - 1, at.milliseconds)
    let found = try db.map(
      """
      SELECT receivedAt FROM (
        SELECT receivedAt, store, origin, statedAt, environment FROM document
        WHERE receivedAt BETWEEN ? AND ? ORDER BY receivedAt DESC LIMIT \(Self.maxLooked))
      WHERE store = ? AND origin = 'pushed' AND statedAt IS NOT NULL
        AND coalesce(environment IN ('sandbox', 'xcode'), 0) = ?
      LIMIT 1
      """,
      [start, end, store.rawValue, isSandbox ? 1 : 0]
    ) { try $0.number(0) }
    return Date(milliseconds: found.first ?? start)
  }

  private static let maxJobs = 10_000

  fileprivate mutating func readJobs(in db: Database) throws {
    var (byKind, total): ([String: OpenJobs], Int) = ([:], 0)
    try db.forEach(
      """
      SELECT kind, state, count(*), min(createdAt) FROM (
        SELECT kind, state, createdAt FROM job WHERE endedAt IS NULL LIMIT \(Self.maxJobs + 1))
      GROUP BY kind, state
      """
    ) { cells in
      let (kind, count, createdAt) = (try cells.text(0), try cells.count(2), try cells.instant(3))
      total += count
      var jobs =
        byKind[kind]
        ?? OpenJobs(kind: kind, waiting: 0, running: 0, oldestAt: createdAt, isCapped: false)
      if try cells.coded(1) == JobState.running {
        jobs.running = count
      } else {
        jobs.waiting = count
      }
      jobs.oldestAt = min(jobs.oldestAt, createdAt)
      byKind[kind] = jobs
    }
    jobs = byKind.values.sorted { $0.kind < $1.kind }.map { jobs in
      var jobs = jobs
      jobs.isCapped = total > Self.maxJobs
      return jobs
    }
    failedJobs = try db.count(
      "SELECT count(*) FROM job WHERE state = \(JobState.failed.code)"
    )
  }

  fileprivate mutating func readDue(in db: Database) throws {
    var days: [DueDay] = []
    try db.forEach(
      """
      SELECT day, environment, renews, state = \(SubscriptionState.trial.code), sum(chains)
      FROM accessEndCount WHERE day BETWEEN ? AND ? AND chains > 0
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2
      """,
      [today.day, today.day + Int64(Self.days) - 1]
    ) { cells in
      let day = Date(milliseconds: try cells.number(0) * 86_400_000)
      let environment: Environment = try cells.keyword(1)
      if days.last?.day != day || days.last?.environment != environment {
        days.append(DueDay(day: day, environment: environment))
      }
      let (index, count) = (days.count - 1, try cells.count(4))
      if try cells.number(2) == 1 {
        days[index].renewals += count
      } else {
        days[index].ends += count
      }
      if try cells.number(3) == 1 { days[index].trials += count }
    }
    due = days
  }

  fileprivate mutating func readSales(in db: Database) throws {
    sales = try db.map(
      """
      SELECT day, store, environment, currency, orders, revenue, refunds, refunded FROM saleCount
      WHERE day BETWEEN ? AND ? AND (orders > 0 OR refunds > 0) ORDER BY 1, 2, 3, 4
      """,
      [today.day - Int64(Self.days) + 1, today.day]
    ) { cells in
      SaleDay(
        day: Date(milliseconds: try cells.number(0) * 86_400_000),
        store: try cells.keyword(1),
        environment: try cells.keyword(2),
        currency: Currency(try cells.text(3)),
        orders: try cells.count(4),
        revenue: try cells.number(5),
        refunds: try cells.count(6),
        refunded: try cells.number(7)
      )
    }
    try addReportedRefunds(in: db)
  }

  /// Adds the refunds after which access went on: the counts have only those that ended a sale.
  private mutating func addReportedRefunds(in db: Database) throws {
    let days = saleDays
    guard let first = days.first, let last = days.last?.addingTimeInterval(86_400) else { return }
    try db.forEach(Self.reportedRefunds, [first.milliseconds, last.milliseconds]) { cells in
      let isFull = try cells.number(0) == 1
      let refundedAt = try cells.instant(4)
      let day = Date(milliseconds: refundedAt.day * 86_400_000)
      let (store, environment): (Store, Environment) = (try cells.keyword(1), try cells.keyword(2))
      let currency = Currency(try cells.text(3))
      let index = sales.firstIndex(where: {
        $0.day == day && $0.store == store && $0.environment == environment
          && $0.currency == currency
      })
      if index == nil {
        sales.append(
          SaleDay(
            day: day,
            store: store,
            environment: environment,
            currency: currency,
            orders: 0,
            revenue: 0,
            refunds: 0,
            refunded: 0
          )
        )
      }
      let place = index ?? sales.count - 1
      if isFull {
        sales[place].refunds += 1
        sales[place].refunded += try cells.number(5)
      } else {
        sales[place].refundsInPart += 1
      }
    }
  }

  // The first notice of each kind counts, and a whole refund rather than one of a part.
  private static let reportedRefunds = """
    SELECT notice.kind = 'refunded', shop.store, shop.environment, coalesce(sale.currency, ''),
      min(notice.statedAt), \(Schema.amount)
    FROM notice INDEXED BY noticeOfRefundByTime
    CROSS JOIN "order" AS sale
      ON sale.chain = notice.chain AND sale.transactionID = notice.transactionID
    CROSS JOIN shop ON shop.n = sale.shop
    CROSS JOIN document ON document.n = notice.document
    WHERE notice.kind IN ('refunded', 'refundedInPart') AND notice.statedAt >= ?1
      AND notice.statedAt < ?2 AND shop.store = 'google' AND sale.cancelledAt IS NULL
      AND document.provenance NOT IN ('sharedSecret', 'none')
      AND NOT EXISTS (
        SELECT 1 FROM notice AS other CROSS JOIN document AS proof ON proof.n = other.document
        WHERE other.chain = notice.chain AND other.transactionID = notice.transactionID
          AND other.kind IN ('refunded', 'refundedInPart')
          AND iif(other.kind = notice.kind, other.statedAt < ?1, other.kind = 'refunded')
          AND proof.provenance NOT IN ('sharedSecret', 'none'))
    GROUP BY sale.n, notice.kind
    """
}

extension RowReader {
  /// `nil` for the empty text of an unknown environment.
  fileprivate func environment(_ column: Int) throws -> Environment? {
    Environment(rawValue: try text(column))
  }
}
