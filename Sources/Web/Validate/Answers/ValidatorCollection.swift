import Basics
import Entitlements
import Foundation
import Receipts

/// The purchases in an answer, newest first; each subscription product is listed once.
///
/// Of several entries for a product, clients use the one bought last. A cancelled purchase must not
/// hide one that is owned.
struct ValidatorCollection: Sendable {
  private(set) var purchases: [ValidatorPurchase]

  init(_ purchases: [ValidatorPurchase]) {
    var selected: [ValidatorPurchase] = []
    for (_, same) in Dictionary(grouping: purchases, by: \.productID) {
      let owned = same.filter(\.isOwned)
      // All purchases of a repeatable product count, by transaction.
      if !owned.isEmpty, !same.contains(where: \.renews) {
        selected += owned
      } else if let best = (owned.isEmpty ? same : owned).max(by: Self.isLess) {
        selected.append(best)
      }
    }
    self.purchases = selected.sorted {
      ($1.sale.purchasedAt, $0.sale.id) < ($0.sale.purchasedAt, $1.sale.id)
    }
  }

  /// Orders by end of access, then by purchase date.
  private static func isLess(_ left: ValidatorPurchase, _ right: ValidatorPurchase) -> Bool {
    let ends = (left.endsAt ?? .distantFuture, right.endsAt ?? .distantFuture)
    return (ends.0, left.sale.purchasedAt, left.sale.id)
      < (ends.1, right.sale.purchasedAt, right.sale.id)
  }

  func json(asked: String?) -> JSONValue { .array(purchases.map { $0.json(asked: asked) }) }
}

/// Products without an introductory price for the buyer, who already had one in the same
/// subscription group.
enum IntroductoryOffers {
  static func spent(_ records: [ChainRecord], _ catalog: Catalog?) -> [String] {
    let index = catalog.map(CatalogIndex.init)
    var products: Set<String> = []
    for record in records where record.hadIntroduction {
      for sale in record.sales {
        products.insert(ValidatorPurchase.clientProductID(sale.productID, of: sale.store))
        let item = index?.item(for: Catalog.Product(sale.store, sale.productID))
        guard let group = item?.group, let catalog else { continue }
        for item in catalog.items where item.group == group {
          for product in item.products where product.store == sale.store {
            products.insert(ValidatorPurchase.clientProductID(product.id, of: sale.store))
          }
        }
      }
    }
    return products.sorted()
  }
}

extension ChainRecord {
  /// Whether it had a trial or an introductory price; Microsoft's sales no longer state it once
  /// they are paid for.
  var hadIntroduction: Bool {
    sales.contains {
      $0.kind == .autoRenewable && ($0.offer == .trial || $0.offer == .introductory)
    }
      || store == .microsoft && notices.contains { $0.kind == .offerRedeemed }
  }
}
