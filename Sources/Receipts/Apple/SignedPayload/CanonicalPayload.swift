import Basics

/// The canonical form of a signed payload: the compact JWS with the smaller of the two valid values
/// of s; for a notification, in the JSON body that the App Store sends.
enum CanonicalPayload {
  private static let opening = Array(#"{"signedPayload":""#.utf8)
  private static let closing = Array(#""}"#.utf8)

  /// The canonical form of a payload that was verified as genuine; `text` is the compact JWS, with
  /// or without surrounding white space, or such a body.
  static func bytes(of text: [UInt8], isNotification: Bool) -> [UInt8]? {
    // A JWS needs no escapes: a compact body without any can be read without a parser.
    let isBody =
      text.starts(with: opening) && text.suffix(closing.count) == closing[...]
      && text.span.firstIndex(of: UInt8(ascii: "\\"), in: 0..<text.count) == nil
    if isBody, isNotification {
      return normalised(text, signatureEnd: text.count - closing.count)
    }
    guard let compact = try? PayloadText.compact(in: text),
      let payload = normalised(compact, signatureEnd: compact.count)
    else { return nil }
    return isNotification ? opening + payload + closing : payload
  }

  /// The text with the signature, which ends at `end`, in its smaller form.
  private static func normalised(_ text: [UInt8], signatureEnd end: Int) -> [UInt8]? {
    guard let stop = text[..<end].lastIndex(of: UInt8(ascii: ".")),
      let signature = try? StrictBase64.decode(text.span, stop + 1..<end, .url)
    else { return nil }
    guard let smaller = ES256.smaller(signature) else { return text }
    return Array(text[...stop]) + StrictBase64.encode(smaller) + text[end...]
  }
}
