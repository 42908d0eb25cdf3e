/// One version of what an app sells and what each sale grants.
///
/// Sales of products without an item are stored and shown; they grant an entitlement with the
/// product's own ID, so that an outdated catalog revokes no access.
package struct Catalog: Equatable, Codable, Sendable {
  /// The version's name; a ledger can have several versions, one of them primary.
  package var version: String
  package var items: [Item]
  package var currencies: [VirtualCurrency]

  private enum CodingKeys: String, CodingKey {
    case version = "version", items = "items", currencies = "currencies"
  }

  package init(version: String, items: [Item] = [], currencies: [VirtualCurrency] = []) {
    self.version = version
    self.items = items
    self.currencies = currencies
  }

  /// A virtual currency of the app.
  package struct VirtualCurrency: Equatable, Codable, Sendable {
    /// Two capital letters or digits for use with PlayFab; otherwise any name.
    package var code: String
    package var name: String?
    /// The amount that a new user starts with.
    package var initial: Int

    private enum CodingKeys: String, CodingKey {
      case code = "code", name = "name", initial = "initial"
    }

    package init(code: String, name: String? = nil, initial: Int = 0) {
      self.code = code
      self.name = name
      self.initial = initial
    }
  }

  /// An item under the app's own name for it.
  package struct Item: Equatable, Codable, Sendable {
    package var id: String
    package var title: String?
    /// PlayFab's `ItemClass`, with which the app groups items.
    package var itemClass: String?
    package var kind: ProductKind
    /// The item's product ID in each store. Google's base plans are written `product:plan`.
    package var products: [Product]
    /// The entitlements that a sale grants while it lasts.
    package var entitlements: [String]
    /// How often a consumable can be used.
    package var uses: Int?
    /// Subscriptions of one group replace each other; the one of lower rank is the better one, as
    /// in App Store Connect.
    package var group: String?
    package var rank: Int?
    /// The contents of a bundle.
    package var contents: [Content]
    package var prices: [Money]
    /// Prices in the app's own currencies.
    package var virtualPrices: [Amount]
    /// The amounts that a sale adds to the user's balances.
    package var balances: [Amount]
    /// The app's own data, passed on unchanged.
    package var customData: String?

    private enum CodingKeys: String, CodingKey {
      case id = "id", title = "title", itemClass = "itemClass", kind = "kind", products = "products"
      case entitlements = "entitlements", uses = "uses", group = "group", rank = "rank"
      case contents = "contents", prices = "prices", virtualPrices = "virtualPrices"
      case balances = "balances", customData = "customData"
    }

    package init(
      id: String,
      title: String? = nil,
      itemClass: String? = nil,
      kind: ProductKind = .unknown,
      products: [Product] = [],
      entitlements: [String] = [],
      uses: Int? = nil,
      group: String? = nil,
      rank: Int? = nil,
      contents: [Content] = [],
      prices: [Money] = [],
      virtualPrices: [Amount] = [],
      balances: [Amount] = [],
      customData: String? = nil
    ) {
      self.id = id
      self.title = title
      self.itemClass = itemClass
      self.kind = kind
      self.products = products
      self.entitlements = entitlements
      self.uses = uses
      self.group = group
      self.rank = rank
      self.contents = contents
      self.prices = prices
      self.virtualPrices = virtualPrices
      self.balances = balances
      self.customData = customData
    }
  }

  /// A store's product.
  package struct Product: Hashable, Codable, Sendable, CustomStringConvertible {
    package var store: Store
    package var id: String

    private enum CodingKeys: String, CodingKey {
      case store = "store", id = "id"
    }

    package init(_ store: Store, _ id: String) {
      self.store = store
      self.id = id
    }

    package var description: String { "\(store.rawValue) \(id)" }
  }

  /// A quantity of another item.
  package struct Content: Equatable, Codable, Sendable {
    package var item: String
    package var count: Int

    private enum CodingKeys: String, CodingKey {
      case item = "item", count = "count"
    }

    package init(_ item: String, count: Int = 1) {
      self.item = item
      self.count = count
    }
  }

  /// An amount of a virtual currency.
  package struct Amount: Equatable, Codable, Sendable {
    package var currency: String
    package var count: Int

    private enum CodingKeys: String, CodingKey {
      case currency = "currency", count = "count"
    }

    package init(_ count: Int, _ currency: String) {
      self.count = count
      self.currency = currency
    }
  }
}

/// Looks up what a sale of a product grants by one catalog, in constant time.
package struct CatalogIndex: Sendable {
  package let catalog: Catalog
  private let indices: [Catalog.Product: Int]
  private let indicesByID: [String: Int]

  package init(_ catalog: Catalog) {
    self.catalog = catalog
    indicesByID = Dictionary(
      catalog.items.enumerated().map { ($1.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    indices = Dictionary(
      catalog.items.enumerated().flatMap { index, item in item.products.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The item that a store's product stands for; `nil` if the catalog has none. A base plan without
  /// an entry is sold as its product (`gold` for `gold:monthly`).
  package func item(for product: Catalog.Product) -> Catalog.Item? {
    if let index = indices[product] { return catalog.items[index] }
    guard let colon = product.id.firstIndex(of: ":") else { return nil }
    return indices[Catalog.Product(product.store, String(product.id[..<colon]))].map {
      catalog.items[$0]
    }
  }

  package func item(named id: String) -> Catalog.Item? { indicesByID[id].map { catalog.items[$0] } }

  /// The entitlements that a sale of `item` grants, including those of the items in its bundle;
  /// each once, in the order of the catalog. An item without any grants the entitlement of its own
  /// ID, unless it is a consumable or a bundle.
  package func entitlements(of item: Catalog.Item) -> [String] {
    var keys: [String] = []
    forEachPart(of: item) { part, _ in
      let own =
        part.entitlements.isEmpty && part.kind != .consumable && part.contents.isEmpty
        ? [part.id] : part.entitlements
      for key in own where !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// Calls `body` with the item and everything in it, and how many of each one sale contains. Skips
  /// an item inside itself, which a checked catalog does not have.
  package func forEachPart(of item: Catalog.Item, _ body: (Catalog.Item, _ count: Int) -> Void) {
    visit(item, 1, [], body)
  }

  private func visit(
    _ item: Catalog.Item,
    _ count: Int,
    _ ancestors: Set<String>,
    _ body: (Catalog.Item, Int) -> Void
  ) {
    guard !ancestors.contains(item.id) else { return }
    body(item, count)
    for content in item.contents {
      guard let index = indicesByID[content.item] else { continue }
      let product = count.multipliedReportingOverflow(by: content.count)
      guard !product.overflow else { continue }
      visit(catalog.items[index], product.partialValue, ancestors.union([item.id]), body)
    }
  }
}
