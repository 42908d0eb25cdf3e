package import Basics

/// Classifies and verifies documents of Google Play.
package enum GoogleDocument {
  /// What is known in addition to the document.
  package struct Context: Sendable {
    package var key: GoogleLicenceKey?
    /// A purchase's signature in base64, if sent separately; precedes one inside.
    package var signature: String?
    /// Our apps; if empty, the app is reported but not checked.
    package var packageNames: Set<String>

    package init(
      key: GoogleLicenceKey? = nil,
      signature: String? = nil,
      packageNames: Set<String> = []
    ) {
      self.key = key
      self.signature = signature
      self.packageNames = packageNames
    }
  }

  /// `nil` for a document that is not Google Play's.
  package static func kind(of document: JSONValue) -> ReceiptKind? {
    guard let fields = LenientFields(document) else { return nil }
    if let kind = kind(named: fields.text("kind")) { return kind }
    if isError(fields) || GoogleError.isOAuth(document) { return .googleError }
    if isNotification(document, fields) { return .googleRTDN }
    if SignedPurchase.isPurchase(document) || SignedPurchase.isPair(document) {
      return .googlePurchase
    }
    if isVoided(fields) { return .googleVoided }
    if isSubscription(fields) { return .googleSubscription }
    if GoogleProduct.isVersion2(fields) || isProduct(fields) { return .googleProduct }
    if isOrder(fields)
      || (fields["orders"]?.array?.first.flatMap { LenientFields($0) }).map(isOrder) == true
    {
      return .googleOrder
    }
    return nil
  }

  private static func kind(named name: String?) -> ReceiptKind? {
    switch name {
    case "androidpublisher#productPurchase", "androidpublisher#productPurchaseV2": .googleProduct
    case "androidpublisher#subscriptionPurchase", "androidpublisher#subscriptionPurchaseV2":
      .googleSubscription
    case "androidpublisher#voidedPurchase", "androidpublisher#voidedPurchasesListResponse":
      .googleVoided
    default: nil
    }
  }

  private static func isError(_ fields: LenientFields) -> Bool {
    guard let error = fields.fields("error"), error.integer("code") != nil else { return false }
    return error.text("message") != nil || error["errors"]?.array != nil
  }

  private static func isNotification(_ document: JSONValue, _ fields: LenientFields) -> Bool {
    if GooglePush.isEnvelope(document) { return true }
    guard fields.text("packageName") != nil else { return false }
    return GoogleNotification.members.contains { fields.has($0) }
      || (fields["eventTimeMillis"] != nil && fields["version"] != nil)
  }

  private static func isVoided(_ fields: LenientFields) -> Bool {
    fields["voidedPurchases"]?.array != nil || fields["voidedTimeMillis"] != nil
      || (fields.has("tokenPagination") && fields["orders"] == nil)
  }

  private static func isSubscription(_ fields: LenientFields) -> Bool {
    fields["subscriptionState"] != nil
      || (fields["startTimeMillis"] != nil && fields["expiryTimeMillis"] != nil)
  }

  private static func isProduct(_ fields: LenientFields) -> Bool {
    fields["purchaseTimeMillis"] != nil
      && (fields["consumptionState"] != nil || fields["purchaseState"] != nil)
  }

  private static func isOrder(_ fields: LenientFields) -> Bool {
    fields.text("orderId") != nil && fields["state"] != nil
      && (fields["lineItems"] != nil || fields.has("orderHistory") || fields["createTime"] != nil)
  }

  /// Decodes and verifies a document of Google's. Bodies of its API are unsigned; their trust
  /// depends on the connection. `bytes` is the original document, whose exact bytes may be signed.
  package static func examine(
    _ document: JSONValue,
    bytes: [UInt8]? = nil,
    with context: Context = .init()
  ) -> DocumentExamination {
    switch kind(of: document) {
    case .some(.googlePurchase): purchase(document, bytes, context)
    case .some(.googleRTDN): notification(document, context)
    case .some(let kind):
      DocumentExamination(
        kind: kind,
        verdict: .unsigned,
        environmentKind: environment(of: document, kind),
        payload: document
      ).decoded
    case nil:
      DocumentExamination(
        kind: .unknown,
        verdict: .rejected(.unsupported("this is not a known document of Google Play's"))
      )
    }
  }

  /// Google has one environment and marks the purchases of licence testers. Orders, voided
  /// purchases and errors do not say.
  private static func environment(of document: JSONValue, _ kind: ReceiptKind) -> StoreEnvironment?
  {
    let isTest: Bool? =
      switch kind {
      case .googleProduct: GoogleProduct(document)?.isTest
      case .googleSubscription where document["expiryTimeMillis"] != nil:
        GoogleLegacySubscription(document)?.isTest
      case .googleSubscription: GoogleSubscription(document)?.isTest
      default: nil
      }
    return isTest.map { $0 ? .sandbox : .production }
  }

  private static func notification(
    _ document: JSONValue,
    _ context: Context
  ) -> DocumentExamination {
    DocumentExamination(.googleRTDN, payload: document) { (examination) throws(Rejection) in
      if GooglePush.isEnvelope(document) {
        examination.payload = nil
        examination.payload = try GooglePush(document).payload
      }
      examination = examination.decoded
      examination.app = examination.payload?["packageName"]?.string
      try examination.checkApp(among: context.packageNames)
    }
  }

  private static func purchase(
    _ document: JSONValue,
    _ bytes: [UInt8]?,
    _ context: Context
  ) -> DocumentExamination {
    DocumentExamination(.googlePurchase) { (examination) throws(Rejection) in
      let signed = try SignedPurchase(document, bytes: bytes, signature: context.signature)
      examination.payload = signed.purchase
      examination.app = signed.purchase["packageName"]?.string
      examination.checks.pass(.form)
      if context.key != nil { examination.checks.pass(.chain) }
      let canonical = try signed.check(context.key)
      examination.checks.pass(.signature)
      guard examination.app != nil else {
        throw .malformed(at: "packageName", expected: "the app's package name")
      }
      examination.checks.pass(.content)
      try examination.checkApp(among: context.packageNames)
      examination.verdict = .genuine(.storeSignature)
      examination.canonicalForm = canonical
    }
  }
}

/// An error response of the Android Publisher API, or of the service that issues its access tokens.
/// Never evidence that a purchase ended: earlier facts still hold.
package struct GoogleError: Sendable {
  /// The HTTP status.
  package let code: Int?
  package let status: String?
  package let reasons: [String]

  /// The error codes of OAuth (RFC 6749 §4.1.2.1, §5.2; RFC 6750 §3.1).
  private static let oauthCodes: Set<String> = [
    "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client",
    "unsupported_grant_type", "invalid_scope", "access_denied", "server_error",
    "temporarily_unavailable", "invalid_token", "insufficient_scope",
  ]
  private static let oauthNames: Set<String> = [
    "error", "error_description", "error_uri", "error_subtype",
  ]

  /// Whether this is an OAuth error. It names no store; Microsoft's have more members.
  static func isOAuth(_ document: JSONValue) -> Bool {
    guard let code = document["error"]?.string, oauthCodes.contains(code) else { return false }
    return document.members?.allSatisfy { oauthNames.contains($0.name) } == true
  }

  /// `nil` without an object `error`, unless it is an OAuth error.
  package init?(_ document: JSONValue) {
    if Self.isOAuth(document) {
      (code, reasons) = (nil, [])
      status = document["error"]?.string
      return
    }
    guard let fields = LenientFields(document["error"]) else { return nil }
    code = fields.integer("code")
    status = fields.text("status")
    reasons = fields.list("errors").compactMap { $0.text("reason") }
  }
}
