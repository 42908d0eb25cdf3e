/// The products and prices of a generated ledger's apps in each store.
package enum GeneratedShop {
  /// The billing period of a subscription.
  package enum Period: Sendable { case week, month, year }

  package struct Item: Equatable, Sendable {
    /// The app's own ID.
    package let id: String
    package let title: String
    /// The bundle ID of the app that sells it.
    package let app: String
    package let kind: MintedPurchase.Kind
    /// Subscriptions only.
    package let period: Period?
    /// Within an app, a subscription with a lower rank is the better one.
    package let rank: Int
    package let entitlements: [String]
    /// The number of uses of a consumable.
    package let uses: Int?
    /// Hundredths of a US dollar.
    package let price: Int64
    /// The product ID in each store that sells it, in the order of `GeneratedStore.allCases`.
    package let products: [String]

    package func product(in store: GeneratedStore) -> String? {
      products.indices.contains(store.rawValue) ? products[store.rawValue] : nil
    }
  }

  package static let items: [Item] =
    app(
      "reader",
      stores: 4,
      plans: [
        ("plus.weekly", .week, 2, 299), ("plus.monthly", .month, 2, 799),
        ("plus.yearly", .year, 2, 5_999), ("max.monthly", .month, 1, 1_499),
      ],
      others: [
        ("lifetime", .nonConsumable, nil, 9_999), ("coins.100", .consumable, 100, 199),
        ("coins.1200", .consumable, 1_200, 1_499), ("season", .nonRenewing, nil, 1_999),
      ]
    )
    + app(
      "trails",
      stores: 2,
      plans: [("plus.monthly", .month, 2, 499), ("plus.yearly", .year, 2, 2_999)],
      others: [("maps", .nonConsumable, nil, 1_299), ("beacons.10", .consumable, 10, 99)]
    )
    + app(
      "chords",
      stores: 2,
      plans: [("studio.monthly", .month, 2, 1_199)],
      others: [("lessons.5", .consumable, 5, 2_499)]
    )

  /// The indices of the items of a kind that a store sells.
  static func places(of kind: MintedPurchase.Kind, in store: GeneratedStore) -> [Int] {
    offers[store.rawValue * MintedPurchase.Kind.allCases.count + Int(kind.rawValue)]
  }

  private static let offers: [[Int]] = GeneratedStore.allCases.flatMap { store in
    MintedPurchase.Kind.allCases.map { kind in
      items.indices.filter { items[$0].kind == kind && items[$0].product(in: store) != nil }
    }
  }

  private static func app(
    _ name: String,
    stores: Int,
    plans: [(String, Period, Int, Int64)],
    others: [(String, MintedPurchase.Kind, Int?, Int64)]
  ) -> [Item] {
    let subscriptions = plans.map { plan, period, rank, price in
      let tier = String(plan.prefix { $0 != "." })
      return Item(
        id: "\(name).\(plan)",
        title: title(name, plan),
        app: "com.example.\(name)",
        kind: .autoRenewable,
        period: period,
        rank: rank,
        entitlements: tier == "max" ? ["\(name).plus", "\(name).max"] : ["\(name).\(tier)"],
        uses: nil,
        price: price,
        products: Array(productNames(name, plan, isPlan: true).prefix(stores))
      )
    }
    return subscriptions
      + others.map { thing, kind, uses, price in
        Item(
          id: "\(name).\(thing)",
          title: title(name, thing),
          app: "com.example.\(name)",
          kind: kind,
          period: nil,
          rank: 0,
          entitlements: kind == .consumable ? [] : ["\(name).\(thing)"],
          uses: uses,
          price: price,
          products: Array(productNames(name, thing, isPlan: false).prefix(stores))
        )
      }
  }

  private static func title(_ app: String, _ thing: String) -> String {
    "\(app) \(thing)".split { $0 == " " || $0 == "." }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// Product IDs in each store's format: Google and Amazon prefix a plan with its product,
  /// Microsoft uses twelve random characters.
  private static func productNames(_ app: String, _ thing: String, isPlan: Bool) -> [String] {
    let parts = thing.split(separator: ".")
    let (product, plan) = (parts.first ?? "", parts.last ?? "")
    let whole = "\(app)_\(parts.joined(separator: "_"))"
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in whole.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let alphabet = Array("0123456789BCDFGHJKLMNPQRSTVWXZ")
    let code = (0..<8).map { alphabet[Int((hash >> ($0 * 8)) % 30)] }
    return [
      "com.example.\(app).\(thing)",
      isPlan ? "\(app)_\(product):\(plan)" : whole,
      "9NBL" + String(code),
      isPlan ? "\(app).\(product):\(app).\(thing)" : "\(app).\(thing)",
    ]
  }
}

/// The stores, in the order of `Item.products`.
package enum GeneratedStore: Int, Sendable, CaseIterable {
  case apple, google, microsoft, amazon

  package var name: String { "\(self)" }
}
