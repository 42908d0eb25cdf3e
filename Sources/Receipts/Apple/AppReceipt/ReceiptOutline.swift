import Basics

/// Every part of an app receipt with its bytes, for inspection: known and unknown attributes, and
/// the envelope. Reads as far as it can and reports where it stopped.
package struct ReceiptOutline: Equatable, Sendable {
  /// One attribute as encoded.
  package struct Attribute: Equatable, Sendable {
    /// Apple's number for it.
    package var type: Int
    package var version: Int?
    /// Offset in the document; `nil` if the content was joined from chunks.
    package var offset: Int?
    package var length: Int
    package var value: [UInt8]
    package var encoding: Encoding
    package var children: [Attribute]
  }

  /// How a value is encoded, if it is a single well-formed object.
  package enum Encoding: Equatable, Sendable {
    case utf8String(String), ia5String(String), integer(String), set, bytes
  }

  package struct Part: Equatable, Sendable {
    package var name: String
    package var text: String
    package var offset: Int
    package var length: Int
    package var bytes: [UInt8]
  }

  /// Attributes beyond this limit are counted but not collected.
  package static let maxAttributes = 20_000

  package private(set) var byteCount: Int
  /// The number of attributes beyond the limit.
  package private(set) var omitted = 0
  private var collected = 0
  package private(set) var parts: [Part] = []
  package private(set) var attributes: [Attribute] = []
  /// Offset and length of the signed content; no offset if it was joined from chunks.
  package private(set) var contentOffset: Int?
  package private(set) var contentLength = 0
  /// The error that stopped the reading.
  package private(set) var fault: Rejection?

  /// Reads the DER or BER of a PKCS#7 receipt (RFC 5652 §5.1); an error ends the reading but not
  /// the outline.
  package init(of receipt: [UInt8]) {
    byteCount = receipt.count
    do throws(Rejection) {
      let envelope = try Self.envelope(receipt)
      switch envelope.content {
      case .inPlace(let range):
        contentOffset = range.lowerBound
        contentLength = range.count
        read(receipt.span, range, base: 0)
      case .joined(let octets):
        contentLength = octets.count
        read(octets.span, 0..<octets.count, base: nil)
      }
      parts = Self.parts(envelope, receipt)
    } catch {
      if let range = TruncatedReceipt.attributes(in: receipt.span) {
        contentOffset = range.lowerBound
        contentLength = range.count
        read(receipt.span, AttributeReader(attributesIn: range), base: 0)
      }
      fault = error
    }
  }

  private static func envelope(_ receipt: [UInt8]) throws(Rejection) -> CMSEnvelope {
    do throws(SyntaxError) {
      return try CMSEnvelope(receipt.span)
    } catch {
      throw .malformed(at: "byte \(error.offset)", expected: error.expected)
    }
  }

  private mutating func read(_ bytes: Span<UInt8>, _ range: Range<Int>, base: Int?) {
    do throws(Rejection) {
      read(bytes, try AttributeReader(bytes, range, in: .payload), base: base)
    } catch {
      fault = error
    }
  }

  private mutating func read(_ bytes: Span<UInt8>, _ items: AttributeReader, base: Int?) {
    var purchases = 0
    var reader = items
    do throws(Rejection) {
      while let item = try reader.next(bytes) {
        guard collected < Self.maxAttributes else {
          omitted += 1
          continue
        }
        var attribute = Self.attribute(item, bytes, base: base)
        if item.type == ReceiptField.inAppPurchase.rawValue {
          purchases += 1
          let (children, stopped) = Self.children(item.value, purchases, bytes, base: base)
          attribute.children = children
          if fault == nil { fault = stopped }
        }
        collected += 1 + attribute.children.count
        attributes.append(attribute)
      }
    } catch {
      fault = error
    }
  }

  private static func children(
    _ range: Range<Int>,
    _ number: Int,
    _ bytes: Span<UInt8>,
    base: Int?
  ) -> ([Attribute], Rejection?) {
    var children: [Attribute] = []
    do throws(Rejection) {
      var reader = try AttributeReader(bytes, range, in: .inAppPurchase(number))
      while children.count < maxAttributes, let item = try reader.next(bytes) {
        children.append(attribute(item, bytes, base: base))
      }
      return (children, nil)
    } catch {
      return (children, error)
    }
  }

  private static func attribute(
    _ item: ReceiptAttribute,
    _ bytes: Span<UInt8>,
    base: Int?
  ) -> Attribute {
    Attribute(
      type: item.type,
      version: item.version,
      offset: base.map { $0 + item.whole.lowerBound },
      length: item.whole.count,
      value: Array(copying: bytes, item.value),
      encoding: encoding(bytes, item.value),
      children: []
    )
  }

  private static func encoding(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Encoding {
    guard
      let element = try? BERReader.element(
        bytes,
        at: range.lowerBound,
        limit: range.upperBound,
        depth: 0
      ),
      element.end == range.upperBound
    else { return .bytes }
    switch element.tag {
    case Tag.utf8String:
      return String(utf8: bytes, element.content).map(Encoding.utf8String) ?? .bytes
    case Tag.ia5String:
      return String(utf8: bytes, element.content).map(Encoding.ia5String) ?? .bytes
    case Tag.integer:
      return BERReader.unsigned(bytes, element.content).map { .integer(String($0)) } ?? .bytes
    case Tag.set: return .set
    default: return .bytes
    }
  }

  private static func parts(_ envelope: CMSEnvelope, _ receipt: [UInt8]) -> [Part] {
    let bytes = receipt.span
    func part(_ name: String, _ text: String, _ range: Range<Int>) -> Part {
      Part(
        name: name,
        text: text,
        offset: range.lowerBound,
        length: range.count,
        bytes: Array(receipt[range].prefix(256))
      )
    }
    var parts: [Part] = []
    for (index, range) in envelope.certificates.enumerated() {
      parts.append(part("certificate \(index + 1)", "\(range.count) bytes", range))
    }
    for signer in envelope.signers {
      parts.append(
        part("signer serial number", String(hex: receipt[signer.serial].prefix(20)), signer.serial)
      )
      parts.append(
        part("digest algorithm", OID.text(bytes, signer.digestOID), signer.digestOID)
      )
      if let attributes = signer.signedAttributes {
        parts.append(
          part("signed attributes", "\(attributes.whole.count) bytes", attributes.whole)
        )
      }
      parts.append(
        part("signature algorithm", OID.text(bytes, signer.signatureOID), signer.signatureOID)
      )
      parts.append(
        part("signature", "\(signer.signature.count) bytes", signer.signature)
      )
    }
    return parts
  }
}
