import Basics
internal import Foundation

extension DocumentReader {
  /// A genuine document with its bytes in their canonical form; `nil` for any other. A genuine
  /// document can be encoded in many ways; the canonical form is the same for all of them.
  func canonicalForm(
    of submission: ExaminedDocument,
    _ bytes: [UInt8],
    at now: Date
  ) -> (submission: ExaminedDocument, document: [UInt8])? {
    switch submission.outcome {
    case .receipt(let examination):
      guard case .genuine = examination.verdict,
        let canonical = CanonicalReceipt.bytes(of: bytes, signedBelow: examination.trace.chain)
      else { return nil }
      return canonical == bytes
        ? (submission, bytes) : proven(canonical, as: submission, at: now)
    case .document(let document):
      guard case .genuine = document.verdict else { return nil }
      switch document.kind {
      case .signedTransaction, .signedRenewalInfo, .signedAppTransaction, .signedNotification:
        let isNotification = document.kind == .signedNotification
        // Both values of s fit the same text: no second verification is needed.
        return CanonicalPayload.bytes(of: bytes, isNotification: isNotification)
          .map { (submission, $0) }
      case .googlePurchase:
        return document.canonicalForm.map { (submission, CompactJSON.bytes($0)) }
      case .microsoftReceipt:
        guard let canonical = microsoft?.canonicalForm(of: bytes) else { return nil }
        return canonical == bytes
          ? (submission, bytes) : proven(canonical, as: submission, at: now)
      default: return nil
      }
    }
  }

  /// The form in which a signed payload is stored if it is genuine; the bytes of other documents.
  /// Verifies nothing.
  package static func storedForm(ofUnverified bytes: [UInt8]) -> [UInt8] {
    let isBody = bytes.first == UInt8(ascii: "{")
    guard isBody || bytes.starts(with: Array("eyJ".utf8)) else { return bytes }
    return CanonicalPayload.bytes(of: bytes, isNotification: isBody) ?? bytes
  }

  /// Verifies the new encoding, because that is what gets stored.
  private func proven(
    _ canonical: [UInt8],
    as submission: ExaminedDocument,
    at now: Date
  ) -> (submission: ExaminedDocument, document: [UInt8])? {
    let again = examine(canonical, at: now)
    guard again.kind == submission.kind, again.rejection == nil else { return nil }
    return (ExaminedDocument(outcome: again.outcome, wrapper: submission.wrapper), canonical)
  }
}
