/// What an app sells, and what each sale gives: one version of it.
///
/// Sales of products that no item names are kept and shown as such; they give a right of the
/// product's own name, so that a catalog that lags behind the stores takes access from nobody.
package struct Catalog: Equatable, Codable, Sendable {
  /// The version's name; a ledger may hold several, one of them primary.
  package var version: String
  package var items: [Item]
  package var currencies: [VirtualCurrency]

  private enum CodingKeys: String, CodingKey {
    case version = "version"
    case items = "items"
    case currencies = "currencies"
  }

  package init(version: String, items: [Item] = [], currencies: [VirtualCurrency] = []) {
    self.version = version
    self.items = items
    self.currencies = currencies
  }

  /// A currency of the app's own.
  package struct VirtualCurrency: Equatable, Codable, Sendable {
    /// Two capital letters or digits where PlayFab is to know it; any name otherwise.
    package var code: String
    package var name: String?
    /// What a new user begins with.
    package var initial: Int

    private enum CodingKeys: String, CodingKey {
      case code = "code"
      case name = "name"
      case initial = "initial"
    }

    package init(code: String, name: String? = nil, initial: Int = 0) {
      self.code = code
      self.name = name
      self.initial = initial
    }
  }

  /// One thing that can be had, under the name the app has for it.
  package struct Item: Equatable, Codable, Sendable {
    package var id: String
    package var title: String?
    /// PlayFab's `ItemClass`: a word that groups items for the app.
    package var itemClass: String?
    package var kind: ProductKind
    /// What each store calls it. Google's base plans are written `product:plan`.
    package var products: [Product]
    /// The rights a sale gives while it lasts.
    package var entitlements: [String]
    /// How often a consumable can be used.
    package var uses: Int?
    /// Subscriptions of one group take each other's place; of two the one of lower rank is the
    /// better, as in App Store Connect.
    package var group: String?
    package var rank: Int?
    /// What is in a bundle.
    package var contents: [Content]
    package var prices: [Money]
    /// Prices in the app's own currencies.
    package var virtualPrices: [Amount]
    /// What a sale adds to the user's balances.
    package var balances: [Amount]
    /// The app's own data, handed on as it is.
    package var customData: String?

    private enum CodingKeys: String, CodingKey {
      case id = "id"
      case title = "title"
      case itemClass = "itemClass"
      case kind = "kind"
      case products = "products"
      case entitlements = "entitlements"
      case uses = "uses"
      case group = "group"
      case rank = "rank"
      case contents = "contents"
      case prices = "prices"
      case virtualPrices = "virtualPrices"
      case balances = "balances"
      case customData = "customData"
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

  /// A product as a store knows it.
  package struct Product: Hashable, Codable, Sendable, CustomStringConvertible {
    package var store: Store
    package var id: String

    private enum CodingKeys: String, CodingKey {
      case store = "store"
      case id = "id"
    }

    package init(_ store: Store, _ id: String) {
      self.store = store
      self.id = id
    }

    package var description: String { "\(store.rawValue) \(id)" }
  }

  /// So many of another item.
  package struct Content: Equatable, Codable, Sendable {
    package var item: String
    package var count: Int

    private enum CodingKeys: String, CodingKey {
      case item = "item"
      case count = "count"
    }

    package init(_ item: String, count: Int = 1) {
      self.item = item
      self.count = count
    }
  }

  /// So much of a virtual currency.
  package struct Amount: Equatable, Codable, Sendable {
    package var currency: String
    package var count: Int

    private enum CodingKeys: String, CodingKey {
      case currency = "currency"
      case count = "count"
    }

    package init(_ count: Int, _ currency: String) {
      self.count = count
      self.currency = currency
    }
  }
}

/// What a sale of a product gives, by one catalog. Looking up is quick however long the catalog is.
package struct CatalogIndex: Sendable {
  package let catalog: Catalog
  private let places: [Catalog.Product: Int]
  private let placesByID: [String: Int]

  package init(_ catalog: Catalog) {
    self.catalog = catalog
    placesByID = Dictionary(
      catalog.items.enumerated().map { ($1.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    places = Dictionary(
      catalog.items.enumerated().flatMap { place, item in item.products.map { ($0, place) } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The item a store's product stands for; `nil` for a product that the catalog does not know. A
  /// base plan without an entry of its own is sold as its product (`gold` for `gold:monthly`).
  package func item(for product: Catalog.Product) -> Catalog.Item? {
    if let place = places[product] { return catalog.items[place] }
    guard let colon = product.id.firstIndex(of: ":") else { return nil }
    return places[Catalog.Product(product.store, String(product.id[..<colon]))].map {
      catalog.items[$0]
    }
  }

  package func item(named id: String) -> Catalog.Item? { placesByID[id].map { catalog.items[$0] } }

  /// The rights that a sale of `item` gives, those of the items in its bundle included; each once,
  /// in the order of the catalog. An item that names none gives the right of its own name, unless
  /// it is a consumable, or holds others.
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

  /// The item itself and everything in it, each with how many of it one sale holds. An item inside
  /// itself is passed over; a catalog that was checked has none.
  package func forEachPart(of item: Catalog.Item, _ body: (Catalog.Item, _ count: Int) -> Void) {
    visit(item, 1, [], body)
  }

  private func visit(
    _ item: Catalog.Item,
    _ count: Int,
    _ around: Set<String>,
    _ body: (Catalog.Item, Int) -> Void
  ) {
    guard !around.contains(item.id) else { return }
    body(item, count)
    for content in item.contents {
      guard let place = placesByID[content.item] else { continue }
      let product = count.multipliedReportingOverflow(by: content.count)
      guard !product.overflow else { continue }
      visit(catalog.items[place], product.partialValue, around.union([item.id]), body)
    }
  }
}
