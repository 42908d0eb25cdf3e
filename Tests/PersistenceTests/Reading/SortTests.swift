import Entitlements
import Foundation
import Testing

@testable import Persistence

/// Every order that an index gives, in both directions.
struct SortTests {
  private func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory()
    let names = ["zoe", "Ada", "ada", "Émile", "bob", nil, "ADA"]
    _ = try await ledger.file(
      names.enumerated().map { number, name in
        .receipt(
          "receipt \(number)",
          on: Double(number),
          for: .user(ID("u\(number)")),
          [Sale("\(1_900 - number * 7)", from: Double(number), until: Double(number) + 30)],
          userName: name,
          userEmail: name.map { "\($0)@example.com" }
        )
      }
    )
    return ledger
  }

  private func pages(
    of ledger: Ledger,
    _ query: Query,
    by sort: RowSort
  ) async throws -> (down: [String], up: [String]) {
    var (down, up): ([String], [String]) = ([], [])
    var anchor = PageAnchor<ListCursor>.first
    while true {
      let page = try await ledger.search.users(matching: now(query), by: sort, at: anchor, limit: 2)
      down += page.page.rows.map(\.id.raw)
      guard page.page.hasAfter, let last = page.cursors.last else { break }
      anchor = .after(last)
    }
    anchor = .last
    while true {
      let page = try await ledger.search.users(matching: now(query), by: sort, at: anchor, limit: 2)
      up = page.page.rows.map(\.id.raw) + up
      guard page.page.hasBefore, let first = page.cursors.first else { break }
      anchor = .before(first)
    }
    return (down, up)
  }

  @Test(arguments: [RowSort.name, .email])
  func `users with a name are listed by it, large letters like small ones`(
    sort: RowSort
  ) async throws {
    let ledger = try await ledger()
    // Found by walking the index, and by sorting what a search has found.
    for query in [Query.everything, .word("u")] {
      let (down, up) = try await pages(of: ledger, query, by: sort)
      #expect(down == ["u1", "u2", "u6", "u4", "u0", "u3"])
      #expect(up == down)
    }
    let page = try await ledger.search.users(
      matching: now(.everything),
      by: sort,
      at: .first,
      limit: 9
    )
    #expect(page.page.total == .exact(6))
  }

  @Test func `sales are listed by transaction, documents by their ID`() async throws {
    let ledger = try await ledger()
    let sales = try await ledger.search.orders(
      matching: now(.everything),
      by: .id,
      at: .first,
      limit: 9
    )
    let transactions = sales.page.rows.map(\.order.transactionID)
    #expect(transactions == transactions.sorted() && transactions.count == 7)
    let documents = try await ledger.search.documents(
      matching: now(.everything),
      by: .id,
      at: .first,
      limit: 9
    )
    let ids = documents.page.rows.map(\.id.raw)
    #expect(ids == ids.sorted() && ids.count == 7)
    let chains = try await ledger.search.subscriptions(
      matching: now(.everything),
      by: .id,
      at: .first,
      limit: 9
    )
    #expect(chains.page.rows.count == 7)
  }
}
