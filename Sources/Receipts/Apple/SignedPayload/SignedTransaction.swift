import Basics
package import Foundation

/// `JWSTransactionDecodedPayload` of the App Store Server API (apple.md §3.6). Dates are converted
/// from milliseconds, prices are in thousandths of the currency's unit, and enumerated texts keep
/// the store's value, known or not.
package struct SignedTransaction: Equatable, Sendable {
  /// New for every renewal; `0` in Xcode.
  package var transactionID: String?
  /// The same for all renewals of one subscription.
  package var originalTransactionID: String?
  package var previousOriginalTransactionID: String?
  package var webOrderLineItemID: String?
  package var bundleID: String
  package var productID: String?
  package var subscriptionGroupID: String?
  package var purchasedAt: Date?
  package var originalPurchasedAt: Date?
  package var expiresAt: Date?
  package var signedAt: Date?
  package var quantity: Int?
  /// `Auto-Renewable Subscription`, `Non-Consumable`, `Consumable`, `Non-Renewing Subscription`.
  package var type: String?
  package var appAccountToken: String?
  /// `PURCHASED`, `FAMILY_SHARED`, `ASSIGNED`.
  package var ownershipType: String?
  package var revokedAt: Date?
  /// 0 another reason, 1 an issue in the app.
  package var revocationReason: Int?
  /// `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE`.
  package var revocationType: String?
  /// Thousandths of a percent, 0 to 100,000.
  package var revocationPercentage: Int?
  /// The server writes it only when true, Xcode always.
  package var isUpgraded: Bool?
  /// 1 introductory, 2 promotional, 3 offer code, 4 win-back.
  package var offerType: Int?
  package var offerID: String?
  /// `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT`, `ONE_TIME`.
  package var offerDiscountType: String?
  /// A duration of ISO 8601.
  package var offerPeriod: String?
  /// `Production`, `Sandbox`, `Xcode`, `LocalTesting`.
  package var environment: String?
  /// Three letters of ISO 3166.
  package var storefront: String?
  package var storefrontID: String?
  /// `PURCHASE`, `RENEWAL`.
  package var transactionReason: String?
  /// `SEAT_ADDITION`.
  package var additionalTransactionReason: String?
  /// ISO 4217.
  package var currency: String?
  /// Thousandths of the currency's unit, for the whole quantity; the average per seat if there are
  /// several.
  package var price: Int?
  package var appTransactionID: String?
  /// `BILLED_UPFRONT`, `MONTHLY`.
  package var billingPlanType: String?
  package var commitment: Commitment?
  package var deviceVerification: String?
  package var deviceVerificationNonce: String?

  /// A yearly commitment paid monthly (API 1.21).
  package struct Commitment: Equatable, Sendable {
    package var billingPeriodNumber: Int?
    package var totalBillingPeriods: Int?
    package var expiresAt: Date?
    /// Thousandths of the currency's unit.
    package var price: Int?
  }

  /// - Throws: `malformed` at a member that has another type than documented, or at `bundleId` if
  ///   it is missing.
  init(_ value: JSONValue) throws(Rejection) {
    let fields = try PayloadFields(value, "payload")
    bundleID = try fields.requiredText("bundleId")
    transactionID = try fields.text("transactionId")
    originalTransactionID = try fields.text("originalTransactionId")
    previousOriginalTransactionID = try fields.text("previousOriginalTransactionId")
    webOrderLineItemID = try fields.text("webOrderLineItemId")
    productID = try fields.text("productId")
    subscriptionGroupID = try fields.text("subscriptionGroupIdentifier")
    purchasedAt = try fields.date("purchaseDate")
    originalPurchasedAt = try fields.date("originalPurchaseDate")
    expiresAt = try fields.date("expiresDate")
    signedAt = try fields.date("signedDate")
    quantity = try fields.integer("quantity")
    type = try fields.text("type")
    appAccountToken = try fields.text("appAccountToken")
    ownershipType = try fields.text("inAppOwnershipType")
    environment = try fields.text("environment")
    appTransactionID = try fields.text("appTransactionId")
    try readRevocation(fields)
    try readOffer(fields)
    try readSale(fields)
    deviceVerification = try fields.text("deviceVerification")
    deviceVerificationNonce = try fields.text("deviceVerificationNonce")
  }

  private mutating func readRevocation(_ fields: PayloadFields) throws(Rejection) {
    revokedAt = try fields.date("revocationDate")
    revocationReason = try fields.integer("revocationReason")
    revocationType = try fields.text("revocationType")
    revocationPercentage = try fields.integer("revocationPercentage")
    isUpgraded = try fields.flag("isUpgraded")
  }

  private mutating func readOffer(_ fields: PayloadFields) throws(Rejection) {
    offerType = try fields.integer("offerType")
    offerID = try fields.text("offerIdentifier")
    offerDiscountType = try fields.text("offerDiscountType")
    offerPeriod = try fields.text("offerPeriod")
  }

  private mutating func readSale(_ fields: PayloadFields) throws(Rejection) {
    storefront = try fields.text("storefront")
    storefrontID = try fields.text("storefrontId")
    transactionReason = try fields.text("transactionReason")
    additionalTransactionReason = try fields.text("additionalTransactionReason")
    currency = try fields.text("currency")
    price = try fields.integer("price")
    billingPlanType = try fields.text("billingPlanType")
    if let inner = try fields.object("commitmentInfo") {
      commitment = Commitment(
        billingPeriodNumber: try inner.integer("billingPeriodNumber"),
        totalBillingPeriods: try inner.integer("totalBillingPeriods"),
        expiresAt: try inner.date("commitmentExpiresDate"),
        price: try inner.integer("commitmentPrice")
      )
    }
  }
}
