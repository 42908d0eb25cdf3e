import Entitlements
import Foundation
import GRDB
import Testing

@testable import Persistence

/// Rows of lists counted by a field.
@Suite struct `Rows counted by a field` {
  private static let fields: [(RowList, [RowField])] = [
    (
      .users,
      [
        .id, .name, .email, .state, .environment, .product, .until, .orders, .stores, .flags,
        .firstSeenAt, .lastPurchasedAt, .assignee,
      ]
    ),
    (
      .orders,
      [
        .purchasedAt, .state, .environment, .product, .price, .user, .expiresAt, .store,
        .transaction, .offer, .quantity, .kind,
      ]
    ),
    (
      .subs,
      [
        .product, .state, .environment, .user, .accessUntil, .renews, .startedAt, .original, .store,
      ]
    ),
    (.ent, [.user, .key, .active, .environment, .until, .from, .order, .reason]),
    (
      .receipts,
      [.receivedAt, .verdict, .kind, .environment, .user, .app, .reason, .bytes, .statedAt]
    ),
    (
      .events,
      [.happenedAt, .kind, .environment, .user, .chain, .store, .result, .receivedAt, .detail]
    ),
  ]

  private func count(
    _ ledger: Ledger,
    _ list: RowList,
    _ field: RowField,
    _ query: Query = .everything,
    within limits: LedgerSearch.DistributionLimits = .init()
  ) async throws -> RowDistribution<ListCursor> {
    let search = Search(query, at: day(40))
    let counted = try await ledger.search.distribution(
      of: list,
      by: field,
      sort: list.sorts[0],
      matching: search,
      within: limits
    )
    return try #require(counted, "\(list) \(field)")
  }

  private func counts(_ distribution: RowDistribution<ListCursor>) -> [String: Int] {
    let pairs = distribution.groups.map { group in
      switch group.value {
      case .none: ("none", group.count)
      case .number(let number): ("\(number)", group.count)
      case .text(let text): (text, group.count)
      }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test func `every row counts once, whatever the field`() async throws {
    let ledger = try await SearchTests().ledger()
    for (list, fields) in Self.fields {
      let all = try await ledger.search.exactCount(list, matching: Search(.everything, at: day(40)))
      #expect(all > 0 || list == .events)
      for field in RowField.allCases {
        guard fields.contains(field) else {
          #expect(field.value(in: list, at: 0) == nil, "\(list) \(field)")
          continue
        }
        let counted = try await count(ledger, list, field)
        #expect(counted.rows == all, "\(list) \(field)")
        #expect(counted.groups.reduce(0) { $0 + $1.count } == all, "\(list) \(field)")
        #expect(counted.limit == nil)
      }
    }
  }

  @Test func `only the rows that match are counted`() async throws {
    let ledger = try await SearchTests().ledger()
    let everything = try await count(ledger, .orders, .product)
    #expect(counts(everything).values.reduce(0, +) == 5)
    #expect(counts(everything)["Coins_100%"] == 1)
    // An index finds the rows of a user; a kind is tested in every row.
    let query = Query.field(.text(.user, [.exact("u-1")]))
    #expect(try await count(ledger, .orders, .product, query).rows == 3)
    let coins = try await count(ledger, .orders, .product, .field(.kinds([.consumable])))
    #expect(counts(coins) == ["Coins_100%": 1, "coins.50": 1])
    #expect(try await count(ledger, .orders, .product, .nothing).rows == 0)
  }

  @Test func `states and days are those that the list shows`() async throws {
    let ledger = try await SearchTests().ledger()
    let states = try await count(ledger, .orders, .state)
    let expected = try await ledger.search.orders(
      matching: Search(.everything, at: day(40)),
      at: .first,
      limit: 100
    )
    let shown = expected.page.rows.map { "\($0.order.state(at: day(40)).code)" }
    #expect(counts(states) == Dictionary(shown.map { ($0, 1) }, uniquingKeysWith: +))
    let days = try await count(ledger, .orders, .purchasedAt)
    let purchased = expected.page.rows.map {
      "\(Int(($0.order.purchasedAt.timeIntervalSince1970 / 86_400).rounded(.down)))"
    }
    #expect(counts(days) == Dictionary(purchased.map { ($0, 1) }, uniquingKeysWith: +))
  }

  @Test func `a limit leaves out the last rows of the list, and says so`() async throws {
    let ledger = try await SearchTests().ledger()
    var limits = LedgerSearch.DistributionLimits()
    limits.rows = 2
    let newest = try await count(ledger, .orders, .transaction, within: limits)
    #expect(newest.limit == 2)
    #expect(Set(counts(newest).keys) == ["1001", "1002"])
    limits.rows = 5
    #expect(try await count(ledger, .orders, .transaction, within: limits).limit == nil)
    limits = .init()
    limits.values = 3
    let few = try await count(ledger, .orders, .transaction, within: limits)
    #expect(few.limit == 3)
    limits = .init()
    limits.groups = 1
    let one = try await count(ledger, .orders, .user, within: limits)
    #expect(one.groups.map(\.count) == [3])
    #expect(one.otherValues == 2 && one.rows == 5)
  }

  @Test func `each value comes with a row that has it`() async throws {
    let ledger = try await SearchTests().ledger()
    for group in try await count(ledger, .orders, .transaction).groups {
      let cursor = try #require(group.row)
      let page = try await ledger.search.orders(
        matching: Search(.everything, at: day(40)),
        at: .from(cursor),
        limit: 1
      )
      #expect(page.page.rows.first.map { .text($0.order.transactionID) } == group.value)
    }
  }
}
