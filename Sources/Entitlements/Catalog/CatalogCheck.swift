/// Something about a catalog that its author should know.
package struct CatalogFault: Equatable, Sendable, CustomStringConvertible {
  package enum Severity: String, Sendable { case error, warning }

  package var severity: Severity
  /// What it is about: `item gold`, or the catalog itself.
  package var place: String
  package var message: String

  package init(_ severity: Severity, _ place: String, _ message: String) {
    self.severity = severity
    self.place = place
    self.message = message
  }

  package var description: String { "\(severity.rawValue): \(place): \(message)" }
}

extension Catalog {
  /// What is wrong (`error`: it cannot be used) or odd (`warning`) about the catalog, in the order
  /// of its items.
  package func faults() -> [CatalogFault] {
    var check = CatalogCheck(self)
    check.run()
    return check.faults
  }
}

private struct CatalogCheck {
  /// Bundles in bundles; a real catalog has two levels.
  private static let deepestBundle = 8

  let catalog: Catalog
  let items: [String: Catalog.Item]
  let currencies: Set<String>
  var faults: [CatalogFault] = []
  /// The item of each product so far.
  var owners: [Catalog.Product: String] = [:]

  init(_ catalog: Catalog) {
    self.catalog = catalog
    items = Dictionary(catalog.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    currencies = Set(catalog.currencies.map(\.code))
  }

  mutating func run() {
    if catalog.version.isEmpty { add(.error, "catalog", "the version has no name") }
    if catalog.items.isEmpty { add(.warning, "catalog", "there are no items in it") }
    for code in Self.repeated(catalog.currencies.map(\.code)) {
      add(.error, "currency \(code)", "this code is given twice")
    }
    for id in Self.repeated(catalog.items.map(\.id)) {
      add(.error, "item \(id)", "this ID is given twice")
    }
    for item in catalog.items {
      checkProducts(of: item)
      checkTerms(of: item)
      checkContents(of: item)
    }
  }

  private mutating func add(
    _ severity: CatalogFault.Severity,
    _ place: String,
    _ message: String
  ) {
    faults.append(CatalogFault(severity, place, message))
  }

  private mutating func checkProducts(of item: Catalog.Item) {
    if item.id.isEmpty { add(.error, item.place, "it has no ID") }
    for product in item.products {
      if product.id.isEmpty { add(.error, item.place, "a product without an ID") }
      if let other = owners.updateValue(item.id, forKey: product), other != item.id {
        add(.error, item.place, "\(product) is a product of item \(other) already")
      }
    }
  }

  private mutating func checkTerms(of item: Catalog.Item) {
    if let uses = item.uses {
      if uses < 1 { add(.error, item.place, "uses must be 1 or more") }
      if item.kind != .consumable { add(.error, item.place, "only a consumable has uses") }
    }
    if let group = item.group, item.kind != .autoRenewable, item.kind != .unknown {
      add(.error, item.place, "only subscriptions stand in a group, and this is in \(group)")
    }
    if item.rank != nil, item.group == nil { add(.error, item.place, "a rank without a group") }
    if item.kind == .autoRenewable, item.group == nil,
      item.products.contains(where: { $0.store == .apple })
    {
      add(
        .warning,
        item.place,
        "a subscription of Apple's without a group: an upgrade cannot be told from a second one"
      )
    }
    for code in Self.repeated(item.prices.map(\.currency.code)) {
      add(.error, item.place, "two prices in \(code)")
    }
    for amount in item.balances + item.virtualPrices where !currencies.contains(amount.currency) {
      add(.error, item.place, "\(amount.currency) is no currency of this catalog")
    }
  }

  private mutating func checkContents(of item: Catalog.Item) {
    for content in item.contents {
      if items[content.item] == nil {
        add(.error, item.place, "its bundle holds \(content.item), which is no item")
      }
      if content.count < 1 {
        add(.error, item.place, "its bundle holds \(content.count) of \(content.item)")
      }
    }
    if isInItself(item) { add(.error, item.place, "its bundle holds itself") }
  }

  /// Whether opening the bundle, level by level, comes to the item again or to no end.
  private func isInItself(_ item: Catalog.Item) -> Bool {
    var level = Set(item.contents.map(\.item))
    for _ in 0..<Self.deepestBundle {
      if level.isEmpty { return false }
      if level.contains(item.id) { return true }
      level = Set(level.flatMap { items[$0]?.contents.map(\.item) ?? [] })
    }
    return !level.isEmpty
  }

  private static func repeated(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    var repeated: [String] = []
    for name in names where !seen.insert(name).inserted && !repeated.contains(name) {
      repeated.append(name)
    }
    return repeated
  }
}

extension Catalog.Item {
  fileprivate var place: String { "item \(id)" }
}
