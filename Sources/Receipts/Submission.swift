package import Foundation

/// Something pasted or uploaded: taken out of its text, told by its kind, and examined.
package struct Submission: Sendable {
  package let kind: ReceiptKind
  /// The document's own bytes; those of the text, where it could not be taken apart.
  package let bytes: [UInt8]
  package let examination: ReceiptExamination

  package init(_ input: [UInt8], verifier: ReceiptVerifier, at now: Date) {
    do throws(Rejection) {
      let bytes = try Self.bytes(of: input)
      self.bytes = bytes
      kind = .appReceipt
      examination = verifier.examine(bytes, at: now)
    } catch {
      bytes = input
      kind = .unknown
      examination = ReceiptExamination(refusing: error)
    }
  }

  private static func bytes(of input: [UInt8]) throws(Rejection) -> [UInt8] {
    if let lookalike = ReceiptKind.lookalike(input) {
      throw .unsupported(
        "this looks like \(lookalike); Apple's PKCS#7 app receipts are read so far"
      )
    }
    let bytes = try ReceiptText.bytes(of: input)
    guard ReceiptKind(of: bytes) == .appReceipt else {
      throw .malformed(
        at: "byte 0",
        expected: "a PKCS#7 receipt: it begins with the byte 30, in base64 with M"
      )
    }
    return bytes
  }
}
