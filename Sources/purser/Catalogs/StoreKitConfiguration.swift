import Basics
import Entitlements
import Receipts

/// Xcode's `.storekit` file: products for StoreKit testing, or a copy from App Store Connect. Every
/// product becomes an item with the product ID as its ID.
struct StoreKitConfiguration {
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

  private func item(
    _ json: JSONValue,
    _ place: String
  ) throws(FileFault) -> Catalog.Item {
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
