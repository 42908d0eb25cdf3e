import Entitlements
import Foundation
import GRDB
import Testing

@testable import Persistence

/// Rows of lists counted by a field.
@Suite struct `Rows counted by a field` {
  private typealias Distribution = RowDistribution<RowCounting.Example>

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
    within limits: RowCounting.Limits = .init()
  ) async throws -> Distribution {
    try #require(try await steps(ledger, list, field, query, within: limits).last)
  }

  /// The counts after each step.
  private func steps(
    _ ledger: Ledger,
    _ list: RowList,
    _ field: RowField,
    _ query: Query = .everything,
    within limits: RowCounting.Limits
  ) async throws -> [Distribution] {
    let counting = ledger.search.counting(
      of: list,
      by: field,
      sort: list.sorts[0],
      matching: Search(query, at: day(40)),
      within: limits
    )
    var (rest, steps) = (try #require(counting, "\(list) \(field)"), [Distribution]())
    while let step = try await rest.next() { steps.append(step) }
    return steps
  }

  private func counts(_ distribution: Distribution) -> [String: Int] {
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

  @Test func `all rows are counted in steps, the first of which say how far they are`()
    async throws
  {
    let ledger = try await SearchTests().ledger()
    var limits = RowCounting.Limits()
    (limits.firstStep, limits.step, limits.rows) = (.zero, .zero, 1)
    for (list, field) in [(RowList.orders, RowField.user), (.ent, .key), (.users, .orders)] {
      let steps = try await steps(ledger, list, field, within: limits)
      #expect(steps.count > 1, "\(list)")
      #expect(steps.dropLast().allSatisfy { ($0.progress ?? 1) < 1 })
      #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.rows <= $1.rows })
      let last = try #require(steps.last)
      #expect(last.progress == nil)
      #expect(counts(last) == counts(try await count(ledger, list, field)))
    }
    let query = Query.field(.text(.user, [.exact("u-1")]))
    let found = try await steps(ledger, .orders, .state, query, within: limits)
    #expect(found.count > 1)
    #expect(found.last?.rows == 3)
  }

  @Test func `values beyond a limit leave out rows, and it says so`() async throws {
    let ledger = try await SearchTests().ledger()
    var limits = RowCounting.Limits()
    limits.values = 3
    let few = try await count(ledger, .orders, .transaction, within: limits)
    #expect(few.limit == 3)
    limits = .init()
    limits.groups = 1
    let one = try await count(ledger, .orders, .user, within: limits)
    #expect(one.groups.map(\.count) == [3])
    #expect(one.otherValues == 2 && one.rows == 5)
  }

  /// Whether the counts come with rows of the list, so that rows were read.
  private func readsRows(_ distribution: Distribution) -> Bool {
    distribution.groups.contains { if case .listed = $0.row { true } else { false } }
  }

  @Test func `orders by product, store, environment, kind and day come from stored counts`()
    async throws
  {
    let ledger = try await SearchTests().ledger()
    let filters: [Query] = [
      .everything, .field(.environments([.production])), .field(.stores([.google, .amazon])),
      .and([.not(.field(.stores([.apple]))), .field(.environments([.production, .sandbox]))]),
    ]
    let read = Query.not(.field(.text(.txn, [.exact("none")])))
    for query in filters {
      for field in [RowField.product, .store, .environment, .kind, .purchasedAt] {
        let stored = try await count(ledger, .orders, field, query)
        // The same rows, but by a condition that no stored count has.
        let counted = try await count(ledger, .orders, field, .and([query, read]).normalized)
        #expect(counts(stored) == counts(counted), "\(field) \(query)")
        #expect(!readsRows(stored))
        #expect(field.isInstant || stored.rows == 0 || readsRows(counted))
      }
    }
    let kinds = try await count(ledger, .orders, .purchasedAt, .field(.kinds([.consumable])))
    #expect(kinds.rows == 2)
  }

  @Test func `a stored count has a sale that shows its value`() async throws {
    let ledger = try await SearchTests().ledger()
    for (field, shown) in [
      (RowField.product, { $0.productID }), (.store, { $0.store.rawValue }),
      (.environment, { $0.environment.rawValue }),
    ] as [(RowField, (Order) -> String)] {
      for group in try await count(ledger, .orders, field).groups {
        guard case .sale(let sale) = group.row else {
          Issue.record("\(field) comes from rows")
          continue
        }
        #expect(group.value == .text(shown(sale)))
      }
    }
  }

  @Test func `each value comes with a row that has it`() async throws {
    let ledger = try await SearchTests().ledger()
    for group in try await count(ledger, .orders, .transaction).groups {
      guard case .listed(let cursor) = group.row else {
        Issue.record("a value without a row")
        continue
      }
      let page = try await ledger.search.orders(
        matching: Search(.everything, at: day(40)),
        at: .from(cursor),
        limit: 1
      )
      #expect(page.page.rows.first.map { .text($0.order.transactionID) } == group.value)
    }
  }
}
