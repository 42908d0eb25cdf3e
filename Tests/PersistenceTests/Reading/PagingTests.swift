import Entitlements
import Foundation
import Persistence
import Testing

struct PagingTests {
  /// 23 users, several to an instant, one without a purchase; IDs on both sides of ASCII.
  static let filings: [Filing] =
    (0..<22).map { number in
      .receipt(
        "receipt \(number)",
        on: Double(number / 3),
        for: .user(ID(name(number))),
        [
          Sale(
            "\(1000 + number)",
            productID: number % 2 == 0 ? "even" : "odd",
            kind: .nonConsumable,
            from: Double(number / 4)
          )
        ]
      )
    } + [.rejection("bad", on: 2, for: .user(ID("none")))]

  static func name(_ number: Int) -> String {
    number % 5 == 0 ? "é\(number)" : number % 5 == 1 ? "\u{1F600}\(number)" : "u\(number)"
  }

  func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file(Self.filings)
    return ledger
  }

  /// The users in the list's order, found without the ledger.
  static let everybody: [ID<User>] =
    (0..<22).sorted { left, right in
      if left / 4 != right / 4 { return left / 4 > right / 4 }
      return name(left).utf8.lexicographicallyPrecedes(name(right).utf8)
    }.map { ID(name($0)) } + [ID("none")]

  @Test(arguments: [1, 2, 3, 7, 22, 23, 24])
  func `paging either way meets every user once, in order`(limit: Int) async throws {
    let ledger = try await ledger()
    for query in [Query.everything, .word("EVEN"), .field(.text(.user, [.prefix("u")]))] {
      let whole = try await ledger.search.users(matching: now(query), at: .first, limit: 100)
      if query == .everything { #expect(whole.rows.map(\.id) == Self.everybody) }
      #expect(whole.total == .exact(whole.rows.count) && !whole.rows.isEmpty)

      var page = try await ledger.search.users(matching: now(query), at: .first, limit: limit)
      var down = page.rows
      #expect(!page.hasBefore)
      while page.hasAfter, let last = page.rows.last {
        page = try await ledger.search.users(
          matching: now(query),
          at: .after(last.key),
          limit: limit
        )
        #expect(page.precedingRows == down.count && page.hasBefore)
        down += page.rows
      }
      #expect(down == whole.rows)

      page = try await ledger.search.users(matching: now(query), at: .last, limit: limit)
      var up = page.rows
      #expect(!page.hasAfter)
      while page.hasBefore, let first = page.rows.first {
        page = try await ledger.search.users(
          matching: now(query),
          at: .before(first.key),
          limit: limit
        )
        #expect(page.hasAfter)
        up = page.rows + up
      }
      #expect(up == whole.rows)
    }
  }

  @Test func `a page may begin at a row, or where one would stand`() async throws {
    let ledger = try await ledger()
    for query in [Query.everything, .word("odd")] {
      let whole = try await ledger.search.users(matching: now(query), at: .first, limit: 100).rows
      let key = whole[4].key
      let page = try await ledger.search.users(matching: now(query), at: .from(key), limit: 3)
      #expect(page.rows == Array(whole[4..<7]))
      #expect(page.hasBefore && page.hasAfter && page.precedingRows == 4)
      let gone = UserKey(lastPurchasedAt: key.lastPurchasedAt, id: ID(key.id.raw + "!"))
      #expect(
        try await ledger.search.users(matching: now(query), at: .from(gone), limit: 3).rows
          == Array(whole[5..<8])
      )
    }
  }

  @Test func `beyond either end there is nothing, and the rest lies on the other side`()
    async throws
  {
    let ledger = try await ledger()
    let (newest, oldest) = (
      UserKey(lastPurchasedAt: .distantFuture, id: ID("")),
      UserKey(lastPurchasedAt: .distantPast, id: ID("\u{10FFFF}"))
    )
    let above = try await ledger.search.users(
      matching: now(.everything),
      at: .before(newest),
      limit: 5
    )
    #expect(above.rows.isEmpty && !above.hasBefore && above.hasAfter)
    let below = try await ledger.search.users(
      matching: now(.everything),
      at: .after(oldest),
      limit: 5
    )
    #expect(below.rows.isEmpty && below.hasBefore && !below.hasAfter)
  }

  @Test(arguments: [Int.min, -1, 0]) func `a limit of nothing gives no rows`(
    limit: Int
  )
    async throws
  {
    let page = try await ledger().search.users(matching: now(.everything), at: .first, limit: limit)
    #expect(page.rows.isEmpty && page.hasAfter && page.total == .exact(23))
  }

  @Test func `no limit is too great to ask for`() async throws {
    let page = try await ledger().search.users(matching: now(.everything), at: .last, limit: .max)
    #expect(page.rows.count == 23)
  }

  @Test func `an empty ledger has an empty page`() async throws {
    let page = try await Ledger.inMemory().search.users(
      matching: now(.everything),
      at: .last,
      limit: 9
    )
    #expect(
      page == Page(rows: [], hasBefore: false, hasAfter: false, precedingRows: 0, total: .exact(0))
    )
  }

  @Test func `documents are listed last received first`() async throws {
    let ledger = try await ledger()
    var page = try await ledger.search.documents(at: .first, limit: 5)
    var rows = page.rows
    while page.hasAfter, let last = page.rows.last {
      page = try await ledger.search.documents(at: .after(last.key), limit: 5)
      rows += page.rows
    }
    let documents: [Document] = Self.filings.map(\.document)
    let expected = documents.sorted { left, right in
      left.receivedAt == right.receivedAt
        ? left.id < right.id : left.receivedAt > right.receivedAt
    }
    #expect(rows.map(\.id) == expected.map(\.id))
    #expect(try await ledger.search.documents(at: .last, limit: 5).rows == Array(rows.suffix(5)))
  }

  @Test func `a notification names its event and product, and a receipt of one sale its product`()
    async throws
  {
    let ledger = try Ledger.inMemory()
    let sale = Sale("100", from: 0, until: 30)
    var notification = Filing.receipt("notification", on: 2, for: .nobody, [sale])
    notification.document.kind = "jws-notification"
    notification.facts.notices = [
      StoreEvent(
        .renewalTurnedOff,
        chain: notification.facts.orders[0].chain,
        statementSource: StatementSource(notification.document.id, at: day(2))
      )
    ]
    let coins = Sale("200", productID: "coins", kind: .consumable, from: 1)
    _ = try await ledger.file([
      .receipt("one", on: 1, for: .user(ID("ada")), [sale]), notification,
      .receipt("two", on: 3, for: .user(ID("ada")), [sale, coins]),
    ])
    let rows = try await ledger.search.documents(at: .first, limit: 5).rows
    #expect(rows.map(\.event) == [nil, .renewalTurnedOff, nil])
    #expect(rows.map(\.productID) == [nil, "pro.monthly", "pro.monthly"])
    let contents = rows.map { Wording.content(of: $0) }
    #expect(contents == ["2 purchases", "renewal turned off, pro.monthly", "pro.monthly"])
    let ofUser = try #require(try await ledger.users.details(of: ID("ada"))).documents
    #expect(ofUser.map(\.productID) == [nil, "pro.monthly", "pro.monthly"])
  }

  @Test func `a user's line tells what they bought and where`() async throws {
    let ledger = try await ledger()
    let row = try await ledger.search.users(matching: now(.everything), at: .first, limit: 1).rows
      .first
    #expect(row?.orders == 1)
    #expect(row?.stores == [.apple] && row?.environments == [.production])
    #expect(row?.leading?.user == row?.id)
    let idle = try await ledger.search.users(matching: now(.everything), at: .last, limit: 1).rows
      .first
    #expect(idle?.id == ID("none") && idle?.lastPurchasedAt == .distantPast)
    #expect(idle?.leading == nil && idle?.orders == 0 && idle?.stores == [])
  }
}
