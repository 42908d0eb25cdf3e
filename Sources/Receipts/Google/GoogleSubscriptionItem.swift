package import Foundation

/// One product of a subscription (`SubscriptionPurchaseLineItem`).
package struct GoogleSubscriptionItem: Equatable, Sendable {
  /// `offerPhase`: the current price of the offer.
  package enum Phase: Equatable, Sendable {
    case basePrice, freeTrial, introductoryPrice
    /// After a change of plan; the original phase as raw text.
    case proration(original: String?)
  }

  /// `priceChangeMode`.
  package enum PriceChangeMode: String, Sendable {
    case decrease = "PRICE_DECREASE"
    /// Needs the user's consent.
    case increase = "PRICE_INCREASE"
    case optOutIncrease = "OPT_OUT_PRICE_INCREASE"
  }

  /// `priceChangeState`.
  package enum PriceChangeState: String, Sendable {
    case outstanding = "OUTSTANDING"
    case confirmed = "CONFIRMED"
    case applied = "APPLIED"
    case canceled = "CANCELED"
  }

  /// Whether the customer agreed to a price step-up.
  package enum ConsentState: String, Sendable {
    case pending = "PENDING"
    case confirmed = "CONFIRMED"
    case completed = "COMPLETED"
  }

  /// `priceChangeDetails`.
  package struct PriceChange: Equatable, Sendable {
    package var price: GoogleMoney?
    package var mode: OpenEnum<PriceChangeMode>?
    package var state: OpenEnum<PriceChangeState>?
    package var chargedAt: Date?
  }

  /// `priceStepUpConsentDetails`.
  package struct StepUpConsent: Equatable, Sendable {
    package var price: GoogleMoney?
    package var deadline: Date?
    package var state: OpenEnum<ConsentState>?
  }

  /// `installmentDetails`: a commitment paid in parts.
  package struct Installments: Equatable, Sendable {
    package var initial: Int?
    package var subsequent: Int?
    package var remaining: Int?
    /// Ends after the committed payments.
    package var isCancellationPending: Bool
  }

  package let productID: String?
  package let expiresAt: Date?
  /// Absent for an item that is not owned yet, the target of a deferred change.
  package let latestOrderID: GoogleOrderID?
  /// False if absent; `nil` for a prepaid plan.
  package let isAutoRenewing: Bool?
  /// The list price, without discounts and tax.
  package let price: GoogleMoney?
  package let priceChange: PriceChange?
  package let stepUpConsent: StepUpConsent?
  package let installments: Installments?
  package let isPrepaid: Bool
  package let extendableAfter: Date?
  package let basePlanID: String?
  /// Only with a discount.
  package let offerID: String?
  package let offerTags: [String]
  /// Absent before 2026.
  package let phase: Phase?
  package let promotionCode: String?
  package let hasOneTimeCode: Bool
  /// The product that will replace this item.
  package let deferredReplacement: String?
  package let isRemovalDeferred: Bool
  /// The product that this item replaced, for 60 days.
  package let replacedProductID: String?
  package let replacementMode: String?

  init(_ fields: LenientFields) {
    productID = fields.text("productId")
    expiresAt = fields.instant("expiryTime")
    latestOrderID = fields.text("latestSuccessfulOrderId").map(GoogleOrderID.init)
    let plan = fields.fields("autoRenewingPlan")
    isAutoRenewing = plan.map { $0.flag("autoRenewEnabled") ?? false }
    price = plan?.money("recurringPrice")
    priceChange = plan?.fields("priceChangeDetails").map(PriceChange.init)
    stepUpConsent = plan?.fields("priceStepUpConsentDetails").map(StepUpConsent.init)
    installments = plan?.fields("installmentDetails").map(Installments.init)
    let prepaid = fields.fields("prepaidPlan")
    isPrepaid = prepaid != nil
    extendableAfter = prepaid?.instant("allowExtendAfterTime")
    let offer = fields.fields("offerDetails")
    basePlanID = offer?.text("basePlanId")
    offerID = offer?.text("offerId")
    offerTags = offer?.texts("offerTags") ?? []
    phase = fields.fields("offerPhase").flatMap { Phase($0) }
    let promotion = fields.fields("signupPromotion")
    promotionCode = promotion?.fields("vanityCode")?.text("promotionCode")
    hasOneTimeCode = promotion?.has("oneTimeCode") ?? false
    deferredReplacement = fields.fields("deferredItemReplacement")?.text("productId")
    isRemovalDeferred = fields.has("deferredItemRemoval")
    let replacement = fields.fields("itemReplacement")
    replacedProductID = replacement?.text("productId")
    replacementMode = replacement?.text("replacementMode")
  }
}

extension GoogleSubscriptionItem.Phase {
  /// From `offerPhase`; an order's `offerPhaseDetails` has the same members under other names.
  init?(
    _ fields: LenientFields,
    freeTrial: String = "freeTrial",
    introductory: String = "introductoryPrice",
    proration: String = "prorationPeriod",
    original: String = "originalOfferPhaseType",
    base: String = "basePrice"
  ) {
    if fields.has(freeTrial) {
      self = .freeTrial
    } else if fields.has(introductory) {
      self = .introductoryPrice
    } else if let proration = fields.fields(proration) {
      self = .proration(original: proration.text(original))
    } else if fields.has(base) {
      self = .basePrice
    } else {
      return nil
    }
  }

  /// From an order's `subscriptionDetails`.
  init?(ofOrder fields: LenientFields) {
    if let details = fields.fields("offerPhaseDetails") {
      self.init(
        details,
        freeTrial: "freeTrialDetails",
        introductory: "introductoryPriceDetails",
        proration: "prorationPeriodDetails",
        original: "originalOfferPhase",
        base: "baseDetails"
      )
      return
    }
    switch fields.text("offerPhase") {
    case "FREE_TRIAL": self = .freeTrial
    case "INTRODUCTORY": self = .introductoryPrice
    case "BASE": self = .basePrice
    default: return nil
    }
  }
}

extension GoogleSubscriptionItem.PriceChange {
  init(_ fields: LenientFields) {
    price = fields.money("newPrice")
    mode = fields.word("priceChangeMode")
    state = fields.word("priceChangeState")
    chargedAt = fields.instant("expectedNewPriceChargeTime")
  }
}

extension GoogleSubscriptionItem.StepUpConsent {
  init(_ fields: LenientFields) {
    price = fields.money("newPrice")
    deadline = fields.instant("consentDeadlineTime")
    state = fields.word("state")
  }
}

extension GoogleSubscriptionItem.Installments {
  init(_ fields: LenientFields) {
    initial = fields.integer("initialCommittedPaymentsCount")
    subsequent = fields.integer("subsequentCommittedPaymentsCount")
    remaining = fields.integer("remainingCommittedPaymentsCount")
    isCancellationPending = fields.has("pendingCancellation")
  }
}
