package import Basics
package import Foundation

/// A response of verifyReceipt, modern or iOS 6 style (apple.md §2.1–2.4): numbers come as numbers,
/// text or null, booleans as text.
package struct VerifyReceiptResponse: Sendable {
  package let json: JSONValue
  package let status: VerifyReceiptStatus

  /// `nil` for other JSON: a status alone is a response only if it is an error.
  package init?(_ json: JSONValue) {
    guard let code = AppleFields(json).integer("status"), json["signedTransactions"] == nil,
      Self.isError(code) || Self.hasReceipt(json)
    else { return nil }
    self.json = json
    status = VerifyReceiptStatus(code: code)
  }

  private static func isError(_ code: Int) -> Bool { (21_000...21_199).contains(code) }

  private static func hasReceipt(_ json: JSONValue) -> Bool {
    let own = [
      "latest_receipt", "latest_receipt_info", "latest_expired_receipt_info",
      "pending_renewal_info",
    ]
    guard !own.contains(where: { json[$0] != nil }) else { return true }
    guard let receipt = json["receipt"] else { return false }
    return ["bundle_id", "bid", "in_app", "receipt_type", "original_transaction_id"]
      .contains { receipt[$0] != nil }
  }

  private var fields: AppleFields { AppleFields(json) }
  package var receipt: JSONValue? { json["receipt"].flatMap { !$0.isObject ? nil : $0 } }

  /// `Sandbox` or `Production`; absent in iOS 6 style responses.
  package var environment: String? {
    fields.text("environment") ?? receipt?["receipt_type"]?.string
  }

  /// Statuses 21007 and 21008 imply the environment, too.
  package var environmentKind: StoreEnvironment? {
    if let environment { return StoreEnvironment(appleName: environment) }
    return switch status {
    case .sandboxReceipt: .sandbox
    case .productionReceipt: .production
    default: nil
    }
  }

  package var bundleID: String? {
    let old = [receipt, json["latest_receipt_info"], json["latest_expired_receipt_info"]]
    return receipt?["bundle_id"]?.string ?? old.lazy.compactMap { $0?["bid"]?.string }.first
  }

  /// Documented as `is_retryable`, sent as `is-retryable`.
  package var isRetryable: Bool? { fields.bool("is_retryable") ?? fields.bool("is-retryable") }

  /// Whether a retry can help: by the status, and by `is_retryable` where that decides.
  package var shouldRetry: Bool {
    switch status.action {
    case .retry, .retryBriefly: true
    case .retryIfRetryable: isRetryable == true
    default: false
    }
  }

  /// Whether the receipt is one purchase, as in responses about legacy transaction receipts.
  package var isSinglePurchase: Bool {
    guard let receipt else { return json["latest_expired_receipt_info"] != nil }
    return receipt["in_app"] == nil && AppleFields(receipt).text("transaction_id") != nil
  }

  /// The newest receipt in base64; subscriptions only.
  package var latestReceipt: String? { fields.text("latest_receipt") }

  /// Unordered; in the iOS 6 style the receipt is the only purchase.
  package var purchases: [VerifyReceiptPurchase] {
    VerifyReceiptPurchase.all(isSinglePurchase ? receipt : receipt?["in_app"])
  }

  /// All renewals; a single object in the iOS 6 style, also when it has expired.
  package var latestPurchases: [VerifyReceiptPurchase] {
    VerifyReceiptPurchase.all(
      json["latest_receipt_info"] ?? json["latest_expired_receipt_info"]
    )
  }

  /// One for each subscription; the iOS 6 style has the fields of a single one at the top level.
  package var pendingRenewals: [PendingRenewal] {
    if let list = json["pending_renewal_info"]?.array { return list.map(PendingRenewal.init) }
    return json["auto_renew_status"] == nil ? [] : [PendingRenewal(json)]
  }
}

/// One entry of `in_app` or `latest_receipt_info` (apple.md §2.3).
package struct VerifyReceiptPurchase: Sendable {
  package let json: JSONValue

  package init(_ json: JSONValue) { self.json = json }

  /// A list of purchases, or the single one of the iOS 6 style.
  static func all(_ json: JSONValue?) -> [VerifyReceiptPurchase] {
    switch json {
    case .array(let items): items.filter { $0.isObject }.map(VerifyReceiptPurchase.init)
    case .object: [json].compactMap { $0 }.map(VerifyReceiptPurchase.init)
    default: []
    }
  }

  /// The first of `all`, without decoding the others.
  static func first(_ json: JSONValue?) -> VerifyReceiptPurchase? {
    let first = json?.array.map { $0.first { $0.isObject } } ?? json
    return first?.isObject != true ? nil : first.map(VerifyReceiptPurchase.init)
  }

  private var fields: AppleFields { AppleFields(json) }

  package var quantity: Int? { fields.integer("quantity") }
  package var productID: String? { fields.text("product_id") }
  package var transactionID: String? { fields.text("transaction_id") }
  package var originalTransactionID: String? { fields.text("original_transaction_id") }
  package var webOrderLineItemID: String? { fields.text("web_order_line_item_id") }
  package var purchasedAt: Date? { fields.date("purchase_date") }
  package var originalPurchasedAt: Date? { fields.date("original_purchase_date") }
  package var expiresAt: Date? { fields.date("expires_date") }
  /// A refund, the end of family sharing, or an upgrade.
  package var cancelledAt: Date? { fields.date("cancellation_date") }
  /// 1: an issue in the app; 0: any other.
  package var cancellationReason: Int? { fields.integer("cancellation_reason") }
  package var isTrialPeriod: Bool? { fields.bool("is_trial_period") }
  package var isInIntroOfferPeriod: Bool? { fields.bool("is_in_intro_offer_period") }
  package var isUpgraded: Bool? { fields.bool("is_upgraded") }
  package var promotionalOfferID: String? { fields.text("promotional_offer_id") }
  package var offerCodeName: String? { fields.text("offer_code_ref_name") }
  package var subscriptionGroupID: String? { fields.text("subscription_group_identifier") }
  /// `PURCHASED` or `FAMILY_SHARED`.
  package var ownershipType: String? { fields.text("in_app_ownership_type") }
  package var appAccountToken: String? { fields.text("app_account_token") }
}

/// One entry of `pending_renewal_info` (apple.md §2.4).
package struct PendingRenewal: Sendable {
  package let json: JSONValue

  package init(_ json: JSONValue) { self.json = json }

  private var fields: AppleFields { AppleFields(json) }

  package var productID: String? { fields.text("product_id") }
  package var autoRenewProductID: String? { fields.text("auto_renew_product_id") }
  package var originalTransactionID: String? { fields.text("original_transaction_id") }
  package var autoRenewStatus: Bool? { fields.bool("auto_renew_status") }
  /// 1 customer cancelled, 2 billing error, 3 refused price increase, 4 product not for sale,
  /// 5 other.
  package var expirationIntent: Int? { fields.integer("expiration_intent") }
  package var isInBillingRetry: Bool? { fields.bool("is_in_billing_retry_period") }
  package var gracePeriodExpiresAt: Date? { fields.date("grace_period_expires_date") }
  /// 0: notified, no response yet; 1: agreed.
  package var priceIncreaseStatus: Int? { fields.integer("price_increase_status") }
  package var promotionalOfferID: String? { fields.text("promotional_offer_id") }
  package var offerCodeName: String? { fields.text("offer_code_ref_name") }
}
