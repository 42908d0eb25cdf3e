import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Persistence

struct QueryCompilerTests {
  /// As if so few rows were too many to sort, and then too many to look for by number.
  private static let otherWays = [
    SearchPlan.Limits(minFinds: 0, sortedFinds: 0, sampledRows: 0),
    SearchPlan.Limits(minFinds: 0, sortedFinds: 0, maxFinds: 0, sampledRows: 2),
    SearchPlan.Limits(
      minFinds: 0,
      sortedFinds: 0,
      maxFinds: 0,
      maxSharedFinds: 0,
      sampledRows: 2
    ),
  ]

  /// The IDs of all rows of a list that match, read in pages of three.
  private func ids(
    _ list: RowList,
    _ query: Query,
    _ ledger: Ledger
  ) async throws -> [String] {
    var (ids, cursor): ([String], ListCursor?) = ([], nil)
    let search = now(query)
    repeat {
      let anchor: PageAnchor<ListCursor> = cursor.map { .after($0) } ?? .first
      switch list {
      case .users:
        let page = try await ledger.search.users(
          matching: search,
          by: .purchased,
          at: anchor,
          limit: 3
        )
        ids += page.page.rows.map(\.id.raw)
        cursor = page.page.hasAfter ? page.cursors.last : nil
      case .orders:
        let page = try await ledger.search.orders(matching: search, at: anchor, limit: 3)
        ids += page.page.rows.map(\.order.id.raw)
        cursor = page.page.hasAfter ? page.cursors.last : nil
      default:
        let page = try await ledger.search.subscriptions(
          matching: search,
          by: .started,
          at: anchor,
          limit: 3
        )
        ids += page.page.rows.map(\.id.raw)
        cursor = page.page.hasAfter ? page.cursors.last : nil
      }
    } while cursor != nil
    return ids
  }

  @Test(arguments: 1...12)
  func `a query finds what it means, whatever it is`(seed: Int) async throws {
    var numbers = Numbers(seed: UInt64(seed))
    let world = try await QueryWorld(&numbers)
    for _ in 0..<60 {
      let query = numbers.query()
      for list in [RowList.users, .orders, .subs] {
        let found = try await ids(list, query, world.ledger)
        let meant = QueryReference(world: world, list: list, instant: day(20)).ids(query)
        #expect(Set(found).count == found.count, "\(list) \(query)")
        #expect(Set(found) == meant, "seed \(seed), \(list): \(query)")
        for limits in Self.otherWays {
          var ledger = world.ledger
          ledger.searchLimits = limits
          #expect(try await ids(list, query, ledger) == found, "seed \(seed), \(list): \(query)")
          let count = try await ledger.search.exactCount(list, matching: now(query))
          #expect(count == found.count, "seed \(seed), \(list): \(query)")
        }
      }
    }
  }

  /// Texts that would be SQL, or a question to the full-text index, if they were not bound.
  @Test(arguments: [
    "' OR 1=1 --", "\" OR \"", "*", "a* OR b*", "NEAR(a b)", "name : a", "^a", "a\"\"", "%", "_",
    "'); DROP TABLE user; --", "\0", "a\0b", "\u{202E}", "-", "{a b}", "\u{10FFFF}",
  ])
  func `no text is more than a text`(text: String) async throws {
    var numbers = Numbers(seed: 7)
    let world = try await QueryWorld(&numbers)
    for field in Query.TextField.allCases {
      for match in [Query.TextMatch.exact(text), .prefix(text), .contains(text)] {
        for list in RowList.allCases {
          _ = try await world.ledger.search.count(
            list,
            matching: now(.field(.text(field, [match])))
          )
        }
      }
    }
    #expect(try await world.ledger.statistics.summary().users == 6)
  }

  /// Every list, and conditions from the narrowest to the widest.
  private static let shapes = [
    "", "ada", "ad", "a", "gold", "GPA.1234-5678-9012-34567", "2000000777123456",
    "ada@example.com", "user:42", "name:lovelace", "email~exam", "order:1 price>10", "otxn:1*",
    "token:abc", "acct:x", "product:gold state:grace", "product~ol", "key:gold", "app:a",
    "store:google env:sandbox", "state:active", "state:refunded", "state:grace,hold", "kind:sub",
    "price>10usd ccy:eur", "country:de", "has:entitlement", "has:error", "has:note has:family",
    "is:active -has:entitlement", "is:duplicate", "is:anonymous", "is:unverified", "since:7d",
    "expires<3d", "renews<3d", "received>2d", "verified>2d", "note:refund",
    "(state:refunded | state:revoked) is:active", "-user:*",
  ]

  @Test(arguments: RowList.allCases)
  func `no page is sorted, and no table is read from end to end`(list: RowList) async throws {
    let ledger = try Ledger.inMemory()
    for shape in Self.shapes {
      let query = try Query(reading: shape, at: day(20))
      for sort in list.sorts {
        let steps = try await ledger.database.read { db in
          var rows = Keyset.list(of: list, by: sort, at: 0)
          let compiled = try ledger.search.compile(query.normalized, list, 0, in: db)
          if query != .everything { rows.filter = compiled.test }
          let key: [ListCursor.Part] = rows.order.map { _ in .number(0) }
          var statements = [false, true].flatMap { isBackward in
            [nil, key].flatMap { rows.pages(beyond: $0, isBackward: isBackward, limit: 9) }
          }
          statements += compiled.sources.flatMap(\.statements)
          statements.append(rows.finding(among: [1]))
          return try statements.flatMap { statement in
            try db.map("EXPLAIN QUERY PLAN \(statement.sql)", statement.arguments) {
              try $0.text(3)
            }
          }
        }
        let sorts = steps.filter { $0.contains("TEMP B-TREE FOR ORDER BY") }
        #expect(sorts.isEmpty, "\(list) \(shape): \(sorts)")
        let scans = steps.filter(Self.isWhole)
        #expect(scans.isEmpty, "\(list) \(shape): \(scans)")
      }
    }
  }

  /// Products and shops are few, and what stands in an argument is read as a whole.
  private static func isWhole(_ step: String) -> Bool {
    guard step.hasPrefix("SCAN "), !step.contains(" USING "), !step.contains("VIRTUAL TABLE") else {
      return false
    }
    return !["product", "shop", "entitlement", "CONSTANT ROW"].contains {
      step.hasPrefix("SCAN \($0)")
    }
  }

  @Test func `a cursor comes back as it went, and nothing else is one`() throws {
    let cursor = ListCursor(.users, .purchased, [.number(-5), .text("é-#$ \0")])
    #expect(ListCursor(cursor.text) == cursor)
    for text in ["", "-", "zz", "7573657273", cursor.text + "-", cursor.text + "0"] {
      #expect(ListCursor(text) == nil, "\(text)")
    }
  }

  @Test func `a word begins where nothing of a word stands before it`() {
    for (text, word, isFound) in [
      ("Ada Lovelace", "love", true), ("Ada Lovelace", "ace", false), ("José", "jose", true),
      ("jose", "JOSÉ", true), ("o'hara", "hara", true), ("ohara", "hara", false),
      ("a_b", "b", true), ("Ørsted", "ørs", true), ("x", "%", false), ("", "a", false),
    ] {
      #expect(WordMatch.accepts(text, word) == isFound, "\(text) \(word)")
    }
  }
}
