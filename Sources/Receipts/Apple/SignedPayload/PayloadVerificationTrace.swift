import Basics

/// The intermediate results of a payload's verification, as far as it got.
struct PayloadVerificationTrace {
  private(set) var kind = ReceiptKind.unknown
  private var payload: JSONValue?
  private var content: PayloadContent?
  private var transaction: JSONValue?
  private var renewalInfo: JSONValue?
  private var appTransaction: JSONValue?
  private var certificates: [CertificateDetails] = []
  private var signature: SignatureDetails?
  private(set) var checks = DocumentChecks()

  mutating func note(_ payload: JSONValue) {
    kind = ReceiptKind(ofSigned: payload)
    self.payload = payload
  }

  mutating func note(_ content: PayloadContent) { self.content = content }

  mutating func pass(_ check: DocumentChecks.Check) { checks.pass(check) }

  /// After the environment, only the app and the nested payloads are still to be checked.
  mutating func fail(_ rejection: Rejection) {
    let isInside = checks.passed(.environment) && !checks.passed(.parts)
    checks.fail(rejection, isInside: isInside && kind == .signedNotification)
  }

  /// Records the header's certificates; the algorithm is always ES256 or the payload is rejected.
  mutating func note(_ certificates: [CertificateDetails]) {
    self.certificates = certificates
    // RFC 7518 §3.4: ES256 fixes the digest.
    signature = SignatureDetails(digest: "SHA-256", algorithm: ES256.name)
  }

  /// Records the payload of a nested JWS.
  mutating func adopt(_ inner: PayloadVerificationTrace, at part: PayloadContent.Nested) {
    switch part {
    case .transaction: transaction = inner.payload
    case .renewalInfo: renewalInfo = inner.payload
    case .appTransaction: appTransaction = inner.payload
    }
  }

  /// Decodes a rejected notification's nested payloads without verifying them: a document that was
  /// filed when its root was trusted is read again when it no longer is.
  mutating func decodeNested() {
    guard let nested = content?.nested else { return }
    transaction = transaction ?? Self.payload(of: nested[.transaction])
    renewalInfo = renewalInfo ?? Self.payload(of: nested[.renewalInfo])
    appTransaction = appTransaction ?? Self.payload(of: nested[.appTransaction])
  }

  private static func payload(of text: String?) -> JSONValue? {
    guard let text, let jws = try? JWS(Array(text.utf8)),
      let octets = try? jws.octets(of: jws.payload)
    else { return nil }
    return try? JWS.payloadValue(octets)
  }

  func examination(_ verdict: DocumentExamination.Verdict) -> DocumentExamination {
    let environment = content?.environment
    var examination = DocumentExamination(
      kind: kind,
      verdict: verdict,
      environment: environment,
      environmentKind: environment.flatMap(StoreEnvironment.init(appleName:)),
      app: content?.bundleID,
      payload: payload,
      transaction: transaction,
      renewalInfo: renewalInfo,
      appTransaction: appTransaction,
      certificates: certificates,
      signature: signature
    )
    examination.checks = checks
    return examination
  }
}

/// Extracts the compact JWS from the input.
enum PayloadText {
  /// The text without surrounding white space, or the `signedPayload` of a notification's JSON body
  /// (apple.md §4.1).
  static func compact(in text: [UInt8]) throws(Rejection) -> [UInt8] {
    guard text.count <= JWS.maxBytes else { throw .tooLarge(limit: JWS.maxBytes) }
    guard let first = text.firstIndex(where: { !isSpace($0) }),
      let last = text.lastIndex(where: { !isSpace($0) })
    else { throw .malformed(at: "byte 0", expected: "a signed payload, but there is no data") }
    guard text[first] == UInt8(ascii: "{") else {
      return last - first + 1 == text.count ? text : Array(text[first...last])
    }
    guard let payload = try DocumentJSON.value(text)["signedPayload"]?.string else {
      throw .malformed(at: "signedPayload", expected: "a signed payload (JWS)")
    }
    return Array(payload.utf8)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20: true
    default: false
    }
  }
}
