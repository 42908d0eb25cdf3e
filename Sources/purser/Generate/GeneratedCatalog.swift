import Entitlements
import Mint

extension Catalog {
  /// The catalog of a generated ledger's apps.
  static let generated = Catalog(
    version: "generated",
    items: GeneratedShop.items.map(Item.init(generated:))
  )
}

extension Catalog.Item {
  fileprivate init(generated item: GeneratedShop.Item) {
    let isPlan = item.kind == .autoRenewable
    self.init(
      id: item.id,
      title: item.title,
      kind: ProductKind(generated: item.kind),
      products: GeneratedStore.allCases.compactMap { store in
        guard let product = item.product(in: store), let name = Store(rawValue: store.name) else {
          return nil
        }
        return Catalog.Product(name, product)
      },
      entitlements: item.entitlements,
      uses: item.uses,
      group: isPlan ? item.app : nil,
      rank: isPlan ? item.rank : nil,
      prices: Currency("USD").flatMap { Money(minorUnits: item.price, $0) }.map { [$0] } ?? []
    )
  }
}

extension ProductKind {
  init(generated kind: MintedPurchase.Kind) {
    self =
      switch kind {
      case .nonConsumable: .nonConsumable
      case .consumable: .consumable
      case .nonRenewing: .nonRenewing
      case .autoRenewable: .autoRenewable
      }
  }
}
