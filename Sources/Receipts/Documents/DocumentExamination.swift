package import Basics
package import Foundation

/// A decoded and verified document other than an app receipt: its kind, its content under the
/// store's names, and its verdict.
package struct DocumentExamination: Sendable {
  /// Whether a document is genuine; one that is unsigned by design is neither.
  package enum Verdict: Equatable, Sendable {
    case genuine(VerificationBasis)
    /// Unsigned by design: its trust depends on how it arrived.
    case unsigned
    case rejected(Rejection)
  }

  package var kind: ReceiptKind
  package var verdict: Verdict
  /// The store's own name for its environment, and ours if it is a known one.
  package var environment: String?
  package var environmentKind: StoreEnvironment?
  /// The app: Apple's bundle ID, Google's package name, Microsoft's app ID.
  package var app: String?
  /// The decoded fields under the store's names, values unchanged; `nil` if decoding failed.
  package var payload: JSONValue?
  /// Signed payloads inside the payload, decoded.
  package var transaction: JSONValue?
  package var renewalInfo: JSONValue?
  package var appTransaction: JSONValue?
  /// Signed payloads inside an unsigned response, each verified on its own.
  package var signedParts: [SignedPart] = []
  package var certificates: [CertificateDetails] = []
  package var signature: SignatureDetails?
  /// A genuine purchase of Google Play: the signed text and its signature.
  var canonicalForm: JSONValue?
  package var checks = DocumentChecks()

  package var rejection: Rejection? {
    if case .rejected(let rejection) = verdict { rejection } else { nil }
  }
}

extension DocumentExamination {
  /// The examination of an unsigned or not yet verified document by `examine`; an error from that
  /// is the verdict.
  init(
    _ kind: ReceiptKind,
    payload: JSONValue? = nil,
    by examine: (inout DocumentExamination) throws(Rejection) -> Void
  ) {
    self.init(kind: kind, verdict: .unsigned, payload: payload)
    do throws(Rejection) { try examine(&self) } catch { reject(error) }
  }

  /// A copy whose form and content checks have passed.
  var decoded: DocumentExamination {
    var decoded = self
    decoded.checks.pass(.form)
    decoded.checks.pass(.content)
    return decoded
  }

  mutating func reject(_ rejection: Rejection) {
    checks.fail(rejection)
    verdict = .rejected(rejection)
  }

  /// Requires that the document's app is one of ours, if any are configured.
  mutating func checkApp(among ours: Set<String>) throws(Rejection) {
    guard !ours.isEmpty else { return }
    guard ours.contains(app ?? "") else { throw .wrongApp(app ?? "", notAmong: ours) }
    checks.pass(.app)
  }
}

/// A signed payload inside a response of the App Store Server API.
package struct SignedPart: Sendable {
  /// Its path, for example `data[0].lastTransactions[1].signedRenewalInfo`.
  package var path: String
  package var examination: DocumentExamination
}

/// The checks of a document other than an app receipt, and how far it got.
package struct DocumentChecks: Equatable, Sendable {
  package enum Check: UInt8, Sendable, CaseIterable {
    case form, signature, chain, content, validity, environment, parts, app
  }

  private var bits: UInt8 = 0
  /// The check that rejected the document.
  package private(set) var failed: Check?

  package init() {}

  package func passed(_ check: Check) -> Bool { bits & 1 << check.rawValue != 0 }

  mutating func pass(_ check: Check) { bits |= 1 << check.rawValue }

  /// `isInside` if the rejected part is signed inside the document.
  mutating func fail(_ rejection: Rejection, isInside: Bool = false) {
    guard !isInside else { return failed = .parts }
    failed =
      switch rejection {
      case .tooLarge: .form
      case .malformed: passed(.chain) ? .content : .form
      case .unsupported where passed(.chain): passed(.content) ? .environment : .content
      case .unsupported: passed(.form) ? .signature : .form
      case .badSignature: .signature
      case .untrustedChain: passed(.chain) ? .validity : .chain
      case .wrongEnvironment: .environment
      case .wrongApp: .app
      case .expired: .validity
      }
  }
}

/// Why a document is trusted.
package enum VerificationBasis: Equatable, Sendable {
  /// Signed below a store's own root.
  case storeSignature
  /// Signed below a root that the operator added: Xcode's, or a test's.
  case addedRoot
}

/// Proof that signature and chain were verified. Only this module can create one.
@dynamicMemberLookup
package struct Verified<Payload: Sendable>: Sendable {
  package let payload: Payload
  package let provenance: VerificationBasis

  init(_ payload: Payload, by provenance: VerificationBasis) {
    self.payload = payload
    self.provenance = provenance
  }

  package subscript<Value>(dynamicMember path: KeyPath<Payload, Value>) -> Value {
    payload[keyPath: path]
  }
}

/// The result of a verification. A rejection is a result, not an error.
package enum Verdict<Payload: Sendable>: Sendable {
  case genuine(Verified<Payload>)
  case rejected(Rejection)
}

/// The store environment of a document.
package enum StoreEnvironment: String, Sendable, CaseIterable { case production, sandbox, xcode }

/// Why a document was rejected.
package enum Rejection: Error, Equatable, Sendable {
  /// Wrong format: the location (`byte 133`, `attribute 12`) and what is expected there.
  case malformed(at: String, expected: String)
  /// Possibly signed, but not by a trusted signer.
  case untrustedChain(reason: String)
  /// The signature does not fit the content.
  case badSignature(reason: String)
  /// Our apps, and the document's app; empty if it names none.
  case wrongApp(expected: String, found: String)
  case wrongEnvironment(expected: String, found: String)
  /// The document itself has expired (only Apple's volume purchase receipts do).
  case expired(at: Date)
  case unsupported(String)
  /// Longer than any receipt; `limit` is the maximum in bytes.
  case tooLarge(limit: Int)
}

extension Rejection {
  static func wrongApp(_ found: String, notAmong ours: Set<String>) -> Rejection {
    .wrongApp(expected: ours.sorted().joined(separator: ", "), found: found)
  }

  /// The stable name used in JSON, in the ledger and by the web endpoints.
  package var code: String {
    switch self {
    case .malformed: "malformed"
    case .untrustedChain: "untrusted-chain"
    case .badSignature: "bad-signature"
    case .wrongApp: "wrong-app"
    case .wrongEnvironment: "wrong-environment"
    case .expired: "expired"
    case .unsupported: "unsupported"
    case .tooLarge: "too-large"
    }
  }

  /// The location in the document, if known.
  package var location: String? {
    if case .malformed(let location, _) = self { location } else { nil }
  }

  /// The reason as text. Quotes at most app identifiers, never content of the receipt.
  package var detail: String {
    switch self {
    case .malformed(_, let expected): "expected \(expected)"
    case .untrustedChain(let reason): reason
    case .badSignature(let reason): reason
    case .wrongApp(let expected, ""):
      "the receipt names no app; it must be for one of our apps: \(expected.prefix(155))"
    case .wrongApp(let expected, let found):
      "the receipt is for the app \(found.prefix(155)), not for \(expected.prefix(155))"
    case .wrongEnvironment(let expected, let found):
      "the receipt says it is from \(found), but its signer signs for \(expected)"
    case .expired(let date): "ended on \(date.formatted(.iso8601))"
    case .unsupported(let what): what
    case .tooLarge(let limit):
      "this is larger than the maximum of \(limit) bytes"
    }
  }
}
