import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from Apple's documents other than the app receipt.
enum AppleFacts {
  static func extract(
    _ examination: DocumentExamination,
    into translation: inout DocumentTranslation
  ) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .signedTransaction: extract(transaction: payload, into: &translation)
    case .signedRenewalInfo: extract(renewal: payload, into: &translation)
    case .signedAppTransaction:
      translation.statedAt = AppleFields(payload).date("receiptCreationDate")
    case .signedNotification:
      AppleNotificationFacts.extract(examination, payload, into: &translation)
    case .notificationV1: NotificationV1Facts.extract(payload, into: &translation)
    case .verifyReceiptResponse: VerifyReceiptFacts.extract(payload, into: &translation)
    case .appStoreResponse: AppStoreAnswerFacts.extract(examination, payload, into: &translation)
    case .legacyTransactionReceipt: LegacyReceiptFacts.extract(payload, into: &translation)
    default: break
    }
  }

  private static func extract(
    transaction payload: JSONValue,
    into translation: inout DocumentTranslation
  ) {
    let transaction = AppleTransaction(payload)
    translation.statedAt = transaction.signedAt
    translation.purchases = 1
    guard let factSource = translation.factSource else { return }
    transaction.extract(by: factSource, into: &translation.collector)
  }

  /// Renewal information names no app; without a transaction only the context does.
  private static func extract(
    renewal payload: JSONValue,
    into translation: inout DocumentTranslation
  ) {
    let renewal = AppleRenewal(payload)
    translation.statedAt = renewal.signedAt
    guard let factSource = translation.factSource else { return }
    renewal.extract(by: factSource, into: &translation.collector)
  }
}

/// Facts from Apple's app receipts: a snapshot of an account's purchases, without prices and future
/// renewals.
enum AppReceiptFacts {
  static func extract(_ receipt: Receipt, into translation: inout DocumentTranslation) {
    translation.statedAt = receipt.createdAt
    translation.purchases = receipt.inAppPurchases.count
    guard let factSource = translation.factSource else { return }
    for purchase in receipt.inAppPurchases {
      translation.collector.add(sale(purchase), by: factSource)
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
      kind: kind(purchase),
      quantity: purchase.quantity,
      purchasedAt: purchase.purchasedAt,
      originalPurchasedAt: purchase.originalPurchasedAt,
      expiresAt: purchase.expiresAt,
      cancelledAt: purchase.cancelledAt,
      offer: offer(purchase)
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
