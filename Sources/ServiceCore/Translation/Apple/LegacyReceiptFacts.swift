import Basics
import Entitlements
import Foundation
import Receipts

/// Receipts of one transaction, of iOS 3 to 6. They are never believed; what they say is for the
/// question to the store.
enum LegacyReceiptFacts {
  static func tell(_ payload: JSONValue, into telling: inout Telling) {
    let fields = AppleFields(payload, style: .dashes)
    telling.purchases = fields.text("transaction-id") == nil ? 0 : 1
    guard let witness = telling.witness else { return }
    let expiresAt = fields.date("expires-date")
    let sale = Sale(
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
    telling.findings.add(sale, by: witness)
  }
}
