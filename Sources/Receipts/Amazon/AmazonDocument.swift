package import Basics

/// Classifies and decodes documents of Amazon's Appstore.
package enum AmazonDocument {
  /// `nil` for a document that is not Amazon's.
  package static func kind(of document: JSONValue) -> ReceiptKind? {
    if AmazonEnvelope(document) != nil { return .amazonNotification }
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
    case .some(.amazonReceipt): receipt(document)
    case .some(.amazonNotification): notification(document, packageNames)
    default:
      DocumentExamination(
        kind: .unknown,
        verdict: .rejected(.unsupported("this is not a known document of Amazon's"))
      )
    }
  }

  private static func receipt(_ document: JSONValue) -> DocumentExamination {
    var examination = DocumentExamination(
      kind: .amazonReceipt,
      verdict: .unsigned,
      environmentKind: AmazonReceipt(document)?.environment,
      payload: document
    )
    guard let firstInvalidMember = AmazonReceipt.firstInvalidMember(in: document) else {
      return examination.decoded
    }
    examination.checks.fail(firstInvalidMember)
    examination.verdict = .rejected(firstInvalidMember)
    return examination
  }

  private static func notification(
    _ document: JSONValue,
    _ packageNames: Set<String>
  ) -> DocumentExamination {
    var examination = DocumentExamination(
      kind: .amazonNotification,
      verdict: .unsigned,
      payload: document
    )
    do throws(Rejection) {
      if let envelope = AmazonEnvelope(document) {
        // The other types concern the topic's subscription, not a purchase.
        guard envelope.type.known == .notification else { return examination.decoded }
        examination.payload = nil
        examination.payload = try payload(of: envelope)
      }
      examination = examination.decoded
      let notification = examination.payload.flatMap(AmazonNotification.init)
      examination.app = notification?.packageName
      examination.environmentKind = notification?.environment
      let app = examination.app ?? ""
      guard !packageNames.isEmpty else { return examination }
      guard packageNames.contains(app) else {
        throw .wrongApp(expected: packageNames.sorted().joined(separator: ", "), found: app)
      }
      examination.checks.pass(.app)
    } catch {
      examination.checks.fail(error)
      examination.verdict = .rejected(error)
    }
    return examination
  }

  private static func payload(of envelope: AmazonEnvelope) throws(Rejection) -> JSONValue {
    let payload: JSONValue
    do throws(Rejection) {
      payload = try DocumentJSON.value(envelope.message)
    } catch {
      throw error.within("Message")
    }
    guard payload.isObject else {
      throw .malformed(at: "Message", expected: "the text of a JSON object")
    }
    return payload
  }
}
