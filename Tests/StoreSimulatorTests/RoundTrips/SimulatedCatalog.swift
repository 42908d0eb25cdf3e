import Entitlements
import Foundation
import StoreSimulator

extension Catalog {
  /// What the simulated app sells, as its developer would write it down.
  static let simulated = Catalog(
    version: "simulated",
    items: Dictionary(grouping: SimulatedShop.products, by: \.id).values.sorted {
      $0[0].id < $1[0].id
    }.map { products in
      Item(
        id: products[0].id,
        kind: ProductKind(simulated: products[0].kind),
        products: products.compactMap(Product.init(simulated:)),
        entitlements: products[0].kind == .consumable ? [] : ["reading"],
        uses: products[0].kind == .consumable ? 100 : nil,
        group: products[0].kind.isSubscription ? products[0].group : nil,
        rank: products[0].kind.isSubscription ? products[0].level : nil
      )
    }
  )
}

extension Catalog.Product {
  fileprivate init?(simulated product: SimulatedProduct) {
    guard let store = Store(rawValue: product.store.rawValue) else { return nil }
    switch store {
    case .google where product.kind.isSubscription:
      self.init(store, "\(product.id):\(product.plan)")
    case .amazon where product.kind.isSubscription:
      self.init(store, "\(product.id):\(product.id)_\(product.plan)")
    default: self.init(store, product.id)
    }
  }
}

extension ProductKind {
  fileprivate init(simulated kind: SimulatedProduct.Kind) {
    self =
      switch kind {
      case .consumable: .consumable
      case .nonConsumable: .nonConsumable
      case .nonRenewing, .prepaid: .nonRenewing
      case .subscription: .autoRenewable
      }
  }
}
