import Entitlements
import Foundation
import Testing

@Suite struct `What a sale leaves to use` {
  private typealias Item = Catalog.Item

  private let ada = ID<User>("ada")

  private let catalog = CatalogIndex(
    Catalog(
      version: "1",
      items: [
        Item(id: "gold", kind: .autoRenewable, products: [.init(.apple, "gold.monthly")]),
        Item(id: "silver", kind: .autoRenewable, products: [.init(.apple, "silver.monthly")]),
        Item(id: "pass", kind: .nonRenewing, products: [.init(.apple, "pass")]),
        Item(id: "sword", kind: .nonConsumable, products: [.init(.apple, "sword")]),
        Item(id: "potion", kind: .consumable, products: [.init(.apple, "potion")], uses: 3),
        Item(id: "key", kind: .consumable, products: [.init(.apple, "key")]),
        Item(
          id: "chest",
          kind: .nonConsumable,
          products: [.init(.apple, "chest")],
          contents: [
            .init("sword"), .init("potion", count: 2), .init("potion"), .init("purse", count: 4),
          ]
        ),
        Item(
          id: "purse",
          kind: .nonConsumable,
          products: [.init(.apple, "purse")],
          balances: [.init(100, "GO"), .init(1, "RU")]
        ),
      ],
      currencies: [.init(code: "GO"), .init(code: "RU")]
    )
  )

  private func bought(_ product: String, kind: ProductKind = .consumable, times: Int = 1) -> Order {
    sale("1", of: product, kind: kind, from: 0).changing { $0.quantity = times }
  }

  private func left(
    _ sales: [Order],
    used: [ID<Order>: ConsumptionCounts] = [:],
    by catalog: CatalogIndex?
  ) -> [String] {
    EntitlementRules.inventory(for: ada, from: sales, used: used, catalog: catalog)
      .map { "\($0.used) of \($0.granted) \($0.item)" }
  }

  // MARK: Uses

  @Test func `is the quantity of what the catalog does not know, if it is consumable`() {
    #expect(left([bought("elixir", times: 4)], by: nil) == ["0 of 4 elixir"])
    #expect(left([bought("elixir", times: 4)], by: catalog) == ["0 of 4 elixir"])
    #expect(left([bought("cape", kind: .nonConsumable)], by: nil) == [])
    #expect(left([bought("cape", kind: .nonConsumable)], by: catalog) == [])
  }

  @Test func `is its item's uses, as often as it lies in the bundle and was bought`() {
    #expect(left([bought("potion", times: 2)], by: catalog) == ["0 of 6 potion"])
    #expect(left([bought("chest", kind: .unknown, times: 2)], by: catalog) == ["0 of 18 potion"])
    #expect(left([bought("sword", kind: .nonConsumable)], by: catalog) == [])
  }

  @Test func `is one use of an item for which the catalog states no number`() {
    #expect(left([bought("key")], by: catalog) == ["0 of 1 key"])
    #expect(left([bought("key", times: 3)], by: catalog) == ["0 of 3 key"])
  }

  @Test func `counts the uses of one item and of each, and never more than there were`() {
    let sale = bought("potion", times: 2)
    var counts = ConsumptionCounts()
    counts.add(1, of: nil)
    counts.add(1, of: nil)
    #expect(left([sale], used: [sale.id: counts], by: catalog) == ["2 of 6 potion"])
    counts.add(2, of: "potion")
    counts.add(1, of: "potion")
    counts.add(1, of: "sword")
    #expect(left([sale], used: [sale.id: counts], by: catalog) == ["5 of 6 potion"])
    counts.add(9, of: "potion")
    #expect(left([sale], used: [sale.id: counts], by: catalog) == ["6 of 6 potion"])
  }

  @Test func `comes by confirmed sales only, the first one first`() {
    let sales = [
      sale("2", of: "potion", kind: .consumable, from: 5),
      sale("1", of: "elixir", kind: .consumable, from: 3),
      sale("3", of: "elixir", kind: .consumable, from: 1, by: .hearsay),
    ]
    #expect(left(sales, by: catalog) == ["0 of 1 elixir", "0 of 3 potion"])
  }

  @Test func `can be used from the sale until the store reverses it`() throws {
    let order = sale("1", of: "potion", kind: .consumable, from: 2, cancelled: 5)
    var item = try #require(
      EntitlementRules.inventory(for: ada, from: [order], catalog: catalog).first
    )
    let moments = [1.9, 2, 4.9, 5]
    #expect(moments.map { item.remaining(at: day($0)) } == [0, 3, 3, 0])
    (item.until, item.used) = (nil, 2)
    #expect(item.remaining(at: day(99)) == 1)
    item.used = 7
    #expect(item.remaining(at: day(3)) == 0)
  }

  // MARK: Currencies

  private func balances(_ sales: [Order]) -> [String] {
    EntitlementRules.balances(for: ada, from: sales, catalog: catalog)
      .map { "\($0.amount) \($0.currency) \($0.environment)" }
  }

  @Test func `adds its amounts to the balances, by environment and currency`() {
    let sales = [
      sale("1", of: "purse", kind: .consumable, environment: .sandbox, from: 0),
      sale("2", of: "purse", kind: .consumable, from: 0).changing { $0.quantity = 2 },
      sale("3", of: "chest", kind: .consumable, from: 0),
      sale("4", of: "purse", kind: .consumable, from: 0, cancelled: 1),
      sale("5", of: "purse", kind: .consumable, from: 0, by: .hearsay),
      sale("6", of: "elixir", kind: .consumable, from: 0),
    ]
    #expect(
      balances(sales) == ["600 GO production", "6 RU production", "100 GO sandbox", "1 RU sandbox"]
    )
    #expect(
      EntitlementRules.credits(from: sales, catalog: catalog) == ["GO": 700, "RU": 7]
    )
    #expect(EntitlementRules.balances(for: ada, from: sales, catalog: nil).isEmpty)
  }

  @Test func `stays the largest number where an amount is larger`() {
    func purses(_ counts: Int...) -> [String] {
      balances(
        counts.enumerated().map { number, count in
          sale("\(number)", of: "purse", kind: .consumable, from: 0)
            .changing { $0.quantity = count }
        }
      )
    }
    #expect(purses(.max) == ["\(Int.max) GO production", "\(Int.max) RU production"])
    #expect(purses(.max, 1) == ["\(Int.max) GO production", "\(Int.max) RU production"])
    #expect(purses(.min) == ["\(Int.min) GO production", "\(Int.min) RU production"])
    #expect(purses(.min, -1) == ["\(Int.min) GO production", "\(Int.min) RU production"])
  }

  // MARK: Catalog items

  /// The grants in short: item and the one it is in, days, and what is left of it.
  private func grants(
    _ sales: [Order],
    used: [ID<Order>: ConsumptionCounts] = [:],
    at number: Double
  ) -> [String] {
    var record = ChainRecord(id: sales[0].chain)
    record.sales = sales
    record.life = lives(sales)[sales[0].chain]
    let found = EntitlementRules.catalogGrants(
      of: record,
      used: used,
      catalog: catalog,
      at: day(number)
    )
    #expect(Set(found.map(\.name)).count == found.count)
    return found.map { grant in
      func days(_ date: Date) -> String { "\(Int(date.timeIntervalSince(day(0)) / 86_400))" }
      let parent = grant.parent.map { " in \($0)" } ?? ""
      let rest = grant.remaining.map { " \($0) of \(grant.granted ?? -1)" } ?? ""
      let contents = grant.contents.isEmpty ? "" : " with \(grant.contents.joined(separator: " "))"
      return "\(grant.item.id)\(parent) by \(Order.transactionID(of: grant.sale)) "
        + "\(days(grant.from))–\(grant.until.map(days) ?? "")\(rest)\(contents)"
    }
  }

  @Test func `is a subscription from its first sale until access ends, by its newest sale`() {
    let sales = [
      sale("1", of: "gold.monthly", from: 0, until: 30),
      sale("2", of: "gold.monthly", from: 30, until: 60),
    ]
    #expect(grants(sales, at: -1) == [])
    #expect(grants(sales, at: 0) == ["gold by 1 0–60"])
    #expect(grants(sales, at: 29) == ["gold by 1 0–60"])
    #expect(grants(sales, at: 30) == ["gold by 2 0–60"])
    #expect(grants(sales, at: 60) == [])
  }

  @Test func `is the plan that a subscription has now`() {
    let sales = [
      sale("1", of: "gold.monthly", from: 0, until: 30),
      sale("2", of: "silver.monthly", from: 30, until: 60),
    ]
    #expect(grants(sales, at: 40) == ["silver by 2 0–60"])
    let unknown = [sales[0], sale("2", of: "bronze.monthly", from: 30, until: 60)]
    #expect(grants(unknown, at: 40) == [])
  }

  @Test func `is a subscription that lapsed and began again, from its first sale`() {
    let sales = [
      sale("1", of: "gold.monthly", from: 0, until: 30),
      sale("2", of: "gold.monthly", from: 40, until: 70),
    ]
    #expect(grants(sales, at: 35) == [])
    #expect(grants(sales, at: 45) == ["gold by 2 0–70"])
  }

  @Test func `is each pass for itself, and a lasting item once`() {
    let passes = [
      sale("1", of: "pass", kind: .nonRenewing, from: 0, until: 30),
      sale("2", of: "pass", kind: .nonRenewing, from: 10, until: 40),
    ]
    #expect(grants(passes, at: 20) == ["pass by 2 10–40", "pass by 1 0–30"])
    #expect(grants(passes, at: 30) == ["pass by 2 10–40"])
    let swords = [
      sale("1", of: "sword", kind: .nonConsumable, from: 0),
      sale("2", of: "sword", kind: .nonConsumable, from: 10),
    ]
    #expect(grants(swords, at: 20) == ["sword by 2 0–"])
    let refunded = [sale("1", of: "sword", kind: .nonConsumable, from: 0, cancelled: 5)]
    #expect(grants(refunded, at: 4) == ["sword by 1 0–5"])
    #expect(grants(refunded, at: 5) == [])
  }

  @Test func `is a bundle, each of its items, and what is left of those`() {
    let sales = [sale("1", of: "chest", kind: .nonConsumable, from: 0)]
    let (chest, sword) = ("chest by 1 0– with sword potion purse", "sword in chest by 1 0–")
    let purse = "purse in chest by 1 0–"
    #expect(
      grants(sales, at: 1) == [chest, sword, purse, "potion in chest by 1 0– 9 of 9"]
    )
    var counts = ConsumptionCounts()
    counts.add(7, of: "potion")
    let used = [sales[0].id: counts]
    #expect(
      grants(sales, used: used, at: 1) == [chest, sword, purse, "potion in chest by 1 0– 2 of 9"]
    )
    counts.add(2, of: "potion")
    #expect(grants(sales, used: [sales[0].id: counts], at: 1) == [chest, sword, purse])
  }

  @Test func `is only the item of the newest sale, where a purchase became another product`() {
    let sales = [
      sale("1", of: "sword", kind: .nonConsumable, from: 0),
      sale("2", of: "purse", kind: .nonConsumable, from: 10),
    ]
    #expect(grants(sales, at: 5) == ["sword by 1 0–"])
    #expect(grants(sales, at: 20) == ["purse by 2 0–"])
  }

  @Test func `has a name made of its purchase, its bundle and its item`() {
    var record = ChainRecord(id: ID("apple:production:com.example.app:1"))
    record.sales = [sale("2", of: "chest", kind: .nonConsumable, from: 0)]
    let found = EntitlementRules.catalogGrants(of: record, catalog: catalog, at: day(1))
    #expect(
      found.map(\.name) == [
        "apple:production:com.example.app:1 chest",
        "apple:production:com.example.app:1 chest sword",
        "apple:production:com.example.app:1 chest purse",
        "apple:production:com.example.app:2 chest potion",
      ]
    )
  }

  @Test func `is nothing once the store took it back, or where it never confirmed it`() {
    let taken = [sale("1", of: "potion", kind: .consumable, from: 0, cancelled: 5)]
    #expect(grants(taken, at: 4.9) == ["potion by 1 0– 3 of 3"])
    #expect(grants(taken, at: 5) == [])
    let told = [sale("1", of: "sword", kind: .nonConsumable, from: 0, by: .hearsay)]
    #expect(grants(told, at: 5) == [])
  }

  @Test func `is the item of a product's own name, also of a base plan's product`() {
    func item(_ id: String, _ store: Store = .google) -> String? {
      catalog.item(soldAs: Catalog.Product(store, id))?.id
    }
    #expect(item("sword") == "sword")
    #expect(item("gold:yearly") == "gold")
    #expect(item("gold.monthly", .apple) == "gold")
    #expect(item("gold.monthly") == nil)
  }
}
