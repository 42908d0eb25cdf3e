import Entitlements

extension Story {
  /// The right `premium` by every plan, two uses by a hundred coins.
  static let catalog = CatalogIndex(
    Catalog(
      version: "1",
      items: [
        item("monthly", "pro.monthly", group: "pro", rank: 2, price: "9.99"),
        item("yearly", "pro.yearly", group: "pro", rank: 1, price: "99.99"),
        item("lifetime", "pro.lifetime", kind: .nonConsumable),
        item("family", "family.monthly", group: "family", rank: 1),
        Catalog.Item(
          id: "empty",
          kind: .nonConsumable,
          products: [Catalog.Product(.apple, "hollow")],
          contents: [Catalog.Content("coins")]
        ),
        Catalog.Item(
          id: "coins",
          title: "100 coins",
          kind: .consumable,
          products: Store.allCases.map { Catalog.Product($0, "coins.100") },
          uses: 2
        ),
      ]
    )
  )

  private static func item(
    _ id: String,
    _ product: String,
    kind: ProductKind = .autoRenewable,
    group: String? = nil,
    rank: Int? = nil,
    price: String? = nil
  ) -> Catalog.Item {
    Catalog.Item(
      id: id,
      title: "Pro \(id)",
      kind: kind,
      products: Store.allCases.map { Catalog.Product($0, product) },
      entitlements: ["premium"],
      group: group,
      rank: rank,
      prices: price.flatMap { price in
        Currency("USD").flatMap { Money(decimal: price, $0) }
      }.map { [$0] } ?? []
    )
  }
}
