import Entitlements
import Foundation
import GRDB
import Testing

@testable import Persistence

/// Apple's notification of an upgrade states only the new sale.
@Suite struct `A sale that a change of plan replaced` {
  private static func sale(
    _ transactionID: String,
    of product: String,
    from start: Double,
    until end: Double,
    in document: String
  ) -> Order {
    Order(
      store: .apple,
      environment: .production,
      app: "com.example.app",
      transactionID: transactionID,
      originalTransactionID: "1",
      productID: product,
      kind: .autoRenewable,
      purchasedAt: day(start),
      originalPurchasedAt: day(0),
      expiresAt: day(end),
      statementSource: StatementSource(ID(document), at: day(start))
    )
  }

  private static func filing(_ name: String, on number: Double, _ order: Order) -> Filing {
    var filing = Filing.receipt(name, on: number, for: .user(ID("ada")), [])
    filing.facts = Facts(orders: [order])
    return filing
  }

  @Test func `has ended on the user's page and in lists, in any order of arrival`() async throws {
    let filings = [
      Self.filing("bought", on: 0, Self.sale("1", of: "yearly", from: 0, until: 365, in: "bought")),
      Self.filing("up", on: 10, Self.sale("2", of: "monthly", from: 10, until: 40, in: "up")),
    ]
    for filings in [filings, filings.reversed()] {
      let ledger = try Ledger.inMemory()
      for filing in filings { _ = try await ledger.file(filing) }
      let details = try #require(try await ledger.users.details(of: ID("ada")))
      let ends = details.orders.sorted { $0.id < $1.id }.map(\.cancelledAt)
      #expect(ends == [day(10), nil])
      #expect(details.subscriptions.map { details.accessUntil(of: $0) } == [day(40)])
      let search = now(try Query(reading: "state:active", at: day(20)))
      let found = try await ledger.search.orders(matching: search, at: .first, limit: 9)
      #expect(found.page.rows.map(\.order.transactionID) == ["2"])
      #expect(try await ledger.integrity.checkCounts().faults == [])
    }
  }
}
