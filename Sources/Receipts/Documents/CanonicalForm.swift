import Basics
internal import Foundation

extension DocumentReader {
  /// A genuine document with its bytes in their canonical form; `nil` for any other. Whoever holds a
  /// genuine document can write it in many ways, and in each it is genuine; of all of them the
  /// canonical form is the same, and proves the same.
  func canonicalForm(
    of submission: Submission,
    _ bytes: [UInt8],
    at now: Date
  ) -> (submission: Submission, document: [UInt8])? {
    switch submission.outcome {
    case .receipt(let examination):
      guard case .genuine = examination.verdict,
        let canonical = CanonicalReceipt.bytes(of: bytes, signedBelow: examination.trail.chain)
      else { return nil }
      return canonical == bytes
        ? (submission, bytes) : proven(canonical, as: submission, at: now)
    case .document(let document):
      guard case .genuine = document.verdict else { return nil }
      switch document.kind {
      case .signedTransaction, .signedRenewalInfo, .signedAppTransaction, .signedNotification:
        let isNotification = document.kind == .signedNotification
        // Either value of s fits the very same text: there is nothing to verify once more.
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

  /// What was encoded anew is verified anew, because it is what stays on file.
  private func proven(
    _ canonical: [UInt8],
    as submission: Submission,
    at now: Date
  ) -> (submission: Submission, document: [UInt8])? {
    let again = examine(canonical, at: now)
    guard again.kind == submission.kind, again.rejection == nil else { return nil }
    return (Submission(outcome: again.outcome, wrapper: submission.wrapper), canonical)
  }
}
