import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from single-transaction receipts of iOS 3 to 6. They are never trusted and only serve to
/// query the store.
enum LegacyReceiptFacts {
  static func extract(_ payload: JSONValue, into translation: inout DocumentTranslation) {
    let fields = AppleFields(payload, style: .dashes)
    translation.purchases = fields.text("transaction-id") == nil ? 0 : 1
    guard let factSource = translation.factSource else { return }
    let expiresAt = fields.date("expires-date")
    let sale = RawSale(
      transactionID: fields.text("transaction-id"),
      originalTransactionID: fields.text("original-transaction-id"),
      webOrderLineItemID: fields.text("web-order-line-item-id"),
      productID: fields.text("product-id"),
      kind: expiresAt == nil ? .unknown : .autoRenewable,
      quantity: fields.integer("quantity"),
      purchasedAt: fields.date("purchase-date"),
      originalPurchasedAt: fields.date("original-purchase-date"),
      expiresAt: expiresAt
    )
    translation.collector.add(sale, by: factSource)
  }
}
