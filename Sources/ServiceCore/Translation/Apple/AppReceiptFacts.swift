import Entitlements
import Foundation
import Receipts

/// Apple's app receipts: a snapshot of what an account bought, without prices, and without a word
/// on renewals to come.
enum AppReceiptFacts {
  static func tell(_ receipt: Receipt, into telling: inout Telling) {
    telling.statedAt = receipt.createdAt
    telling.purchases = receipt.inAppPurchases.count
    guard let witness = telling.witness else { return }
    for purchase in receipt.inAppPurchases { telling.findings.add(sale(purchase), by: witness) }
  }

  /// A date of cancellation is a refund, the end of family sharing or an upgrade: receipts do not
  /// tell which.
  private static func sale(_ purchase: InAppPurchase) -> Sale {
    Sale(
      transactionID: purchase.transactionID,
      // Xcode leaves it out.
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

  /// Old receipts and Xcode's do not say; what has an end renews.
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
