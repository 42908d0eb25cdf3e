package import Basics
package import Foundation

/// An answer of Amazon's Receipt Verification Service (`verifyReceiptId`). Instants are numbers of
/// milliseconds; names have been written with a capital first letter too.
package struct AmazonReceipt: Equatable, Sendable {
  /// `productType` of the answer.
  package enum ProductType: String, Sendable {
    case consumable = "CONSUMABLE"
    case entitled = "ENTITLED"
    case subscription = "SUBSCRIPTION"
  }

  /// `cancelReason`: why a purchase ended.
  package enum CancelReason: Int, Sendable {
    /// Ask again later.
    case notYetKnown = 0
    case customer = 1
    /// Unpaid after the grace period, or support's doing.
    case system = 2
    case `internal` = 3
    /// By another tier or term.
    case replaced = 4
  }

  /// Where a promotion stands: it waits for the current period to end, runs, or is over.
  package enum PromotionStatus: String, Sendable {
    case queued = "Queued"
    case inProgress = "InProgress"
    case completed = "Completed"
  }

  /// An offer on a subscription.
  package struct Promotion: Equatable, Sendable {
    /// The case of its letters varies between sources.
    package var type: String?
    package var status: StoreWord<PromotionStatus>?
  }

  /// Stays the same over all renewals. A secret of the buyer's.
  package let receiptID: String?
  package let productType: StoreWord<ProductType>?
  /// For subscriptions the parent's.
  package let productID: String?
  package let termSKU: String?
  /// `1 Month`, `1 Week`.
  package let term: String?
  /// Of the first purchase.
  package let purchasedAt: Date?
  /// `nil` when auto-renew is off.
  package let renewsAt: Date?
  /// The end of validity, past or to come; `nil` while there is none.
  package let endsAt: Date?
  package let cancelReason: StoreWord<CancelReason>?
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

  /// `nil` for what is no JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LooseFields(value, ignoringCase: true) else { return nil }
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

  /// The first member that is there and not of its documented type. What cannot be read must not
  /// pass for what is not there: an end for no end.
  static func misfit(in value: JSONValue) -> Rejection? {
    guard let fields = LooseFields(value, ignoringCase: true) else { return nil }
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

  /// `nil` where neither mark came with it.
  package var environment: StoreEnvironment? {
    guard isTestTransaction != nil || isBetaProduct != nil else { return nil }
    return isTestTransaction == true || isBetaProduct == true ? .sandbox : .production
  }
}
