import Basics
import Entitlements
import Receipts

/// A catalog of PlayFab's Economy v1, as returned by `GetCatalogItems` and exported by the Game
/// Manager: `{"CatalogVersion", "Catalog": [CatalogItem]}` (seed-endpoints.md §3).
///
/// PlayFab finds a receipt's item by its ID, which is the product ID at every store.
struct PlayFabCatalog {
  /// PlayFab's code for real money: US cents among the virtual currency prices.
  private static let realMoney = "RM"

  private let version: String?
  private let list: [JSONValue]
  private(set) var notices: [String] = []

  /// `nil` for JSON of another form. The service's response has the catalog in `data`.
  init?(_ json: JSONValue) {
    let body = json["data"] ?? json
    guard let list = body["Catalog"]?.array else { return nil }
    self.list = list
    version = body["CatalogVersion"]?.string ?? list.first?["CatalogVersion"]?.string
  }

  mutating func catalog() throws(FileFault) -> Catalog {
    var catalog = Catalog(version: version ?? "main")
    for (index, json) in list.enumerated() {
      catalog.items.append(try item(json, "Catalog[\(index)]"))
    }
    let codes = Set(catalog.items.flatMap { $0.balances + $0.virtualPrices }.map(\.currency))
    catalog.currencies = codes.sorted().map { Catalog.VirtualCurrency(code: $0) }
    return catalog
  }

  private mutating func item(
    _ json: JSONValue,
    _ place: String
  ) throws(FileFault) -> Catalog.Item {
    guard let id = json["ItemId"]?.string, !id.isEmpty else {
      throw FileFault(place: "\(place).ItemId", expected: "a text")
    }
    let prices = try prices(json, place)
    var item = Catalog.Item(id: id, title: json["DisplayName"]?.filledText)
    item.itemClass = json["ItemClass"]?.filledText
    item.customData = json["CustomData"]?.filledText
    item.prices = prices.real
    item.virtualPrices = prices.virtual
    if !prices.real.isEmpty {
      item.products = Store.allCases.map { Catalog.Product($0, id) }
    }
    item.entitlements = json["ActivatedMembership"]?.filledText.map { [$0] } ?? []
    readUse(json["Consumable"], &item)
    try readBundle(json["Bundle"], "\(place).Bundle", &item)
    if json["Container"]?.members != nil {
      notices.append("\(id): the contents of its container are not imported.")
    }
    return item
  }

  /// A usage count means consumable, a usage period non-renewing, neither non-consumable.
  private mutating func readUse(_ consumable: JSONValue?, _ item: inout Catalog.Item) {
    if let uses = consumable?["UsageCount"]?.integer {
      item.kind = .consumable
      item.uses = uses
    } else if consumable?["UsagePeriod"]?.integer != nil {
      item.kind = .nonRenewing
    } else {
      item.kind = .nonConsumable
    }
    if let seconds = consumable?["UsagePeriod"]?.integer {
      notices.append("\(item.id): its expiry after \(seconds) seconds is not imported.")
    }
  }

  private mutating func readBundle(
    _ bundle: JSONValue?,
    _ place: String,
    _ item: inout Catalog.Item
  ) throws(FileFault) {
    for content in bundle?["BundledItems"]?.array ?? [] {
      guard let id = content.string else {
        throw FileFault(place: "\(place).BundledItems", expected: "a list of texts")
      }
      if let index = item.contents.firstIndex(where: { $0.item == id }) {
        item.contents[index].count += 1
      } else {
        item.contents.append(Catalog.Content(id))
      }
    }
    item.balances = try amounts(bundle?["BundledVirtualCurrencies"], place).map {
      Catalog.Amount($0.count, $0.code)
    }
    if let tables = bundle?["BundledResultTables"]?.array, !tables.isEmpty {
      notices.append("\(item.id): the contents of its drop tables are not imported.")
    }
  }

  private func prices(
    _ json: JSONValue,
    _ place: String
  ) throws(FileFault) -> (real: [Money], virtual: [Catalog.Amount]) {
    var real: [Money] = []
    for (code, count) in try amounts(json["RealCurrencyPrices"], "\(place).RealCurrencyPrices") {
      guard let currency = Currency(code), let price = Money(minorUnits: Int64(count), currency)
      else { throw FileFault(place: "\(place), \(code)", expected: "a price") }
      real.append(price)
    }
    var virtual: [Catalog.Amount] = []
    let listed = try amounts(json["VirtualCurrencyPrices"], "\(place).VirtualCurrencyPrices")
    for (code, count) in listed {
      guard code == Self.realMoney else {
        virtual.append(Catalog.Amount(count, code))
        continue
      }
      guard let dollars = Currency("USD"), let price = Money(minorUnits: Int64(count), dollars),
        !real.contains(where: { $0.currency == dollars })
      else { continue }
      real.append(price)
    }
    return (real, virtual)
  }

  /// Reads an object of whole numbers.
  private func amounts(
    _ json: JSONValue?,
    _ place: String
  ) throws(FileFault) -> [(code: String, count: Int)] {
    var amounts: [(String, Int)] = []
    for member in json?.members ?? [] {
      guard let count = member.value.integer else {
        throw FileFault(place: "\(place).\(member.name)", expected: "a whole number")
      }
      amounts.append((member.name, count))
    }
    return amounts
  }
}

extension JSONValue {
  /// The string unless it is empty.
  var filledText: String? { string.flatMap { $0.isEmpty ? nil : $0 } }
}
