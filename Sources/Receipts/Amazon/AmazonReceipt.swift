package import Basics
package import Foundation

/// A response of Amazon's Receipt Verification Service (`verifyReceiptId`). Dates are in
/// milliseconds; some responses write names with a capital first letter.
package struct AmazonReceipt: Equatable, Sendable {
  /// `productType` of the response.
  package enum ProductType: String, Sendable {
    case consumable = "CONSUMABLE"
    case entitled = "ENTITLED"
    case subscription = "SUBSCRIPTION"
  }

  /// `cancelReason`: why a purchase ended.
  package enum CancelReason: Int, Sendable {
    /// Query again later.
    case notYetKnown = 0
    case customer = 1
    /// Unpaid after the grace period, or cancelled by support.
    case system = 2
    case `internal` = 3
    case replaced = 4
  }

  /// The state of a promotion: waiting for the current period to end, running, or over.
  package enum PromotionStatus: String, Sendable {
    case queued = "Queued"
    case inProgress = "InProgress"
    case completed = "Completed"
  }

  package struct Promotion: Equatable, Sendable {
    /// Upper and lower case vary between sources.
    package var type: String?
    package var status: OpenEnum<PromotionStatus>?
  }

  /// Stays the same over all renewals. A secret of the buyer.
  package let receiptID: String?
  package let productType: OpenEnum<ProductType>?
  /// For subscriptions the parent product.
  package let productID: String?
  package let termSKU: String?
  /// `1 Month`, `1 Week`.
  package let term: String?
  /// Date of the first purchase.
  package let purchasedAt: Date?
  /// `nil` when auto-renewal is off.
  package let renewsAt: Date?
  /// The end of validity, past or future; `nil` if there is none.
  package let endsAt: Date?
  package let cancelReason: OpenEnum<CancelReason>?
  package let isAutoRenewing: Bool?
  package let freeTrialEndsAt: Date?
  package let gracePeriodEndsAt: Date?
  package let deferredAt: Date?
  package let deferredSKU: String?
  package let promotions: [Promotion]
  package let quantity: Int?
  package let fulfilledAt: Date?
  package let fulfillmentResult: String?
  /// ISO 3166-1 alpha-2.
  package let countryCode: String?
  package let isBetaProduct: Bool?
  package let isTestTransaction: Bool?

  /// `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value, ignoringCase: true) else { return nil }
    receiptID = fields.text("receiptId")
    productType = fields.word("productType")
    productID = fields.text("productId")
    termSKU = fields.text("termSku")
    term = fields.text("term")
    purchasedAt = fields.milliseconds("purchaseDate")
    renewsAt = fields.milliseconds("renewalDate")
    endsAt = fields.milliseconds("cancelDate")
    cancelReason = fields.word("cancelReason")
    isAutoRenewing = fields.flag("autoRenewing")
    freeTrialEndsAt = fields.milliseconds("freeTrialEndDate")
    gracePeriodEndsAt = fields.milliseconds("gracePeriodEndDate")
    deferredAt = fields.milliseconds("deferredDate")
    deferredSKU = fields.text("deferredSku")
    promotions = fields.list("promotions").map {
      Promotion(type: $0.text("promotionType"), status: $0.word("promotionStatus"))
    }
    quantity = fields.integer("quantity")
    fulfilledAt = fields.milliseconds("fulfillmentDate")
    fulfillmentResult = fields.text("fulfillmentResult")
    countryCode = fields.text("countryCode")
    isBetaProduct = fields.flag("betaProduct")
    isTestTransaction = fields.flag("testTransaction")
  }

  /// Rejects the first member that does not have its documented type. An unreadable member must
  /// not look like a missing one: an end date like no end.
  static func firstInvalidMember(in value: JSONValue) -> Rejection? {
    guard let fields = LenientFields(value, ignoringCase: true) else { return nil }
    for name in ["receiptId", "productId", "productType", "termSku"] {
      guard let member = fields[name], member.string == nil else { continue }
      return .malformed(at: name, expected: "a text")
    }
    let instants = [
      "purchaseDate", "renewalDate", "cancelDate", "freeTrialEndDate", "gracePeriodEndDate",
    ]
    for name in instants where fields[name] != nil && fields.milliseconds(name) == nil {
      return .malformed(at: name, expected: "a number of milliseconds")
    }
    for name in ["autoRenewing", "testTransaction", "betaProduct"] {
      guard fields[name] != nil, fields.flag(name) == nil else { continue }
      return .malformed(at: name, expected: "true or false")
    }
    guard fields["cancelReason"] == nil || fields.integer("cancelReason") != nil else {
      return .malformed(at: "cancelReason", expected: "a number")
    }
    return nil
  }

  /// `nil` if the response has neither flag.
  package var environment: StoreEnvironment? {
    guard isTestTransaction != nil || isBetaProduct != nil else { return nil }
    return isTestTransaction == true || isBetaProduct == true ? .sandbox : .production
  }
}
