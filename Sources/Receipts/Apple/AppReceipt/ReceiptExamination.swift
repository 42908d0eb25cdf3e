package import Foundation

/// How a receipt was signed, in words.
package struct SignatureFacts: Equatable, Sendable {
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

/// A receipt after verification: the verdict and everything that led to it.
package struct ReceiptExamination: Sendable {
  package let verdict: Verdict<Receipt>
  package let trail: ReceiptTrail

  init(verdict: Verdict<Receipt>, trail: ReceiptTrail) {
    self.verdict = verdict
    self.trail = trail
  }

  /// The reason, where the receipt is not believed.
  package var rejection: Rejection? {
    if case .rejected(let rejection) = verdict { rejection } else { nil }
  }
}

/// What a verification saw on its way, however far it came.
package struct ReceiptTrail: Sendable {
  /// The questions, in the order they are asked.
  package enum Check: Int, Sendable, CaseIterable {
    case container, content, signature, chain, validity, environment, app, expiry
  }

  /// What could be decoded, believed or not.
  package internal(set) var receipt: Receipt?
  package internal(set) var signature: SignatureFacts?
  /// The chain, signer first; for a chain that does not hold, the certificates that came along.
  package internal(set) var certificates: [CertificateFacts] = []
  /// The certificates of a chain that holds in DER, signer first.
  var chain: [[UInt8]] = []
  /// The instant the certificates were judged at: the receipt's creation date.
  package internal(set) var judgedAt: Date?
  package private(set) var passed: Set<Check> = []
  /// The question whose answer refused the receipt.
  package private(set) var failed: Check?

  mutating func pass(_ check: Check) { passed.insert(check) }

  mutating func blame(_ rejection: Rejection) {
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
