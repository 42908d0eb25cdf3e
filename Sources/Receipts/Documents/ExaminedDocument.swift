package import Basics
package import Foundation

/// Pasted or uploaded input after decoding and verification.
package struct ExaminedDocument: Sendable {
  /// App receipts are examined attribute by attribute, everything else as one document.
  package enum Outcome: Sendable {
    case receipt(ReceiptExamination)
    case document(DocumentExamination)
  }

  package let outcome: Outcome
  /// The client framework's envelope around it, if any.
  package let wrapper: ClientEnvelope?

  package var kind: ReceiptKind {
    switch outcome {
    case .receipt: .appReceipt
    case .document(let document): document.kind
    }
  }

  /// Why it was rejected; `nil` if it is genuine or unsigned by design.
  package var rejection: Rejection? {
    switch outcome {
    case .receipt(let examination): examination.rejection
    case .document(let document): document.rejection
    }
  }

  /// Whether neither it nor a signed part of it was rejected.
  package var isWhole: Bool {
    guard case .document(let document) = outcome else { return rejection == nil }
    return rejection == nil && document.signedParts.allSatisfy { $0.examination.rejection == nil }
  }

  /// Whether a signature over the whole document was verified.
  package var isSigned: Bool {
    switch outcome {
    case .receipt(let examination): examination.rejection == nil
    case .document(let document): if case .genuine = document.verdict { true } else { false }
    }
  }
}

/// Decodes pasted or uploaded input: detects the kind by the content, removes client envelopes, and
/// verifies against the configured roots, keys and apps.
package struct DocumentReader: Sendable {
  /// Nested envelopes; real ones have one level.
  private static let maxWrappers = 3
  /// Characters of base64: a key of P-256 and its signature alone take 250.
  private static let minCertificateCharacters = 400

  private let receipts: ReceiptVerifier
  private let google: GoogleDocument.Context
  let microsoft: MicrosoftReceiptVerifier?
  private let payloads: PayloadVerifier?
  /// Called for each examination: a submitted document has exactly one.
  package var onExamination: @Sendable () -> Void = {}

  /// Without a verifier for Microsoft's receipts, or for Apple's signed payloads, these are only
  /// identified.
  package init(
    receipts: ReceiptVerifier,
    google: GoogleDocument.Context = .init(),
    microsoft: MicrosoftReceiptVerifier? = nil,
    payloads: PayloadVerifier? = nil
  ) {
    self.payloads = payloads
    self.receipts = receipts
    self.google = google
    self.microsoft = microsoft
  }

  /// Examines text or bytes of up to `ReceiptText.maxBytes` once decoded: base64, DER, JWS, JSON,
  /// XML or a property list. `now` decides whether a volume receipt has expired, and replaces a
  /// missing signing date. Never throws: unknown input is rejected.
  package func examine(_ input: consuming [UInt8], at now: Date) -> ExaminedDocument {
    var buffer = InputBuffer(bytes: input)
    return examine(&buffer, at: now)
  }

  /// The same with the document's bytes as they are to be stored: a genuine one in its canonical
  /// form, so that equivalent documents become one; any other without base64, client envelope
  /// (unless that holds the document's signature) and App Store shared secret.
  package func examineForStorage(
    _ input: [UInt8],
    at now: Date
  ) -> (submission: ExaminedDocument, document: [UInt8]) {
    var buffer = InputBuffer(bytes: input)
    let submission = examine(&buffer, at: now)
    if let canonical = canonicalForm(of: submission, buffer.bytes) {
      return (submission, canonical)
    }
    var document = buffer.signature == nil ? buffer.bytes : input
    if buffer.signature == nil, submission.kind == .appReceipt {
      document = ReceiptText.withoutPadding(document)
    } else if submission.kind == .microsoftStoreIDKey {
      // The store takes no white space around it, which a file has at its end.
      document.removeAll { $0 <= 0x20 }
    }
    return (submission, withoutSecret(document, submission, at: now))
  }

  /// A signed document holds no secret of ours, and would be invalid with a byte changed. Only a
  /// legacy receipt may have a secret beside its signed members: it is examined again without it.
  private func withoutSecret(
    _ document: [UInt8],
    _ submission: ExaminedDocument,
    at now: Date
  ) -> [UInt8] {
    let isSigned = submission.isSigned
    // Nothing can be added to a signed document, unless JSON encloses it.
    if isSigned, document.first != UInt8(ascii: "{") { return document }
    guard let changed = SharedSecretRedaction.changed(document, depth: 0) else { return document }
    return isSigned && !examine(changed, at: now).isSigned ? document : changed
  }

  private func examine(_ buffer: inout InputBuffer, at now: Date) -> ExaminedDocument {
    onExamination()
    do throws(Rejection) {
      while true {
        if let outcome = try outcome(of: &buffer, at: now) {
          return ExaminedDocument(outcome: outcome, wrapper: buffer.wrapper)
        }
      }
    } catch {
      let kind = buffer.wrapper == .playFab ? ReceiptKind.playFabRequest : .unknown
      let document = DocumentExamination(kind: kind, verdict: .rejected(error))
      return ExaminedDocument(outcome: .document(document), wrapper: buffer.wrapper)
    }
  }

  /// The pasted input, or the content of the envelope that was removed from it.
  private struct InputBuffer {
    var bytes: [UInt8]
    var signature: String?
    var wrapper: ClientEnvelope?
    var removedWrappers = 0

    /// Frees the envelope's text first, to keep only one copy in memory.
    mutating func replace(by inner: String) {
      bytes = []
      bytes = Array(inner.utf8)
    }
  }

  /// `nil` if the input was an envelope; the buffer then holds its content.
  private func outcome(
    of buffer: inout InputBuffer,
    at now: Date
  ) throws(Rejection) -> ExaminedDocument.Outcome? {
    if let content = try Self.structured(buffer.bytes) {
      return try outcome(of: content, &buffer, at: now)
    }
    if let microsoft, MicrosoftDocument.kind(ofXML: buffer.bytes) != nil {
      return .document(microsoft.examine(buffer.bytes))
    }
    if let document = signedPayload(buffer.bytes, at: now) { return .document(document) }
    if ReceiptKind.lookalike(buffer.bytes) != nil { throw Self.unknown(buffer.bytes) }
    buffer.bytes = try ReceiptText.bytes(of: buffer.bytes)
    if ReceiptKind(of: buffer.bytes) == .appReceipt {
      return .receipt(receipts.examine(ReceiptText.withoutPadding(buffer.bytes), at: now))
    }
    if let content = try Self.structured(buffer.bytes) {
      return try outcome(of: content, &buffer, at: now)
    }
    throw Self.unknown(buffer.bytes)
  }

  private enum Structured {
    case json(JSONValue), propertyList
  }

  private static func structured(_ input: [UInt8]) throws(Rejection) -> Structured? {
    if LegacyReceipt.looksLike(input) { return .propertyList }
    switch input.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): break
    default: return nil
    }
    guard input.count <= ReceiptText.maxCharacters else {
      throw .tooLarge(limit: ReceiptText.maxBytes)
    }
    return .json(try DocumentJSON.value(input))
  }

  private func outcome(
    of content: Structured,
    _ buffer: inout InputBuffer,
    at now: Date
  ) throws(Rejection) -> ExaminedDocument.Outcome? {
    guard case .json(let json) = content else {
      return .document(LegacyReceipt.examine(buffer.bytes))
    }
    if buffer.removedWrappers < Self.maxWrappers, let found = ClientEnvelope.unwrap(json) {
      guard !found.isOverlong else { throw .tooLarge(limit: ClientEnvelope.maxBytesOfJSON) }
      buffer.replace(by: found.inner)
      buffer.signature = found.signature
      buffer.wrapper = buffer.wrapper ?? found.wrapper
      buffer.removedWrappers += 1
      return nil
    }
    // An item of the notification history also has its attempts; anything else is Apple's to add.
    if let payloads, json["sendAttempts"] == nil, let text = json["signedPayload"]?.string {
      return .document(payloads.examine(compact: Array(text.utf8), at: now))
    }
    return .document(try document(json, buffer, at: now))
  }

  private func document(
    _ json: JSONValue,
    _ buffer: InputBuffer,
    at now: Date
  ) throws(Rejection) -> DocumentExamination {
    if AppStoreDocument.kind(of: json) != nil { return appStore(json, at: now) }
    if GoogleDocument.kind(of: json) != nil {
      var context = google
      context.signature = buffer.signature ?? google.signature
      return GoogleDocument.examine(json, bytes: buffer.bytes, with: context)
    }
    if AmazonDocument.kind(of: json) != nil {
      return AmazonDocument.examine(json, packageNames: google.packageNames)
    }
    if MicrosoftDocument.kind(of: json) != nil { return MicrosoftDocument.examineResponse(json) }
    if PlayFabRequest.matches(json) {
      return DocumentExamination(
        kind: .playFabRequest,
        verdict: .rejected(.unsupported("a PlayFab request without a store's document"))
      )
    }
    throw .unsupported("this JSON is not a known store document")
  }

  private func appStore(_ json: JSONValue, at now: Date) -> DocumentExamination {
    var examination = AppStoreDocument.examine(json)
    if let payloads, examination.kind == .appStoreResponse, let answer = AppStoreResponse(json) {
      examination.signedParts = answer.evaluated(by: payloads, at: now)
    }
    return examination
  }

  /// A compact JWS: Apple's, or a Microsoft Store ID key.
  private func signedPayload(_ input: [UInt8], at now: Date) -> DocumentExamination? {
    let bytes = input.span
    let start = input.firstIndex { $0 > 0x20 } ?? input.count
    guard input[start...].starts(with: "eyJ".utf8),
      let stop = bytes.firstIndex(of: UInt8(ascii: "."), in: start..<bytes.count)
    else { return nil }
    // Apple's headers contain a certificate and are longer than Microsoft's.
    if stop - start < Self.minCertificateCharacters {
      let key = MicrosoftDocument.examineStoreIDKey(Array(input[start...]))
      if let claims = key.payload, MicrosoftDocument.kind(ofClaims: claims) != nil { return key }
    }
    return payloads?.examine(input, at: now)
  }

  private static func unknown(_ bytes: [UInt8]) -> Rejection {
    if let lookalike = ReceiptKind.lookalike(bytes) {
      return .unsupported("this looks like \(lookalike), which is not supported")
    }
    return .malformed(
      at: "byte 0",
      expected: "a document of a store; Apple's app receipts begin with MI in base64"
    )
  }
}

extension DocumentReader {
  /// The decoded fields of a document that was verified before, and of the payloads signed inside
  /// it. Verifies nothing.
  package static func decodedPayloads(of document: [UInt8]) -> [JSONValue] {
    var found: [JSONValue] = []
    if document.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") {
      collectPayload(of: document, into: &found)
    } else if let value = try? DocumentJSON.value(document) {
      found.append(value)
      collectPayloads(in: value, into: &found)
    }
    return found
  }

  private static func collectPayload(of text: [UInt8], into found: inout [JSONValue]) {
    guard let jws = try? JWS(text), let octets = try? jws.octets(of: jws.payload),
      let value = try? JWS.payloadValue(octets)
    else { return }
    found.append(value)
    collectPayloads(in: value, into: &found)
  }

  /// Each payload is shorter than its text, and the JSON reader limits the depth.
  private static func collectPayloads(in value: JSONValue, into found: inout [JSONValue]) {
    switch value {
    case .string(let text) where text.hasPrefix("eyJ"):
      collectPayload(of: Array(text.utf8), into: &found)
    case .array(let items): for item in items { collectPayloads(in: item, into: &found) }
    case .object(let members):
      for member in members { collectPayloads(in: member.value, into: &found) }
    default: break
    }
  }
}

extension ReceiptText {
  /// An app receipt's bytes, without text encoding and padding; throws if the input is no app
  /// receipt.
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
    .unsupported("this looks like \(lookalike); only Apple's app receipts can be filed here")
  }
}
