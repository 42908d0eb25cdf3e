package import Basics
package import Foundation

/// A purchase as stored on the device: `INAPP_PURCHASE_DATA`, the client library's `originalJson`
/// (Google Play Billing, `Purchase`). A reason to query Google, never an entitlement: a signed text
/// can be replayed, and does not show later refunds.
package struct GooglePurchase: Equatable, Sendable {
  /// `purchaseState` of `INAPP_PURCHASE_DATA`.
  package enum State: Int, Sendable {
    case purchased = 0
    /// Before 2019.
    case canceled = 1
    /// Before 2019.
    case refunded = 2
    case pending = 4
  }

  /// Absent while pending, and for purchases from the device's cache.
  package let orderID: GoogleOrderID?
  package let packageName: String?
  /// `productIds`, or the one `productId` of the older form.
  package let productIDs: [String]
  /// Date of the first purchase; renewals do not change it.
  package let purchasedAt: Date?
  package let state: OpenEnum<State>?
  /// The purchase's identity, and a secret. Named `token` before 2012, which takes precedence, as
  /// in Google's own library.
  package let purchaseToken: String?
  /// 1 when absent.
  package let quantity: Int
  /// True when absent, as in Google's own library.
  package let isAcknowledged: Bool
  /// Subscriptions only, and not all of them.
  package let isAutoRenewing: Bool?
  package let obfuscatedAccountID: String?
  package let obfuscatedProfileID: String?
  package let developerPayload: String?

  /// `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    orderID = fields.text("orderId").flatMap { $0.isEmpty ? nil : GoogleOrderID($0) }
    packageName = fields.text("packageName")
    productIDs = fields.texts("productIds") ?? fields.text("productId").map { [$0] } ?? []
    purchasedAt = fields.milliseconds("purchaseTime")
    state = fields.word("purchaseState")
    purchaseToken = fields.text("token") ?? fields.text("purchaseToken")
    quantity = fields.integer("quantity") ?? 1
    isAcknowledged = fields.flag("acknowledged") ?? true
    isAutoRenewing = fields.flag("autoRenewing")
    obfuscatedAccountID = fields.text("obfuscatedAccountId")
    obfuscatedProfileID = fields.text("obfuscatedProfileId")
    developerPayload = fields.text("developerPayload")
  }
}
