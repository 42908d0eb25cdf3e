import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// What a store's answer tells of a purchase beyond what the ledger keeps of it.
struct ValidatorDetails: Equatable, Sendable {
  enum PriceConsent: String, Sendable { case notified = "Notified", agreed = "Agreed" }

  var isAcknowledged: Bool?
  var cancelation: ValidatorCancelation?
  var priceConsent: PriceConsent?
  /// Google's own words, without what is personal or secret in them.
  var transaction: [JSONValue.Member]?
}

extension ValidatorDetails {
  /// Members of a subscription of Google's that anybody who has its token may read.
  private static let harmless: Set<String> = [
    "kind", "startTime", "regionCode", "subscriptionState", "latestOrderId",
    "acknowledgementState", "lineItems", "canceledStateContext", "pausedStateContext",
    "testPurchase",
  ]

  /// A subscription as Google answers it; `nil` for another document.
  init?(google json: JSONValue, productID: String) {
    guard json["subscriptionState"] != nil, let subscription = GoogleSubscription(json) else {
      return nil
    }
    isAcknowledged = subscription.acknowledgement.map { $0.known == .acknowledged }
    cancelation =
      switch subscription.cancellation {
      case .byUser(_, let reason): ValidatorCancelation(survey: reason?.raw) ?? .customer
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

  /// What Apple says of one transaction, in any of its documents, and of its renewal.
  init(apple payloads: [JSONValue], sale: Order) {
    for payload in payloads {
      let chain = (payload["originalTransactionId"] ?? payload["original_transaction_id"])?
        .looseText
      let own = (payload["transactionId"] ?? payload["transaction_id"])?.looseText
      if own == sale.transactionID,
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

/// Reads again what the stores said of purchases: only what a client asks for and no rule of ours
/// rests on.
struct ValidatorEvidence {
  let service: EntitlementService
  private var read: [ID<Document>: [JSONValue]] = [:]

  init(_ service: EntitlementService) { self.service = service }

  mutating func details(
    of purchase: ValidatorPurchase
  ) async throws(ServiceError) -> ValidatorDetails {
    switch purchase.sale.store {
    case .google where purchase.sale.expiresAt != nil:
      for document in documents(of: purchase) {
        for json in try await payloads(of: document) {
          if let found = ValidatorDetails(google: json, productID: purchase.sale.productID) {
            return found
          }
        }
      }
      return ValidatorDetails()
    case .apple where purchase.renews || !purchase.isOwned:
      var payloads: [JSONValue] = []
      for document in documents(of: purchase) { payloads += try await self.payloads(of: document) }
      return ValidatorDetails(apple: payloads, sale: purchase.sale)
    case .apple, .google, .microsoft, .amazon: return ValidatorDetails()
    }
  }

  /// The one that told last how the chain stands, and the one that tells the sale.
  private func documents(of purchase: ValidatorPurchase) -> [ID<Document>] {
    let last = purchase.record.standings.last?.evidence
    return last == purchase.sale.evidence
      ? [purchase.sale.evidence]
      : [last, purchase.sale.evidence].compactMap(\.self)
  }

  private mutating func payloads(
    of id: ID<Document>
  ) async throws(ServiceError) -> [JSONValue] {
    if let known = read[id] { return known }
    var payloads: [JSONValue] = []
    // App receipts tell nothing of the kind, and may be large.
    if let document = try await service.documentOnFile(id), document.kind != "app-receipt",
      case .document(let examination) = service.look(at: document.bytes).outcome
    {
      payloads = [examination.payload, examination.transaction, examination.renewalInfo]
        .compactMap(\.self)
      payloads += examination.signedParts.compactMap(\.examination.payload)
      payloads += Self.rows(in: examination.payload)
    }
    read[id] = payloads
    return payloads
  }

  /// Of an answer of verifyReceipt's.
  private static func rows(in payload: JSONValue?) -> [JSONValue] {
    guard let payload else { return [] }
    let lists = [
      payload["latest_receipt_info"], payload["receipt"]?["in_app"],
      payload["pending_renewal_info"],
    ]
    return lists.flatMap { $0?.array ?? [] }
  }
}
