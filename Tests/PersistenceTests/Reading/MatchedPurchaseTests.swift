import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Persistence

@Suite struct MatchedPurchaseTests {
  private func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file(
      .receipt(
        "r",
        on: 1,
        for: .user(ID("ada")),
        [
          Sale("1", productID: "gold", from: 1, until: 5),
          Sale("2", productID: "plus", from: 2, until: 900),
        ]
      )
    )
    return ledger
  }

  @Test(arguments: [
    ("product:gold", "gold", SubscriptionState.expired), ("product:plus", "plus", .active),
    ("state:expired", "gold", .expired), ("user:ada", "plus", .active),
    ("product:gold | product:plus", "plus", .active),
  ])
  func `a user's row is about the purchase that the filter found`(
    text: String,
    product: String,
    state: SubscriptionState
  ) async throws {
    let search = now(try Query(reading: text, at: now(.everything).instant))
    let rows = try await ledger().search.users(matching: search, at: .first, limit: 10).rows
    #expect(rows.map { $0.leading?.productID } == [product])
    #expect(rows.map { $0.state(at: search.instant) } == [state])
  }

  @Test(arguments: ["state:grace", "expires>2026-02-10"])
  func `a user's row in a grace period ends with that`(text: String) async throws {
    let ledger = try Ledger.inMemory()
    let life = try #require(Lives.all.first { $0.description.hasPrefix("grace,") })
    for filing in life.filings.prefix(2) { _ = try await ledger.file(filing) }
    let search = Search(try Query(reading: text, at: day(32)), at: day(32))
    let rows = try await ledger.search.users(matching: search, at: .first, limit: 10).rows
    #expect(rows.map(\.accessUntil) == [day(46)])
    #expect(rows.map { $0.state(at: day(32)) } == [.gracePeriod])
  }

  @Test func `a list without tests and what it leaves out are the whole list`() async throws {
    var numbers = Numbers(seed: 11)
    for _ in 0..<6 {
      let world = try await QueryWorld(&numbers)
      for list in [RowList.users, .orders, .subs] {
        let filter = numbers.query()
        guard let condition = filter.productionCondition(in: list),
          let leftOut = filter.leftOut(of: list)
        else { continue }
        let shown = try await ids(list, .and([filter, condition]), world.ledger)
        let rest = try await ids(list, leftOut, world.ledger)
        let whole = try await ids(list, filter, world.ledger)
        #expect(shown.isDisjoint(with: rest), "\(filter)")
        #expect(shown.union(rest) == whole, "\(filter)")
      }
    }
  }

  private func ids(_ list: RowList, _ query: Query, _ ledger: Ledger) async throws -> Set<String> {
    let search = now(query.normalized)
    return switch list {
    case .users:
      Set(try await ledger.search.users(matching: search, at: .first, limit: 99).rows.map(\.id.raw))
    case .orders:
      Set(
        try await ledger.search.orders(matching: search, at: .first, limit: 99).page.rows
          .map(\.order.id.raw)
      )
    default:
      Set(
        try await ledger.search.subscriptions(
          matching: search,
          by: .started,
          at: .first,
          limit: 99
        ).page.rows.map(\.id.raw)
      )
    }
  }
}
