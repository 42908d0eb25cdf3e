import Basics

/// Decodes submitted input: raw DER or BER, any variant of base64, or PEM, detected by content.
package enum ReceiptText {
  /// A receipt of 10,000 purchases has 4 MB; no real one is nearly this long.
  package static let maxBytes = 16 * 1_024 * 1_024
  /// The length of `maxBytes` in base64 with line ends, and some reserve.
  package static let maxCharacters = maxBytes / 3 * 4 + maxBytes / 16

  /// Decodes the receipt's bytes.
  ///
  /// - Throws: `malformed` at a byte of the input, or `tooLarge`.
  package static func bytes(of input: [UInt8]) throws(Rejection) -> [UInt8] {
    guard input.count <= maxCharacters else {
      throw .tooLarge(limit: maxBytes)
    }
    let text = input.span
    let range = trimmed(text)
    guard let first = range.first else {
      throw .malformed(at: "byte 0", expected: "a receipt, but there is no data")
    }
    if text[first] == Tag.sequence, isBinary(text, range) {
      return try limited(first == 0 ? input : Array(input[first...]))
    }
    do throws(Rejection) {
      return try limited(try base64(text, range))
    } catch {
      // PEM is only searched for after base64 fails: the search reads the whole text.
      guard find(Array("-----BEGIN ".utf8), text, range) != nil else { throw error }
      return try limited(try pem(text, range))
    }
  }

  private static func limited(_ bytes: [UInt8]) throws(Rejection) -> [UInt8] {
    guard bytes.count <= maxBytes else { throw .tooLarge(limit: maxBytes) }
    return bytes
  }

  /// Removes line ends, blanks and NUL bytes behind a receipt.
  static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
    guard
      let outer = try? BERReader.element(bytes.span, at: 0, limit: bytes.count, depth: 0),
      outer.end < bytes.count, bytes[outer.end...].allSatisfy(isPadding)
    else { return bytes }
    return Array(bytes[..<outer.end])
  }

  static func isPadding(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00, 0x09, 0x0A, 0x0D, 0x20: true
    default: false
    }
  }

  private static func base64(
    _ text: Span<UInt8>,
    _ range: Range<Int>
  ) throws(Rejection) -> [UInt8] {
    do throws(Base64.DecodingError) {
      return try Base64.decode(text, range)
    } catch {
      throw Rejection(error, at: "byte", " (read as base64)")
    }
  }

  /// The first block of RFC 7468, regardless of its label and the text before it.
  private static func pem(_ text: Span<UInt8>, _ range: Range<Int>) throws(Rejection) -> [UInt8] {
    let dashes = Array("-----".utf8)
    guard let begin = find(Array("-----BEGIN ".utf8), text, range),
      let labelEnd = find(dashes, text, begin.upperBound..<range.upperBound),
      let end = find(dashes, text, labelEnd.upperBound..<range.upperBound)
    else {
      throw .malformed(
        at: "byte \(range.lowerBound)",
        expected: "a PEM block from -----BEGIN to -----END"
      )
    }
    return try base64(text, labelEnd.upperBound..<end.lowerBound)
  }

  private static func find(
    _ searchText: [UInt8],
    _ text: Span<UInt8>,
    _ range: Range<Int>
  ) -> Range<Int>? {
    var offset = range.lowerBound
    while offset + searchText.count <= range.upperBound {
      let candidate = offset..<offset + searchText.count
      if BERReader.matches(text, candidate, searchText) { return candidate }
      offset += 1
    }
    return nil
  }

  /// Without surrounding white space, byte order mark and JSON quotation marks.
  private static func trimmed(_ text: Span<UInt8>) -> Range<Int> {
    var start = 0
    var end = text.count
    if BERReader.matches(text, 0..<min(3, end), [0xEF, 0xBB, 0xBF]) { start = 3 }
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    while start < end, isSpace(text[start]) { start += 1 }
    // Bytes behind a raw receipt may be part of it; `bytes(of:)` decides.
    if start < end, text[start] == Tag.sequence, isBinary(text, start..<end) {
      return start..<end
    }
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    if end - start >= 2, text[start] == UInt8(ascii: "\""), text[end - 1] == UInt8(ascii: "\"") {
      return start + 1..<end - 1
    }
    return start..<end
  }

  /// A SEQUENCE tag is also the digit 0: in text, base64 characters follow.
  private static func isBinary(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for offset in range.prefix(64) where text[offset] < 0x09 || text[offset] >= 0x7F {
      return true
    }
    return false
  }
}

/// The kind of a submitted text, detected by its content.
package enum ReceiptKind: String, Sendable {
  case appReceipt = "app-receipt"
  case legacyTransactionReceipt = "legacy-transaction-receipt"
  case signedTransaction = "jws-transaction"
  case signedRenewalInfo = "jws-renewal-info"
  case signedAppTransaction = "jws-app-transaction"
  case signedNotification = "jws-notification"
  case notificationV1 = "server-notification-v1"
  case verifyReceiptResponse = "verify-receipt-response"
  case appStoreResponse = "app-store-response"
  case googlePurchase = "google-purchase"
  case googleProduct = "google-product"
  case googleSubscription = "google-subscription"
  case googleOrder = "google-order"
  case googleVoided = "google-voided"
  case googleRTDN = "google-rtdn"
  case googleError = "google-error"
  case microsoftReceipt = "microsoft-receipt"
  case microsoftResponse = "microsoft-response"
  case microsoftStoreIDKey = "microsoft-store-id-key"
  case amazonReceipt = "amazon-receipt"
  case amazonRefusal = "amazon-refusal"
  case amazonNotification = "amazon-notification"
  /// A request to PlayFab's client API without a store's document in it.
  case playFabRequest = "playfab-request"
  case unknown

  /// The kind of decoded bytes. A certificate or a private key begins with the same byte as a
  /// receipt; the content type behind it distinguishes them.
  package init(of bytes: [UInt8]) {
    let head = bytes.prefix(24)
    let type = [Tag.objectIdentifier, UInt8(OID.signedData.count)] + OID.signedData
    let isSigned = (2...10).contains { offset in
      head.count >= offset + type.count && head[offset..<offset + type.count].elementsEqual(type)
    }
    self = bytes.first == Tag.sequence && isSigned ? .appReceipt : .unknown
  }

  /// A name, for error messages, of what a document resembles that is no app receipt; `nil` for
  /// unknown input.
  package static func lookalike(_ input: [UInt8]) -> String? {
    let start = input.prefix(1_024).drop { $0 <= 0x20 }
    return switch start.first {
    case UInt8(ascii: "{") where isPropertyList(start): "a legacy transaction receipt"
    case UInt8(ascii: "{"), UInt8(ascii: "["): "JSON"
    case UInt8(ascii: "<"): "XML"
    case UInt8(ascii: "e") where start.starts(with: Array("eyJ".utf8)) && input.contains(0x2E):
      "a signed payload (JWS)"
    default: nil
    }
  }

  /// NeXTSTEP's property lists write `"key" = "value";` instead of a colon.
  private static func isPropertyList(_ start: ArraySlice<UInt8>) -> Bool {
    start.contains(UInt8(ascii: "=")) && start.contains(UInt8(ascii: ";"))
  }
}
