package import Basics

/// Everything Google Play hands out, told apart by content.
package enum GoogleDocument {
  /// What is known beside the document.
  package struct Surroundings: Sendable {
    package var key: GoogleLicenceKey?
    /// A purchase's signature in base64, where it came apart from it; goes before one inside.
    package var signature: String?
    /// The apps that are ours; empty means report, don't judge.
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

  /// `nil` for what Google Play has not made.
  package static func kind(of document: JSONValue) -> ReceiptKind? {
    guard let fields = LooseFields(document) else { return nil }
    if let kind = kind(named: fields.text("kind")) { return kind }
    if isError(fields) || GoogleFault.isOAuth(document) { return .googleError }
    if isNotification(document, fields) { return .googleRTDN }
    if SignedPurchase.isPurchase(document) || SignedPurchase.isPair(document) {
      return .googlePurchase
    }
    if isVoided(fields) { return .googleVoided }
    if isSubscription(fields) { return .googleSubscription }
    if GoogleProduct.isVersion2(fields) || isProduct(fields) { return .googleProduct }
    if isOrder(fields)
      || (fields["orders"]?.array?.first.flatMap { LooseFields($0) }).map(isOrder) == true
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

  private static func isError(_ fields: LooseFields) -> Bool {
    guard let error = fields.fields("error"), error.integer("code") != nil else { return false }
    return error.text("message") != nil || error["errors"]?.array != nil
  }

  private static func isNotification(_ document: JSONValue, _ fields: LooseFields) -> Bool {
    if GooglePush.isEnvelope(document) { return true }
    guard fields.text("packageName") != nil else { return false }
    return GoogleNotification.members.contains { fields.has($0) }
      || (fields["eventTimeMillis"] != nil && fields["version"] != nil)
  }

  private static func isVoided(_ fields: LooseFields) -> Bool {
    fields["voidedPurchases"]?.array != nil || fields["voidedTimeMillis"] != nil
      || (fields.has("tokenPagination") && fields["orders"] == nil)
  }

  private static func isSubscription(_ fields: LooseFields) -> Bool {
    fields["subscriptionState"] != nil
      || (fields["startTimeMillis"] != nil && fields["expiryTimeMillis"] != nil)
  }

  private static func isProduct(_ fields: LooseFields) -> Bool {
    fields["purchaseTimeMillis"] != nil
      && (fields["consumptionState"] != nil || fields["purchaseState"] != nil)
  }

  private static func isOrder(_ fields: LooseFields) -> Bool {
    fields.text("orderId") != nil && fields["state"] != nil
      && (fields["lineItems"] != nil || fields.has("orderHistory") || fields["createTime"] != nil)
  }

  /// Looks into a document of Google's. Bodies of its API carry no signature: the connection they
  /// came over must vouch for them. `bytes` is the document as it came, where its very octets may
  /// have been signed.
  package static func examine(
    _ document: JSONValue,
    bytes: [UInt8]? = nil,
    with surroundings: Surroundings = .init()
  ) -> DocumentExamination {
    switch kind(of: document) {
    case .some(.googlePurchase): purchase(document, bytes, surroundings)
    case .some(.googleRTDN): notification(document, surroundings)
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
        verdict: .rejected(.unsupported("this is no document of Google Play's that is known here"))
      )
    }
  }

  /// Google has one world; a licence tester's purchase in it is marked. Orders, voided purchases
  /// and errors do not say.
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
    _ surroundings: Surroundings
  ) -> DocumentExamination {
    var examination = DocumentExamination(kind: .googleRTDN, verdict: .unsigned, payload: document)
    do throws(Rejection) {
      if GooglePush.isEnvelope(document) {
        examination.payload = nil
        examination.payload = try GooglePush(document).payload
      }
      examination = examination.decoded
      examination.app = examination.payload?["packageName"]?.string
      try checkApp(&examination, surroundings)
    } catch {
      examination.checks.blame(error)
      examination.verdict = .rejected(error)
    }
    return examination
  }

  private static func purchase(
    _ document: JSONValue,
    _ bytes: [UInt8]?,
    _ surroundings: Surroundings
  ) -> DocumentExamination {
    var examination = DocumentExamination(kind: .googlePurchase, verdict: .unsigned)
    do throws(Rejection) {
      let signed = try SignedPurchase(document, bytes: bytes, signature: surroundings.signature)
      examination.payload = signed.purchase
      examination.app = signed.purchase["packageName"]?.string
      examination.checks.pass(.form)
      if surroundings.key != nil { examination.checks.pass(.chain) }
      let canonical = try signed.check(surroundings.key)
      examination.checks.pass(.signature)
      guard examination.app != nil else {
        throw .malformed(at: "packageName", expected: "the app's package name")
      }
      examination.checks.pass(.content)
      try checkApp(&examination, surroundings)
      examination.verdict = .genuine(.storeSignature)
      examination.canonicalForm = canonical
    } catch {
      examination.checks.blame(error)
      examination.verdict = .rejected(error)
    }
    return examination
  }

  private static func checkApp(
    _ examination: inout DocumentExamination,
    _ surroundings: Surroundings
  ) throws(Rejection) {
    let ours = surroundings.packageNames
    guard !ours.isEmpty else { return }
    let app = examination.app ?? ""
    guard ours.contains(app) else {
      throw .wrongApp(expected: ours.sorted().joined(separator: ", "), found: app)
    }
    examination.checks.pass(.app)
  }
}
