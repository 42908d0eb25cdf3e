package import Basics

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
  package var certificates: [CertificateDetails]
  package var signature: SignatureDetails?
  /// A genuine purchase of Google Play: the signed text and its signature.
  var canonicalForm: JSONValue?
  package var checks = DocumentChecks()

  package init(
    kind: ReceiptKind,
    verdict: Verdict,
    environment: String? = nil,
    environmentKind: StoreEnvironment? = nil,
    app: String? = nil,
    payload: JSONValue? = nil,
    transaction: JSONValue? = nil,
    renewalInfo: JSONValue? = nil,
    appTransaction: JSONValue? = nil,
    certificates: [CertificateDetails] = [],
    signature: SignatureDetails? = nil
  ) {
    self.kind = kind
    self.verdict = verdict
    self.environment = environment
    self.environmentKind = environmentKind
    self.app = app
    self.payload = payload
    self.transaction = transaction
    self.renewalInfo = renewalInfo
    self.appTransaction = appTransaction
    self.certificates = certificates
    self.signature = signature
  }

  package var rejection: Rejection? {
    if case .rejected(let rejection) = verdict { rejection } else { nil }
  }
}

extension DocumentExamination {
  /// A copy whose form and content checks have passed.
  var decoded: DocumentExamination {
    var decoded = self
    decoded.checks.pass(.form)
    decoded.checks.pass(.content)
    return decoded
  }
}

/// A signed payload inside a response of the App Store Server API.
package struct SignedPart: Sendable {
  /// Its path, for example `data[0].lastTransactions[1].signedRenewalInfo`.
  package var place: String
  package var examination: DocumentExamination
}
