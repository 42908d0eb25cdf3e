import Basics
import Entitlements

/// A catalog of PlayFab's Economy v1, as returned by `GetCatalogItems` and exported by the Game
/// Manager: `{"CatalogVersion", "Catalog": [CatalogItem]}` (seed-endpoints.md §3).
///
/// PlayFab finds a receipt's item by its ID, which is the product ID at every store.
struct PlayFabCatalog: CatalogFile {
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

  private mutating func item(_ json: JSONValue, _ place: String) throws(FileFault) -> Catalog.Item {
    guard let id = json["ItemId"]?.string, !id.isEmpty else {
      throw FileFault(place: "\(place).ItemId", expected: "a text")
    }
    let prices = try prices(json, place)
    var item = Catalog.Item(id: id, title: json["DisplayName"]?.filledText)
    item.itemClass = json["ItemClass"]?.filledText
    item.customData = json["CustomData"]?.filledText
    item.prices = prices.real
    item.virtualPrices = prices.virtual
    if !prices.real.isEmpty { item.products = Store.allCases.map { Catalog.Product($0, id) } }
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
    try (json?.members ?? []).map { member throws(FileFault) in
      guard let count = member.value.integer else {
        throw FileFault(place: "\(place).\(member.name)", expected: "a whole number")
      }
      return (member.name, count)
    }
  }
}

extension JSONValue {
  /// The string unless it is empty.
  var filledText: String? { string.flatMap { $0.isEmpty ? nil : $0 } }
}

/// Xcode's `.storekit` file: products for StoreKit testing, or a copy from App Store Connect. Every
/// product becomes an item with the product ID as its ID.
struct StoreKitConfiguration: CatalogFile {
  /// Currencies by storefront (ISO 3166, three letters), where unambiguous.
  private static let currencies = [
    "USA": "USD", "GBR": "GBP", "JPN": "JPY", "CHN": "CNY", "CAN": "CAD", "AUS": "AUD",
    "DEU": "EUR", "FRA": "EUR", "ESP": "EUR", "ITA": "EUR", "NLD": "EUR", "AUT": "EUR",
    "CHE": "CHF", "SWE": "SEK", "NOR": "NOK", "DNK": "DKK", "POL": "PLN", "BRA": "BRL",
    "IND": "INR", "KOR": "KRW", "MEX": "MXN",
  ]

  private let json: JSONValue
  private let currency: Currency?
  private(set) var notices: [String] = []

  /// `nil` for JSON of another form. `currency` applies to the prices if given.
  init?(_ json: JSONValue, currency: Currency?) {
    guard json["products"]?.array != nil || json["subscriptionGroups"]?.array != nil,
      json["version"]?["major"]?.integer != nil || json["identifier"]?.string != nil
    else { return nil }
    self.json = json
    let settings = json["settings"]
    let storefront = (settings?["_storefront"] ?? settings?["storefront"])?.string ?? "USA"
    self.currency = currency ?? Self.currencies[storefront].flatMap { Currency($0) }
    if self.currency == nil {
      notices.append(
        "Prices are not imported: the currency of storefront \(storefront) is unknown. Set it with "
          + "--currency."
      )
    }
  }

  mutating func catalog() throws(FileFault) -> Catalog {
    var catalog = Catalog(version: "storekit")
    for name in ["products", "nonRenewingSubscriptions"] {
      for (index, product) in (json[name]?.array ?? []).enumerated() {
        catalog.items.append(try item(product, "\(name)[\(index)]"))
      }
    }
    for (index, group) in (json["subscriptionGroups"]?.array ?? []).enumerated() {
      let place = "subscriptionGroups[\(index)]"
      guard let name = group["name"]?.filledText ?? group["id"]?.filledText else {
        throw FileFault(place: "\(place).name", expected: "a text")
      }
      for (index, product) in (group["subscriptions"]?.array ?? []).enumerated() {
        var item = try item(product, "\(place).subscriptions[\(index)]")
        item.group = name
        item.rank = product["groupNumber"]?.integer
        catalog.items.append(item)
      }
    }
    return catalog
  }

  private func item(_ json: JSONValue, _ place: String) throws(FileFault) -> Catalog.Item {
    guard let id = json["productID"]?.filledText else {
      throw FileFault(place: "\(place).productID", expected: "a text")
    }
    var item = Catalog.Item(id: id, title: title(of: json))
    item.products = [Catalog.Product(.apple, id)]
    switch json["type"]?.string {
    case "Consumable":
      item.kind = .consumable
      item.uses = 1
    case "NonConsumable": item.kind = .nonConsumable
    case "NonRenewingSubscription": item.kind = .nonRenewing
    case "RecurringSubscription": item.kind = .autoRenewable
    default:
      throw FileFault(
        place: "\(place).type",
        expected: "Consumable, NonConsumable, NonRenewingSubscription or RecurringSubscription"
      )
    }
    if let currency, let text = json["displayPrice"]?.looseText {
      guard let price = Money(decimal: text, currency) else {
        throw FileFault(place: "\(place).displayPrice", expected: "an amount like 9.99")
      }
      item.prices = [price]
    }
    return item
  }

  /// The localized name, preferably in English; otherwise the developer's reference name.
  private func title(of json: JSONValue) -> String? {
    let names = (json["localizations"]?.array ?? []).compactMap { localization in
      localization["displayName"]?.filledText.map { (localization["locale"]?.string ?? "", $0) }
    }
    let english = names.first { $0.0.hasPrefix("en") }
    return (english ?? names.first)?.1 ?? json["referenceName"]?.filledText
  }
}
