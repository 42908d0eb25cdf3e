import Basics
package import Foundation

/// Something pasted or uploaded, after it was looked into.
package struct Submission: Sendable {
  /// App receipts are looked into attribute by attribute, everything else as one document.
  package enum Outcome: Sendable {
    case receipt(ReceiptExamination)
    case document(DocumentExamination)
  }

  package let outcome: Outcome
  /// The framework's envelope it came in, where there was one.
  package let wrapper: Wrapper?

  package var kind: ReceiptKind {
    switch outcome {
    case .receipt: .appReceipt
    case .document(let document): document.kind
    }
  }

  /// Why it is not believed; `nil` for what is, and for what carries no signature by design.
  package var rejection: Rejection? {
    switch outcome {
    case .receipt(let examination): examination.rejection
    case .document(let document): document.rejection
    }
  }

  /// Whether a signature over the whole document was found genuine.
  fileprivate var isSigned: Bool {
    switch outcome {
    case .receipt(let examination): examination.rejection == nil
    case .document(let document): if case .genuine = document.verdict { true } else { false }
    }
  }
}

/// Reads whatever somebody pastes or uploads: tells the kind by the content, takes off wrappers, and
/// judges by the roots, keys and apps in force.
package struct DocumentReader: Sendable {
  /// Wrappers in wrappers; real ones have one level.
  private static let mostWrappers = 3
  /// Letters of base64: a key of P-256 and its signature alone take 250.
  private static let shortestCertificate = 400

  private let receipts: ReceiptVerifier
  private let google: GoogleDocument.Surroundings
  let microsoft: MicrosoftReceiptVerifier?
  private let payloads: PayloadVerifier?

  /// Without a verifier for Microsoft's receipts, or for Apple's signed payloads, those are only
  /// named.
  package init(
    receipts: ReceiptVerifier,
    google: GoogleDocument.Surroundings = .init(),
    microsoft: MicrosoftReceiptVerifier? = nil,
    payloads: PayloadVerifier? = nil
  ) {
    self.payloads = payloads
    self.receipts = receipts
    self.google = google
    self.microsoft = microsoft
  }

  /// Any text or bytes of up to `ReceiptText.mostBytes` once decoded: base64, DER, JWS, JSON, XML or a
  /// property list. `now` decides whether a volume receipt has ended, and stands in for a signing time
  /// that is missing. Never throws: what is no document of a store is rejected.
  package func examine(_ input: consuming [UInt8], at now: Date) -> Submission {
    var paste = Paste(bytes: input)
    return examine(&paste, at: now)
  }

  /// The same with the document's own bytes, as they are to be kept: a genuine one in its canonical
  /// form, so that documents which say and prove the same are one; any other out of its base64 and
  /// out of a wrapper, unless the wrapper held a signature that belongs to it, and without an App
  /// Store shared secret.
  package func examineKeeping(
    _ input: [UInt8],
    at now: Date
  ) -> (submission: Submission, document: [UInt8]) {
    var paste = Paste(bytes: input)
    let submission = examine(&paste, at: now)
    if let canonical = canonicalForm(of: submission, paste.bytes, at: now) { return canonical }
    guard paste.signature == nil else {
      return (submission, withoutSecret(input, submission, at: now))
    }
    guard submission.kind == .appReceipt else {
      return (submission, withoutSecret(paste.bytes, submission, at: now))
    }
    let receipt = ReceiptText.withoutPadding(paste.bytes)
    return (submission, withoutSecret(receipt, submission, at: now))
  }

  /// What is signed holds no secret of ours, and would not be believed again with a byte changed.
  private func withoutSecret(
    _ document: [UInt8],
    _ submission: Submission,
    at now: Date
  ) -> [UInt8] {
    let isSigned = submission.isSigned
    // Nothing can be added to a signed document, unless JSON is around it.
    if isSigned, document.first != UInt8(ascii: "{") { return document }
    guard let changed = SharedSecretRedaction.changed(document, depth: 0) else { return document }
    return isSigned && !examine(changed, at: now).isSigned ? document : changed
  }

  private func examine(_ paste: inout Paste, at now: Date) -> Submission {
    do throws(Rejection) {
      while true {
        if let outcome = try outcome(of: &paste, at: now) {
          return Submission(outcome: outcome, wrapper: paste.wrapper)
        }
      }
    } catch {
      let kind = paste.wrapper == .playFab ? ReceiptKind.playFabRequest : .unknown
      let document = DocumentExamination(kind: kind, verdict: .rejected(error))
      return Submission(outcome: .document(document), wrapper: paste.wrapper)
    }
  }

  /// What somebody pasted, or what was in the wrapper that is off already.
  private struct Paste {
    var bytes: [UInt8]
    var signature: String?
    var wrapper: Wrapper?
    var wrappersOff = 0

    /// The wrapper's own text goes first: so much need not be in memory once more.
    mutating func replace(by inner: String) {
      bytes = []
      bytes = Array(inner.utf8)
    }
  }

  /// `nil` where the paste was a wrapper, and now is what the wrapper held.
  private func outcome(
    of paste: inout Paste,
    at now: Date
  ) throws(Rejection) -> Submission.Outcome? {
    if let content = try Self.structured(paste.bytes) {
      return try outcome(of: content, &paste, at: now)
    }
    if let microsoft, MicrosoftDocument.kind(ofXML: paste.bytes) != nil {
      return .document(microsoft.examine(paste.bytes))
    }
    if let document = signedPayload(paste.bytes, at: now) { return .document(document) }
    if ReceiptKind.lookalike(paste.bytes) != nil { throw Self.unknown(paste.bytes) }
    paste.bytes = try ReceiptText.bytes(of: paste.bytes)
    if ReceiptKind(of: paste.bytes) == .appReceipt {
      return .receipt(receipts.examine(ReceiptText.withoutPadding(paste.bytes), at: now))
    }
    if let content = try Self.structured(paste.bytes) {
      return try outcome(of: content, &paste, at: now)
    }
    throw Self.unknown(paste.bytes)
  }

  /// Content that is text with a structure of its own.
  private enum Structured {
    case json(JSONValue), propertyList
  }

  private static func structured(_ input: [UInt8]) throws(Rejection) -> Structured? {
    if LegacyReceipt.looksLike(input) { return .propertyList }
    switch input.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): break
    default: return nil
    }
    guard input.count <= ReceiptText.mostCharacters else {
      throw .tooLarge(limit: ReceiptText.mostBytes)
    }
    return .json(try DocumentJSON.value(input))
  }

  private func outcome(
    of content: Structured,
    _ paste: inout Paste,
    at now: Date
  ) throws(Rejection) -> Submission.Outcome? {
    guard case .json(let json) = content else {
      return .document(LegacyReceipt.examine(paste.bytes))
    }
    if paste.wrappersOff < Self.mostWrappers, let found = Wrapper.unwrap(json) {
      guard !found.isOverlong else { throw .tooLarge(limit: Wrapper.mostBytesOfJSON) }
      paste.replace(by: found.inner)
      paste.signature = found.signature
      paste.wrapper = paste.wrapper ?? found.wrapper
      paste.wrappersOff += 1
      return nil
    }
    if let payloads, json.members?.count == 1, let text = json["signedPayload"]?.string {
      return .document(payloads.examine(compact: Array(text.utf8), at: now))
    }
    return .document(try document(json, paste, at: now))
  }

  private func document(
    _ json: JSONValue,
    _ paste: Paste,
    at now: Date
  ) throws(Rejection) -> DocumentExamination {
    if AppStoreDocument.kind(of: json) != nil { return appStore(json, at: now) }
    if GoogleDocument.kind(of: json) != nil {
      var surroundings = google
      surroundings.signature = paste.signature ?? google.signature
      return GoogleDocument.examine(json, bytes: paste.bytes, with: surroundings)
    }
    if AmazonDocument.kind(of: json) != nil {
      return AmazonDocument.examine(json, packageNames: google.packageNames)
    }
    if MicrosoftDocument.kind(of: json) != nil { return MicrosoftDocument.examineResponse(json) }
    if PlayFabRequest.matches(json) {
      return DocumentExamination(
        kind: .playFabRequest,
        verdict: .rejected(.unsupported("a request to PlayFab that holds no store's document"))
      )
    }
    throw .unsupported("this is JSON, but of no kind that a store is known to send")
  }

  private func appStore(_ json: JSONValue, at now: Date) -> DocumentExamination {
    var examination = AppStoreDocument.examine(json)
    if let payloads, examination.kind == .appStoreResponse, let answer = AppStoreAnswer(json) {
      examination.signedParts = answer.judged(by: payloads, at: now)
    }
    return examination
  }

  /// A compact JWS: Apple's, or the key that Microsoft's store gives a client.
  private func signedPayload(_ input: [UInt8], at now: Date) -> DocumentExamination? {
    let bytes = input.span
    let start = input.firstIndex { $0 > 0x20 } ?? input.count
    guard input[start...].starts(with: "eyJ".utf8),
      let stop = bytes.firstIndex(of: UInt8(ascii: "."), in: start..<bytes.count)
    else { return nil }
    // A header with a certificate in it, which is how Apple signs, is longer than Microsoft's.
    if stop - start < Self.shortestCertificate {
      let key = MicrosoftDocument.examineStoreIDKey(Array(input[start...]))
      if let claims = key.payload, MicrosoftDocument.kind(ofClaims: claims) != nil { return key }
    }
    return payloads?.examine(input, at: now)
  }

  private static func unknown(_ bytes: [UInt8]) -> Rejection {
    if let lookalike = ReceiptKind.lookalike(bytes) {
      return .unsupported("this looks like \(lookalike), which is not read so far")
    }
    return .malformed(
      at: "byte 0",
      expected: "a document of a store; Apple's app receipts begin with MI in base64"
    )
  }
}

extension ReceiptText {
  /// An app receipt's own bytes, without its text's encoding and without padding; refused when
  /// there is no receipt in the text at all.
  package static func receipt(in input: [UInt8]) throws(Rejection) -> [UInt8] {
    if let lookalike = ReceiptKind.lookalike(input) { throw notAReceipt(lookalike) }
    let bytes = try bytes(of: input)
    guard ReceiptKind(of: bytes) == .appReceipt else {
      if let lookalike = ReceiptKind.lookalike(bytes) { throw notAReceipt(lookalike) }
      throw .malformed(
        at: "byte 0",
        expected: "PKCS#7 signed data; Apple's app receipts begin with MI in base64"
      )
    }
    return withoutPadding(bytes)
  }

  private static func notAReceipt(_ lookalike: String) -> Rejection {
    .unsupported("this looks like \(lookalike); only Apple's app receipts are filed so far")
  }
}
