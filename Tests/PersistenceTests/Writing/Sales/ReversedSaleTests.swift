import Entitlements
import Foundation
import GRDB
import Testing

@testable import Persistence

/// Google's purchase does not state a refund; another document does.
@Suite struct `A sale that another document reverses` {
  private static func filing(_ name: String, on number: Double, _ facts: Facts) -> Filing {
    var filing = Filing.receipt(name, on: number, for: .user(ID("ada")), [])
    filing.document.store = .google
    filing.facts = facts
    return filing
  }

  private static func sale(statedOn number: Double, in document: String) -> Order {
    let statementSource = StatementSource(ID(document), at: day(number))
    return Order(
      store: .google,
      environment: .production,
      app: "com.example.app",
      transactionID: "GPA.1",
      originalTransactionID: "GPA.1",
      productID: "pro.monthly",
      kind: .autoRenewable,
      purchasedAt: day(0),
      originalPurchasedAt: day(0),
      expiresAt: day(30),
      terms: Order.Terms(
        price: Currency("USD").flatMap { Money(minorUnits: 1_499, $0) },
        statementSource: statementSource
      ),
      statementSource: statementSource
    )
  }

  private static var filings: [Filing] {
    let sale = sale(statedOn: 1, in: "bought")
    let reversals = [StoreEvent.Kind.refunded, .revoked].map { kind in
      StoreEvent(
        kind,
        chain: sale.chain,
        order: sale.id,
        statementSource: StatementSource(ID("void"), at: day(5))
      )
    }
    return [
      filing("bought", on: 1, Facts(orders: [sale])),
      filing("void", on: 5, Facts(notices: reversals)),
      filing("again", on: 6, Facts(orders: [Self.sale(statedOn: 6, in: "again")])),
    ]
  }

  @Test func `is refunded in lists, sums and on the user's page, in any order of arrival`()
    async throws
  {
    var first: [String]?
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for filings in orders.map({ $0.map { Self.filings[$0] } }) {
      let ledger = try Ledger.inMemory()
      for filing in filings { _ = try await ledger.file(filing) }
      let dump = try await ledger.dump()
      #expect(dump == first ?? dump, "filed as \(filings.map { $0.document.id })")
      first = first ?? dump
      for text in ["state:refunded", "refunded>=2026-01-01"] {
        let search = now(try Query(reading: text, at: day(20)))
        let found = try await ledger.search.orders(matching: search, at: .first, limit: 9)
        #expect(found.page.rows.map(\.order.transactionID) == ["GPA.1"], "\(text)")
      }
      let details = try #require(try await ledger.users.details(of: ID("ada")))
      #expect(details.orders.map(\.cancelledAt) == [day(5)])
      #expect(details.subscriptions.map { details.accessUntil(of: $0) } == [day(5)])
      let sales = try await ledger.statistics.overview(at: day(8)).sales
      #expect(sales.map(\.refunded).reduce(0, +) == 14_990_000)
      #expect(try await ledger.integrity.checkCounts().faults == [])
    }
  }

  private static func reported(_ kind: StoreEvent.Kind) -> Filing {
    let sale = sale(statedOn: 1, in: "bought")
    let notice = StoreEvent(
      kind,
      chain: sale.chain,
      order: sale.id,
      statementSource: StatementSource(ID("order"), at: day(5))
    )
    return filing("order", on: 5, Facts(notices: [notice]))
  }

  @Test func `is refunded in lists, views and sums although access goes on`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try Ledger(path: folder.path("ledger.sqlite"))
    let filings = [Self.filings[0], Self.reported(.refunded), Self.filings[2]]
    for filing in filings { _ = try await ledger.file(filing) }
    for text in ["state:refunded", "refunded>=2026-01-01", "refunded:*"] {
      let search = now(try Query(reading: text, at: day(20)))
      let found = try await ledger.search.orders(matching: search, at: .first, limit: 9)
      #expect(found.page.rows.map(\.order.refundedAt) == [day(5)], "\(text)")
    }
    let active = now(try Query(reading: "state:active", at: day(20)))
    #expect(try await ledger.search.orders(matching: active, at: .first, limit: 9).page.rows == [])
    let details = try #require(try await ledger.users.details(of: ID("ada")))
    #expect(details.orders.map(\.cancelledAt) == [nil])
    #expect(details.orders.map(\.refundedAt) == [day(5)])
    let asked = "SELECT refundedAt, cancelledAt FROM orders"
    let answer = try await ledger.answer(sql: asked, limit: 9, seconds: 9)
    #expect(answer.rows == [[.text(day(5).formatted(.iso8601)), .null]])
    let clocked = try await ledger.answer(
      sql: "SELECT unixepoch()",
      limit: 1,
      seconds: 9,
      at: day(20)
    )
    #expect(clocked.rows == [[.integer(Int64(day(20).timeIntervalSince1970))]])
    #expect(details.subscriptions.map { details.accessUntil(of: $0) } == [day(30)])
    let sales = try await ledger.statistics.overview(at: day(8)).sales
    #expect(sales.map(\.refunded).reduce(0, +) == 14_990_000)
    #expect(sales.map(\.refunds).reduce(0, +) == 1)
    #expect(try await ledger.integrity.checkCounts().faults == [])
  }

  @Test func `is found and counted if a part of its price was refunded`() async throws {
    let ledger = try Ledger.inMemory()
    for filing in [Self.filings[0], Self.reported(.refundedInPart)] {
      _ = try await ledger.file(filing)
    }
    let search = now(try Query(reading: "refunded>=2026-01-01", at: day(20)))
    let found = try await ledger.search.orders(matching: search, at: .first, limit: 9)
    #expect(found.page.rows.map(\.order.refundedAt) == [nil])
    let sales = try await ledger.statistics.overview(at: day(8)).sales
    #expect(sales.map(\.refundsInPart).reduce(0, +) == 1)
    #expect(sales.map(\.refunded).reduce(0, +) == 0)
  }

  @Test func `stays refunded if an older process wrote what another store states`() async throws {
    let ledger = try Ledger.inMemory()
    let refunded = Sale("1", until: 30, cancelled: 5)
    _ = try await ledger.file(.receipt("first", on: 5, for: .user(ID("ada")), [refunded]))
    try await ledger.tamper { db in
      try db.execute(
        sql: "UPDATE \"order\" SET statedCancelledAt = NULL, statedCancellation = NULL"
      )
    }
    let other = Sale("2", productID: "plus.monthly", from: 6, until: 36)
    _ = try await ledger.file(.receipt("second", on: 6, for: .user(ID("ada")), [other]))
    let rights = try await ledger.users.entitlements(of: ID("ada"))
    #expect(rights.map(\.until) == [day(36), day(5)])
  }

  @Test func `is corrected in a ledger that an older version wrote`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("ledger.sqlite")
    do {
      let ledger = try Ledger(path: path)
      for filing in Self.filings { _ = try await ledger.file(filing) }
      try await ledger.tamper { db in
        try db.execute(sql: "UPDATE \"order\" SET cancelledAt = NULL, cancellation = NULL")
        try db.execute(sql: "UPDATE saleCount SET refunds = 0, refunded = 0")
        try db.execute(sql: "INSERT INTO meta (name, value) VALUES ('reversalsAreStale', 1)")
      }
      try await ledger.close()
    }
    let ledger = try Ledger(path: path)
    let orders = try await ledger.users.details(of: ID("ada"))?.orders
    #expect(orders?.map(\.cancelledAt) == [day(5)])
    #expect(try await ledger.integrity.checkCounts().faults == [])
    try await ledger.close()
  }
}
