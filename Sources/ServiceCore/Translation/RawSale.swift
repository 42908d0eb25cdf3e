import Entitlements
import Foundation

/// A sale as stated by a store's document, before validation. Any field may be missing.
struct RawSale {
  /// The maximum quantity; larger values are clamped.
  private static let maxQuantity = 1_000_000_000

  var transactionID: String?
  /// If missing, the transaction's own ID: a first sale is the root of its chain.
  var originalTransactionID: String?
  var webOrderLineItemID: String?
  var productID: String?
  var kind = ProductKind.unknown
  /// 1 if missing or negative.
  var quantity: Int?
  var purchasedAt: Date?
  var originalPurchasedAt: Date?
  var expiresAt: Date?
  var cancelledAt: Date?
  var cancellation: Order.Cancellation?
  var offer: Order.Offer?
  var price: Money?
  var country: String?
  var ownership: Order.Ownership?

  /// The validated order; `nil` if its identification or date is missing.
  func order(by factSource: FactSource) -> Order? {
    guard let transactionID = transactionID?.usable, let productID = productID?.usable,
      let soldAt = purchasedAt?.kept
    else { return nil }
    let isFirst = [nil, transactionID].contains(originalTransactionID?.usable)
    let purchasedAt = isFirst ? Self.stated(soldAt, by: factSource.receivedAt) : soldAt
    let cancelledAt = cancelledAt?.kept
    return Order(
      store: factSource.store,
      environment: factSource.environment,
      app: factSource.app,
      transactionID: transactionID,
      originalTransactionID: originalTransactionID?.usable ?? transactionID,
      webOrderLineItemID: webOrderLineItemID?.usable,
      productID: productID,
      kind: kind,
      quantity: quantity.map { $0 < 0 ? 1 : min($0, Self.maxQuantity) } ?? 1,
      purchasedAt: purchasedAt,
      originalPurchasedAt: originalPurchasedAt?.kept ?? purchasedAt,
      expiresAt: expiresAt?.kept,
      cancelledAt: cancelledAt,
      cancellation: cancelledAt == nil ? nil : cancellation,
      offer: offer,
      terms: terms(soldAt: purchasedAt, by: factSource),
      statementSource: factSource.statementSource
    )
  }

  /// A first sale cannot be later than its document's arrival: if its date is ahead by less than a
  /// day, the local clock is slow. Renewals may be stated before they begin.
  private static func stated(_ soldAt: Date, by receivedAt: Date) -> Date {
    let isAhead = receivedAt < soldAt && soldAt < receivedAt.addingTimeInterval(86_400)
    return isAhead ? receivedAt : soldAt
  }

  /// Terms without a price have the date of the sale, so that any document with a price supersedes
  /// them.
  private func terms(soldAt purchasedAt: Date, by factSource: FactSource) -> Order.Terms? {
    let price = price.flatMap { $0.nanos < 0 ? nil : $0 }
    guard price != nil || country != nil || ownership != nil else { return nil }
    return Order.Terms(
      price: price,
      country: country?.usable,
      ownership: ownership,
      statementSource: (price == nil ? factSource.at(purchasedAt) : factSource).statementSource
    )
  }
}
