import Entitlements
import Foundation
import GRDB
import Testing

@testable import Persistence

struct SearchTests {
  func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file([
      .receipt(
        "a",
        on: 1,
        for: .user(ID("u-1")),
        [
          Sale("1000", from: 3, until: 30), Sale("1001", chain: "1000", from: 30, until: 60),
          Sale("1002", productID: "Coins_100%", kind: .consumable, from: 31),
        ],
        userName: "Ada Lovelace",
        userEmail: "ada@example.com"
      ),
      .receipt(
        "b",
        on: 2,
        for: .user(ID("u-2")),
        [Sale("2000", productID: "coins.50", kind: .consumable, from: 2)],
        userName: "adam",
        userEmail: "ada@example.com.au"
      ),
      .receipt(
        "c",
        on: 3,
        for: .user(ID("1000")),
        [Sale("3000", kind: .nonConsumable, from: 1)],
        userName: "O'Hara \"%_\"",
        userEmail: "q@x"
      ),
    ])
    return ledger
  }

  @Test(arguments: [
    (Query.word("ADA"), ["u-1", "u-2"]), (.word("ada l"), ["u-1"]), (.word("da"), []),
    (.word("U-"), ["u-1", "u-2"]), (.word("COINS"), ["u-1", "u-2"]), (.word("love"), ["u-1"]),
    (.word("example"), ["u-1", "u-2"]), (.word("coins_"), ["u-1"]), (.word("coins%"), []),
    (.word("coins_100%"), ["u-1"]), (.word("o'hara \"%_"), ["1000"]),
    (.word("' OR 1=1 --"), []), (.word("%"), []), (.word("_"), []), (.word("u-1\0"), []),
    (.word("\0"), []), (.word("\u{10FFFF}"), []), (.word("ada@example.com"), ["u-1"]),
    (.word("ada@example.co"), ["u-1", "u-2"]), (.word("example.com@"), []),
    (.word("\"@' OR ''='"), []), (.word("1001"), ["u-1"]), (.word("1000"), ["u-1", "1000"]),
    (.word("100"), ["1000"]), (.word("9"), []), (.everything, ["u-1", "u-2", "1000"]),
    (.nothing, []),
  ])
  func `a search finds whom it names`(query: Query, users: [String]) async throws {
    let page = try await ledger().search.users(matching: now(query), at: .first, limit: 10)
    #expect(page.rows.map(\.id.raw) == users)
    #expect(page.total == .exact(users.count))
  }

  @Test func `what the catalog lists as a consumable is not active if no store tells its kind`()
    async throws
  {
    let ledger = try Ledger.inMemory()
    let item = Catalog.Item(id: "gems", kind: .consumable, products: [.init(.apple, "coins")])
    let catalog = Catalog(version: "1", items: [item])
    try await ledger.catalogs.save(catalog, asPrimary: true, at: day(0))
    _ = try await ledger.file([
      .receipt("a", on: 1, for: .user(ID("ada")), [Sale("1", productID: "coins", kind: .unknown)]),
      .receipt("b", on: 1, for: .user(ID("bea")), [Sale("2", productID: "book", kind: .unknown)]),
    ])
    let isActive = now(.field(.qualities([.active])))
    let users = try await ledger.search.users(matching: isActive, at: .first, limit: 10)
    #expect(users.rows.map(\.id.raw) == ["bea"])
  }

  @Test func `a megabyte of search text finds nobody and harms nothing`() async throws {
    let ledger = try await ledger()
    let text = String(repeating: "'\"%_\\;--", count: 131_072)
    for query in [
      Query.word(text), .field(.text(.email, [.contains(text)])),
      .field(.text(.name, [.prefix(text), .exact(text)])), .field(.text(.txn, [.exact(text)])),
    ] {
      #expect(
        try await ledger.search.users(matching: now(query), at: .last, limit: 10).rows.isEmpty
      )
    }
    #expect(try await ledger.statistics.summary().users == 3)
  }

  @Test func `more rows than are sorted are walked in the list's own order`() async throws {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file(
      .receipt("r", on: 1, for: .user(ID("other")), [Sale("x", from: 6.5)])
    )
    try await ledger.tamper { db in
      try db.execute(
        sql: """
          WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number LIMIT 10050)
          INSERT INTO user (id, firstSeenAt, lastPurchasedAt, orders, stores, environments)
          SELECT 'crowd ' || n, 0, ? + (n % 7) * 86400000, 1, 'apple', 'production' FROM number
          """,
        arguments: [day(0).milliseconds]
      )
      try db.execute(sql: "UPDATE meta SET value = 10052 WHERE name = 'users'")
      try db.execute(
        sql: """
          INSERT INTO product (store, id) VALUES ('apple', 'coins');
          INSERT INTO chain (shop, id, account, user) SELECT 1, id, n, n FROM user WHERE id <> 'other';
          INSERT INTO "order" (
            chain, shop, transactionID, product, user, kind, quantity, purchasedAt, statedAt, evidence)
          SELECT chain.n, 1, user.id, (SELECT n FROM product WHERE id = 'coins'), user.n, 0, 1,
            lastPurchasedAt, 0, 1
          FROM user JOIN chain ON chain.id = user.id WHERE user.id <> 'other'
          """
      )
    }

    for query in [Query.word("crowd"), .word("COINS")] {
      let top = try await ledger.search.users(matching: now(query), at: .first, limit: 20)
      let sampled = ledger.searchLimits.sampledRows
      #expect(top.total == .atLeast(sampled - 1) || top.total == .atLeast(sampled))
      #expect(top.hasAfter && top.precedingRows == 0)
      #expect(top.rows.allSatisfy { $0.lastPurchasedAt == day(6) && $0.id != ID("other") })
      let key = try #require(top.rows.last?.key)
      let next = try await ledger.search.users(matching: now(query), at: .after(key), limit: 20)
      let back = try await ledger.search.users(
        matching: now(query),
        at: .before(try #require(next.rows.first?.key)),
        limit: 20
      )
      #expect(back.rows == top.rows)
    }
    let all = try await ledger.search.users(matching: now(.everything), at: .first, limit: 1)
    #expect(all.rows.map(\.id.raw) == ["other"] && all.total == .exact(10_052))
  }
}
