import Entitlements
import Testing

@Suite struct `A catalog tells what a sale gives` {
  private typealias Item = Catalog.Item

  private let catalog = Catalog(
    version: "1",
    items: [
      Item(
        id: "gold",
        kind: .autoRenewable,
        products: [.init(.apple, "gold.monthly"), .init(.google, "gold")],
        entitlements: ["gold", "no-ads"]
      ),
      Item(id: "sword", kind: .nonConsumable, products: [.init(.apple, "sword")]),
      Item(id: "potion", kind: .consumable, products: [.init(.apple, "potion")], uses: 3),
      Item(
        id: "chest",
        products: [.init(.apple, "chest")],
        contents: [.init("sword"), .init("potion", count: 2)]
      ),
      Item(id: "hoard", products: [.init(.apple, "hoard")], contents: [.init("chest", count: 5)]),
    ]
  )

  private func entitlements(_ product: String, _ store: Store = .apple) -> [String]? {
    let index = CatalogIndex(catalog)
    return index.item(for: Catalog.Product(store, product)).map(index.entitlements)
  }

  @Test func `by the rights it names, else by its own name`() {
    #expect(entitlements("gold.monthly") == ["gold", "no-ads"])
    #expect(entitlements("sword") == ["sword"])
    #expect(entitlements("potion") == [])
    #expect(entitlements("unknown") == nil)
  }

  @Test func `for each store's own name of the product`() {
    #expect(entitlements("gold", .google) == ["gold", "no-ads"])
    #expect(entitlements("gold.monthly", .google) == nil)
  }

  @Test func `for a base plan without an entry as for its product`() {
    #expect(entitlements("gold:yearly", .google) == ["gold", "no-ads"])
    #expect(entitlements("silver:yearly", .google) == nil)
  }

  @Test func `with all that lies in a bundle, however deep`() throws {
    #expect(entitlements("hoard") == ["sword"])
    let index = CatalogIndex(catalog)
    var parts: [String] = []
    index.forEachPart(of: try #require(index.item(for: .init(.apple, "hoard")))) {
      parts.append("\($1) \($0.id)")
    }
    #expect(parts == ["1 hoard", "5 chest", "5 sword", "10 potion"])
  }

  @Test func `and a bundle inside itself ends`() throws {
    let catalog = Catalog(
      version: "1",
      items: [
        Item(id: "a", products: [.init(.apple, "a")], contents: [.init("b")]),
        Item(id: "b", contents: [.init("a")]),
      ]
    )
    let index = CatalogIndex(catalog)
    let item = try #require(index.item(for: .init(.apple, "a")))
    #expect(index.entitlements(of: item) == [])
    #expect(catalog.issues().map(\.subject) == ["item a", "item b"])
  }

  private func issues(_ items: [Item], _ currencies: [String] = []) -> [String] {
    Catalog(version: "1", items: items, currencies: currencies.map { .init(code: $0) }).issues()
      .map(\.description)
  }

  @Test func `a sound catalog has no issues`() {
    #expect(
      catalog.issues().map(\.description) == [
        "warning: item gold: an Apple subscription without a group: an upgrade looks like a second "
          + "subscription"
      ]
    )
  }

  @Test func `what cannot be meant is an error that names the item`() {
    #expect(issues([Item(id: "a"), Item(id: "a")]) == ["error: item a: this ID is given twice"])
    #expect(
      issues([
        Item(id: "a", products: [.init(.google, "p")]),
        Item(id: "b", products: [.init(.google, "p")]),
      ]) == ["error: item b: google p is a product of item a already"]
    )
    #expect(
      issues([Item(id: "a", kind: .nonConsumable, uses: 2)])
        == ["error: item a: only a consumable has uses"]
    )
    #expect(
      issues([Item(id: "a", contents: [.init("b")])])
        == ["error: item a: its bundle contains b, which is not an item"]
    )
    #expect(
      issues([Item(id: "a", balances: [.init(5, "GM")])])
        == ["error: item a: this catalog has no currency GM"]
    )
    #expect(issues([Item(id: "a", balances: [.init(5, "GM")])], ["GM"]).isEmpty)
    #expect(issues([Item(id: "a", rank: 1)]) == ["error: item a: a rank without a group"])
    #expect(issues([]) == ["warning: catalog: there are no items in it"])
  }
}
