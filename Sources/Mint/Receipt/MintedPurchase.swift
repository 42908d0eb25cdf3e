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
