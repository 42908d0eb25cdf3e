import Basics

extension DocumentReader {
  /// The canonical form of a genuine document; `nil` for any other. A genuine document can be
  /// encoded in many ways; the canonical form is the same for all of them.
  ///
  /// What the examination found holds for this form, too, which is therefore not examined again: it
  /// has the same content, signature and certificates (`CanonicalFormTests`).
  func canonicalForm(of submission: ExaminedDocument, _ bytes: [UInt8]) -> [UInt8]? {
    switch submission.outcome {
    case .receipt(let examination):
      guard case .genuine = examination.verdict,
        let canonical = CanonicalReceipt.bytes(of: bytes, signedBelow: examination.trace.chain)
      else { return nil }
      // It may be longer by the root certificate.
      return canonical.count <= ReceiptText.maxBytes ? canonical : nil
    case .document(let document):
      guard case .genuine = document.verdict else { return nil }
      switch document.kind {
      case .signedTransaction, .signedRenewalInfo, .signedAppTransaction, .signedNotification:
        // Both values of s fit the same text.
        return CanonicalPayload.bytes(
          of: bytes,
          isNotification: document.kind == .signedNotification
        )
      case .googlePurchase: return document.canonicalForm.map(CompactJSON.bytes)
      case .microsoftReceipt:
        // It may repeat namespace declarations, of which the reader accepts a limited number.
        guard let canonical = microsoft?.canonicalForm(of: bytes),
          canonical.count <= ReceiptText.maxBytes,
          (try? XMLReader.root(of: canonical)) != nil
        else { return nil }
        return canonical
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
}
