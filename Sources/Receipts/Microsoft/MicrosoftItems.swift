import Basics
package import Foundation

/// An item that a user owns, from `collections/query`, `b2bLicensePreview` or `publisherQuery`
/// (microsoft.md §3.2), versions 6, 8 and 9.
package struct MicrosoftCollectionItem: Equatable, Sendable {
  /// `productKind`.
  package enum Kind: String, Sendable {
    case application = "Application"
    case game = "Game"
    case durable = "Durable"
    case consumable = "Consumable"
    case unmanagedConsumable = "UnmanagedConsumable"
    case pass = "Pass"
  }

  /// `status` of an item in a collection.
  package enum Status: String, Sendable {
    case active = "Active"
    case expired = "Expired"
    case revoked = "Revoked"
    case banned = "Banned"
    case suspended = "Suspended"
  }

  /// `itemId` in version 6, `id` later.
  package var id: String?
  package var productID: String
  package var skuID: String?
  /// `productType` in version 6, `productKind` later.
  package var productKind: OpenEnum<Kind>?
  package var status: OpenEnum<Status>?
  package var acquiredAt: Date?
  package var startsAt: Date?
  /// In the year 9999 for an item that does not end.
  package var endsAt: Date?
  package var modifiedAt: Date?
  package var quantity: Int?
  package var orderID: String?
  package var orderLineItemID: String?
  /// Not unique for each entitlement.
  package var transactionID: String?
  package var inAppOfferToken: String?
  /// `Single`, `Recurring` or `Conditional`.
  package var acquisitionType: String?
  /// `Trial`, `Full` or `Rental`, version 6 only.
  package var skuType: String?
  package var isTrial: Bool?
  /// From any of its three locations.
  package var recurrenceID: String?

  init(_ fields: MicrosoftFields) throws(Rejection) {
    id = try fields.text("id", or: "itemId")
    productID = try fields.required("productId")
    skuID = try fields.text("skuId")
    productKind = try fields.word("productKind", or: "productType")
    status = try fields.word("status")
    acquiredAt = try fields.date("acquiredDate")
    startsAt = try fields.date("startDate")
    endsAt = try fields.date("endDate")
    modifiedAt = try fields.date("modifiedDate")
    quantity = try fields.integer("quantity")
    orderID = try fields.text("orderId")
    orderLineItemID = try fields.text("orderLineItemId")
    transactionID = try fields.text("transactionId")
    inAppOfferToken = try fields.text("inAppOfferToken")
    acquisitionType = try fields.text("acquisitionType")
    skuType = try fields.text("skuType")
    isTrial = try fields.object("trialData")?.bool("isTrial")
    recurrenceID = try Self.recurrenceID(fields)
  }

  private static func recurrenceID(_ fields: MicrosoftFields) throws(Rejection) -> String? {
    if let id = try fields.text("recurrenceId") { return id }
    if let text = fields.object["recurrenceData"]?.string { return text }
    return try fields.object("recurrenceData")?.text("recurrenceId")
  }
}

/// One continuous subscription: an item of `recurrences/query`, or the response to a change
/// (microsoft.md §4).
package struct MicrosoftRecurrence: Equatable, Sendable {
  /// `recurrenceState`.
  package enum State: String, Sendable {
    case none = "None"
    case active = "Active"
    case inactive = "Inactive"
    case canceled = "Canceled"
    case inDunning = "InDunning"
    case failed = "Failed"
  }

  /// Stays the same for the subscription's lifetime.
  package var id: String
  package var productID: String?
  package var skuID: String?
  package var market: String?
  package var state: OpenEnum<State>?
  package var autoRenew: Bool?
  package var isTrial: Bool?
  /// `pub:` and the publisherUserId.
  package var beneficiary: String?
  package var startsAt: Date?
  package var expiresAt: Date?
  /// The end of access if the renewal fails.
  package var expiresWithGraceAt: Date?
  package var canceledAt: Date?
  package var modifiedAt: Date?

  init(_ fields: MicrosoftFields) throws(Rejection) {
    id = try fields.required("id")
    productID = try fields.text("productId")
    skuID = try fields.text("skuId")
    market = try fields.text("market")
    state = try fields.word("recurrenceState")
    autoRenew = try fields.bool("autoRenew")
    isTrial = try fields.bool("isTrial")
    beneficiary = try fields.text("beneficiary")
    startsAt = try fields.date("startTime")
    expiresAt = try fields.date("expirationTime")
    expiresWithGraceAt = try fields.date("expirationTimeWithGrace")
    canceledAt = try fields.date("cancellationDate")
    modifiedAt = try fields.date("lastModified")
  }
}

/// An order of consumables: an item of `orders/query` (microsoft.md §7).
package struct MicrosoftOrder: Equatable, Sendable {
  /// One line of an order.
  package struct LineItem: Equatable, Sendable {
    /// `lineItemState`.
    package enum State: String, Sendable {
      case purchased = "Purchased"
      /// Refunded after it was consumed.
      case revoked = "Revoked"
      /// Refunded before it was consumed; a clawback's `Refunded` means something else.
      case refunded = "Refunded"
    }

    package var id: String?
    package var state: OpenEnum<State>?
    package var productID: String?
    package var skuID: String?
    package var quantity: Int?

    init(_ fields: MicrosoftFields) throws(Rejection) {
      id = try fields.text("lineItemId")
      state = try fields.word("lineItemState")
      productID = try fields.text("productId")
      skuID = try fields.text("skuId")
      quantity = try fields.integer("quantity")
    }
  }

  package var id: String
  package var purchasedAt: Date?
  package var refundedAt: Date?
  package var lineItems: [LineItem]

  init(_ fields: MicrosoftFields) throws(Rejection) {
    id = try fields.required("orderId")
    purchasedAt = try fields.date("orderPurchasedDate")
    refundedAt = try fields.date("orderRefundedDate")
    lineItems = try fields.list("orderLineItems", LineItem.init)
  }
}
