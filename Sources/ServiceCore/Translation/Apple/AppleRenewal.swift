import Basics
import Entitlements
import Foundation
import Receipts

/// Apple's statement about the next renewal: signed (App Store Server API,
/// JWSRenewalInfoDecodedPayload) or in a verifyReceipt answer (`pending_renewal_info`).
struct AppleRenewal {
  /// Apple's `status` of a subscription, 1 to 5.
  enum Status: Int { case active = 1, expired, billingRetry, gracePeriod, revoked }

  var chainName: String?
  var productID: String?
  var nextProductID: String?
  var renews: Bool?
  /// The expiration reason; present only after it ended.
  var intent: Int?
  var isInBillingRetry: Bool?
  var graceEndsAt: Date?
  var signedAt: Date?
  var appAccountToken: String?
  var status: Status?
  /// Whether a yearly commitment with monthly payments renews, and when it ends.
  private var commitmentRenews: Bool?
  private var commitmentEndsAt: Date?
  /// When the transaction beside it was revoked.
  var revokedAt: Date?

  init(_ payload: JSONValue) {
    let fields = AppleFields(payload)
    chainName = fields.text("originalTransactionId")?.usable
    productID = fields.text("productId")
    nextProductID = fields.text("autoRenewProductId")
    renews = fields.bool("autoRenewStatus")
    intent = fields.integer("expirationIntent")
    isInBillingRetry = fields.bool("isInBillingRetryPeriod")
    graceEndsAt = fields.date("gracePeriodExpiresDate")
    signedAt = fields.date("signedDate")
    appAccountToken = fields.text("appAccountToken")
    guard let commitment = payload["commitmentInfo"].map({ AppleFields($0) }) else { return }
    commitmentRenews = commitment.bool("commitmentAutoRenewStatus")
    commitmentEndsAt = commitment.date("commitmentRenewalDate")
  }

  /// Whether a yearly commitment with monthly payments was cancelled: its remaining months are
  /// still charged, and `autoRenewStatus` refers to those (JWSRenewalInfoDecodedPayload,
  /// `commitmentAutoRenewStatus`).
  var isCancellationScheduled: Bool { renews == true && commitmentRenews == false }

  init(_ pending: PendingRenewal) {
    chainName = pending.originalTransactionID?.usable
    productID = pending.productID
    nextProductID = pending.autoRenewProductID
    renews = pending.autoRenewStatus
    intent = pending.expirationIntent
    isInBillingRetry = pending.isInBillingRetry
    graceEndsAt = pending.gracePeriodExpiresAt
  }

  /// Adds the facts; the transaction beside it supplies what renewal information may omit.
  func extract(
    by factSource: FactSource,
    beside transaction: AppleTransaction? = nil,
    into collector: inout FactCollector
  ) {
    let factSource = factSource.at(signedAt)
    guard let chain = chainName ?? transaction?.chainName else { return }
    let product = productID ?? transaction?.productID
    collector.add(
      factSource.status(
        of: chain,
        condition(at: factSource.statedAt),
        renews: renews,
        nextProductID: nextProductID == product ? nil : nextProductID?.usable
      )
    )
    if isCancellationScheduled {
      let end = commitmentEndsAt.map(Wording.day)
      collector.add(factSource.notice(.cancellationScheduled, chain: chain, detail: end))
    }
    collector.add(factSource.link(.appAccount, appAccountToken, of: chain))
  }

  /// Apple's status takes precedence over the fields; the first match counts.
  private func condition(at instant: Date) -> RenewalStatus.Condition {
    switch status {
    case .active: return .running
    case .expired: return .ended(reason)
    case .billingRetry: return .billingRetry(until: nil)
    case .revoked: return .revoked(at: revokedAt?.kept ?? instant)
    case .gracePeriod: if let end = graceEndsAt?.kept { return .gracePeriod(until: end) }
    case nil: break
    }
    // Turning renewal off in the grace period ends it.
    if let end = graceEndsAt?.kept, instant < end, renews != false {
      return .gracePeriod(until: end)
    }
    if isInBillingRetry == true { return .billingRetry(until: nil) }
    return intent == nil ? .running : .ended(reason)
  }

  private var reason: ExpiryReason {
    switch intent {
    case 1: .voluntary
    case 2: .billing
    case 3: .priceIncrease
    case 4: .productGone
    case nil: renews == false ? .voluntary : .unknown
    default: .other
    }
  }
}
