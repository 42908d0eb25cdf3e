import Basics
package import Foundation

/// `JWSRenewalInfoDecodedPayload` of the App Store Server API (apple.md §3.7). It names no app;
/// only the transaction beside it, with the same `originalTransactionID`, does.
package struct SignedRenewalInfo: Equatable, Sendable {
  package var originalTransactionID: String?
  package var productID: String?
  /// Differs from `productID` if a change of plan is pending.
  package var autoRenewProductID: String?
  /// 0 off, 1 on.
  package var autoRenewStatus: Int?
  /// 1 cancelled, 2 billing error, 3 no consent to a higher price, 4 product gone, 5 another.
  package var expirationIntent: Int?
  package var isInBillingRetryPeriod: Bool?
  package var gracePeriodExpiresAt: Date?
  /// 0 no answer yet, 1 agreed or informed.
  package var priceIncreaseStatus: Int?
  /// The offer of the next renewal: 1 introductory, 2 promotional, 3 offer code, 4 win-back.
  package var offerType: Int?
  package var offerID: String?
  package var offerDiscountType: String?
  /// A duration of ISO 8601.
  package var offerPeriod: String?
  /// The start of the latest period without a gap of more than 60 days.
  package var recentSubscriptionStartedAt: Date?
  package var renewsAt: Date?
  /// Thousandths of the currency's unit.
  package var renewalPrice: Int?
  package var renewalQuantity: Int?
  /// ISO 4217.
  package var currency: String?
  /// The best one first.
  package var eligibleWinBackOfferIDs: [String]?
  package var appAccountToken: String?
  package var appTransactionID: String?
  /// `Production`, `Sandbox`, `Xcode`, `LocalTesting`.
  package var environment: String?
  package var signedAt: Date?
  /// `BILLED_UPFRONT`, `MONTHLY`.
  package var renewalBillingPlanType: String?
  package var commitment: Commitment?

  /// The state after a yearly commitment paid monthly (API 1.21).
  package struct Commitment: Equatable, Sendable {
    package var autoRenewProductID: String?
    package var autoRenewStatus: Int?
    package var renewalBillingPlanType: String?
    package var renewsAt: Date?
    /// Thousandths of the currency's unit.
    package var renewalPrice: Int?
  }

  /// - Throws: `malformed` at a member that has another type than documented.
  init(_ value: JSONValue) throws(Rejection) {
    let fields = try PayloadFields(value, "payload")
    originalTransactionID = try fields.text("originalTransactionId")
    productID = try fields.text("productId")
    autoRenewProductID = try fields.text("autoRenewProductId")
    autoRenewStatus = try fields.integer("autoRenewStatus")
    expirationIntent = try fields.integer("expirationIntent")
    isInBillingRetryPeriod = try fields.flag("isInBillingRetryPeriod")
    gracePeriodExpiresAt = try fields.date("gracePeriodExpiresDate")
    priceIncreaseStatus = try fields.integer("priceIncreaseStatus")
    recentSubscriptionStartedAt = try fields.date("recentSubscriptionStartDate")
    renewsAt = try fields.date("renewalDate")
    appAccountToken = try fields.text("appAccountToken")
    appTransactionID = try fields.text("appTransactionId")
    environment = try fields.text("environment")
    signedAt = try fields.date("signedDate")
    try readOffer(fields)
    try readPrice(fields)
  }

  private mutating func readOffer(_ fields: PayloadFields) throws(Rejection) {
    offerType = try fields.integer("offerType")
    offerID = try fields.text("offerIdentifier")
    offerDiscountType = try fields.text("offerDiscountType")
    offerPeriod = try fields.text("offerPeriod")
    eligibleWinBackOfferIDs = try fields.texts("eligibleWinBackOfferIds")
  }

  private mutating func readPrice(_ fields: PayloadFields) throws(Rejection) {
    renewalPrice = try fields.integer("renewalPrice")
    renewalQuantity = try fields.integer("renewalQuantity")
    currency = try fields.text("currency")
    renewalBillingPlanType = try fields.text("renewalBillingPlanType")
    if let inner = try fields.object("commitmentInfo") {
      commitment = Commitment(
        autoRenewProductID: try inner.text("commitmentAutoRenewProductId"),
        autoRenewStatus: try inner.integer("commitmentAutoRenewStatus"),
        renewalBillingPlanType: try inner.text("commitmentRenewalBillingPlanType"),
        renewsAt: try inner.date("commitmentRenewalDate"),
        renewalPrice: try inner.integer("commitmentRenewalPrice")
      )
    }
  }
}
