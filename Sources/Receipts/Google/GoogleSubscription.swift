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
    case byUser(at: Date?, reason: OpenEnum<SurveyReason>?)
    case bySystem
    case byDeveloper
    case byReplacement
  }

  /// `cancelSurveyResult.reason`.
  package enum SurveyReason: String, Sendable {
    case notEnoughUsage = "CANCEL_SURVEY_REASON_NOT_ENOUGH_USAGE"
    case technicalIssues = "CANCEL_SURVEY_REASON_TECHNICAL_ISSUES"
    case costRelated = "CANCEL_SURVEY_REASON_COST_RELATED"
    case foundBetterApp = "CANCEL_SURVEY_REASON_FOUND_BETTER_APP"
    case others = "CANCEL_SURVEY_REASON_OTHERS"
  }

  /// `externalAccountIdentifiers`, as the app passed them.
  package struct Accounts: Equatable, Sendable {
    package var accountID: String?
    package var obfuscatedAccountID: String?
    package var obfuscatedProfileID: String?
  }

  package let state: OpenEnum<State>?
  /// Absent while pending; renewals do not change it.
  package let startedAt: Date?
  /// ISO 3166-1 alpha-2.
  package let regionCode: String?
  /// Either all of them renew automatically, or all are prepaid.
  package let items: [GoogleSubscriptionItem]
  /// The token of the replaced purchase: a secret, like every token.
  package let linkedPurchaseToken: String?
  package let acknowledgement: OpenEnum<GoogleAcknowledgement>?
  package let accounts: Accounts?
  /// Present when canceled or expired.
  package let cancellation: Cancellation?
  /// Present when paused.
  package let resumesAt: Date?
  /// The charge that was declined, in the grace period or on hold.
  package let pendingOrderID: GoogleOrderID?
  /// For a lapsed subscription that was bought again in the Play Store: its previous token. Google
  /// removes it after the acknowledgement.
  package let expiredPurchaseToken: String?
  package let expiredAccounts: Accounts?
  package let isTest: Bool
  package let etag: String?
  /// Deprecated; the items have their own.
  package let latestOrderID: GoogleOrderID?

  /// `nil` unless the value is a JSON object. The buyer's name and e-mail
  /// (`subscribeWithGoogleInfo`) are not read.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    state = fields.word("subscriptionState")
    startedAt = fields.instant("startTime")
    regionCode = fields.text("regionCode")
    items = fields.list("lineItems").map(GoogleSubscriptionItem.init)
    linkedPurchaseToken = fields.text("linkedPurchaseToken")
    acknowledgement = GoogleProduct.acknowledgement(fields)
    accounts = fields.fields("externalAccountIdentifiers").map(Accounts.init)
    cancellation = fields.fields("canceledStateContext").flatMap(Cancellation.init)
    resumesAt = fields.fields("pausedStateContext")?.instant("autoResumeTime")
    pendingOrderID = ["inGracePeriodStateContext", "onHoldStateContext"].lazy.compactMap {
      fields.fields($0)?.fields("renewalDeclined")?.text("pendingOrderId")
    }.first.map(GoogleOrderID.init)
    let earlier = fields.fields("outOfAppPurchaseContext")
    expiredPurchaseToken = earlier?.text("expiredPurchaseToken")
    expiredAccounts = earlier?.fields("expiredExternalAccountIdentifiers").map(Accounts.init)
    isTest = fields.has("testPurchase")
    etag = fields.text("etag")
    latestOrderID = fields.text("latestOrderId").map(GoogleOrderID.init)
  }
}

extension GoogleSubscription.Accounts {
  init(_ fields: LenientFields) {
    accountID = fields.text("externalAccountId")
    obfuscatedAccountID = fields.text("obfuscatedExternalAccountId")
    obfuscatedProfileID = fields.text("obfuscatedExternalProfileId")
  }
}

extension GoogleSubscription.Cancellation {
  init?(_ fields: LenientFields) {
    if let user = fields.fields("userInitiatedCancellation") {
      self = .byUser(
        at: user.instant("cancelTime"),
        reason: user.fields("cancelSurveyResult")?.word("reason")
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
