import Entitlements
import TOMLKit

/// The catalog in purser's own TOML format: `version`, `[[currency]]` and `[[item]]` tables.
struct CatalogTOML {
  private let table: TOMLTable

  init(_ table: TOMLTable) { self.table = table }

  func catalog() throws(FileFault) -> Catalog {
    let fields = TOMLFields(table, "the file")
    try fields.expectOnly(["version", "currency", "item"])
    var catalog = Catalog(version: try fields.text("version") ?? "main")
    for currency in try fields.tables("currency") {
      try currency.expectOnly(["code", "name", "initial"])
      catalog.currencies.append(
        .init(
          code: try currency.required("code"),
          name: try currency.text("name"),
          initial: try currency.integer("initial") ?? 0
        )
      )
    }
    for item in try fields.tables("item") { catalog.items.append(try Self.item(item)) }
    return catalog
  }

  private static func item(_ fields: TOMLFields) throws(FileFault) -> Catalog.Item {
    try fields.expectOnly([
      "id", "title", "class", "kind", "products", "entitlements", "uses", "group", "rank",
      "contents", "prices", "virtual-prices", "balances", "data",
    ])
    return Catalog.Item(
      id: try fields.required("id"),
      title: try fields.text("title"),
      itemClass: try fields.text("class"),
      kind: try kind(fields),
      products: try products(fields),
      entitlements: try fields.texts("entitlements"),
      uses: try fields.integer("uses"),
      group: try fields.text("group"),
      rank: try fields.integer("rank"),
      contents: try fields.counts("contents").map { Catalog.Content($0, count: $1) },
      prices: try prices(fields),
      virtualPrices: try fields.counts("virtual-prices").map { Catalog.Amount($1, $0) },
      balances: try fields.counts("balances").map { Catalog.Amount($1, $0) },
      customData: try fields.text("data")
    )
  }

  private static func kind(_ fields: TOMLFields) throws(FileFault) -> ProductKind {
    guard let text = try fields.text("kind") else { return .unknown }
    guard let kind = ProductKind(catalogWord: text) else {
      throw fields.fault("kind", "one of \(ProductKind.catalogWords)")
    }
    return kind
  }

  private static func products(_ fields: TOMLFields) throws(FileFault) -> [Catalog.Product] {
    guard let table = try fields.table("products") else { return [] }
    try table.expectOnly(Store.allCases.map(\.rawValue))
    var products: [Catalog.Product] = []
    for store in Store.allCases {
      products += try table.texts(store.rawValue).map { Catalog.Product(store, $0) }
    }
    return products
  }

  private static func prices(_ fields: TOMLFields) throws(FileFault) -> [Money] {
    var prices: [Money] = []
    for text in try fields.texts("prices") {
      guard let price = Money(written: text) else {
        throw fields.fault("prices", "texts like \"9.99 USD\", not \"\(text)\"")
      }
      prices.append(price)
    }
    return prices
  }
}

extension ProductKind {
  static let catalogWords = "consumable, non-consumable, non-renewing, subscription"

  /// The kind with that name in catalogs.
  init?(catalogWord: String) {
    switch catalogWord {
    case "consumable": self = .consumable
    case "non-consumable": self = .nonConsumable
    case "non-renewing": self = .nonRenewing
    case "subscription": self = .autoRenewable
    default: return nil
    }
  }

  /// The kind's name in catalogs; `nil` if unknown.
  var catalogWord: String? {
    switch self {
    case .consumable: "consumable"
    case .nonConsumable: "non-consumable"
    case .nonRenewing: "non-renewing"
    case .autoRenewable: "subscription"
    case .unknown: nil
    }
  }
}

extension Money {
  /// Parses an amount and a currency code: `9.99 USD`.
  init?(written text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let currency = Currency(String(parts[1])) else { return nil }
    self.init(decimal: String(parts[0]), currency)
  }
}
