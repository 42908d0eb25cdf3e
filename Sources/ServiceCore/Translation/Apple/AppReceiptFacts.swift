import Entitlements
import Foundation
import Receipts

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
