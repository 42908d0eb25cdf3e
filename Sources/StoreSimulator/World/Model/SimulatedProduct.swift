package import Basics

package enum SimulatedStore: String, Codable, CaseIterable, Sendable {
  case apple, google, microsoft, amazon
}

/// A product of a simulated store.
package struct SimulatedProduct: Codable, Equatable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case consumable
    case nonConsumable = "non-consumable"
    case nonRenewing = "non-renewing"
    case subscription, prepaid

    package var isSubscription: Bool { self == .subscription || self == .prepaid }
  }

  package var id: String
  package var app: String
  package var store: SimulatedStore
  package var kind: Kind
  /// Products of one group replace each other. A lower level is the better product.
  package var group = "premium"
  package var level = 1
  package var period: ISO8601Duration?
  package var trial: ISO8601Duration?
  /// Thousandths of the currency's unit.
  package var price: Int64
  /// The price of the first period with the introductory offer.
  package var introductoryPrice: Int64?
  package var currency = "USD"

  /// Google's base plan, Amazon's term.
  package var plan: String { (period ?? .month).text.lowercased() }
}

/// The products of a new world: one app, with the same products in every store.
package enum SimulatedShop {
  package static let app = "com.example.reader"
  package static let appleID: Int64 = 1_462_807_315

  package static let products: [SimulatedProduct] = SimulatedStore.allCases.flatMap(goods)

  private static func goods(of store: SimulatedStore) -> [SimulatedProduct] {
    func product(
      _ id: String,
      _ kind: SimulatedProduct.Kind,
      _ price: Int64,
      level: Int = 1,
      period: ISO8601Duration? = nil,
      trial: ISO8601Duration? = nil
    ) -> SimulatedProduct {
      SimulatedProduct(
        id: id,
        app: app,
        store: store,
        kind: kind,
        level: level,
        period: period,
        trial: trial,
        price: price,
        introductoryPrice: kind == .subscription ? price / 2 : nil
      )
    }
    var goods = [
      product("plus.weekly", .subscription, 2_990, level: 2, period: .week),
      product("plus.monthly", .subscription, 7_990, level: 2, period: .month, trial: .week),
      product("plus.yearly", .subscription, 59_990, level: 2, period: .year, trial: .month),
      product("max.monthly", .subscription, 14_990, period: .month),
      product("lifetime", .nonConsumable, 99_990),
      product("coins.100", .consumable, 1_990),
      product("season", .nonRenewing, 19_990),
    ]
    if store == .google {
      goods.append(product("plus.prepaid", .prepaid, 8_990, level: 2, period: .month))
    }
    return goods
  }
}
