import Entitlements
import Foundation

/// A sale as a store's document tells it, before it is looked at with suspicion: fields of every
/// store, each of them perhaps missing.
struct Sale {
  /// No store sells more at once; what claims to is taken for this many.
  private static let mostQuantity = 1_000_000_000

  var transactionID: String?
  /// The transaction's own ID where it is missing: a first sale is the root of its own chain.
  var originalTransactionID: String?
  var webOrderLineItemID: String?
  var productID: String?
  var kind = ProductKind.unknown
  /// 1 where it is missing or less than nothing.
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

  /// The sale in the ledger's terms; `nil` where it lacks what identifies it, or its date.
  func order(by witness: Witness) -> Order? {
    guard let transactionID = transactionID?.usable, let productID = productID?.usable,
      let soldAt = purchasedAt?.kept
    else { return nil }
    let isFirst = [nil, transactionID].contains(originalTransactionID?.usable)
    let purchasedAt = isFirst ? Self.told(soldAt, by: witness.receivedAt) : soldAt
    let cancelledAt = cancelledAt?.kept
    return Order(
      store: witness.store,
      environment: witness.environment,
      app: witness.app,
      transactionID: transactionID,
      originalTransactionID: originalTransactionID?.usable ?? transactionID,
      webOrderLineItemID: webOrderLineItemID?.usable,
      productID: productID,
      kind: kind,
      quantity: quantity.map { $0 < 0 ? 1 : min($0, Self.mostQuantity) } ?? 1,
      purchasedAt: purchasedAt,
      originalPurchasedAt: originalPurchasedAt?.kept ?? purchasedAt,
      expiresAt: expiresAt?.kept,
      cancelledAt: cancelledAt,
      cancellation: cancelledAt == nil ? nil : cancellation,
      offer: offer,
      terms: terms(soldAt: purchasedAt, by: witness),
      testimony: witness.testimony
    )
  }

  /// A first sale that a document tells of was made when that came: where the store's time lies ahead
  /// of ours by less than a day, it is ours that is behind. Renewals are told of before they begin.
  private static func told(_ soldAt: Date, by receivedAt: Date) -> Date {
    let isAhead = receivedAt < soldAt && soldAt < receivedAt.addingTimeInterval(86_400)
    return isAhead ? receivedAt : soldAt
  }

  /// Terms without a price are stated as of the sale itself, so that they give way to those of any
  /// document that names one, however old.
  private func terms(soldAt purchasedAt: Date, by witness: Witness) -> Order.Terms? {
    let price = price.flatMap { $0.nanos < 0 ? nil : $0 }
    guard price != nil || country != nil || ownership != nil else { return nil }
    return Order.Terms(
      price: price,
      country: country?.usable,
      ownership: ownership,
      testimony: (price == nil ? witness.at(purchasedAt) : witness).testimony
    )
  }
}
