import Basics
import Crypto
import Entitlements
import Foundation
import Receipts

/// An inventory item in PlayFab's form: ItemInstance.
struct PlayFabItem {
  let catalogGrant: CatalogGrant
  let catalogVersion: String

  /// Stable for the life of the item, regardless of its owner.
  var id: String {
    let message = Data("playfab item\u{0}\(catalogGrant.name)".utf8)
    return PlayFabHandler.digits(SHA256.hash(data: message).prefix(8))
  }

  /// With `isGranted`, the item is reported as newly granted.
  func json(isGranted: Bool = false) -> JSONValue {
    let item = catalogGrant.item
    // An item in a bundle has no price of its own.
    let cents = catalogGrant.parent == nil ? item.cents(in: PlayFabCurrency.standard) : nil
    return [
      "ItemId": .string(item.id),
      "ItemInstanceId": .string(id),
      "ItemClass": .text(item.itemClass),
      "PurchaseDate": .string(PlayFabHandler.text(catalogGrant.from)),
      "Expiration": .text(catalogGrant.until.map(PlayFabHandler.text)),
      "RemainingUses": .whole(catalogGrant.remaining),
      "UsesIncrementedBy": isGranted ? .whole(catalogGrant.granted) : nil,
      "CatalogVersion": .string(catalogVersion),
      "BundleParent": .text(catalogGrant.parent),
      "BundleContents": catalogGrant.contents.isEmpty
        ? nil : .array(catalogGrant.contents.map { .string($0) }),
      "DisplayName": .text(item.title),
      "UnitCurrency": cents == nil ? nil : "RM",
      "UnitPrice": .whole(cents ?? 0),
    ]
  }
}

extension Catalog.Item {
  /// The price in hundredths of the currency's unit, whatever its minor unit; `nil` without one.
  func cents(in currency: String) -> Int? {
    prices.first { $0.currency.code == currency }.map { price in
      Int(clamping: max(0, price.nanos / 10_000_000))
    }
  }
}

/// An item on sale in PlayFab's form: CatalogItem.
enum PlayFabCatalogItem {
  /// A bundle lists each item as often as it contains it, up to this limit.
  private static let maxOfOne = 1_000

  static func json(_ item: Catalog.Item, _ version: String) -> JSONValue {
    [
      "ItemId": .string(item.id),
      "ItemClass": .text(item.itemClass),
      "CatalogVersion": .string(version),
      "DisplayName": .text(item.title),
      "VirtualCurrencyPrices": prices(virtual: item),
      "RealCurrencyPrices": prices(real: item),
      "CustomData": .text(item.customData),
      "Consumable": item.kind == .consumable ? ["UsageCount": .whole(item.uses ?? 1)] : nil,
      "Bundle": bundle(item),
      "CanBecomeCharacter": false,
      "IsStackable": false,
      "IsTradable": false,
      "IsLimitedEdition": false,
      "InitialLimitedEditionCount": 0,
    ]
  }

  /// The price in real money is listed as US cents under `RM`.
  private static func prices(virtual item: Catalog.Item) -> JSONValue? {
    let dollars = item.cents(in: PlayFabCurrency.standard).map { [("RM", $0)] } ?? []
    return amounts(dollars + item.virtualPrices.map { ($0.currency, $0.count) })
  }

  private static func prices(real item: Catalog.Item) -> JSONValue? {
    amounts(
      item.prices.compactMap { price in
        price.minorUnits.map { (price.currency.code, Int(clamping: $0)) }
      }
    )
  }

  private static func bundle(_ item: Catalog.Item) -> JSONValue? {
    guard !item.contents.isEmpty || !item.balances.isEmpty else { return nil }
    let items = item.contents.flatMap { content in
      Array(repeating: JSONValue.string(content.item), count: min(max(content.count, 0), maxOfOne))
    }
    return [
      "BundledItems": items.isEmpty ? nil : .array(items),
      "BundledVirtualCurrencies": amounts(item.balances.map { ($0.currency, $0.count) }),
    ]
  }

  /// An object of integers; `nil` if empty.
  private static func amounts(_ amounts: [(code: String, count: Int)]) -> JSONValue? {
    guard !amounts.isEmpty else { return nil }
    return .object(amounts.map { JSONValue.Member($0.code, .number("\($0.count)")) })
  }
}

/// The price to record: from the request or from the catalog.
struct PlayFabPrice: Equatable {
  var currency: String
  /// The requested price in hundredths of the currency's unit.
  var requested: Int?
}

extension PlayFabPrice {
  /// A request has a price together with its currency, or none.
  init(_ call: PlayFabCall, otherwise currency: String) throws(PlayFabError) {
    let amount = try call.count("PurchasePrice", in: 0...Int(UInt32.max))
    let code = try call.text("CurrencyCode").flatMap { $0.isEmpty ? nil : $0 }
    if let code, !PlayFabCurrency.isKnown(code.uppercased()) { throw .invalidCurrency }
    self.currency = code?.uppercased() ?? currency
    requested = code == nil ? nil : amount
  }

  /// The price of a quantity of an item; `nil` if unknown.
  func total(of item: Catalog.Item, quantity: Int) -> Int? {
    if let requested { return requested }
    guard let one = item.cents(in: currency) else { return nil }
    let all = one.multipliedReportingOverflow(by: max(1, quantity))
    return all.overflow ? Int(UInt32.max) : min(all.partialValue, Int(UInt32.max))
  }
}

extension PlayFabHandler {
  /// The response of all calls that grant something.
  func fulfillments(
    _ grants: [(catalogGrants: [CatalogGrant], quantity: Int)],
    _ price: PlayFabPrice,
    _ catalog: CatalogIndex
  ) -> JSONValue {
    let version = catalog.catalog.version
    let list = grants.map { catalogGrants, quantity -> JSONValue in
      let items = catalogGrants.map {
        PlayFabItem(catalogGrant: $0, catalogVersion: version).json(isGranted: true)
      }
      let sold = catalogGrants.first { $0.parent == nil }?.item
      let total = sold.flatMap { price.total(of: $0, quantity: quantity) }
      return [
        "FulfilledItems": .array(items),
        "RecordedPriceSource": total == nil ? nil : price.requested == nil ? "Catalog" : "Request",
        "RecordedTransactionCurrency": total == nil ? nil : .string(price.currency),
        "RecordedTransactionTotal": .whole(total),
      ]
    }
    return ["Fulfillments": .array(list)]
  }
}
