import Basics
import Entitlements
import Foundation
import Receipts

/// Receipts of the Microsoft Store: add-ons, each with its purchase and perhaps its end. A snapshot
/// that knows neither refunds nor renewals. The purchase of the app itself is no sale here, as it
/// is none in Apple's receipts.
enum MicrosoftReceiptFacts {
  static func tell(_ payload: JSONValue, into telling: inout Telling) {
    let products = payload["ProductReceipt"]?.array ?? []
    telling.statedAt = payload.date("ReceiptDate")
    telling.purchases = products.count
    for product in products {
      // A receipt may speak of several apps.
      let app = product["AppId"]?.string ?? telling.app
      guard let witness = telling.witness(app: app, environment: telling.environment) else {
        continue
      }
      let purchasedAt = product.date("PurchaseDate")
      var expiresAt = product.date("ExpirationDate")
      if expiresAt?.isNever == true { expiresAt = nil }
      // An end that cannot be read must not become no end.
      if product.hasUnreadable("ExpirationDate") { expiresAt = purchasedAt }
      let sale = Sale(
        transactionID: product["Id"]?.string,
        productID: product["ProductId"]?.string,
        kind: kind(product["ProductType"]?.string, expiresAt),
        purchasedAt: purchasedAt,
        expiresAt: expiresAt
      )
      telling.findings.add(sale, by: witness)
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
  /// An attribute's date: ISO 8601, with up to nine digits of a second's fraction, which is what
  /// the reader of Apple's fields understands as well.
  fileprivate func date(_ name: String) -> Date? { AppleFields(self).date(name) }

  fileprivate func hasUnreadable(_ name: String) -> Bool { self[name] != nil && date(name) == nil }
}
