/// An error or warning about a catalog.
package struct CatalogIssue: Equatable, Sendable, CustomStringConvertible {
  package enum Severity: String, Sendable { case error, warning }

  package var severity: Severity
  /// The subject: `item gold`, or `catalog`.
  package var subject: String
  package var message: String

  package init(_ severity: Severity, _ subject: String, _ message: String) {
    self.severity = severity
    self.subject = subject
    self.message = message
  }

  package var description: String { "\(severity.rawValue): \(subject): \(message)" }
}

extension Catalog {
  /// The catalog's errors (it cannot be used) and warnings, in the order of its items.
  package func issues() -> [CatalogIssue] {
    var check = CatalogCheck(self)
    check.run()
    return check.issues
  }
}

private struct CatalogCheck {
  /// The maximum depth of bundles in bundles; a real catalog has two levels.
  private static let maxBundleDepth = 8

  let catalog: Catalog
  let items: [String: Catalog.Item]
  let currencies: Set<String>
  var issues: [CatalogIssue] = []
  /// The item of each product checked so far.
  var owners: [Catalog.Product: String] = [:]

  init(_ catalog: Catalog) {
    self.catalog = catalog
    items = Dictionary(catalog.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    currencies = Set(catalog.currencies.map(\.code))
  }

  mutating func run() {
    if catalog.version.isEmpty { add(.error, "catalog", "the version has no name") }
    if catalog.items.isEmpty { add(.warning, "catalog", "there are no items in it") }
    for code in Self.duplicates(catalog.currencies.map(\.code)) {
      add(.error, "currency \(code)", "this code is given twice")
    }
    for id in Self.duplicates(catalog.items.map(\.id)) {
      add(.error, "item \(id)", "this ID is given twice")
    }
    for item in catalog.items {
      checkProducts(of: item)
      checkTerms(of: item)
      checkContents(of: item)
    }
  }

  private mutating func add(_ severity: CatalogIssue.Severity, _ subject: String, _ message: String)
  {
    issues.append(CatalogIssue(severity, subject, message))
  }

  private mutating func checkProducts(of item: Catalog.Item) {
    if item.id.isEmpty { add(.error, item.label, "it has no ID") }
    for product in item.products {
      if product.id.isEmpty { add(.error, item.label, "a product without an ID") }
      if let other = owners.updateValue(item.id, forKey: product), other != item.id {
        add(.error, item.label, "\(product) is a product of item \(other) already")
      }
    }
  }

  private mutating func checkTerms(of item: Catalog.Item) {
    if let uses = item.uses {
      if uses < 1 { add(.error, item.label, "uses must be 1 or more") }
      if item.kind != .consumable { add(.error, item.label, "only a consumable has uses") }
    }
    if let group = item.group, item.kind != .autoRenewable, item.kind != .unknown {
      add(.error, item.label, "only subscriptions can be in a group, and this is in \(group)")
    }
    if item.rank != nil, item.group == nil { add(.error, item.label, "a rank without a group") }
    if item.kind == .autoRenewable, item.group == nil,
      item.products.contains(where: { $0.store == .apple })
    {
      add(
        .warning,
        item.label,
        "an Apple subscription without a group: an upgrade looks like a second subscription"
      )
    }
    for code in Self.duplicates(item.prices.map(\.currency.code)) {
      add(.error, item.label, "two prices in \(code)")
    }
    for amount in item.balances + item.virtualPrices where !currencies.contains(amount.currency) {
      add(.error, item.label, "this catalog has no currency \(amount.currency)")
    }
  }

  private mutating func checkContents(of item: Catalog.Item) {
    for content in item.contents {
      if items[content.item] == nil {
        add(.error, item.label, "its bundle contains \(content.item), which is not an item")
      }
      if content.count < 1 {
        add(.error, item.label, "its bundle contains \(content.count) of \(content.item)")
      }
    }
    if isInItself(item) { add(.error, item.label, "its bundle contains itself") }
  }

  /// Whether expanding the bundle, level by level, leads to the item again or does not end.
  private func isInItself(_ item: Catalog.Item) -> Bool {
    var level = Set(item.contents.map(\.item))
    for _ in 0..<Self.maxBundleDepth {
      if level.isEmpty { return false }
      if level.contains(item.id) { return true }
      level = Set(level.flatMap { items[$0]?.contents.map(\.item) ?? [] })
    }
    return !level.isEmpty
  }

  private static func duplicates(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    var duplicates: [String] = []
    for name in names where !seen.insert(name).inserted && !duplicates.contains(name) {
      duplicates.append(name)
    }
    return duplicates
  }
}

extension Catalog.Item {
  fileprivate var label: String { "item \(id)" }
}
