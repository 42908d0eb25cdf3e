import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from a purchase on the device, signed by Google Play. It distinguishes neither
/// subscriptions from one-time products nor states refunds: it is a reason to query Google, and a
/// sale only if the app or the catalog knows that the product is not a subscription.
enum GooglePurchaseFacts {
  static func extract(_ payload: JSONValue, into translation: inout DocumentTranslation) {
    guard let purchase = GooglePurchase(payload) else { return }
    translation.statedAt = purchase.purchasedAt
    translation.purchases = purchase.productIDs.count
    guard let factSource = translation.factSource else { return }
    let names = GoogleNames.names(
      of: purchase.productIDs.map { .init(productID: $0, orderID: purchase.orderID) },
      token: purchase.purchaseToken
    )
    for (productID, name) in zip(purchase.productIDs, names) {
      guard let name else { continue }
      let notice = purchase.notice
      translation.collector.add(
        factSource.notice(
          notice.kind,
          chain: name.chain,
          order: notice.kind == .pending ? nil : name.transaction,
          detail: notice.detail.map { "\($0) \(productID)" } ?? productID
        )
      )
      if let kind = purchase.saleKind(translation.context.productKind) {
        let sale = RawSale(
          transactionID: name.transaction,
          originalTransactionID: name.chain,
          productID: productID,
          kind: kind,
          quantity: purchase.quantity,
          purchasedAt: purchase.purchasedAt
        )
        translation.collector.add(sale, by: factSource)
      }
      translation.addLinks(
        of: name,
        order: purchase.orderID,
        token: purchase.purchaseToken,
        account: purchase.obfuscatedAccountID,
        by: factSource
      )
    }
  }
}

extension GooglePurchase {
  fileprivate var notice: (kind: StoreEvent.Kind, detail: String?) {
    switch state?.known {
    case .purchased: (.purchased, nil)
    case .pending: (.pending, nil)
    case .refunded: (.refunded, nil)
    case .canceled, nil: (.other, "purchaseState \(state.map { "\($0.raw)" } ?? "is missing")")
    }
  }

  /// The product kind of the sale; `nil` if it does not count as one.
  fileprivate func saleKind(_ kind: ProductKind?) -> ProductKind? {
    guard state?.known == .purchased, isAutoRenewing == nil else { return nil }
    return kind == .consumable || kind == .nonConsumable ? kind : nil
  }
}
