import Basics
internal import Foundation

/// A purchase of Google Play with its signature: Play signs the exact bytes of
/// `INAPP_PURCHASE_DATA` with RSASSA-PKCS1-v1_5 and SHA-1.
struct SignedPurchase {
  /// Larger than any purchase on a device, which has about 500 bytes.
  static let maxBytes = 512 * 1_024

  let purchase: JSONValue
  /// The candidates for the signed bytes; all are equivalent to `purchase`.
  let signedTexts: [[UInt8]]
  let signature: String?

  private static let textNames = ["data", "json", "INAPP_PURCHASE_DATA"]
  private static let signatureNames = ["signature", "INAPP_DATA_SIGNATURE"]

  /// Whether this is a purchase beside its signature, whatever the purchase contains.
  static func isPair(_ document: JSONValue) -> Bool {
    pairedText(document) != nil && pairedSignature(document) != nil
  }

  private static func pairedText(_ document: JSONValue) -> (name: String, value: JSONValue)? {
    for name in textNames {
      switch document[name] {
      case .some(.string(let text)): return (name, .string(text))
      case .some(.object(let members)): return (name, .object(members))
      default: continue
      }
    }
    return nil
  }

  private static func pairedSignature(_ document: JSONValue) -> String? {
    signatureNames.lazy.compactMap { document[$0]?.string }.first
  }

  /// - Parameters:
  ///   - document: the purchase itself, or the purchase's text beside its signature: `data`,
  ///     `json` (Unity) or `INAPP_PURCHASE_DATA`. If an object replaces the text, it was parsed on
  ///     the way, and the signature is checked over its compact form.
  ///   - bytes: the original document, for a purchase whose signature was sent separately.
  ///   - signature: base64; precedes one in the document.
  /// - Throws: `malformed` if the text beside the signature is not a JSON object.
  init(_ document: JSONValue, bytes: [UInt8]?, signature: String?) throws(Rejection) {
    guard let text = Self.pairedText(document), !Self.isPurchase(document) else {
      self.signature = signature
      let exact = bytes ?? CompactJSON.bytes(document)
      // An editor's line end behind the text is not part of it.
      try Self.limit(exact.count)
      let trimmed = Self.trimmed(exact)
      signedTexts = trimmed.count == exact.count ? [exact] : [exact, trimmed]
      // Parsed from the very bytes that are verified, so that the two cannot differ.
      purchase = bytes == nil ? document : try DocumentJSON.value(trimmed)
      return
    }
    self.signature = signature ?? Self.pairedSignature(document)
    guard let string = text.value.string else {
      purchase = text.value
      signedTexts = [CompactJSON.bytes(text.value)]
      return
    }
    try Self.limit(string.utf8.count)
    let octets = Array(string.utf8)
    do throws(Rejection) {
      purchase = try DocumentJSON.value(octets)
    } catch {
      throw error.within(text.name)
    }
    guard purchase.isObject else {
      throw .malformed(at: text.name, expected: "the text of a JSON object")
    }
    signedTexts = [octets]
  }

  private static func limit(_ bytes: Int) throws(Rejection) {
    guard bytes <= maxBytes else { throw .tooLarge(limit: maxBytes) }
  }

  /// Whether it has the members that every version of the client's purchase has.
  static func isPurchase(_ document: JSONValue) -> Bool {
    guard let fields = LenientFields(document) else { return false }
    let names = ["purchaseToken", "token"]
    return names.contains { fields.text($0) != nil } && fields["purchaseTime"] != nil
      && (fields.text("productId") != nil || fields["productIds"] != nil)
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    rest = rest.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
    return Array(rest)
  }

  /// The purchase in its canonical form: the text that is signed and its signature.
  ///
  /// - Throws: `badSignature` without a signature or with one that does not fit, `malformed` if it
  ///   is not base64, `untrustedChain` without a key.
  func check(_ key: GoogleLicenceKey?) throws(Rejection) -> JSONValue {
    guard let signature else {
      throw .badSignature(reason: "no signature came with the purchase")
    }
    let encoded = Array(signature.utf8)
    let octets: [UInt8]
    do throws(Base64.Fault) {
      octets = try Base64.decode(encoded.span, 0..<encoded.count)
    } catch {
      throw .malformed(at: "signature, byte \(error.offset)", expected: error.expected)
    }
    guard let key else {
      throw .untrustedChain(
        reason: "no licence key is configured to check the signature; copy it from the Play Console"
      )
    }
    guard !octets.isEmpty, let text = signedTexts.first(where: { key.isValid(octets, over: $0) })
    else {
      throw .badSignature(
        reason: "the signature does not fit the purchase, or another app's key made it"
      )
    }
    return [
      "data": .string(String(decoding: text, as: UTF8.self)),
      "signature": .string(Data(octets).base64EncodedString()),
    ]
  }
}

extension Rejection {
  /// The same with a location relative to the enclosing document.
  func within(_ name: String) -> Rejection {
    guard case .malformed(let place, let expected) = self else { return self }
    return .malformed(at: "\(name), \(place)", expected: expected)
  }
}
