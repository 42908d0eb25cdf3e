import Entitlements
import Foundation
import StoreSimulator

/// What a new sandbox contains: the shop's catalog, and customers with different subscriptions.
enum SandboxContents {
  static let catalog = Catalog(
    version: "sandbox",
    items: Dictionary(grouping: SimulatedShop.products, by: \.id).sorted { $0.key < $1.key }
      .map { id, products in
        let kind = products[0].kind
        return Catalog.Item(
          id: id,
          kind: SandboxContents.kind(kind),
          products: products.compactMap { product in
            Store(rawValue: product.store.rawValue).map { Catalog.Product($0, id) }
          },
          entitlements: kind == .consumable ? [] : [id == "max.monthly" ? "max" : "plus"]
        )
      }
  )

  /// The first purchases. Google's state the app's own ID, and belong to that user at once. Apple's
  /// belong to nobody until an app sends a receipt.
  static var purchases: [SimulatedAction] {
    [
      buy("plus.monthly", .apple, "ada", as: "ada"), buy("lifetime", .apple, "ada"),
      // A player restores it.
      buy("lifetime", .apple, "gail"),
      buy("plus.weekly", .google, "ada"),
      // Renews.
      buy("max.monthly", .google, "bob"), buy("plus.monthly", .amazon, "cleo"),
      // Expires at the end of its period.
      buy("plus.monthly", .google, "dan", as: "dan"), SimulatedAction(.cancel, of: "dan"),
      // Cannot be charged: grace, then hold, then the end.
      buy("plus.weekly", .google, "eve", as: "eve"), SimulatedAction(.failBilling, of: "eve"),
      buy("coins.100", .google, "bob"),
    ]
  }

  private static func buy(
    _ product: String,
    _ store: SimulatedStore,
    _ account: String,
    as name: String? = nil
  ) -> SimulatedAction {
    var action = SimulatedAction(.buy)
    (action.product, action.store, action.account) = (product, store, account)
    action.as = name
    if store == .google { action.appAccount = account }
    return action
  }

  private static func kind(_ kind: SimulatedProduct.Kind) -> ProductKind {
    switch kind {
    case .consumable: .consumable
    case .nonConsumable: .nonConsumable
    case .nonRenewing, .prepaid: .nonRenewing
    case .subscription: .autoRenewable
    }
  }
}
