import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Why a purchase was cancelled, does not renew or has ended (seed-endpoints.md §1.3).
enum ValidatorCancelation: String, Sendable, CaseIterable {
  case none = ""
  case developer = "Developer"
  case system = "System"
  case replaced = "System.Replaced"
  case productUnavailable = "System.ProductUnavailable"
  case billingError = "System.BillingError"
  case deleted = "System.Deleted"
  case customer = "Customer"
  case technicalIssues = "Customer.TechnicalIssues"
  case priceIncrease = "Customer.PriceIncrease"
  case cost = "Customer.Cost"
  case foundBetterApp = "Customer.FoundBetterApp"
  case notUsefulEnough = "Customer.NotUsefulEnough"
  case otherReason = "Customer.OtherReason"
  case unknown = "Unknown"

  init(_ reason: ExpiryReason?) {
    switch reason {
    case .voluntary: self = .customer
    case .billing: self = .billingError
    case .priceIncrease: self = .priceIncrease
    case .productGone: self = .productUnavailable
    case .developer: self = .developer
    case .replaced: self = .replaced
    case .other, .unknown, nil: self = .unknown
    }
  }

  /// The customer's answer to Google's cancellation survey.
  init?(survey: String?) {
    switch survey {
    case "CANCEL_SURVEY_REASON_OTHERS": self = .otherReason
    case "CANCEL_SURVEY_REASON_NOT_ENOUGH_USAGE": self = .notUsefulEnough
    case "CANCEL_SURVEY_REASON_TECHNICAL_ISSUES": self = .technicalIssues
    case "CANCEL_SURVEY_REASON_COST_RELATED": self = .cost
    case "CANCEL_SURVEY_REASON_FOUND_BETTER_APP": self = .foundBetterApp
    default: return nil
    }
  }
}

extension ValidatorPurchase {
  var cancelation: ValidatorCancelation {
    switch state {
    case .active, .trial, .introductory, .gracePeriod, .pending, .unverified:
      renewal == false ? cancellationReason : .none
    case .autoRenewOff: cancellationReason
    case .billingRetry: .billingError
    case .paused: .customer
    case .refunded: details.cancelation ?? .customer
    case .revoked: details.cancelation ?? .system
    case .expired: expirationReason
    }
  }

  private var cancellationReason: ValidatorCancelation {
    details.cancelation ?? surveyed ?? .customer
  }

  private var expirationReason: ValidatorCancelation {
    let reported = ValidatorCancelation(reason)
    switch reported {
    // A survey states the customer's reason.
    case .customer: return details.cancelation ?? surveyed ?? reported
    // An unlisted reason is not the same as a missing one.
    case .unknown where reason != .other && renewal == false && renews: return cancellationReason
    case .unknown: return details.cancelation ?? reported
    default: return reported
    }
  }

  private var surveyed: ValidatorCancelation? {
    record.notices.last { $0.kind == .renewalTurnedOff }
      .flatMap { ValidatorCancelation(survey: $0.detail) }
  }
}

/// Details of a purchase in a store's answer that the ledger does not derive.
struct PurchaseDetails: Equatable, Sendable {
  enum PriceConsent: String, Sendable { case notified = "Notified", agreed = "Agreed" }

  var isAcknowledged: Bool?
  var cancelation: ValidatorCancelation?
  var priceConsent: PriceConsent?
  /// Google's own fields, without personal and secret ones.
  var transaction: [JSONValue.Member]?
}

extension PurchaseDetails {
  /// The fields of a Google subscription that anybody with its token may read.
  private static let harmless: Set<String> = [
    "kind", "startTime", "regionCode", "subscriptionState", "latestOrderId",
    "acknowledgementState", "lineItems", "canceledStateContext", "pausedStateContext",
    "testPurchase",
  ]

  /// From a Google subscription answer; `nil` for another document.
  init?(google json: JSONValue, productID: String) {
    guard json["subscriptionState"] != nil, let subscription = GoogleSubscription(json) else {
      return nil
    }
    isAcknowledged = subscription.acknowledgement.map { $0.known == .acknowledged }
    cancelation =
      switch subscription.cancellation {
      case .byUser(_, let reason): ValidatorCancelation(survey: reason) ?? .customer
      case .bySystem: .system
      case .byDeveloper: .developer
      case .byReplacement: .replaced
      case nil: nil
      }
    let item =
      subscription.items.first { productID.hasPrefix($0.productID ?? "?") }
      ?? subscription.items.first
    priceConsent =
      switch item?.priceChange?.state?.known {
      case .outstanding: .notified
      case .confirmed: .agreed
      case .applied, .canceled, nil: nil
      }
    transaction = json.members?.filter { Self.harmless.contains($0.name) }
  }

  /// From all of Apple's documents about a transaction and its renewal.
  init(apple payloads: [JSONValue], sale: Order) {
    for payload in payloads {
      let chain = (payload["originalTransactionId"] ?? payload["original_transaction_id"])?
        .looseText
      let transactionID = (payload["transactionId"] ?? payload["transaction_id"])?.looseText
      if transactionID == sale.transactionID,
        let reason = payload["revocationReason"] ?? payload["cancellation_reason"]
      {
        cancelation = reason.looseNumber == 1 ? .technicalIssues : .otherReason
      }
      if chain == sale.originalTransactionID,
        let status = payload["priceIncreaseStatus"] ?? payload["price_consent_status"]
      {
        priceConsent = status.looseNumber == 1 ? .agreed : .notified
      }
    }
  }
}

/// Reads details from the stores' documents on file: only what clients request and no rule depends
/// on.
struct StoredDocumentReader {
  let service: EntitlementService
  private var read: [ID<Document>: [JSONValue]] = [:]

  init(_ service: EntitlementService) { self.service = service }

  mutating func details(
    of purchase: ValidatorPurchase
  ) async throws(ServiceError) -> PurchaseDetails {
    switch purchase.sale.store {
    case .google where purchase.sale.expiresAt != nil:
      for document in documents(of: purchase) {
        for json in try await payloads(of: document) {
          if let found = PurchaseDetails(google: json, productID: purchase.sale.productID) {
            return found
          }
        }
      }
      return PurchaseDetails()
    case .apple where purchase.renews || !purchase.isOwned:
      var payloads: [JSONValue] = []
      for document in documents(of: purchase) { payloads += try await self.payloads(of: document) }
      return PurchaseDetails(apple: payloads, sale: purchase.sale)
    case .apple, .google, .microsoft, .amazon: return PurchaseDetails()
    }
  }

  /// The document that last stated the renewal status, and the one that stated the sale.
  private func documents(of purchase: ValidatorPurchase) -> [ID<Document>] {
    let last = purchase.record.renewalStatuses.last?.evidence
    return last == purchase.sale.evidence
      ? [purchase.sale.evidence] : [last, purchase.sale.evidence].compactMap(\.self)
  }

  private mutating func payloads(of id: ID<Document>) async throws(ServiceError) -> [JSONValue] {
    if let known = read[id] { return known }
    // App receipts have no such details and may be large.
    var payloads = try await service.inspection.decodedPayloads(of: id)
    payloads += Self.rows(in: payloads.first)
    read[id] = payloads
    return payloads
  }

  /// The rows of a verifyReceipt answer.
  private static func rows(in payload: JSONValue?) -> [JSONValue] {
    guard let payload else { return [] }
    let lists = [
      payload["latest_receipt_info"], payload["receipt"]?["in_app"],
      payload["pending_renewal_info"],
    ]
    return lists.flatMap { $0?.array ?? [] }
  }
}
