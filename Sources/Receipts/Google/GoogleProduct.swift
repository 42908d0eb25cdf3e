package import Basics
package import Foundation

/// Whether the purchase was acknowledged to Google, which refunds it otherwise after three days.
/// Written as a number in version 1, as a name in version 2.
package enum GoogleAcknowledgement: String, Sendable {
  case pending = "ACKNOWLEDGEMENT_STATE_PENDING"
  case acknowledged = "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED"
}

/// The kind of purchase; absent for an ordinary one (`purchaseType`, version 1).
package enum GooglePurchaseType: Int, Sendable {
  case test = 0, promoCode = 1, rewarded = 2
}

/// A one-time purchase: `purchases.products.get` or `purchases.productsv2` (Android Publisher v3).
package struct GoogleProduct: Equatable, Sendable {
  /// `purchaseState`, from version 1's number or version 2's name.
  package enum State: Equatable, Sendable { case purchased, canceled, pending }

  /// `consumptionState` of version 2.
  package enum Consumption: String, Sendable {
    case yetToBeConsumed = "CONSUMPTION_STATE_YET_TO_BE_CONSUMED"
    case consumed = "CONSUMPTION_STATE_CONSUMED"
  }

  /// One of `productLineItem` (version 2).
  package struct Item: Equatable, Sendable {
    /// Version 1 may omit it: it was part of the request.
    package var productID: String?
    package var offerID: String?
    /// 1 when absent.
    package var quantity: Int
    /// Not refunded yet.
    package var refundableQuantity: Int?
    /// The raw text is version 2's; version 1's number is converted.
    package var consumption: OpenEnum<Consumption>?
  }

  private let fields: LenientFields

  /// `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    self.fields = fields
  }

  private var isVersion2: Bool { Self.isVersion2(fields) }

  package var items: [Item] {
    isVersion2
      ? fields.list("productLineItem").map(Item.init(version2:)) : [Item(version1: fields)]
  }
  /// As written: a name in version 2, digits in version 1.
  package var rawState: String? {
    isVersion2
      ? fields.fields("purchaseStateContext")?.text("purchaseState") : fields.text("purchaseState")
  }
  /// `nil` for an unknown state, which grants nothing.
  package var state: State? {
    isVersion2
      ? Self.state(named: rawState) : Self.state(numbered: fields.integer("purchaseState"))
  }
  package var acknowledgement: OpenEnum<GoogleAcknowledgement>? { Self.acknowledgement(fields) }
  /// The payment date; absent before that in version 2.
  package var purchasedAt: Date? {
    isVersion2
      ? fields.instant("purchaseCompletionTime") : fields.milliseconds("purchaseTimeMillis")
  }
  package var regionCode: String? { fields.text("regionCode") }
  package var orderID: GoogleOrderID? { fields.orderID("orderId") }
  /// A secret. Version 2 never has it, version 1 seldom.
  package var purchaseToken: String? { fields.text("purchaseToken") }
  package var purchaseType: OpenEnum<GooglePurchaseType>? { fields.word("purchaseType") }
  package var isTest: Bool { fields.has("testPurchaseContext") || purchaseType?.known == .test }
  package var obfuscatedAccountID: String? { fields.text("obfuscatedExternalAccountId") }

  static func isVersion2(_ fields: LenientFields) -> Bool {
    fields.text("kind") == "androidpublisher#productPurchaseV2"
      || fields["productLineItem"]?.array != nil || fields.has("purchaseStateContext")
  }

  static func acknowledgement(_ fields: LenientFields) -> OpenEnum<GoogleAcknowledgement>? {
    let name = "acknowledgementState"
    switch fields.integer(name) {
    case 0: return .init(GoogleAcknowledgement.pending.rawValue)
    case 1: return .init(GoogleAcknowledgement.acknowledged.rawValue)
    default: return fields.text(name).map { .init($0) }
    }
  }

  private static func state(named name: String?) -> State? {
    switch name {
    case "PURCHASED": .purchased
    case "CANCELLED", "CANCELED": .canceled
    case "PENDING": .pending
    default: nil
    }
  }

  private static func state(numbered number: Int?) -> State? {
    switch number {
    case 0: .purchased
    case 1: .canceled
    case 2: .pending
    default: nil
    }
  }
}

extension GoogleProduct.Item {
  init(version1 fields: LenientFields) {
    productID = fields.text("productId")
    quantity = fields.integer("quantity") ?? 1
    refundableQuantity = fields.integer("refundableQuantity")
    switch fields.integer("consumptionState") {
    case 0: consumption = .init(GoogleProduct.Consumption.yetToBeConsumed.rawValue)
    case 1: consumption = .init(GoogleProduct.Consumption.consumed.rawValue)
    default: consumption = fields.text("consumptionState").map { .init($0) }
    }
  }

  init(version2 fields: LenientFields) {
    let offer = fields.fields("productOfferDetails")
    productID = fields.text("productId")
    offerID = offer?.text("offerId")
    quantity = offer?.integer("quantity") ?? 1
    refundableQuantity = offer?.integer("refundableQuantity")
    consumption = offer?.word("consumptionState")
  }
}

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

  private let fields: LenientFields

  /// `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    self.fields = fields
  }

  package var startedAt: Date? { fields.milliseconds("startTimeMillis") }
  package var expiresAt: Date? { fields.milliseconds("expiryTimeMillis") }
  package var resumesAt: Date? { fields.milliseconds("autoResumeTimeMillis") }
  package var canceledByUserAt: Date? { fields.milliseconds("userCancellationTimeMillis") }
  package var isAutoRenewing: Bool? { fields.flag("autoRenewing") }
  /// Absent when canceled or expired.
  package var payment: OpenEnum<Payment>? { fields.word("paymentState") }
  package var cancelReason: OpenEnum<CancelReason>? { fields.word("cancelReason") }
  package var countryCode: String? { fields.text("countryCode") }
  /// The latest order, also a declined one.
  package var orderID: GoogleOrderID? { fields.orderID("orderId") }
  /// A secret.
  package var linkedPurchaseToken: String? { fields.text("linkedPurchaseToken") }
  package var purchaseType: OpenEnum<GooglePurchaseType>? { fields.word("purchaseType") }
  package var obfuscatedAccountID: String? { fields.text("obfuscatedExternalAccountId") }
  package var externalAccountID: String? { fields.text("externalAccountId") }

  package var isTest: Bool { purchaseType?.known == .test }
}
