package import Foundation

/// The names of a receipt's digest and signature algorithm.
package struct SignatureDetails: Equatable, Sendable {
  /// `SHA-1`, `SHA-256`, or the object identifier of another.
  package var digest: String
  package var algorithm: String

  init(_ signer: CMSEnvelope.Signer, _ receipt: [UInt8]) {
    let bytes = receipt.span
    digest = signer.digest?.rawValue ?? OID.text(bytes, signer.digestOID)
    algorithm =
      if BERReader.matches(bytes, signer.signatureOID, OID.rsaEncryption) {
        "rsaEncryption"
      } else if BERReader.matches(bytes, signer.signatureOID, OID.sha1WithRSA) {
        "sha1WithRSAEncryption"
      } else if BERReader.matches(bytes, signer.signatureOID, OID.sha256WithRSA) {
        "sha256WithRSAEncryption"
      } else {
        OID.text(bytes, signer.signatureOID)
      }
  }
}

/// A receipt after verification: the verdict and how it was reached.
package struct ReceiptExamination: Sendable {
  package let verdict: Verdict<Receipt>
  package let trace: ReceiptVerificationTrace

  init(verdict: Verdict<Receipt>, trace: ReceiptVerificationTrace) {
    self.verdict = verdict
    self.trace = trace
  }

  /// Why the receipt was rejected.
  package var rejection: Rejection? {
    if case .rejected(let rejection) = verdict { rejection } else { nil }
  }
}

/// The intermediate results of a verification, as far as it got.
package struct ReceiptVerificationTrace: Sendable {
  /// The checks, in order.
  package enum Check: Int, Sendable, CaseIterable {
    case container, content, signature, chain, validity, environment, app, expiry
  }

  /// The decoded receipt, verified or not.
  package internal(set) var receipt: Receipt?
  package internal(set) var signature: SignatureDetails?
  /// The chain, signer first; for an invalid chain, the certificates in the receipt.
  package internal(set) var certificates: [CertificateDetails] = []
  /// The certificates of a valid chain in DER, signer first.
  var chain: [[UInt8]] = []
  /// The time at which the certificates were validated: the receipt's creation date.
  package internal(set) var evaluatedAt: Date?
  package private(set) var passed: Set<Check> = []
  /// The check that rejected the receipt.
  package private(set) var failed: Check?

  mutating func pass(_ check: Check) { passed.insert(check) }

  mutating func fail(_ rejection: Rejection) {
    failed =
      switch rejection {
      case .tooLarge: .container
      case .malformed: passed.contains(.container) ? .content : .container
      case .unsupported: passed.contains(.validity) ? .environment : .signature
      case .badSignature: .signature
      case .untrustedChain: passed.contains(.chain) ? .validity : .chain
      case .wrongEnvironment: .environment
      case .wrongApp: .app
      case .expired: .expiry
      }
  }
}
