package import Basics

/// A document other than an app receipt after it was looked into: what it is, what it says under
/// the store's own names, and whether it may be believed.
package struct DocumentExamination: Sendable {
  /// Whether a document may be believed; one that carries no signature by design is neither.
  package enum Verdict: Equatable, Sendable {
    case genuine(Provenance)
    /// Carries no signature by design: how it came here must vouch for it.
    case unsigned
    case rejected(Rejection)
  }

  package var kind: ReceiptKind
  package var verdict: Verdict
  /// The store's own word for its environment, and ours where it is one we know.
  package var environment: String?
  package var environmentKind: StoreEnvironment?
  /// The app it is about: Apple's bundle ID, Google's package name, Microsoft's app ID.
  package var app: String?
  /// The decoded fields under the store's own names, values unchanged; `nil` where nothing could be
  /// decoded.
  package var payload: JSONValue?
  /// Signed payloads inside the payload, decoded.
  package var transaction: JSONValue?
  package var renewalInfo: JSONValue?
  package var appTransaction: JSONValue?
  /// Signed payloads inside an unsigned answer, each judged for itself.
  package var signedParts: [SignedPart] = []
  package var certificates: [CertificateFacts]
  package var signature: SignatureFacts?
  /// A genuine purchase of Google Play's as the text that is signed beside its signature.
  var canonicalForm: JSONValue?
  /// What was asked of it, and what held.
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
    certificates: [CertificateFacts] = [],
    signature: SignatureFacts? = nil
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
  /// The same, of which the form and the content were as they should be.
  var decoded: DocumentExamination {
    var decoded = self
    decoded.checks.pass(.form)
    decoded.checks.pass(.content)
    return decoded
  }
}

/// A signed payload that lies in an answer of the App Store Server API.
package struct SignedPart: Sendable {
  /// The path that leads to it, as in `data[0].lastTransactions[1].signedRenewalInfo`.
  package var place: String
  package var examination: DocumentExamination
}
