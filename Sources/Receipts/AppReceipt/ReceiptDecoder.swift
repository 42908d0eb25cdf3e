import Foundation

/// Reads the signed content of an app receipt:
///
///     Payload ::= SET OF ReceiptAttribute
///     ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
///
/// Most values hold one more ASN.1 object; types 4 to 7 hold bare bytes, and what an unknown type
/// holds is anybody's guess, so it is never parsed. Attribute 17 holds another such SET.
enum ReceiptDecoder {
  /// One attribute, by offsets.
  struct Attribute {
    var type: Int
    /// 1 nearly everywhere; nothing depends on it.
    var version: Int?
    var whole: Range<Int>
    var value: Range<Int>
  }

  /// More entries than any receipt holds; the largest seen in the wild has a few thousand.
  static let mostInAppPurchases = 100_000
  /// Identifiers and versions are short; a long one is an attack on whoever shows it.
  static let mostTextBytes = 4_096

  /// The receipt as far as it can be read, and the first fault that forbids to believe it.
  static func receipt(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> (Receipt, fault: Rejection?) {
    var receipt = Receipt()
    var fault: Rejection?
    do throws(Rejection) {
      var seen = Seen()
      var reader = try attributes(bytes, range, of: "the payload")
      while let attribute = try next(&reader, bytes, of: "the payload") {
        do throws(Rejection) {
          try read(attribute, bytes, &seen, into: &receipt)
        } catch {
          fault = fault ?? error
        }
      }
    } catch {
      fault = fault ?? error
    }
    return (receipt, fault)
  }

  private static func read(
    _ attribute: Attribute,
    _ bytes: Span<UInt8>,
    _ seen: inout Seen,
    into receipt: inout Receipt
  ) throws(Rejection) {
    guard let field = ReceiptField(rawValue: attribute.type) else { return }
    if field == .inAppPurchase {
      let index = receipt.inAppPurchases.count
      guard index < mostInAppPurchases else {
        throw .malformed(
          at: "attribute 17",
          expected: "at most \(mostInAppPurchases) in-app purchases"
        )
      }
      var purchase = InAppPurchase()
      defer { receipt.inAppPurchases.append(purchase) }
      try read(bytes, attribute.value, index: index, into: &purchase, &receipt.faults)
    } else if seen.insert(attribute.type) {
      try read(field, attribute, bytes, into: &receipt)
    }
  }

  private static func read(
    _ field: ReceiptField,
    _ attribute: Attribute,
    _ bytes: Span<UInt8>,
    into receipt: inout Receipt
  ) throws(Rejection) {
    let value = Value(bytes: attribute.value, name: attribute.type, entry: nil)
    switch field {
    case .environment: receipt.environment = try value.text(bytes)
    case .appItemID: receipt.appItemID = try value.number(bytes)
    case .bundleID:
      receipt.bundleID = try value.text(bytes)
      receipt.encodedBundleID = Array(copying: bytes, attribute.value)
    case .appVersion: receipt.appVersion = try value.text(bytes)
    case .opaqueValue: receipt.opaqueValue = Array(copying: bytes, attribute.value)
    case .deviceHash: receipt.deviceHash = Array(copying: bytes, attribute.value)
    case .creationDate: receipt.createdAt = try value.date(bytes)
    case .expirationDate: receipt.expiresAt = try value.date(bytes)
    case .originalAppVersion: receipt.originalAppVersion = try value.text(bytes)
    case .originalPurchaseDate:
      do throws(Rejection) {
        receipt.originalPurchasedAt = try value.date(bytes)
      } catch {
        receipt.faults.append(error)
      }
    default: break
    }
  }

  private static func read(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    index: Int,
    into purchase: inout InAppPurchase,
    _ faults: inout [Rejection]
  ) throws(Rejection) {
    func place() -> String { "in-app purchase \(index + 1)" }
    var fault: Rejection?
    var reader = try attributes(bytes, range, of: place())
    var seen = Seen()
    while let attribute = try next(&reader, bytes, of: place()) {
      guard let field = InAppField(rawValue: attribute.type), seen.insert(attribute.type - 1_700)
      else { continue }
      let value = Value(bytes: attribute.value, name: attribute.type, entry: index + 1)
      do throws(Rejection) {
        try read(field, value, bytes, into: &purchase)
      } catch {
        if field.decidesAccess { fault = fault ?? error } else { faults.append(error) }
      }
    }
    if let fault { throw fault }
  }

  private static func read(
    _ field: InAppField,
    _ value: Value,
    _ bytes: Span<UInt8>,
    into purchase: inout InAppPurchase
  ) throws(Rejection) {
    switch field {
    case .quantity: purchase.quantity = try value.integer(bytes)
    case .productID: purchase.productID = try value.text(bytes)
    case .transactionID: purchase.transactionID = try value.text(bytes)
    case .purchaseDate: purchase.purchasedAt = try value.date(bytes)
    case .originalTransactionID: purchase.originalTransactionID = try value.text(bytes)
    case .originalPurchaseDate: purchase.originalPurchasedAt = try value.date(bytes)
    case .productType:
      purchase.productType = try value.integer(bytes).flatMap(InAppPurchase.ProductType.init)
    case .expiresDate: purchase.expiresAt = try value.date(bytes)
    case .cancellationDate: purchase.cancelledAt = try value.date(bytes)
    case .webOrderLineItemID: purchase.webOrderLineItemID = try value.number(bytes)
    case .isTrialPeriod: purchase.isTrialPeriod = try value.flag(bytes)
    case .isInIntroOfferPeriod: purchase.isInIntroOfferPeriod = try value.flag(bytes)
    case .promotionalOfferID: purchase.promotionalOfferID = try value.text(bytes)
    case .productItemID: break
    }
  }

  /// A reader of the attributes of the SET that fills `range`.
  static func attributes(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    of place: @autoclosure () -> String
  ) throws(Rejection) -> BERReader {
    do throws(Malformation) {
      var outer = BERReader(range)
      let set = try outer.next(Tag.set, bytes, "a SET of receipt attributes")
      guard outer.isAtEnd else {
        throw Malformation(offset: outer.position, expected: "the end of the SET's data")
      }
      return BERReader(set.content)
    } catch {
      throw .malformed(at: "byte \(error.offset) (\(place()))", expected: error.expected)
    }
  }

  static func next(
    _ reader: inout BERReader,
    _ bytes: Span<UInt8>,
    of place: @autoclosure () -> String
  ) throws(Rejection) -> Attribute? {
    guard !reader.isAtEnd else { return nil }
    do throws(Malformation) {
      let item = try reader.next(Tag.sequence, bytes, "a receipt attribute (SEQUENCE)")
      var fields = BERReader(item.content)
      let type = try fields.next(Tag.integer, bytes, "the attribute's type (INTEGER)")
      guard let number = BERReader.unsigned(bytes, type.content) else {
        throw Malformation(offset: type.start, expected: "an attribute type from 0 to 2^63-1")
      }
      let version = try fields.next(Tag.integer, bytes, "the attribute's version (INTEGER)")
      let value = try fields.next(Tag.octetString, bytes, "the attribute's value (OCTET STRING)")
      return Attribute(
        type: number,
        version: BERReader.unsigned(bytes, version.content),
        whole: item.whole,
        value: value.content
      )
    } catch {
      throw .malformed(at: "byte \(error.offset) (\(place()))", expected: error.expected)
    }
  }
}

extension ReceiptDecoder {
  /// Which attribute types were met: the first of a repeated one counts.
  private struct Seen {
    private var bits: UInt64 = 0

    mutating func insert(_ type: Int) -> Bool {
      guard (0..<64).contains(type) else { return true }
      defer { bits |= 1 << UInt64(type) }
      return bits & (1 << UInt64(type)) == 0
    }
  }

  /// One attribute's value and the name of the place it stands in, for a refusal's sake.
  private struct Value {
    var bytes: Range<Int>
    var name: Int
    var entry: Int?

    private func malformed(_ expected: String) -> Rejection {
      let place = entry.map { "in-app purchase \($0), field \(name)" } ?? "attribute \(name)"
      return .malformed(at: "\(place) (byte \(bytes.lowerBound))", expected: expected)
    }

    /// The one object that fills the value.
    private func object(
      _ bytes: Span<UInt8>,
      _ first: UInt8,
      or second: UInt8?,
      _ expected: String
    ) throws(Rejection) -> Range<Int> {
      guard
        let element = try? BERReader.element(
          bytes,
          at: self.bytes.lowerBound,
          limit: self.bytes.upperBound,
          depth: 0
        ),
        element.end == self.bytes.upperBound, element.tag == first || element.tag == second
      else { throw malformed(expected) }
      return element.content
    }

    /// A text; `nil` for an empty one, which is how receipts write "none".
    func text(_ bytes: Span<UInt8>) throws(Rejection) -> String? {
      let content = try object(bytes, Tag.utf8String, or: Tag.ia5String, "a text (UTF8String)")
      guard !content.isEmpty else { return nil }
      guard content.count <= mostTextBytes else {
        throw malformed("a text of at most \(mostTextBytes) bytes")
      }
      for index in content where bytes[index] < 0x20 || bytes[index] == 0x7F {
        throw malformed("a text without control characters")
      }
      guard let text = String(utf8: bytes, content) else { throw malformed("valid UTF-8") }
      return text
    }

    func date(_ bytes: Span<UInt8>) throws(Rejection) -> Date? {
      let expected = "an RFC 3339 date or an empty text"
      let content = try object(bytes, Tag.ia5String, or: Tag.utf8String, expected)
      guard !content.isEmpty else { return nil }
      guard let date = ReceiptDate.parse(bytes, content) else { throw malformed(expected) }
      return date
    }

    func integer(_ bytes: Span<UInt8>) throws(Rejection) -> Int? {
      let content = try object(bytes, Tag.integer, or: nil, "an INTEGER")
      guard let value = BERReader.unsigned(bytes, content) else {
        throw malformed("an INTEGER from 0 to 2^63-1")
      }
      return value
    }

    /// A store's number as text; `nil` for 0, which means "none".
    func number(_ bytes: Span<UInt8>) throws(Rejection) -> String? {
      guard let value = try integer(bytes), value != 0 else { return nil }
      return String(value)
    }

    func flag(_ bytes: Span<UInt8>) throws(Rejection) -> Bool? {
      switch try integer(bytes) {
      case 0: false
      case 1: true
      default: throw malformed("0 or 1")
      }
    }
  }
}
