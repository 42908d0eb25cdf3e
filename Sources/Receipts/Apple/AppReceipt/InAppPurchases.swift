package import Foundation

/// One entry of attribute 17. An empty text or a zero that means "none" is `nil`.
package struct InAppPurchase: Equatable, Sendable {
  /// The values of field 1707.
  package enum ProductType: Int, Sendable {
    case nonConsumable = 0
    case consumable = 1
    case nonRenewingSubscription = 2
    case autoRenewableSubscription = 3
  }

  package var quantity: Int?
  package var productID: String?
  package var transactionID: String?
  package var originalTransactionID: String?
  package var purchasedAt: Date?
  package var originalPurchasedAt: Date?
  package var expiresAt: Date?
  /// When it was refunded, or replaced by an upgrade.
  package var cancelledAt: Date?
  package var webOrderLineItemID: String?
  package var isTrialPeriod: Bool?
  package var isInIntroOfferPeriod: Bool?
  package var promotionalOfferID: String?
  /// Undocumented by Apple, and absent in Xcode's receipts.
  package var productType: ProductType?

  init() {}
}

/// The in-app purchases of a receipt, in order. Every field was checked when the receipt was read;
/// texts and dates are decoded on access, because a verdict needs none of them and a long receipt
/// holds ten thousand. Retains the receipt's bytes.
package struct InAppPurchases: RandomAccessCollection, Sendable {
  /// More entries than any receipt holds; the largest known one has a few thousand.
  static let maxEntries = 100_000
  /// Further unreadable fields are not listed.
  static let maxFaults = 1_000

  private var content: [UInt8] = []
  private var entries: [Entry] = []
  /// The index of the first entry that lacks a required field, and that field.
  private(set) var incomplete: (index: Int, field: InAppField)?

  /// The value of one attribute 17. Receipts are far shorter than 4 GiB.
  private struct Entry {
    var start: UInt32
    var end: UInt32

    var range: Range<Int> { Int(start)..<Int(end) }
  }

  package init() {}

  /// Creates an empty collection for a receipt whose content is `content`.
  init(in content: [UInt8]) { self.content = content }

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(position: Int) -> InAppPurchase {
    InAppPurchase(content.span, entries[position].range)
  }
}

extension InAppPurchases: Equatable {
  /// Compares the purchases' values, regardless of their offsets.
  package static func == (left: InAppPurchases, right: InAppPurchases) -> Bool {
    left.elementsEqual(right)
  }
}

extension InAppPurchases {
  /// Adds the entry that fills `range`, a value of attribute 17, and checks it.
  ///
  /// - Throws: the first fault that makes the receipt untrustworthy; the entry stays, as far as
  ///   it is readable. Minor faults go into `faults`.
  mutating func append(_ range: Range<Int>, _ faults: inout [Rejection]) throws(Rejection) {
    guard entries.count < Self.maxEntries else {
      throw .malformed(at: "attribute 17", expected: "at most \(Self.maxEntries) in-app purchases")
    }
    guard let start = UInt32(exactly: range.lowerBound), let end = UInt32(exactly: range.upperBound)
    else { throw .tooLarge(limit: Int(UInt32.max)) }
    entries.append(Entry(start: start, end: end))
    let missing = try Self.check(content.span, range, number: entries.count, &faults)
    if let missing, incomplete == nil { incomplete = (entries.count - 1, missing) }
  }

  /// Reads one entry to its end; returns the required field it lacks, if any.
  private static func check(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    number: Int,
    _ faults: inout [Rejection]
  ) throws(Rejection) -> InAppField? {
    var fault: Rejection?
    var (hasProduct, hasTransaction, hasDate) = (false, false, false)
    var seen = SeenAttributes()
    var reader = try AttributeReader(bytes, range, in: .inAppPurchase(number))
    var repeated = RepeatedAttributes(reader)
    while let attribute = try reader.next(bytes) {
      guard let field = InAppField(rawValue: attribute.type) else { continue }
      let value = AttributeValue(range: attribute.value, name: attribute.type, entry: number)
      guard seen.insert(field) else {
        do throws(Rejection) {
          try repeated.expectSame(attribute, value, bytes)
        } catch {
          fault = fault ?? error
        }
        continue
      }
      do throws(Rejection) {
        switch field {
        case .productID: hasProduct = try !value.octets(bytes).isEmpty
        case .transactionID: hasTransaction = try !value.octets(bytes).isEmpty
        case .purchaseDate: hasDate = try value.holdsDate(bytes)
        case .originalTransactionID, .promotionalOfferID: _ = try value.octets(bytes)
        case .originalPurchaseDate, .expiresDate, .cancellationDate:
          _ = try value.holdsDate(bytes)
        case .quantity, .productType, .webOrderLineItemID: _ = try value.integer(bytes)
        case .isTrialPeriod, .isInIntroOfferPeriod: _ = try value.flag(bytes)
        case .productItemID: break
        }
      } catch {
        if field.decidesAccess {
          fault = fault ?? error
        } else if faults.count < maxFaults {
          faults.append(error)
        }
      }
    }
    if let fault { throw fault }
    if !hasProduct { return .productID }
    if !hasTransaction { return .transactionID }
    return hasDate ? nil : .purchaseDate
  }
}

extension InAppPurchase {
  /// Reads all readable fields; `InAppPurchases` has already reported the others.
  fileprivate init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self.init()
    guard var reader = try? AttributeReader(bytes, range, in: .inAppPurchase(0)) else { return }
    var seen = SeenAttributes()
    while let attribute = try? reader.next(bytes) {
      guard let field = InAppField(rawValue: attribute.type), seen.insert(field) else { continue }
      let value = AttributeValue(range: attribute.value, name: attribute.type, entry: nil)
      try? read(field, value, bytes)
    }
  }

  private mutating func read(
    _ field: InAppField,
    _ value: AttributeValue,
    _ bytes: Span<UInt8>
  ) throws(Rejection) {
    switch field {
    case .quantity: quantity = try value.integer(bytes)
    case .productID: productID = try value.text(bytes)
    case .transactionID: transactionID = try value.text(bytes)
    case .purchaseDate: purchasedAt = try value.date(bytes)
    case .originalTransactionID: originalTransactionID = try value.text(bytes)
    case .originalPurchaseDate: originalPurchasedAt = try value.date(bytes)
    case .productType: productType = ProductType(rawValue: try value.integer(bytes))
    case .expiresDate: expiresAt = try value.date(bytes)
    case .cancellationDate: cancelledAt = try value.date(bytes)
    case .webOrderLineItemID: webOrderLineItemID = try value.number(bytes)
    case .isTrialPeriod: isTrialPeriod = try value.flag(bytes)
    case .isInIntroOfferPeriod: isInIntroOfferPeriod = try value.flag(bytes)
    case .promotionalOfferID: promotionalOfferID = try value.text(bytes)
    case .productItemID: break
    }
  }
}

extension SeenAttributes {
  fileprivate mutating func insert(_ field: InAppField) -> Bool {
    insert(field.rawValue - InAppField.quantity.rawValue)
  }
}
