import Basics
import Entitlements
import Foundation
import Receipts

/// A purchase as a device holds it, signed by Google Play. It tells neither a subscription from a
/// lasting right nor a refund since: a reason to ask Google, and a sale only where the app or the
/// catalog knows that the product is no subscription.
enum GooglePurchaseFacts {
  static func tell(_ payload: JSONValue, into telling: inout Telling) {
    guard let purchase = GooglePurchase(payload) else { return }
    telling.statedAt = purchase.purchasedAt
    telling.purchases = purchase.productIDs.count
    guard let witness = telling.witness else { return }
    let names = GoogleNames.names(
      of: purchase.productIDs.map { .init(productID: $0, orderID: purchase.orderID) },
      token: purchase.purchaseToken
    )
    for (productID, name) in zip(purchase.productIDs, names) {
      guard let name else { continue }
      let notice = purchase.notice
      telling.findings.add(
        witness.notice(
          notice.kind,
          chain: name.chain,
          order: notice.kind == .pending ? nil : name.transaction,
          detail: notice.word.map { "\($0) \(productID)" } ?? productID
        )
      )
      if let kind = purchase.saleKind(telling.context.productKind) {
        let sale = Sale(
          transactionID: name.transaction,
          originalTransactionID: name.chain,
          productID: productID,
          kind: kind,
          quantity: purchase.quantity,
          purchasedAt: purchase.purchasedAt
        )
        telling.findings.add(sale, by: witness)
      }
      telling.addLinks(
        of: name,
        order: purchase.orderID,
        token: purchase.purchaseToken,
        account: purchase.obfuscatedAccountID,
        by: witness
      )
    }
  }
}

extension GooglePurchase {
  fileprivate var notice: (kind: Notice.Kind, word: String?) {
    switch state?.known {
    case .purchased: (.purchased, nil)
    case .pending: (.pending, nil)
    case .refunded: (.refunded, nil)
    case .canceled, nil: (.other, "purchaseState \(state.map { "\($0.raw)" } ?? "is missing")")
    }
  }

  /// The kind of sale that it may be taken for.
  fileprivate func saleKind(_ kind: ProductKind?) -> ProductKind? {
    guard state?.known == .purchased, isAutoRenewing == nil else { return nil }
    return kind == .consumable || kind == .nonConsumable ? kind : nil
  }
}
