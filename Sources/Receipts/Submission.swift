package import Foundation

/// Something pasted or uploaded: taken out of its text, told by its kind, and examined.
package struct Submission: Sendable {
  package let kind: ReceiptKind
  package let examination: ReceiptExamination

  package init(_ input: [UInt8], verifier: ReceiptVerifier, at now: Date) {
    do throws(Rejection) {
      examination = verifier.examine(try Self.receipt(in: input), at: now)
      kind = .appReceipt
    } catch {
      examination = ReceiptExamination(refusing: error)
      kind = .unknown
    }
  }

  /// The receipt's own bytes, without its text's encoding and without padding; refused when there
  /// is no receipt in the text at all.
  package static func receipt(in input: [UInt8]) throws(Rejection) -> [UInt8] {
    if let lookalike = ReceiptKind.lookalike(input) { throw unsupported(lookalike) }
    let bytes = try ReceiptText.bytes(of: input)
    guard ReceiptKind(of: bytes) == .appReceipt else {
      if let lookalike = ReceiptKind.lookalike(bytes) { throw unsupported(lookalike) }
      throw .malformed(
        at: "byte 0",
        expected: "PKCS#7 signed data; Apple's app receipts begin with MI in base64"
      )
    }
    return ReceiptText.withoutPadding(bytes)
  }

  private static func unsupported(_ lookalike: String) -> Rejection {
    .unsupported("this looks like \(lookalike); Apple's PKCS#7 app receipts are read so far")
  }
}
