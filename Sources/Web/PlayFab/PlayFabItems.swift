import Basics
import Crypto
import Entitlements
import Foundation
import Receipts

/// What stands in a player's inventory, in PlayFab's form: ItemInstance.
struct PlayFabItem {
  let holding: Holding
  let catalogVersion: String

  /// Stays the same as long as the thing does, whoever has it.
  var id: String {
    SHA256.hash(data: Data("playfab item\u{0}\(holding.name)".utf8)).prefix(8).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }
    .joined()
  }

  /// With `isGranted` what a call has just given is told as such.
  func json(isGranted: Bool = false) -> JSONValue {
    let item = holding.item
    // What lay in something else was not bought by itself.
    let cents = holding.parent == nil ? item.cents(in: PlayFabCurrency.standard) : nil
    return [
      "ItemId": .string(item.id),
      "ItemInstanceId": .string(id),
      "ItemClass": .text(item.itemClass),
      "PurchaseDate": .string(PlayFabDesk.text(holding.from)),
      "Expiration": .text(holding.until.map(PlayFabDesk.text)),
      "RemainingUses": .whole(holding.remaining),
      "UsesIncrementedBy": isGranted ? .whole(holding.granted) : nil,
      "CatalogVersion": .string(catalogVersion),
      "BundleParent": .text(holding.parent),
      "BundleContents": holding.contents.isEmpty
        ? nil : .array(holding.contents.map { .string($0) }),
      "DisplayName": .text(item.title),
      "UnitCurrency": cents == nil ? nil : "RM",
      "UnitPrice": .whole(cents ?? 0),
    ]
  }
}

extension Catalog.Item {
  /// The price in hundredths of the currency's unit, whatever coins it has; `nil` without one.
  func cents(in currency: String) -> Int? {
    prices.first { $0.currency.code == currency }.map { price in
      Int(clamping: max(0, price.nanos / 10_000_000))
    }
  }
}

/// What is on sale, in PlayFab's form: CatalogItem.
enum PlayFabCatalogItem {
  /// A bundle names each thing as often as it holds it; none holds more than so many of one.
  private static let mostOfOne = 1_000

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

  /// Real money stands among the virtual currencies as US cents.
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
      Array(repeating: JSONValue.string(content.item), count: min(max(content.count, 0), mostOfOne))
    }
    return [
      "BundledItems": items.isEmpty ? nil : .array(items),
      "BundledVirtualCurrencies": amounts(item.balances.map { ($0.currency, $0.count) }),
    ]
  }

  /// A table of whole numbers; `nil` for an empty one.
  private static func amounts(_ amounts: [(code: String, count: Int)]) -> JSONValue? {
    guard !amounts.isEmpty else { return nil }
    return .object(amounts.map { JSONValue.Member($0.code, .number("\($0.count)")) })
  }
}
