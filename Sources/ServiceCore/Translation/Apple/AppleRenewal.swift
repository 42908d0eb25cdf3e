import Basics
import Entitlements
import Foundation
import Receipts

/// What Apple says about a coming renewal: signed (App Store Server API,
/// JWSRenewalInfoDecodedPayload), or in an answer of verifyReceipt (`pending_renewal_info`).
struct AppleRenewal {
  /// What Apple's `status` of a subscription says, 1 to 5.
  enum Status: Int { case active = 1, expired, billingRetry, gracePeriod, revoked }

  var chainName: String?
  var productID: String?
  var nextProductID: String?
  var renews: Bool?
  /// Why it ended; present once it has.
  var intent: Int?
  var isInBillingRetry: Bool?
  var graceEndsAt: Date?
  var signedAt: Date?
  var appAccountToken: String?
  var status: Status?
  /// Whether what follows a year paid by the month renews, and when that year is over.
  private var commitmentRenews: Bool?
  private var commitmentEndsAt: Date?
  /// When the transaction beside it was taken back.
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

  /// Whether a year paid by the month was cancelled: each month of it is still charged, and
  /// `autoRenewStatus` speaks of those (JWSRenewalInfoDecodedPayload, `commitmentAutoRenewStatus`).
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

  /// The transaction beside it, if any, knows what renewal information may leave out.
  func tell(
    by witness: Witness,
    beside transaction: AppleTransaction? = nil,
    into findings: inout Findings
  ) {
    let witness = witness.at(signedAt)
    guard let chain = chainName ?? transaction?.chainName else { return }
    let product = productID ?? transaction?.productID
    findings.add(
      Standing(
        chain: witness.chain(chain),
        condition: condition(at: witness.statedAt),
        renews: renews,
        nextProductID: nextProductID == product ? nil : nextProductID?.usable,
        testimony: witness.testimony
      )
    )
    if isCancellationScheduled {
      let end = commitmentEndsAt.map(Wording.day)
      findings.add(witness.notice(.cancellationScheduled, chain: chain, detail: end))
    }
    findings.add(witness.link(.appAccount, appAccountToken, of: chain))
  }

  /// Apple's status decides where there is one, then the fields; the first that fits.
  private func condition(at instant: Date) -> Standing.Condition {
    switch status {
    case .active: return .running
    case .expired: return .ended(reason)
    case .billingRetry: return .billingRetry(until: nil)
    case .revoked: return .revoked(at: revokedAt?.kept ?? instant)
    case .gracePeriod: if let end = graceEndsAt?.kept { return .gracePeriod(until: end) }
    case nil: break
    }
    // Whoever turns renewal off in the grace period ends it.
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
