import Basics
import Entitlements

/// The catalog in purser's own TOML format: `version`, `[[currency]]` and `[[item]]` tables.
struct CatalogTOML: CatalogFile {
  let table: TOMLTable

  func catalog() throws(FileFault) -> Catalog {
    let fields = TOMLFields(table, "the file")
    try fields.expectOnly(["version", "currency", "item"])
    var catalog = Catalog(version: try fields.text("version") ?? "main")
    catalog.currencies = try fields.tables("currency").map(Self.currency)
    catalog.items = try fields.tables("item").map(Self.item)
    return catalog
  }

  private static func currency(_ fields: TOMLFields) throws(FileFault) -> Catalog.VirtualCurrency {
    try fields.expectOnly(["code", "name", "initial"])
    return .init(
      code: try fields.required("code"),
      name: try fields.text("name"),
      initial: try fields.integer("initial") ?? 0
    )
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
    try fields.texts("prices").map { text throws(FileFault) in
      guard let price = Money(written: text) else {
        throw fields.fault("prices", "texts like \"9.99 USD\", not \"\(text)\"")
      }
      return price
    }
  }
}

extension ProductKind {
  static let catalogWords = "consumable, non-consumable, non-renewing, subscription"

  /// The kind with that name in catalogs.
  init?(catalogWord: String) {
    guard let kind = Self.allCases.first(where: { $0.catalogWord == catalogWord }) else {
      return nil
    }
    self = kind
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

/// Writes a catalog in purser's own TOML format, which `CatalogTOML` reads.
struct CatalogText {
  private var text = ""

  static func of(_ catalog: Catalog) -> String {
    var writer = CatalogText()
    writer.write(catalog)
    return writer.text
  }

  private mutating func write(_ catalog: Catalog) {
    line("version", Self.quoted(catalog.version))
    for currency in catalog.currencies {
      text += "\n[[currency]]\n"
      line("code", Self.quoted(currency.code))
      line("name", currency.name.map(Self.quoted))
      line("initial", currency.initial == 0 ? nil : String(currency.initial))
    }
    for item in catalog.items { write(item) }
  }

  private mutating func write(_ item: Catalog.Item) {
    text += "\n[[item]]\n"
    line("id", Self.quoted(item.id))
    line("title", item.title.map(Self.quoted))
    line("class", item.itemClass.map(Self.quoted))
    line("kind", item.kind.catalogWord.map(Self.quoted))
    line("entitlements", Self.list(item.entitlements))
    line("uses", item.uses.map(String.init))
    line("group", item.group.map(Self.quoted))
    line("rank", item.rank.map(String.init))
    line("prices", Self.list(item.prices.map(\.description)))
    line("virtual-prices", Self.counts(item.virtualPrices.map { ($0.currency, $0.count) }))
    line("balances", Self.counts(item.balances.map { ($0.currency, $0.count) }))
    line("contents", Self.counts(item.contents.map { ($0.item, $0.count) }))
    line("data", item.customData.map(Self.quoted))
    for store in Store.allCases {
      let products = item.products.filter { $0.store == store }.map(\.id)
      line("products.\(store.rawValue)", Self.list(products))
    }
  }

  private mutating func line(_ key: String, _ value: String?) {
    if let value { text += "\(key) = \(value)\n" }
  }

  private static func list(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }

  private static func counts(_ counts: [(String, Int)]) -> String? {
    guard !counts.isEmpty else { return nil }
    return "{ " + counts.map { "\(quoted($0)) = \($1)" }.joined(separator: ", ") + " }"
  }

  /// A basic string of TOML 1.0. Escapes control characters and those that hide or reorder text.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          let hex = String(scalar.value, radix: 16, uppercase: true)
          result += "\\U" + hex.zeroPadded(to: 8)
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
