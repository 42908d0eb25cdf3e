import Basics
package import Foundation

/// An in-app purchase in a receipt.
package struct MintedPurchase: Equatable, Sendable {
  /// Attribute 1707, which Apple does not document.
  package enum Kind: Int64, Sendable, CaseIterable {
    case nonConsumable = 0
    case consumable, nonRenewing, autoRenewable
  }

  package var productID: String
  package var kind: Kind
  package var quantity: Int64
  package var transactionID: String
  package var originalTransactionID: String
  package var purchaseDate: Date
  package var originalPurchaseDate: Date
  /// The end of the paid period; `nil` if it does not expire.
  package var expiresDate: Date?
  /// When Apple cancelled it: a refund or an upgrade.
  package var cancellationDate: Date?
  /// At most seven octets; 0 for none.
  package var webOrderLineItemID: Int64
  /// The product's number in the shop; 0 in sandbox.
  package var productItemID: Int64
  package var isTrial: Bool
  /// `nil` omits the attribute, as in receipts of about 2015.
  package var isIntroOffer: Bool?
  package var promotionalOfferID: String?
  package var changes: AttributeChanges

  package init(
    productID: String,
    kind: Kind = .autoRenewable,
    quantity: Int64 = 1,
    transactionID: String,
    originalTransactionID: String? = nil,
    purchaseDate: Date,
    originalPurchaseDate: Date? = nil,
    expiresDate: Date? = nil,
    cancellationDate: Date? = nil,
    webOrderLineItemID: Int64 = 0,
    productItemID: Int64 = 0,
    isTrial: Bool = false,
    isIntroOffer: Bool? = false,
    promotionalOfferID: String? = nil,
    changes: AttributeChanges = AttributeChanges()
  ) {
    self.productID = productID
    self.kind = kind
    self.quantity = quantity
    self.transactionID = transactionID
    self.originalTransactionID = originalTransactionID ?? transactionID
    self.purchaseDate = purchaseDate
    self.originalPurchaseDate = originalPurchaseDate ?? purchaseDate
    self.expiresDate = expiresDate
    self.cancellationDate = cancellationDate
    self.webOrderLineItemID = webOrderLineItemID
    self.productItemID = productItemID
    self.isTrial = isTrial
    self.isIntroOffer = isIntroOffer
    self.promotionalOfferID = promotionalOfferID
    self.changes = changes
  }

  func attributes(as shape: MintedReceipt.Shape) -> [MintedAttribute] {
    switch shape {
    case .appStore: changes.applied(to: appStoreAttributes)
    case .xcode: changes.applied(to: xcodeAttributes)
    }
  }

  private var appStoreAttributes: [MintedAttribute] {
    var attributes: [MintedAttribute] = [
      .integer(1701, quantity), .utf8(1702, productID), .utf8(1703, transactionID),
      .date(1704, purchaseDate), .utf8(1705, originalTransactionID),
      .date(1706, originalPurchaseDate), .integer(1707, kind.rawValue),
      .date(1708, expiresDate), .utf8(1709, ""), .integer(1710, productItemID),
      .integer(1711, webOrderLineItemID), .date(1712, cancellationDate),
      .integer(1713, isTrial ? 1 : 0),
    ]
    attributes += (1714...1718).map { .utf8($0, "") }
    if let isIntroOffer { attributes.append(.integer(1719, isIntroOffer ? 1 : 0)) }
    if let promotionalOfferID { attributes.append(.utf8(1721, promotionalOfferID)) }
    attributes.append(.integer(1722, 0))
    return attributes
  }

  private var xcodeAttributes: [MintedAttribute] {
    [
      .integer(1701, quantity), .utf8(1702, productID), .utf8(1703, transactionID),
      .date(1704, purchaseDate), .date(1708, expiresDate),
      .integer(1719, isIntroOffer == true ? 1 : 0),
    ]
  }
}

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
