import Entitlements
import Foundation

/// The catalog of the app in all histories, for the ledgers that have one.
enum LifeCatalog {
  /// The number of coins in one purchase.
  static let coins = 100

  static let catalog = Catalog(
    version: "lives",
    items: [
      plan(.premium, "Premium", rank: 1), plan(.plus, "Plus", rank: 1),
      plan(.basic, "Basic", rank: 2),
      Catalog.Item(
        id: "coins",
        title: "Coins",
        kind: .consumable,
        products: products("coins", atApple: "coins"),
        uses: coins
      ),
      Catalog.Item(
        id: "theme",
        title: "Theme",
        kind: .nonConsumable,
        products: products("theme", atApple: "theme"),
        entitlements: ["theme"]
      ),
    ]
  )

  /// The catalog in the format of a support-case file.
  static let text =
    "[catalog]\n"
    + CatalogText.of(catalog).replacingOccurrences(of: "[[item]]", with: "[[catalog.item]]")

  private static func plan(
    _ plan: LifeSubscription.Plan,
    _ title: String,
    rank: Int
  ) -> Catalog.Item {
    Catalog.Item(
      id: plan.rawValue,
      title: title,
      kind: .autoRenewable,
      products: products(plan.rawValue, atApple: "premium.\(plan.rawValue)"),
      entitlements: ["premium"],
      group: "plans",
      rank: rank
    )
  }

  private static func products(_ name: String, atApple apple: String) -> [Catalog.Product] {
    [
      .init(.apple, apple), .init(.google, name), .init(.amazon, name),
      .init(.microsoft, LifeWorld.microsoftProduct(name)),
    ]
  }
}
