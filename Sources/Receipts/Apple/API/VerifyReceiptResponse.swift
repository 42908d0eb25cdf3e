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

  /// Whether the receipt is one purchase, as in responses about legacy transaction receipts.
  package var isSinglePurchase: Bool {
    guard let receipt else { return json["latest_expired_receipt_info"] != nil }
    return receipt["in_app"] == nil && AppleFields(receipt).text("transaction_id") != nil
  }

  /// Unordered; in the iOS 6 style the receipt is the only purchase.
  package var purchases: [VerifyReceiptPurchase] {
    VerifyReceiptPurchase.all(isSinglePurchase ? receipt : receipt?["in_app"])
  }

  /// All renewals; a single object in the iOS 6 style, also when it has expired.
  package var latestPurchases: [VerifyReceiptPurchase] {
    VerifyReceiptPurchase.all(json["latest_receipt_info"] ?? json["latest_expired_receipt_info"])
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
  package var promotionalOfferID: String? { fields.text("promotional_offer_id") }
}

/// The status of a verifyReceipt response (apple.md §2.5).
package enum VerifyReceiptStatus: Equatable, Sendable {
  case valid
  case notPost
  case noLongerSent
  case malformedReceipt
  case notAuthenticated
  case secretMismatch
  case serverUnavailable
  case subscriptionExpired
  case sandboxReceipt
  case productionReceipt
  case dataAccess
  case accountNotFound
  /// 21100 to 21199.
  case internalDataAccess(Int)
  case unknown(Int)

  private static let codes: [(code: Int, status: Self)] = [
    (0, .valid), (21_000, .notPost), (21_001, .noLongerSent), (21_002, .malformedReceipt),
    (21_003, .notAuthenticated), (21_004, .secretMismatch), (21_005, .serverUnavailable),
    (21_006, .subscriptionExpired), (21_007, .sandboxReceipt), (21_008, .productionReceipt),
    (21_009, .dataAccess), (21_010, .accountNotFound),
  ]

  /// From the response's `status` (apple.md §2.5); accepts any number.
  package init(code: Int) {
    let isInternal = (21_100...21_199).contains(code)
    self =
      Self.codes.first { $0.code == code }?.status
      ?? (isInternal ? .internalDataAccess(code) : .unknown(code))
  }

  package var code: Int {
    switch self {
    case .internalDataAccess(let code), .unknown(let code): code
    default: Self.codes.first { $0.status == self }?.code ?? 0
    }
  }

  package var meaning: String {
    switch self {
    case .valid: "the receipt is valid; a subscription in it may have expired all the same"
    case .notPost: "the request was not an HTTP POST"
    case .noLongerSent: "a status that Apple no longer sends"
    case .malformedReceipt: "receipt-data is malformed or missing, or the service had a problem"
    case .notAuthenticated: "the receipt could not be authenticated"
    case .secretMismatch: "the shared secret does not match the one on file"
    case .serverUnavailable: "the receipt server is unavailable"
    case .subscriptionExpired: "the receipt is valid, but its subscription has expired"
    case .sandboxReceipt: "a sandbox receipt was sent to production"
    case .productionReceipt: "a production receipt was sent to the sandbox"
    case .dataAccess, .internalDataAccess: "an internal data access error"
    case .accountNotFound: "the account was not found or has been deleted"
    case .unknown: "a status that Apple does not document"
    }
  }
}
