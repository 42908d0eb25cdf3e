package import Basics
package import Foundation

/// A server notification of version 1 (apple.md §4.4). It is unsigned, a hint to query the store;
/// the shared secret inside is its only credential.
package struct NotificationV1: Sendable {
  package let json: JSONValue
  /// `INITIAL_BUY`, `DID_RENEW`, …: the store's own text.
  package let type: String

  /// `nil` for other JSON.
  package init?(_ json: JSONValue) {
    let companions = [
      "unified_receipt", "latest_receipt", "latest_receipt_info", "latest_expired_receipt",
      "latest_expired_receipt_info", "auto_renew_product_id", "auto_renew_status", "bid",
      "password",
    ]
    guard let type = json["notification_type"]?.string,
      companions.contains(where: { json[$0] != nil })
    else { return nil }
    self.json = json
    self.type = type
  }

  private var fields: AppleFields { AppleFields(json) }
  private var unified: JSONValue? { json["unified_receipt"] }

  /// `Sandbox` or `PROD`; else the environment of the receipt inside.
  package var environment: String? {
    fields.text("environment") ?? unified?["environment"]?.string
  }

  package var bundleID: String? {
    fields.text("bid")
      ?? (json["latest_receipt_info"] ?? json["latest_expired_receipt_info"])?["bid"]?.string
  }

  package var originalTransactionID: String? {
    fields.text("original_transaction_id")
      ?? VerifyReceiptPurchase.first(purchaseSource)?.originalTransactionID
  }

  package var autoRenewProductID: String? { fields.text("auto_renew_product_id") }
  package var autoRenewStatus: Bool? { fields.bool("auto_renew_status") }
  package var autoRenewStatusChangedAt: Date? { fields.date("auto_renew_status_change_date") }
  /// 1 to 5, as in `pending_renewal_info`.
  package var expirationIntent: Int? { fields.integer("expiration_intent") }
  package var cancelledAt: Date? { fields.date("cancellation_date") }

  /// Newest first, at most 100; notifications before March 2021 had them at the top level.
  package var purchases: [VerifyReceiptPurchase] { VerifyReceiptPurchase.all(purchaseSource) }

  private var purchaseSource: JSONValue? {
    let source = unified ?? json
    return source["latest_receipt_info"] ?? source["latest_expired_receipt_info"]
  }

  package var pendingRenewals: [PendingRenewal] {
    unified?["pending_renewal_info"]?.array?.map(PendingRenewal.init) ?? []
  }

  /// Whether the notification carries this shared secret, compared in a time that depends only on
  /// the lengths; `nil` if it carries none.
  package func carries(secret: String) -> Bool? {
    guard let password = json["password"]?.string else { return nil }
    let left = Array(password.utf8)
    let right = Array(secret.utf8)
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
