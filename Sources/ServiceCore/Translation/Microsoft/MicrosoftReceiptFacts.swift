import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from Microsoft Store receipts: add-ons, each with purchase date and possibly an end. A
/// snapshot without refunds and renewals. The purchase of the app itself is not a sale, as in
/// Apple's receipts.
enum MicrosoftReceiptFacts {
  static func extract(_ payload: JSONValue, into translation: inout DocumentTranslation) {
    let products = payload["ProductReceipt"]?.array ?? []
    translation.statedAt = payload.date("ReceiptDate")
    translation.purchases = products.count
    for product in products {
      // A receipt may contain several apps.
      let app = product["AppId"]?.string ?? translation.app
      guard let factSource = translation.factSource(app: app, environment: translation.environment)
      else {
        continue
      }
      let purchasedAt = product.date("PurchaseDate")
      var expiresAt = product.date("ExpirationDate")
      if expiresAt?.isNever == true { expiresAt = nil }
      // An unreadable end must not become a missing end.
      if product.hasUnreadable("ExpirationDate") { expiresAt = purchasedAt }
      let sale = RawSale(
        transactionID: product["Id"]?.string,
        productID: product["ProductId"]?.string,
        kind: kind(product["ProductType"]?.string, expiresAt),
        purchasedAt: purchasedAt,
        expiresAt: expiresAt
      )
      translation.collector.add(sale, by: factSource)
    }
  }

  private static func kind(_ type: String?, _ expiresAt: Date?) -> ProductKind {
    switch (type, expiresAt) {
    case ("Consumable", _), ("UnmanagedConsumable", _): .consumable
    case (_, .some): .nonRenewing
    case ("Durable", nil): .nonConsumable
    default: .unknown
    }
  }
}

extension JSONValue {
  /// An ISO 8601 date with up to nine fractional digits, which the reader for Apple's fields
  /// supports.
  fileprivate func date(_ name: String) -> Date? { AppleFields(self).date(name) }

  fileprivate func hasUnreadable(_ name: String) -> Bool { self[name] != nil && date(name) == nil }
}
