import Basics
import Entitlements
import Foundation
import Receipts

/// Charges as `orders.get` and `orders.batchGet` answer: what was paid, and whether it was given
/// back. Other answers know more of what is owned now, and are younger than a charge's last event.
enum GoogleOrderFacts {
  static func tell(_ payload: JSONValue, into telling: inout Telling) {
    let orders = GoogleOrder.orders(in: payload)
    telling.isOneAccount = orders.count < 2
    telling.purchases = orders.reduce(0) { $0 + $1.items.count }
    if orders.count == 1 { telling.statedAt = orders.first?.toldAt }
    guard let witness = telling.witness else { return }
    for order in orders {
      tell(order, by: witness.at(order.toldAt), into: &telling)
    }
  }

  private static func tell(
    _ order: GoogleOrder,
    by witness: Witness,
    into telling: inout Telling
  ) {
    let token = order.purchaseToken ?? telling.context.purchaseToken
    let names = GoogleNames.names(
      of: order.items.map { .init(productID: $0.productID ?? "", orderID: order.orderID) },
      token: token
    )
    for (item, name) in zip(order.items, names) {
      guard let name else { continue }
      if order.isSale {
        telling.findings.add(order.sale(item, name, telling.context.productKind), by: witness)
      }
      if let kind = order.notice {
        telling.findings.add(
          witness.notice(
            kind,
            chain: name.chain,
            order: name.transaction,
            detail: order.words
          )
        )
      }
      telling.addLinks(of: name, order: order.orderID, token: token, by: witness)
    }
  }
}

extension GoogleOrder {
  /// When it was given back, or whatever else happened last.
  fileprivate var toldAt: Date? { changedAt ?? refund?.at ?? processedAt ?? createdAt }

  /// A pending charge is none yet, and one that was cancelled is none at all.
  fileprivate var isSale: Bool {
    switch state?.known {
    case .processed, .pendingRefund, .partiallyRefunded, .refunded: true
    case .pending, .canceled, nil: false
    }
  }

  /// `nil` for what a sale says by itself.
  fileprivate var notice: Notice.Kind? {
    switch state?.known {
    case .processed: nil
    case .pending: .pending
    case .canceled: .pendingCancelled
    case .pendingRefund: .refundRequested
    case .partiallyRefunded: .refundedInPart
    case .refunded: .refunded
    case nil: .other
    }
  }

  fileprivate var words: String {
    ["state \(state?.raw ?? "is missing")", refund?.reason?.raw].compactMap(\.self)
      .joined(separator: " ")
  }

  fileprivate func sale(
    _ item: Item,
    _ name: GoogleNames.Name,
    _ kind: ProductKind?
  ) -> Sale {
    let price = (item.total ?? (items.count == 1 ? total : nil)).flatMap { Money($0) }
    var sale = Sale(
      transactionID: name.transaction,
      originalTransactionID: name.chain,
      productID: item.catalogID,
      kind: item.isSubscription ? .autoRenewable : kind ?? .unknown,
      quantity: item.quantity,
      purchasedAt: createdAt ?? processedAt,
      // Bounds for the books: they stand in until somebody knows better.
      expiresAt: item.servicePeriodEndsAt,
      offer: item.offer(isFree: price?.nanos == 0 && orderID?.renewal == nil),
      price: price,
      country: buyerCountry
    )
    if state?.known == .refunded {
      (sale.cancelledAt, sale.cancellation) = (refund?.at ?? toldAt, .refunded)
    }
    return sale
  }
}

extension GoogleOrder.Item {
  fileprivate var isSubscription: Bool { basePlanID != nil || servicePeriodEndsAt != nil }

  fileprivate var catalogID: String? {
    productID.map { product in basePlanID.map { "\(product):\($0)" } ?? product }
  }

  /// Of a subscription whose phase is not told, a first period that cost nothing was a trial.
  fileprivate func offer(isFree: Bool) -> Order.Offer? {
    guard isSubscription else { return offerID?.usable.map { .promotional($0) } }
    return switch phase {
    case .freeTrial, .proration("FREE_TRIAL"): .trial
    case .introductoryPrice, .proration("INTRODUCTORY"): .introductory
    case .basePrice, .proration: nil
    case nil: isFree ? .trial : nil
    }
  }
}

extension Money {
  init?(_ money: GoogleMoney) {
    guard let currency = money.currencyCode.flatMap({ Currency($0) }) else { return nil }
    self.init(units: Int64(money.units), nanos: Int64(money.nanos), currency)
  }
}
