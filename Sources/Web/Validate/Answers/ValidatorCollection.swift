import Basics
import Entitlements
import Foundation
import Receipts

/// The purchases that an answer lists, the newest first: a subscription's product once.
///
/// Of several entries of one product a client believes the one bought last. One that was taken back
/// must not hide another that is owned.
struct ValidatorCollection: Sendable {
  private(set) var purchases: [ValidatorPurchase]

  init(_ purchases: [ValidatorPurchase]) {
    var kept: [ValidatorPurchase] = []
    for (_, same) in Dictionary(grouping: purchases, by: \.productID) {
      let owned = same.filter(\.isOwned)
      // All purchases of what can be bought again count, by their transactions.
      if !owned.isEmpty, !same.contains(where: \.renews) {
        kept += owned
      } else if let best = (owned.isEmpty ? same : owned).max(by: Self.isLess) {
        kept.append(best)
      }
    }
    self.purchases = kept.sorted {
      ($1.sale.purchasedAt, $0.sale.id) < ($0.sale.purchasedAt, $1.sale.id)
    }
  }

  /// What lasts longer goes first, then what was bought later.
  private static func isLess(_ left: ValidatorPurchase, _ right: ValidatorPurchase) -> Bool {
    let ends = (left.endsAt ?? .distantFuture, right.endsAt ?? .distantFuture)
    return (ends.0, left.sale.purchasedAt, left.sale.id)
      < (ends.1, right.sale.purchasedAt, right.sale.id)
  }

  func json(asked: String?) -> JSONValue { .array(purchases.map { $0.json(asked: asked) }) }
}

/// Products for which the buyer gets no introductory price any more: they had one of the same
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
  /// Whether a trial or an introductory price was part of it; Microsoft's sales tell it no more once
  /// they are paid for.
  var hadIntroduction: Bool {
    sales.contains {
      $0.kind == .autoRenewable && ($0.offer == .trial || $0.offer == .introductory)
    }
      || store == .microsoft && notices.contains { $0.kind == .offerRedeemed }
  }
}
