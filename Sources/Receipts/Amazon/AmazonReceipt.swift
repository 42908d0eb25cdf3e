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
    fileprivate let fields: LenientFields

    /// Upper and lower case vary between sources.
    package var type: String? { fields.text("promotionType") }
    package var status: OpenEnum<PromotionStatus>? { fields.word("promotionStatus") }
  }

  private let fields: LenientFields

  /// `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value, ignoringCase: true) else { return nil }
    self.fields = fields
  }

  /// Stays the same over all renewals. A secret of the buyer.
  package var receiptID: String? { fields.text("receiptId") }
  package var productType: OpenEnum<ProductType>? { fields.word("productType") }
  /// For subscriptions the parent product.
  package var productID: String? { fields.text("productId") }
  package var termSKU: String? { fields.text("termSku") }
  /// `1 Month`, `1 Week`.
  package var term: String? { fields.text("term") }
  /// Date of the first purchase.
  package var purchasedAt: Date? { fields.milliseconds("purchaseDate") }
  /// `nil` when auto-renewal is off.
  package var renewsAt: Date? { fields.milliseconds("renewalDate") }
  /// The end of validity, past or future; `nil` if there is none.
  package var endsAt: Date? { fields.milliseconds("cancelDate") }
  package var cancelReason: OpenEnum<CancelReason>? { fields.word("cancelReason") }
  package var isAutoRenewing: Bool? { fields.flag("autoRenewing") }
  package var freeTrialEndsAt: Date? { fields.milliseconds("freeTrialEndDate") }
  package var gracePeriodEndsAt: Date? { fields.milliseconds("gracePeriodEndDate") }
  package var deferredSKU: String? { fields.text("deferredSku") }
  package var countryCode: String? { fields.text("countryCode") }
  package var promotions: [Promotion] { fields.list("promotions").map(Promotion.init) }
  package var quantity: Int? { fields.integer("quantity") }

  /// Rejects the first member that does not have its documented type. An unreadable member must
  /// not look like a missing one: an end date like no end.
  static func checkMembers(of value: JSONValue) throws(Rejection) {
    guard let fields = LenientFields(value, ignoringCase: true) else { return }
    for name in ["receiptId", "productId", "productType", "termSku"] {
      guard let member = fields[name], member.string == nil else { continue }
      throw .malformed(at: name, expected: "a text")
    }
    let instants = [
      "purchaseDate", "renewalDate", "cancelDate", "freeTrialEndDate", "gracePeriodEndDate",
    ]
    for name in instants where fields[name] != nil && fields.milliseconds(name) == nil {
      throw .malformed(at: name, expected: "a number of milliseconds")
    }
    for name in ["autoRenewing", "testTransaction", "betaProduct"] {
      guard fields[name] != nil, fields.flag(name) == nil else { continue }
      throw .malformed(at: name, expected: "true or false")
    }
    guard fields["cancelReason"] == nil || fields.integer("cancelReason") != nil else {
      throw .malformed(at: "cancelReason", expected: "a number")
    }
  }

  /// `nil` if the response has neither flag.
  package var environment: StoreEnvironment? {
    let flags = [fields.flag("testTransaction"), fields.flag("betaProduct")].compactMap(\.self)
    return flags.isEmpty ? nil : flags.contains(true) ? .sandbox : .production
  }
}

/// Amazon's answer that a receipt is no longer valid, with the receipt as it confirmed it before:
/// the answer itself names no purchase.
package enum AmazonRefusal {
  private static let status = 410

  /// The document; `nil` unless `evidence` is a receipt, or an earlier refusal of it.
  package static func document(about evidence: [UInt8]) -> [UInt8]? {
    guard let value = try? JSONReader.value(evidence) else { return nil }
    let receipt = receipt(in: value) ?? value
    guard AmazonDocument.kind(of: receipt) == .amazonReceipt else { return nil }
    let refusal: JSONValue = ["httpStatus": .whole(status), "lastReceipt": receipt]
    return Array(refusal.encoded.utf8)
  }

  /// The receipt that the document refuses; `nil` for any other document.
  package static func receipt(in document: JSONValue) -> JSONValue? {
    guard document.members?.count == 2, document["httpStatus"]?.integer == status,
      let receipt = document["lastReceipt"], AmazonDocument.kind(of: receipt) == .amazonReceipt
    else { return nil }
    return receipt
  }
}

/// Classifies and decodes documents of Amazon's Appstore.
package enum AmazonDocument {
  /// `nil` for a document that is not Amazon's.
  package static func kind(of document: JSONValue) -> ReceiptKind? {
    if AmazonEnvelope(document) != nil { return .amazonNotification }
    if AmazonRefusal.receipt(in: document) != nil { return .amazonRefusal }
    guard let fields = LenientFields(document, ignoringCase: true) else { return nil }
    guard fields.text("receiptId") != nil else { return nil }
    if fields.text("notificationType") != nil,
      fields.text("appPackageName") != nil || fields.text("appUserId") != nil
    {
      return .amazonNotification
    }
    let hasProduct = fields.text("productType") != nil || fields.text("productId") != nil
    return hasProduct && fields["purchaseDate"] != nil ? .amazonReceipt : nil
  }

  /// Decodes a document of Amazon's. An SNS envelope is signed with a certificate that must be
  /// fetched, which is not done here; it is therefore only a reason to query the Receipt
  /// Verification Service, whose responses are authenticated by the connection.
  /// `packageNames` are our apps; if empty, the app is reported but not checked.
  package static func examine(
    _ document: JSONValue,
    packageNames: Set<String> = []
  ) -> DocumentExamination {
    switch kind(of: document) {
    case .some(.amazonReceipt): receipt(document, as: .amazonReceipt)
    case .some(.amazonRefusal): receipt(document, as: .amazonRefusal)
    case .some(.amazonNotification): notification(document, packageNames)
    default:
      DocumentExamination(
        kind: .unknown,
        verdict: .rejected(.unsupported("this is not a known document of Amazon's"))
      )
    }
  }

  private static func receipt(_ document: JSONValue, as kind: ReceiptKind) -> DocumentExamination {
    DocumentExamination(kind, payload: document) { (examination) throws(Rejection) in
      let receipt = AmazonRefusal.receipt(in: document) ?? document
      examination.environmentKind = AmazonReceipt(receipt)?.environment
      try AmazonReceipt.checkMembers(of: receipt)
      examination = examination.decoded
    }
  }

  private static func notification(
    _ document: JSONValue,
    _ packageNames: Set<String>
  ) -> DocumentExamination {
    DocumentExamination(.amazonNotification, payload: document) {
      (examination) throws(Rejection) in
      if let envelope = AmazonEnvelope(document) {
        // The other types concern the topic's subscription, not a purchase.
        guard envelope.type.known == .notification else {
          examination = examination.decoded
          return
        }
        examination.payload = nil
        examination.payload = try DocumentJSON.object(
          Array(envelope.message.utf8),
          in: "Message",
          expected: "the text of a JSON object"
        )
      }
      examination = examination.decoded
      let notification = examination.payload.flatMap(AmazonNotification.init)
      examination.app = notification?.packageName
      examination.environmentKind = notification?.environment
      try examination.checkApp(among: packageNames)
    }
  }
}
