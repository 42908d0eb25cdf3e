import Entitlements
import Foundation
import Testing

@testable import Persistence

struct MeasuresTests {
  private let folder: TemporaryFolder
  private let ledger: Ledger

  init() async throws {
    folder = try TemporaryFolder()
    ledger = try Ledger(path: folder.path("ledger.sqlite"))
    _ = try await ledger.file([
      .receipt(
        "first",
        on: 3,
        for: .user(ID("ada")),
        [
          Sale("1", productID: "gold", from: 1, until: 31),
          Sale("2", productID: "coins", kind: .consumable, from: 1.5),
        ],
        userEmail: "ada@example.com"
      ),
      .receipt("second", on: 4, for: .user(ID("bob")), [Sale("3", productID: "gold", from: 2)]),
    ])
  }

  @Test func `orders are counted by product and by day`() async throws {
    #expect(try await ledger.statistics.orders(ofProduct: "gold") == 2)
    #expect(try await ledger.statistics.orders(ofProduct: "coins") == 1)
    #expect(try await ledger.statistics.orders(ofProduct: "silver") == 0)
    #expect(try await ledger.statistics.orders(onDayOf: day(1.9)) == 2)
    #expect(try await ledger.statistics.orders(onDayOf: day(2)) == 1)
    #expect(try await ledger.statistics.orders(onDayOf: day(3)) == 0)
  }

  @Test func `what is drawn was filed, and what was not is not drawn`() async throws {
    let places = [0, 0.4, 0.999]
    #expect(try await ledger.names(of: .transaction, at: places) == ["1", "2", "3"])
    #expect(try await ledger.names(of: .email, at: [0]) == ["ada@example.com"])
    #expect(try await ledger.names(of: .purchaseToken, at: places) == [])
    for thing in [NamedEntity.chain, .user, .document, .product] {
      #expect(try await ledger.names(of: thing, at: places).count == 3)
    }
    #expect(
      try await ledger.userKeys(at: places).map(\.parts.last)
        == ["ada", "ada", "bob"].map(ListCursor.Part.text)
    )
    #expect(try await ledger.documentKeys(at: [0.999]).map(\.parts.last) == [.text("second")])
  }

  @Test func `the user with the most orders, and the one nearest to a number`() async throws {
    #expect(try await ledger.user(havingAbout: .max)?.id == ID("ada"))
    #expect(try await ledger.user(havingAbout: 1)?.id == ID("bob"))
    #expect(try await Ledger.inMemory().user(havingAbout: 1) == nil)
  }

  @Test func `the parts are the whole file`() async throws {
    let sizes = try await ledger.statistics.sizes()
    let pages = try await ledger.read { db in
      let used = try db.count("PRAGMA page_count") - db.count("PRAGMA freelist_count")
      return try used * db.count("PRAGMA page_size")
    }
    #expect(sizes.tables + sizes.indices + sizes.fullText == pages)
    #expect(sizes.indices > sizes.fullText && sizes.fullText > 0)
  }
}
