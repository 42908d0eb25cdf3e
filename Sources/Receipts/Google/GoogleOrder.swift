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

  /// A refund of all or part of the order.
  package struct Refund: Equatable, Sendable {
    fileprivate let fields: LenientFields

    package var at: Date? {
      fields.instant("eventTime") ?? fields.instant("processTime") ?? fields.instant("createTime")
    }
    /// `OTHER` or `CHARGEBACK`.
    package var reason: String? { fields["refundReason"]?.string }
  }

  /// One line of the order.
  package struct Item: Equatable, Sendable {
    fileprivate let fields: LenientFields

    private var subscription: LenientFields? { fields.fields("subscriptionDetails") }
    private var oneTime: LenientFields? { fields.fields("oneTimePurchaseDetails") }

    package var productID: String? { fields.text("productId") }
    package var total: GoogleMoney? { fields.money("total") }
    package var basePlanID: String? { subscription?.text("basePlanId") }
    package var offerID: String? { subscription?.text("offerId") ?? oneTime?.text("offerId") }
    /// The price that was paid: `offerPhaseDetails`, or the older `offerPhase`.
    package var phase: GoogleSubscriptionItem.Phase? {
      subscription.flatMap { GoogleSubscriptionItem.Phase(ofOrder: $0) }
    }
    /// An accounting bound, not an entitlement bound.
    package var servicePeriodEndsAt: Date? { subscription?.instant("servicePeriodEndTime") }
    /// For one-time purchases.
    package var quantity: Int? { oneTime?.integer("quantity") }
  }

  private let fields: LenientFields

  /// `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    self.fields = fields
  }

  /// The orders of `orders.get`, or of `orders.batchGet`.
  package static func orders(in document: JSONValue) -> [GoogleOrder] {
    if let list = document["orders"]?.array { return list.compactMap(GoogleOrder.init) }
    return [GoogleOrder(document)].compactMap(\.self)
  }

  package var orderID: GoogleOrderID? { fields.orderID("orderId") }
  /// A secret.
  package var purchaseToken: String? { fields.text("purchaseToken") }
  package var state: OpenEnum<State>? { fields.word("state") }
  package var createdAt: Date? { fields.instant("createTime") }
  package var changedAt: Date? { fields.instant("lastEventTime") }
  /// What the buyer paid, with tax.
  package var total: GoogleMoney? { fields.money("total") }
  package var refund: Refund? {
    fields.fields("orderHistory")?.fields("refundEvent").map(Refund.init)
  }
  package var buyerCountry: String? { fields.fields("buyerAddress")?.text("buyerCountry") }
  package var processedAt: Date? {
    fields.fields("orderHistory")?.fields("processedEvent")?.instant("eventTime")
  }
  package var items: [Item] { fields.list("lineItems").map(Item.init) }
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
    fileprivate let fields: LenientFields

    /// A secret; one token has many orders, so `orderID` is what was voided.
    package var purchaseToken: String? { fields.text("purchaseToken") }
    package var orderID: GoogleOrderID? { fields.orderID("orderId") }
    package var voidedAt: Date? { fields.milliseconds("voidedTimeMillis") }
    package var source: OpenEnum<Source>? { fields.word("voidedSource") }
    package var reason: OpenEnum<Reason>? { fields.word("voidedReason") }
    /// If only a part of the quantity was voided; else absent.
    package var quantity: Int? { fields.integer("voidedQuantity") }
  }

  package let purchases: [Purchase]

  /// Reads the list, or a single entry of it; `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    let isList = fields["voidedPurchases"]?.array != nil || fields["orderId"] == nil
    purchases = (isList ? fields.list("voidedPurchases") : [fields]).map(Purchase.init)
  }
}

/// An exact amount in Google's format: `units + nanos / 10⁹` (google.type.Money).
package struct GoogleMoney: Equatable, Sendable {
  /// ISO 4217.
  package let currencyCode: String?
  /// Whole units of the currency; absent in the body when 0.
  package let units: Int
  /// Billionths of a unit, -999,999,999 to 999,999,999, with the sign of `units`; absent when 0.
  package let nanos: Int

  /// `nil` if a part is not a number, or the signs differ.
  init?(_ fields: LenientFields) {
    var parts = (units: 0, nanos: 0)
    if fields["units"] != nil {
      guard let units = fields.integer("units") else { return nil }
      parts.units = units
    }
    if fields["nanos"] != nil {
      guard let nanos = fields.integer("nanos") else { return nil }
      parts.nanos = nanos
    }
    guard (-999_999_999...999_999_999).contains(parts.nanos),
      parts.units == 0 || parts.nanos == 0 || (parts.units < 0) == (parts.nanos < 0)
    else { return nil }
    currencyCode = fields.text("currencyCode")
    units = parts.units
    nanos = parts.nanos
  }
}

/// A parsed order ID: `GPA.1234-5678-9012-34567` is the first charge, `…..0` the first renewal,
/// `…..1` the second. The format is undocumented, so it is for display and grouping only.
package struct GoogleOrderID: Equatable, Sendable {
  package let raw: String
  /// The ID without its renewal number; shared by the charges of one subscription.
  package let base: String
  /// 0 for the first renewal; `nil` for the first charge.
  package let renewal: Int?

  /// Keeps the original digits in `raw`.
  package init(_ raw: String) {
    self.raw = raw
    let digits = raw.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
    let head = raw.utf8.dropLast(digits)
    if digits > 0, head.suffix(2).elementsEqual("..".utf8),
      !head.suffix(3).elementsEqual("...".utf8),
      head.count > 2, let number = Int(raw.suffix(digits))
    {
      base = String(raw.dropLast(digits + 2))
      renewal = number
    } else {
      base = raw
      renewal = nil
    }
  }
}
