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
    package var purchaseOptionID: String?
    package var offerID: String?
    /// 1 when absent.
    package var quantity: Int
    /// Not refunded yet.
    package var refundableQuantity: Int?
    /// The raw text is version 2's; version 1's number is converted.
    package var consumption: OpenEnum<Consumption>?
    package var isRented: Bool
    package var preorderReleasedAt: Date?
  }

  package let items: [Item]
  /// As written: a name in version 2, digits in version 1.
  package let rawState: String?
  /// `nil` for an unknown state, which grants nothing.
  package let state: State?
  package let acknowledgement: OpenEnum<GoogleAcknowledgement>?
  /// The payment date; absent before that in version 2.
  package let purchasedAt: Date?
  package let orderID: GoogleOrderID?
  /// ISO 3166-1 alpha-2.
  package let regionCode: String?
  /// A secret. Version 2 never has it, version 1 seldom.
  package let purchaseToken: String?
  package let purchaseType: OpenEnum<GooglePurchaseType>?
  package let isTest: Bool
  package let obfuscatedAccountID: String?
  package let obfuscatedProfileID: String?
  package let developerPayload: String?

  /// `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    orderID = fields.text("orderId").map(GoogleOrderID.init)
    regionCode = fields.text("regionCode")
    purchaseToken = fields.text("purchaseToken")
    purchaseType = fields.word("purchaseType")
    obfuscatedAccountID = fields.text("obfuscatedExternalAccountId")
    obfuscatedProfileID = fields.text("obfuscatedExternalProfileId")
    developerPayload = fields.text("developerPayload")
    isTest = fields.has("testPurchaseContext") || purchaseType?.known == .test
    acknowledgement = Self.acknowledgement(fields)
    if Self.isVersion2(fields) {
      items = fields.list("productLineItem").map(Item.init(version2:))
      rawState = fields.fields("purchaseStateContext")?.text("purchaseState")
      state = Self.state(named: rawState)
      purchasedAt = fields.instant("purchaseCompletionTime")
    } else {
      items = [Item(version1: fields)]
      rawState = fields.text("purchaseState")
      state = Self.state(numbered: fields.integer("purchaseState"))
      purchasedAt = fields.milliseconds("purchaseTimeMillis")
    }
  }

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
    isRented = false
  }

  init(version2 fields: LenientFields) {
    let offer = fields.fields("productOfferDetails")
    productID = fields.text("productId")
    purchaseOptionID = offer?.text("purchaseOptionId")
    offerID = offer?.text("offerId")
    quantity = offer?.integer("quantity") ?? 1
    refundableQuantity = offer?.integer("refundableQuantity")
    consumption = offer?.word("consumptionState")
    isRented = offer?.has("rentOfferDetails") ?? false
    preorderReleasedAt = offer?.fields("preorderOfferDetails")?.instant("preorderReleaseTime")
  }
}
