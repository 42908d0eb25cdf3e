package import Basics
package import Foundation

/// A response of `purchases.subscriptionsv2.get` (Android Publisher v3). The state decides over
/// access; a revoked subscription reads as expired, so its revocation must be remembered.
package struct GoogleSubscription: Equatable, Sendable {
  /// `subscriptionState`.
  package enum State: String, Sendable {
    case pending = "SUBSCRIPTION_STATE_PENDING"
    case active = "SUBSCRIPTION_STATE_ACTIVE"
    case inGracePeriod = "SUBSCRIPTION_STATE_IN_GRACE_PERIOD"
    case onHold = "SUBSCRIPTION_STATE_ON_HOLD"
    case paused = "SUBSCRIPTION_STATE_PAUSED"
    /// Auto-renewal is off; access lasts until the items expire.
    case canceled = "SUBSCRIPTION_STATE_CANCELED"
    case expired = "SUBSCRIPTION_STATE_EXPIRED"
    case pendingPurchaseCanceled = "SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED"
  }

  /// `canceledStateContext`: who ended the renewals.
  package enum Cancellation: Equatable, Sendable {
    /// The reason is `cancelSurveyResult.reason`.
    case byUser(at: Date?, reason: String?)
    case bySystem
    case byDeveloper
    case byReplacement
  }

  /// `externalAccountIdentifiers`, as the app passed them.
  package struct Accounts: Equatable, Sendable {
    fileprivate let fields: LenientFields

    package var accountID: String? { fields.text("externalAccountId") }
    package var obfuscatedAccountID: String? { fields.text("obfuscatedExternalAccountId") }
  }

  private let fields: LenientFields

  /// `nil` unless the value is a JSON object. The buyer's name and e-mail
  /// (`subscribeWithGoogleInfo`) are not read.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    self.fields = fields
  }

  package var state: OpenEnum<State>? { fields.word("subscriptionState") }
  /// Absent while pending; renewals do not change it.
  package var startedAt: Date? { fields.instant("startTime") }
  /// ISO 3166-1 alpha-2.
  package var regionCode: String? { fields.text("regionCode") }
  /// Either all of them renew automatically, or all are prepaid.
  package var items: [GoogleSubscriptionItem] {
    fields.list("lineItems").map(GoogleSubscriptionItem.init)
  }
  /// The token of the replaced purchase: a secret, like every token.
  package var linkedPurchaseToken: String? { fields.text("linkedPurchaseToken") }
  package var acknowledgement: OpenEnum<GoogleAcknowledgement>? {
    GoogleProduct.acknowledgement(fields)
  }
  package var accounts: Accounts? {
    fields.fields("externalAccountIdentifiers").map(Accounts.init)
  }
  /// Present when canceled or expired.
  package var cancellation: Cancellation? {
    fields.fields("canceledStateContext").flatMap(Cancellation.init)
  }
  /// Present when paused.
  package var resumesAt: Date? { fields.fields("pausedStateContext")?.instant("autoResumeTime") }
  /// For a lapsed subscription that was bought again in the Play Store: its previous token. Google
  /// removes it after the acknowledgement.
  package var expiredPurchaseToken: String? {
    fields.fields("outOfAppPurchaseContext")?.text("expiredPurchaseToken")
  }
  package var expiredAccounts: Accounts? {
    fields.fields("outOfAppPurchaseContext")?.fields("expiredExternalAccountIdentifiers")
      .map(Accounts.init)
  }
  package var isTest: Bool { fields.has("testPurchase") }
  /// Deprecated; the items have their own.
  package var latestOrderID: GoogleOrderID? { fields.orderID("latestOrderId") }
}

extension GoogleSubscription.Cancellation {
  init?(_ fields: LenientFields) {
    if let user = fields.fields("userInitiatedCancellation") {
      self = .byUser(
        at: user.instant("cancelTime"),
        reason: user.fields("cancelSurveyResult")?["reason"]?.string
      )
    } else if fields.has("systemInitiatedCancellation") {
      self = .bySystem
    } else if fields.has("developerInitiatedCancellation") {
      self = .byDeveloper
    } else if fields.has("replacementCancellation") {
      self = .byReplacement
    } else {
      return nil
    }
  }
}

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
    fileprivate let fields: LenientFields

    package var price: GoogleMoney? { fields.money("newPrice") }
    package var mode: OpenEnum<PriceChangeMode>? { fields.word("priceChangeMode") }
    package var state: OpenEnum<PriceChangeState>? { fields.word("priceChangeState") }
  }

  /// `priceStepUpConsentDetails`.
  package struct StepUpConsent: Equatable, Sendable {
    fileprivate let fields: LenientFields

    package var price: GoogleMoney? { fields.money("newPrice") }
    package var deadline: Date? { fields.instant("consentDeadlineTime") }
    package var state: OpenEnum<ConsentState>? { fields.word("state") }
  }

  private let fields: LenientFields

  init(_ fields: LenientFields) { self.fields = fields }

  private var plan: LenientFields? { fields.fields("autoRenewingPlan") }
  private var offer: LenientFields? { fields.fields("offerDetails") }

  package var productID: String? { fields.text("productId") }
  package var expiresAt: Date? { fields.instant("expiryTime") }
  /// Absent for an item that is not owned yet, the target of a deferred change.
  package var latestOrderID: GoogleOrderID? { fields.orderID("latestSuccessfulOrderId") }
  /// False if absent; `nil` for a prepaid plan.
  package var isAutoRenewing: Bool? { plan.map { $0.flag("autoRenewEnabled") ?? false } }
  /// The list price, without discounts and tax.
  package var price: GoogleMoney? { plan?.money("recurringPrice") }
  package var priceChange: PriceChange? { plan?.fields("priceChangeDetails").map(PriceChange.init) }
  package var stepUpConsent: StepUpConsent? {
    plan?.fields("priceStepUpConsentDetails").map(StepUpConsent.init)
  }
  /// Whether a commitment paid in parts ends after the committed payments.
  package var isCancellationPending: Bool {
    plan?.fields("installmentDetails")?.has("pendingCancellation") ?? false
  }
  package var isPrepaid: Bool { fields.has("prepaidPlan") }
  package var basePlanID: String? { offer?.text("basePlanId") }
  /// Only with a discount.
  package var offerID: String? { offer?.text("offerId") }
  /// Absent before 2026.
  package var phase: Phase? { fields.fields("offerPhase").flatMap { Phase($0) } }
  package var promotionCode: String? {
    fields.fields("signupPromotion")?.fields("vanityCode")?.text("promotionCode")
  }
  package var hasOneTimeCode: Bool {
    fields.fields("signupPromotion")?.has("oneTimeCode") ?? false
  }
  /// The product that will replace this item.
  package var deferredReplacement: String? {
    fields.fields("deferredItemReplacement")?.text("productId")
  }
  package var isRemovalDeferred: Bool { fields.has("deferredItemRemoval") }
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
