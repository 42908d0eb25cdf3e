import Basics

/// What a verification saw of a payload on its way, however far it came.
struct PayloadTrail {
  private(set) var kind = ReceiptKind.unknown
  private var payload: JSONValue?
  private var content: PayloadContent?
  private var transaction: JSONValue?
  private var renewalInfo: JSONValue?
  private var appTransaction: JSONValue?
  private var certificates: [CertificateFacts] = []
  private var signature: SignatureFacts?
  private(set) var checks = DocumentChecks()

  mutating func note(_ payload: JSONValue) {
    kind = ReceiptKind(ofSigned: payload)
    self.payload = payload
  }

  mutating func note(_ content: PayloadContent) { self.content = content }

  mutating func pass(_ check: DocumentChecks.Check) { checks.pass(check) }

  /// Behind the environment, only the app is asked for but what is signed inside.
  mutating func blame(_ rejection: Rejection) {
    let isInside = checks.passed(.environment) && !checks.passed(.parts)
    checks.blame(rejection, isInside: isInside && kind == .signedNotification)
  }

  /// The header was read: what follows is signed with ES256, or refused.
  mutating func note(_ certificates: [CertificateFacts]) {
    self.certificates = certificates
    signature = SignatureFacts(payloadsWith: ES256.name)
  }

  /// Keeps what a nested payload says.
  mutating func adopt(_ inner: PayloadTrail, at place: SignedNotification.Nested) {
    switch place {
    case .transaction: transaction = inner.payload
    case .renewalInfo: renewalInfo = inner.payload
    case .appTransaction: appTransaction = inner.payload
    }
  }

  /// Decodes what a rejected notification holds, without judging it: what was filed when its root
  /// was trusted is read again when it no longer is.
  mutating func lookInside() {
    guard case .notification(let notification)? = content else { return }
    transaction = transaction ?? Self.payload(of: notification.nested[.transaction])
    renewalInfo = renewalInfo ?? Self.payload(of: notification.nested[.renewalInfo])
    appTransaction = appTransaction ?? Self.payload(of: notification.nested[.appTransaction])
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

extension SignatureFacts {
  /// RFC 7518 §3.4: ES256 fixes the digest.
  fileprivate init(payloadsWith algorithm: String) {
    digest = "SHA-256"
    self.algorithm = algorithm
  }
}

extension SignedNotification {
  /// Puts a verified payload where it belongs; another kind in its place is refused.
  mutating func adopt(_ content: PayloadContent, at place: Nested) throws(Rejection) {
    switch (place, content) {
    case (.transaction, .transaction(let content)): transaction = content
    case (.renewalInfo, .renewalInfo(let content)): renewalInfo = content
    case (.appTransaction, .appTransaction(let content)): appTransaction = content
    case (.transaction, _):
      throw .malformed(at: place.rawValue, expected: "a signed transaction")
    case (.renewalInfo, _):
      throw .malformed(at: place.rawValue, expected: "signed renewal information")
    case (.appTransaction, _):
      throw .malformed(at: place.rawValue, expected: "a signed app transaction")
    }
  }
}

/// Finds the compact JWS in what was sent.
enum PayloadText {
  /// The text without the white space around it, or what `signedPayload` holds where the text is
  /// the JSON body of a notification (apple.md §4.1).
  static func compact(in text: [UInt8]) throws(Rejection) -> [UInt8] {
    guard text.count <= JWS.mostBytes else { throw .tooLarge(limit: JWS.mostBytes) }
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
