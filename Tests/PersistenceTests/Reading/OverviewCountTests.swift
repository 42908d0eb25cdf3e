import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Persistence

/// The counts behind the overview, kept while filing.
@Suite struct `The overview` {
  private static let dollars = Currency("USD")

  /// A paid sale, its price in dollars.
  private static func filing(
    _ name: String,
    on number: Double,
    _ sales: [Sale],
    dollars price: Int64,
    sentAt: Date? = nil
  ) -> Filing {
    var filing = Filing.receipt(name, on: number, for: .user(ID("ada")), sales)
    if let sentAt {
      filing.document.origin = .pushed
      filing.document.statedAt = sentAt
    }
    filing.facts.orders = filing.facts.orders.map { order in
      order.changing {
        $0.terms = Order.Terms(
          price: dollars.flatMap { Money(minorUnits: price * 100, $0) },
          statementSource: order.statementSource
        )
      }
    }
    return filing
  }

  private func filled(_ ledger: Ledger) async throws {
    _ = try await ledger.file(
      Self.filing("a", on: 19, [Sale("1", from: 19, until: 25)], dollars: 10)
    )
    // Stated 90 seconds before it arrived.
    _ = try await ledger.file(
      Self.filing(
        "b",
        on: 20,
        [Sale("2", chain: "1", from: 20, until: 27)],
        dollars: 12,
        sentAt: day(20).addingTimeInterval(-90)
      )
    )
    _ = try await ledger.file(
      Self.filing("c", on: 20, [Sale("1", from: 19, until: 25, cancelled: 20)], dollars: 10)
    )
    _ = try await ledger.file(.rejection("bad", on: 20, for: .user(ID("ada"))))
  }

  /// Files a sale for 7 dollars at Google.
  private func sellAtGoogle(_ ledger: Ledger) async throws {
    var filing = Filing.receipt("g", on: 20, for: .user(ID("ada")), [])
    (filing.document.store, filing.document.purchases) = (.google, 1)
    let sale = Order(
      store: .google,
      environment: .production,
      app: "com.example.app",
      transactionID: "GPA.1",
      originalTransactionID: "token",
      productID: "coins",
      kind: .consumable,
      quantity: 1,
      purchasedAt: day(20),
      originalPurchasedAt: day(20),
      statementSource: StatementSource(filing.document.id, at: day(20))
    )
    filing.facts.orders = [
      sale.changing {
        $0.terms = Order.Terms(
          price: Self.dollars.flatMap { Money(minorUnits: 700, $0) },
          statementSource: sale.statementSource
        )
      }
    ]
    _ = try await ledger.file(filing)
  }

  @Test func `counts what each store sold, and opens its orders`() async throws {
    let ledger = try Ledger.inMemory()
    try await filled(ledger)
    try await sellAtGoogle(ledger)
    let overview = try await ledger.statistics.overview(at: day(20))
    let today = overview.sales.filter { $0.day == day(20) && $0.currency == Self.dollars }
    #expect(today.map(\.store) == [.apple, .google])
    #expect(today.map(\.revenue) == [12_000_000, 7_000_000])
    let panels = overview.panels(at: day(20))
    let revenue = try #require(panels.first { $0.subject == .revenue })
    #expect(revenue.rows.map(\.name) == ["USD", "USD, apple", "USD, google"])
    #expect(revenue.rows.map { $0.value() } == [29_000_000, 22_000_000, 7_000_000])
    for (row, count) in zip(revenue.rows, [3, 2, 1]) {
      let search = Search(try Query(reading: revenue.link(of: row).query, at: day(20)), at: day(20))
      #expect(try await ledger.search.exactCount(.orders, matching: search) == count)
    }
    #expect(try await ledger.integrity.checkCounts().faults == [])
  }

  @Test func `shows arrivals, delays, rejections, what is due and what was sold`() async throws {
    let ledger = try Ledger.inMemory()
    try await filled(ledger)
    let overview = try await ledger.statistics.overview(at: day(20))
    #expect(overview.arrivals.map(\.total) == [4])
    #expect(overview.arrivals.first?.byHour.last == 3)
    #expect(overview.refusals.map(\.code) == ["bad-signature"])
    #expect(overview.delays.map { $0.total.percentile(0.95) } == [120])
    #expect(overview.silences.map(\.latestAt) == [day(20)])
    #expect(overview.silences.map(\.sentAt) == [day(20)])
    #expect(overview.due.map(\.day) == [day(27)])
    #expect(overview.due.map { $0.ends + $0.renewals } == [1])
    let sales = overview.sales.filter { $0.currency == Self.dollars }
    #expect(sales.map(\.day) == [day(19), day(20)])
    #expect(sales.map(\.revenue) == [10_000_000, 12_000_000])
    #expect(sales.map(\.refunds) == [0, 1])
    #expect(sales.map(\.refunded) == [0, 10_000_000])
    #expect(try await ledger.integrity.checkCounts().faults == [])
  }

  @Test func `says when the newest notification arrived, not in which hour`() async throws {
    let ledger = try Ledger.inMemory()
    for (name, at) in [("a", 20.2578125), ("b", 20.265625)] {
      let sale = Sale(name, from: 19, until: 25)
      _ = try await ledger.file(
        Self.filing(name, on: at, [sale], dollars: 1, sentAt: day(at).addingTimeInterval(-1))
      )
    }
    // Sent by nobody, and newer.
    _ = try await ledger.file(Self.filing("c", on: 20.28125, [Sale("3")], dollars: 1))
    let overview = try await ledger.statistics.overview(at: day(21))
    #expect(overview.silences.map(\.sentAt) == [day(20.265625)])
    #expect(overview.silences.map(\.latestAt) == [day(20.28125)])
  }

  @Test func `opens lists with as many rows as it counts`() async throws {
    let ledger = try Ledger.inMemory()
    try await filled(ledger)
    let overview = try await ledger.statistics.overview(at: day(20))
    for panel in overview.panels(at: day(20)) where panel.subject != .delays {
      for row in panel.rows where !row.values.isEmpty {
        let link = panel.link(of: row)
        let list = try #require(RowList(rawValue: link.list))
        let search = Search(try Query(reading: link.query, at: day(20)), at: day(20))
        let found = try await ledger.search.exactCount(list, matching: search)
        if row.measure == .count {
          #expect(Int64(found) == row.value(), "\(row.label): \(link.query)")
        } else {
          #expect(found > 0, "\(row.label): \(link.query)")
        }
      }
    }
  }

  @Test func `counts a rejected document once that proves genuine later`() async throws {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file(.rejection("a", on: 19, for: .user(ID("ada"))))
    _ = try await ledger.file(.receipt("a", on: 20, for: .user(ID("ada")), [Sale("1")]))
    let overview = try await ledger.statistics.overview(at: day(20))
    #expect(overview.arrivals.map(\.total) == [1])
    #expect(overview.refusals == [])
    #expect(try await ledger.integrity.checkCounts().faults == [])
  }

  @Test func `forgets hours after two weeks, but no day of sales`() async throws {
    let ledger = try Ledger.inMemory()
    try await filled(ledger)
    _ = try await ledger.file(
      Self.filing("d", on: 40, [Sale("9", from: 40, until: 45)], dollars: 1)
    )
    let hours = try await ledger.database.read {
      try Int64.fetchAll($0, sql: "SELECT DISTINCT hour FROM arrivalCount")
    }
    #expect(hours == [day(40).hour])
    // Too late to be counted.
    _ = try await ledger.file(.receipt("e", on: 3, for: .user(ID("ada")), [Sale("8")]))
    #expect(try await ledger.integrity.checkCounts().faults == [])
    #expect(try await ledger.statistics.overview(at: day(20)).sales.count == 2)
  }

  @Test func `is checked against the documents, sales and phases`() async throws {
    let ledger = try Ledger.inMemory()
    try await filled(ledger)
    for change in [
      "UPDATE arrivalCount SET documents = documents + 1", "DELETE FROM accessEndCount",
      "UPDATE saleCount SET revenue = revenue + 1", "UPDATE saleCount SET refunded = 7",
      "UPDATE saleCount SET store = 'amazon'", "UPDATE orderCount SET orders = 7",
      "DELETE FROM orderCount",
    ] {
      try await ledger.tamper { db in
        try db.execute(sql: "SAVEPOINT tampered; \(change)")
        let faults = try StoredCount.all.flatMap { try $0.faults(in: db) }
        #expect(!faults.isEmpty, "\(change)")
        try db.execute(sql: "ROLLBACK TO tampered; RELEASE tampered")
      }
    }
  }

  @Test func `has the counts of a ledger from before it`() async throws {
    let ledger = try Ledger.inMemory()
    try await filled(ledger)
    try await sellAtGoogle(ledger)
    let before = try await ledger.statistics.overview(at: day(20))
    try await ledger.tamper { db in
      try db.execute(
        sql: """
          DROP VIEW dayCount; DROP TABLE saleCount; DROP TABLE arrivalCount;
          DROP TABLE accessEndCount; DROP TABLE orderCount;
          ALTER TABLE product ADD COLUMN orders INTEGER NOT NULL DEFAULT 0; DELETE FROM meta WHERE name = 'arrivals.from';
          CREATE TABLE dayCount (day INTEGER PRIMARY KEY, orders INTEGER NOT NULL) STRICT;
          """
      )
      try db.execute(sql: Schema.overviewCounts)
      try db.execute(sql: Schema.saleStores)
    }
    #expect(try await ledger.integrity.checkCounts().faults == [])
    #expect(try await ledger.statistics.overview(at: day(20)) == before)
    #expect(try await ledger.statistics.orders(ofProduct: "pro.monthly") == 2)
  }
}
