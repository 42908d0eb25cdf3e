package import Basics
package import Foundation

/// A charge with its amounts: `orders.get` (Android Publisher v3).
package struct GoogleOrder: Equatable, Sendable {
  /// `state` of an order.
  package enum State: String, Sendable {
    case pending = "PENDING"
    case processed = "PROCESSED"
    case canceled = "CANCELED"
    case pendingRefund = "PENDING_REFUND"
    case partiallyRefunded = "PARTIALLY_REFUNDED"
    case refunded = "REFUNDED"
  }

  /// `refundEvent.refundReason`.
  package enum RefundReason: String, Sendable { case other = "OTHER", chargeback = "CHARGEBACK" }

  /// A refund of all or part of the order.
  package struct Refund: Equatable, Sendable {
    package var at: Date?
    package var total: GoogleMoney?
    package var tax: GoogleMoney?
    package var reason: OpenEnum<RefundReason>?
    /// `PENDING` or `PROCESSED_SUCCESSFULLY`, for partial refunds.
    package var state: String?
  }

  /// One line of the order.
  package struct Item: Equatable, Sendable {
    package var productID: String?
    package var title: String?
    package var listingPrice: GoogleMoney?
    package var total: GoogleMoney?
    package var tax: GoogleMoney?
    package var basePlanID: String?
    package var offerID: String?
    /// The price that was paid: `offerPhaseDetails`, or the older `offerPhase`.
    package var phase: GoogleSubscriptionItem.Phase?
    /// Accounting bounds, not entitlement bounds.
    package var servicePeriodStartedAt: Date?
    package var servicePeriodEndsAt: Date?
    /// For one-time purchases.
    package var quantity: Int?
  }

  package let orderID: GoogleOrderID?
  /// A secret.
  package let purchaseToken: String?
  package let state: OpenEnum<State>?
  package let createdAt: Date?
  package let changedAt: Date?
  /// What the buyer paid, with tax.
  package let total: GoogleMoney?
  package let tax: GoogleMoney?
  package let revenue: GoogleMoney?
  /// ISO 3166-1 alpha-2. The rest of the address is not read.
  package let buyerCountry: String?
  package let isTaxInclusive: Bool?
  package let salesChannel: String?
  package let processedAt: Date?
  package let canceledAt: Date?
  package let refund: Refund?
  package let partialRefunds: [Refund]
  package let items: [Item]

  /// The orders of `orders.get`, or of `orders.batchGet`.
  package static func orders(in document: JSONValue) -> [GoogleOrder] {
    if let list = document["orders"]?.array { return list.compactMap(GoogleOrder.init) }
    return [GoogleOrder(document)].compactMap(\.self)
  }

  /// `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    orderID = fields.text("orderId").map(GoogleOrderID.init)
    purchaseToken = fields.text("purchaseToken")
    state = fields.word("state")
    createdAt = fields.instant("createTime")
    changedAt = fields.instant("lastEventTime")
    total = fields.money("total")
    tax = fields.money("tax")
    revenue = fields.money("developerRevenueInBuyerCurrency")
    buyerCountry = fields.fields("buyerAddress")?.text("buyerCountry")
    isTaxInclusive = fields.fields("orderDetails")?.flag("taxInclusive")
    salesChannel = fields.text("salesChannel")
    let history = fields.fields("orderHistory")
    processedAt = history?.fields("processedEvent")?.instant("eventTime")
    canceledAt = history?.fields("cancellationEvent")?.instant("eventTime")
    refund = history?.fields("refundEvent").map(Refund.init)
    partialRefunds = history?.list("partialRefundEvents").map(Refund.init) ?? []
    items = fields.list("lineItems").map(Item.init)
  }
}

extension GoogleOrder.Refund {
  init(_ fields: LenientFields) {
    at =
      fields.instant("eventTime") ?? fields.instant("processTime") ?? fields.instant("createTime")
    let details = fields.fields("refundDetails")
    total = details?.money("total")
    tax = details?.money("tax")
    reason = fields.word("refundReason")
    state = fields.text("state")
  }
}

extension GoogleOrder.Item {
  init(_ fields: LenientFields) {
    productID = fields.text("productId")
    title = fields.text("productTitle")
    listingPrice = fields.money("listingPrice")
    total = fields.money("total")
    tax = fields.money("tax")
    let subscription = fields.fields("subscriptionDetails")
    let oneTime = fields.fields("oneTimePurchaseDetails")
    basePlanID = subscription?.text("basePlanId")
    offerID = subscription?.text("offerId") ?? oneTime?.text("offerId")
    phase = subscription.flatMap { GoogleSubscriptionItem.Phase(ofOrder: $0) }
    servicePeriodStartedAt = subscription?.instant("servicePeriodStartTime")
    servicePeriodEndsAt = subscription?.instant("servicePeriodEndTime")
    quantity = oneTime?.integer("quantity")
  }
}

/// Voided purchases: `purchases.voidedpurchases.list`.
package struct GoogleVoidedList: Equatable, Sendable {
  /// `voidedSource`: who voided the purchase.
  package enum Source: Int, Sendable { case user = 0, developer = 1, google = 2 }

  /// `voidedReason`.
  package enum Reason: Int, Sendable {
    case other = 0, remorse, notReceived, defective, accidental, fraud, friendlyFraud, chargeback
    case unacknowledged
  }

  /// One entry of `voidedPurchases`.
  package struct Purchase: Equatable, Sendable {
    /// A secret; one token has many orders, so `orderID` is what was voided.
    package var purchaseToken: String?
    package var orderID: GoogleOrderID?
    package var purchasedAt: Date?
    package var voidedAt: Date?
    package var source: OpenEnum<Source>?
    package var reason: OpenEnum<Reason>?
    /// If only a part of the quantity was voided; else absent.
    package var quantity: Int?
  }

  package let purchases: [Purchase]
  package let nextPageToken: String?

  /// Reads the list, or a single entry of it; `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    let isList = fields["voidedPurchases"]?.array != nil || fields["orderId"] == nil
    purchases = (isList ? fields.list("voidedPurchases") : [fields]).map(Purchase.init)
    nextPageToken = fields.fields("tokenPagination")?.text("nextPageToken")
  }
}

extension GoogleVoidedList.Purchase {
  init(_ fields: LenientFields) {
    purchaseToken = fields.text("purchaseToken")
    orderID = fields.text("orderId").map(GoogleOrderID.init)
    purchasedAt = fields.milliseconds("purchaseTimeMillis")
    voidedAt = fields.milliseconds("voidedTimeMillis")
    source = fields.word("voidedSource")
    reason = fields.word("voidedReason")
    quantity = fields.integer("voidedQuantity")
  }
}
