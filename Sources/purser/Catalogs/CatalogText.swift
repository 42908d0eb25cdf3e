import Entitlements

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
          result += "\\U" + String(repeating: "0", count: 8 - hex.count) + hex
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
