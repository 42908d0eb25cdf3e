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
      let envelope = try CMSEnvelope(of: receipt)
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
    guard let element = BERReader.element(bytes, filling: range) else { return .bytes }
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
      parts.append(part("digest algorithm", OID.text(bytes, signer.digestOID), signer.digestOID))
      if let attributes = signer.signedAttributes {
        parts.append(part("signed attributes", "\(attributes.whole.count) bytes", attributes.whole))
      }
      parts.append(
        part("signature algorithm", OID.text(bytes, signer.signatureOID), signer.signatureOID)
      )
      parts.append(part("signature", "\(signer.signature.count) bytes", signer.signature))
    }
    return parts
  }
}

/// Finds the attributes in a truncated receipt. It cannot be verified, but may still show what it
/// was.
enum TruncatedReceipt {
  /// What is left of the content of the payload's SET; `nil` if the cut lies before it.
  ///
  /// Reads only the headers on the way and clips each stated length to the data:
  /// ContentInfo, [0], SignedData, version, digestAlgorithms, encapContentInfo, [0], eContent.
  static func attributes(in bytes: Span<UInt8>) -> Range<Int>? {
    guard let info = enter(bytes, 0..<bytes.count, Tag.sequence),
      let wrapper = enter(bytes, skip(bytes, info, 1), Tag.context0),
      let data = enter(bytes, wrapper, Tag.sequence),
      let encapsulated = enter(bytes, skip(bytes, data, 2), Tag.sequence),
      let content = enter(bytes, skip(bytes, encapsulated, 1), Tag.context0)
    else { return nil }
    // Of content in chunks only the first is shown; Xcode's has one.
    let octets =
      enter(bytes, content, Tag.octetString)
      ?? enter(bytes, content, Tag.constructedOctetString)
      .flatMap { enter(bytes, $0, Tag.octetString) }
    return octets.flatMap { octets in
      enter(bytes, octets, Tag.set)
        ?? enter(bytes, octets, Tag.octetString).flatMap { enter(bytes, $0, Tag.set) }
    }
  }

  /// The content of the first element in `range`, clipped to the range.
  private static func enter(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>?,
    _ tag: UInt8
  ) -> Range<Int>? {
    guard let range, range.count > 2, bytes[range.lowerBound] == tag else { return nil }
    let first = bytes[range.lowerBound + 1]
    let octets = first < 0x80 ? 0 : Int(first & 0x7F)
    let start = range.lowerBound + 2 + octets
    guard octets <= 8, start <= range.upperBound else { return nil }
    guard first != 0x80 else { return start..<range.upperBound }
    var length = octets == 0 ? UInt64(first) : 0
    for offset in range.lowerBound + 2..<start { length = length << 8 | UInt64(bytes[offset]) }
    return start..<start + Int(min(length, UInt64(range.upperBound - start)))
  }

  /// The range behind the first `count` elements, which must be complete.
  private static func skip(_ bytes: Span<UInt8>, _ range: Range<Int>, _ count: Int) -> Range<Int>? {
    var reader = BERReader(range)
    for _ in 0..<count {
      guard (try? reader.next(bytes)) != nil else { return nil }
    }
    return reader.position..<range.upperBound
  }
}
