import Basics
internal import Crypto
internal import Foundation

/// The attributes that a signature may cover instead of the content itself (RFC 5652 §5.3, §5.4).
/// Apple's receipts have none; other makers of PKCS#7 use them.
enum SignedAttributes {
  /// Checks the two attributes that bind the others to the content: its type, and its digest.
  static func check(
    _ attributes: Element,
    digest: DigestAlgorithm,
    of content: ArraySlice<UInt8>,
    _ receipt: [UInt8]
  ) throws(Rejection) {
    let bytes = receipt.span
    var contentType: Range<Int>?
    var messageDigest: Range<Int>?
    do throws(SyntaxError) {
      var list = BERReader(attributes.content)
      while !list.isAtEnd {
        let attribute = try list.next(Tag.sequence, bytes, "a signed attribute (SEQUENCE)")
        var fields = BERReader(attribute.content)
        let type = try fields.next(Tag.objectIdentifier, bytes, "the attribute's OBJECT IDENTIFIER")
        let values = try fields.next(Tag.set, bytes, "the attribute's values (SET)")
        if BERReader.matches(bytes, type.content, OID.contentType) {
          contentType = try onlyValue(values, Tag.objectIdentifier, contentType, bytes)
        } else if BERReader.matches(bytes, type.content, OID.messageDigest) {
          messageDigest = try onlyValue(values, Tag.octetString, messageDigest, bytes)
        }
      }
    } catch {
      throw .malformed(at: "byte \(error.offset) (signed attributes)", expected: error.expected)
    }
    guard let contentType, BERReader.matches(bytes, contentType, OID.data) else {
      throw .badSignature(reason: "the signed attributes do not name the content's type")
    }
    let actual: [UInt8] =
      switch digest {
      case .sha1: Array(Insecure.SHA1.hash(data: content))
      case .sha256: Array(SHA256.hash(data: content))
      }
    guard let messageDigest, BERReader.matches(bytes, messageDigest, actual) else {
      throw .badSignature(reason: "the signed digest does not match: the content was changed")
    }
  }

  /// Both attributes may occur once, with one value (RFC 5652 §11.1, §11.2).
  private static func onlyValue(
    _ values: Element,
    _ tag: UInt8,
    _ earlier: Range<Int>?,
    _ bytes: Span<UInt8>
  ) throws(SyntaxError) -> Range<Int> {
    var list = BERReader(values.content)
    let value = try list.next(tag, bytes, "the attribute's value")
    guard list.isAtEnd, earlier == nil else {
      throw SyntaxError(offset: values.start, expected: "the attribute once, with one value")
    }
    return value.content
  }

  /// The signature covers the attributes as a SET, not as the [0] in the message.
  static func signedBytes(_ attributes: Element, _ receipt: [UInt8]) -> [UInt8] {
    let content = receipt[attributes.content]
    var output: [UInt8] = [Tag.set]
    output += BERReader.length(content.count)
    output.append(contentsOf: content)
    return output
  }
}
