package import Basics
package import Foundation
internal import SwiftASN1
internal import X509

/// A purchase as stored on the device: `INAPP_PURCHASE_DATA`, the client library's `originalJson`
/// (Google Play Billing, `Purchase`). A reason to query Google, never an entitlement: a signed text
/// can be replayed, and does not show later refunds.
package struct GooglePurchase: Equatable, Sendable {
  /// `purchaseState` of `INAPP_PURCHASE_DATA`.
  package enum State: Int, Sendable {
    case purchased = 0
    /// Before 2019.
    case canceled = 1
    /// Before 2019.
    case refunded = 2
    case pending = 4
  }

  private let fields: LenientFields

  /// `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    self.fields = fields
  }

  /// Absent while pending, and for purchases from the device's cache.
  package var orderID: GoogleOrderID? {
    fields.orderID("orderId").flatMap { $0.raw.isEmpty ? nil : $0 }
  }
  package var packageName: String? { fields.text("packageName") }
  /// `productIds`, or the one `productId` of the older form.
  package var productIDs: [String] {
    fields.texts("productIds") ?? fields.text("productId").map { [$0] } ?? []
  }
  /// Date of the first purchase; renewals do not change it.
  package var purchasedAt: Date? { fields.milliseconds("purchaseTime") }
  package var state: OpenEnum<State>? { fields.word("purchaseState") }
  /// The purchase's identity, and a secret. Named `token` before 2012, which takes precedence, as
  /// in Google's own library.
  package var purchaseToken: String? { fields.text("token") ?? fields.text("purchaseToken") }
  /// 1 when absent.
  package var quantity: Int { fields.integer("quantity") ?? 1 }
  /// Subscriptions only, and not all of them.
  package var isAutoRenewing: Bool? { fields.flag("autoRenewing") }
  package var obfuscatedAccountID: String? { fields.text("obfuscatedAccountId") }
}

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
    purchase = try DocumentJSON.object(octets, in: text.name, expected: "the text of a JSON object")
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
    do throws(Base64.DecodingError) {
      octets = try Base64.decode(encoded.span, 0..<encoded.count)
    } catch {
      throw Rejection(error, at: "signature, byte")
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

/// An unusable licence key.
package enum LicenceKeyError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreadable
  case notRSA
  case tooShort(bits: Int)

  package var description: String {
    switch self {
    case .unreadable:
      "The licence key is not a public key. Copy the base64 text from the Play Console "
        + "(Monetization setup, Licensing)."
    case .notRSA: "The licence key is not an RSA key; Google Play's are."
    case .tooShort(let bits):
      "The licence key has \(bits) bits; Google Play's have 2048, and fewer are not trusted."
    }
  }
}

/// An app's licence key: the public half of the RSA key with which Google Play signs the purchases
/// of this app. It proves where a purchase came from, not that it is still valid.
package struct GoogleLicenceKey: Sendable {
  /// Shorter keys can be broken, and Play has issued none.
  static let minBits = 2_048
  /// No useful modulus is longer; verifying with one would only cost time.
  static let maxBits = 8_192

  private let key: Certificate.PublicKey

  /// Reads the text of the Play Console: base64 of an X.509 SubjectPublicKeyInfo (RFC 5280 §4.1).
  /// Accepts PEM and DER as well.
  package init(_ input: [UInt8]) throws(LicenceKeyError) {
    guard input.count <= 65_536, let der = try? ReceiptText.bytes(of: input) else {
      throw .unreadable
    }
    let bits: Int?
    do throws(SyntaxError) { bits = try Self.modulusBits(der.span) } catch { throw .unreadable }
    guard let bits else { throw .notRSA }
    guard bits >= Self.minBits else { throw .tooShort(bits: bits) }
    guard bits <= Self.maxBits, let key = try? Certificate.PublicKey(derEncoded: der) else {
      throw .unreadable
    }
    self.key = key
  }

  /// RSASSA-PKCS1-v1_5 with SHA-1 (RFC 8017 §8.2.2), Play's only signature algorithm.
  func isValid(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    key.hasSigned(message, with: signature, by: .sha1WithRSAEncryption)
  }

  /// `nil` for a key of another algorithm.
  ///
  /// ```
  /// SubjectPublicKeyInfo ::= SEQUENCE { SEQUENCE { algorithm OID, parameters }, BIT STRING }
  /// RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }
  /// ```
  private static func modulusBits(_ bytes: Span<UInt8>) throws(SyntaxError) -> Int? {
    var outer = BERReader(0..<bytes.count)
    var info = BERReader(
      try outer.next(Tag.sequence, bytes, "SubjectPublicKeyInfo (SEQUENCE)").content
    )
    var algorithm = BERReader(
      try info.next(Tag.sequence, bytes, "the algorithm (SEQUENCE)").content
    )
    let name = try algorithm.next(Tag.objectIdentifier, bytes, "the algorithm (OID)")
    guard BERReader.matches(bytes, name.content, OID.rsaEncryption) else { return nil }
    let holder = try info.next(Tag.bitString, bytes, "the key (BIT STRING)").content
    var content = BERReader(holder.dropFirst())
    var key = BERReader(try content.next(Tag.sequence, bytes, "RSAPublicKey (SEQUENCE)").content)
    let modulus = try key.next(Tag.integer, bytes, "the modulus (INTEGER)").content
    guard let top = modulus.first(where: { bytes[$0] != 0 }) else { return 0 }
    return (modulus.upperBound - top) * 8 - bytes[top].leadingZeroBitCount
  }
}
