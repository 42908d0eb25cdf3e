import Basics
package import Foundation

/// One attribute of a receipt or of an in-app purchase:
/// `SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }`.
package struct MintedAttribute: Equatable, Sendable {
  package var type: Int
  package var version: Int
  /// The octets of `value`: usually a DER element, for some types raw.
  package var value: [UInt8]

  package init(type: Int, version: Int = 1, value: [UInt8]) {
    self.type = type
    self.version = version
    self.value = value
  }

  package static func utf8(_ type: Int, _ text: String) -> MintedAttribute {
    element(type, DERTag.utf8String, text.utf8)
  }

  package static func ia5(_ type: Int, _ text: String) -> MintedAttribute {
    element(type, DERTag.ia5String, text.utf8)
  }

  package static func integer(_ type: Int, _ number: Int64) -> MintedAttribute {
    var writer = DERWriter(reserving: 10)
    writer.integer(number)
    return MintedAttribute(type: type, value: writer.bytes)
  }

  /// `yyyy-MM-ddTHH:mm:ssZ` in an IA5String; empty for no date.
  package static func date(_ type: Int, _ date: Date?) -> MintedAttribute {
    ia5(type, date.map { CivilTime(clamping: $0).rfc3339 } ?? "")
  }

  private static func element(
    _ type: Int,
    _ tag: UInt8,
    _ content: some Collection<UInt8>
  ) -> MintedAttribute {
    var writer = DERWriter(reserving: content.count + 4)
    writer.element(tag, content)
    return MintedAttribute(type: type, value: writer.bytes)
  }

  func write(into writer: inout DERWriter) {
    writer.constructed(DERTag.sequence) { item in
      item.integer(Int64(type))
      item.integer(Int64(version))
      item.element(DERTag.octetString, value)
    }
  }
}

/// Changes to a set of attributes, for tests.
package struct AttributeChanges: Equatable, Sendable {
  /// Types to leave out.
  package var omitted: Set<Int>
  /// Each replaces all attributes of its type.
  package var replaced: [MintedAttribute]
  package var added: [MintedAttribute]

  package init(
    omitted: Set<Int> = [],
    replaced: [MintedAttribute] = [],
    added: [MintedAttribute] = []
  ) {
    self.omitted = omitted
    self.replaced = replaced
    self.added = added
  }

  func applied(to attributes: [MintedAttribute]) -> [MintedAttribute] {
    let gone = omitted.union(replaced.map(\.type))
    guard !gone.isEmpty else { return attributes + added }
    return attributes.filter { !gone.contains($0.type) } + replaced + added
  }
}

/// The order of attributes in a SET; real receipts use both.
enum AttributeOrder {
  /// By octets, as DER requires for a SET OF; for these short items, by length first.
  case sorted
  /// As given; Xcode sorts by type.
  case asGiven

  /// Encodes the SET with tag and length.
  func set(of attributes: [MintedAttribute]) -> [UInt8] {
    var items = DERWriter(reserving: attributes.count * 32)
    var ranges = attributes.map { attribute in
      let start = items.bytes.count
      attribute.write(into: &items)
      return start..<items.bytes.count
    }
    let bytes = items.bytes
    if self == .sorted { ranges.sort { Self.precedes($0, $1, in: bytes) } }
    var writer = DERWriter(reserving: bytes.count + 6)
    writer.constructed(DERTag.set) { set in
      for range in ranges { set.append(bytes[range]) }
    }
    return writer.bytes
  }

  /// Items differ within their first few octets, so sorting is cheap.
  private static func precedes(_ left: Range<Int>, _ right: Range<Int>, in bytes: [UInt8]) -> Bool {
    var (i, j) = (left.lowerBound, right.lowerBound)
    while i < left.upperBound, j < right.upperBound {
      if bytes[i] != bytes[j] { return bytes[i] < bytes[j] }
      i += 1
      j += 1
    }
    return left.count < right.count
  }
}
