import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from Apple's documents other than the app receipt.
extension DocumentTranslation {
  mutating func extractApple(_ examination: DocumentExamination) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .signedTransaction: extract(transaction: payload)
    case .signedRenewalInfo: extract(renewal: payload)
    case .signedAppTransaction: statedAt = AppleFields(payload).date("receiptCreationDate")
    case .signedNotification: extractAppleNotification(examination, payload)
    case .notificationV1: extractNotificationV1(payload)
    case .verifyReceiptResponse: extractVerifyReceipt(payload)
    case .appStoreResponse: extractAppStoreAnswer(examination, payload)
    case .legacyTransactionReceipt: extractLegacyReceipt(payload)
    default: break
    }
  }

  private mutating func extract(transaction payload: JSONValue) {
    let transaction = AppleTransaction(payload)
    statedAt = transaction.signedAt
    purchases = 1
    guard let factSource else { return }
    transaction.extract(by: factSource, into: &collector)
  }

  /// Renewal information names no app; without a transaction only the context does.
  private mutating func extract(renewal payload: JSONValue) {
    let renewal = AppleRenewal(payload)
    statedAt = renewal.signedAt
    guard let factSource else { return }
    renewal.extract(by: factSource, into: &collector)
  }
}

/// Facts from Apple's app receipts: a snapshot of an account's purchases, without prices and future
/// renewals.
extension DocumentTranslation {
  mutating func extractAppReceipt(_ receipt: Receipt) {
    statedAt = receipt.createdAt
    purchases = receipt.inAppPurchases.count
    guard let factSource else { return }
    for purchase in receipt.inAppPurchases {
      collector.add(Self.sale(purchase), by: factSource)
    }
  }

  /// A cancellation date is a refund, the end of family sharing or an upgrade; receipts do not
  /// distinguish them.
  private static func sale(_ purchase: InAppPurchase) -> RawSale {
    RawSale(
      transactionID: purchase.transactionID,
      // Xcode omits it.
      originalTransactionID: purchase.originalTransactionID,
      webOrderLineItemID: purchase.webOrderLineItemID,
      productID: purchase.productID,
      kind: Self.kind(purchase),
      quantity: purchase.quantity,
      purchasedAt: purchase.purchasedAt,
      originalPurchasedAt: purchase.originalPurchasedAt,
      expiresAt: purchase.expiresAt,
      cancelledAt: purchase.cancelledAt,
      offer: Self.offer(purchase)
    )
  }

  /// Old receipts and Xcode's omit the type; a purchase with an end is a renewable subscription.
  private static func kind(_ purchase: InAppPurchase) -> ProductKind {
    switch purchase.productType {
    case .consumable: .consumable
    case .nonConsumable: .nonConsumable
    case .nonRenewingSubscription: .nonRenewing
    case .autoRenewableSubscription: .autoRenewable
    case nil: purchase.expiresAt == nil ? .unknown : .autoRenewable
    }
  }

  private static func offer(_ purchase: InAppPurchase) -> Order.Offer? {
    if let offer = purchase.promotionalOfferID?.usable { return .promotional(offer) }
    if purchase.isTrialPeriod == true { return .trial }
    return purchase.isInIntroOfferPeriod == true ? .introductory : nil
  }
}

/// Facts from single-transaction receipts of iOS 3 to 6. They are never trusted and only serve to
/// query the store.
extension DocumentTranslation {
  mutating func extractLegacyReceipt(_ payload: JSONValue) {
    let fields = AppleFields(payload, style: .dashes)
    purchases = fields.text("transaction-id") == nil ? 0 : 1
    guard let factSource else { return }
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
    collector.add(sale, by: factSource)
  }
}
