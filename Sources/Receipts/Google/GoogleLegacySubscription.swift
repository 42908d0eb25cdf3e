package import Basics
package import Foundation

/// A response of `purchases.subscriptions.get`: no longer in Google's documentation, served until
/// August 2027, and common in old data.
package struct GoogleLegacySubscription: Equatable, Sendable {
  /// `paymentState`.
  package enum Payment: Int, Sendable {
    case pending = 0, received = 1, freeTrial = 2, deferredChange = 3
  }

  /// `cancelReason`.
  package enum CancelReason: Int, Sendable {
    case user = 0, system = 1, replaced = 2, developer = 3
  }

  package let startedAt: Date?
  package let expiresAt: Date?
  package let resumesAt: Date?
  package let canceledByUserAt: Date?
  package let isAutoRenewing: Bool?
  /// Absent when canceled or expired.
  package let payment: OpenEnum<Payment>?
  package let cancelReason: OpenEnum<CancelReason>?
  /// Millionths of the currency's unit; a list price.
  package let priceMicros: Int?
  /// ISO 4217.
  package let currencyCode: String?
  /// ISO 3166-1 alpha-2.
  package let countryCode: String?
  /// Whether it began with an introductory price; not the current one.
  package let hadIntroductoryPrice: Bool
  /// The latest order, also a declined one.
  package let orderID: GoogleOrderID?
  /// A secret.
  package let linkedPurchaseToken: String?
  package let purchaseType: OpenEnum<GooglePurchaseType>?
  package let acknowledgement: OpenEnum<GoogleAcknowledgement>?
  package let obfuscatedAccountID: String?
  package let obfuscatedProfileID: String?
  package let externalAccountID: String?
  package let developerPayload: String?

  package var isTest: Bool { purchaseType?.known == .test }

  /// `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    startedAt = fields.milliseconds("startTimeMillis")
    expiresAt = fields.milliseconds("expiryTimeMillis")
    resumesAt = fields.milliseconds("autoResumeTimeMillis")
    canceledByUserAt = fields.milliseconds("userCancellationTimeMillis")
    isAutoRenewing = fields.flag("autoRenewing")
    payment = fields.word("paymentState")
    cancelReason = fields.word("cancelReason")
    priceMicros = fields.integer("priceAmountMicros")
    currencyCode = fields.text("priceCurrencyCode")
    countryCode = fields.text("countryCode")
    hadIntroductoryPrice = fields.has("introductoryPriceInfo")
    orderID = fields.text("orderId").map(GoogleOrderID.init)
    linkedPurchaseToken = fields.text("linkedPurchaseToken")
    purchaseType = fields.word("purchaseType")
    acknowledgement = GoogleProduct.acknowledgement(fields)
    obfuscatedAccountID = fields.text("obfuscatedExternalAccountId")
    obfuscatedProfileID = fields.text("obfuscatedExternalProfileId")
    externalAccountID = fields.text("externalAccountId")
    developerPayload = fields.text("developerPayload")
  }
}
