import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from `orders.get` and `orders.batchGet` answers: charges and refunds. Other answers state
/// more about present ownership and are newer than a charge's last event.
extension DocumentTranslation {
  mutating func extractGoogleOrder(_ payload: JSONValue) {
    let orders = GoogleOrder.orders(in: payload)
    isOneAccount = orders.count < 2
    purchases = orders.reduce(0) { $0 + $1.items.count }
    if orders.count == 1 { statedAt = orders.first?.statedAtStore }
    guard let factSource else { return }
    for order in orders {
      extract(order, by: factSource.at(order.statedAtStore))
    }
  }

  private mutating func extract(_ order: GoogleOrder, by factSource: FactSource) {
    let token = order.purchaseToken ?? context.purchaseToken
    let names = GoogleNames.names(
      of: order.items.map { .init(productID: $0.productID ?? "", orderID: order.orderID) },
      token: token
    )
    for (item, name) in zip(order.items, names) {
      guard let name else { continue }
      if order.isSale {
        collector.add(order.sale(item, name, context.productKind), by: factSource)
      }
      if let kind = order.notice {
        collector.add(
          factSource.notice(
            kind,
            chain: name.chain,
            order: name.transaction,
            detail: order.eventDetail
          )
        )
      }
      addLinks(of: name, order: order.orderID, token: token, by: factSource)
    }
  }
}

extension GoogleOrder {
  /// When it was refunded or last changed.
  fileprivate var statedAtStore: Date? { changedAt ?? refund?.at ?? processedAt ?? createdAt }

  /// Pending and cancelled charges are not sales.
  fileprivate var isSale: Bool {
    switch state?.known {
    case .processed, .pendingRefund, .partiallyRefunded, .refunded: true
    case .pending, .canceled, nil: false
    }
  }

  /// `nil` if the sale states it all.
  fileprivate var notice: StoreEvent.Kind? {
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

  fileprivate var eventDetail: String {
    ["state \(state?.raw ?? "is missing")", refund?.reason].compactMap(\.self)
      .joined(separator: " ")
  }

  fileprivate func sale(_ item: Item, _ name: GoogleNames.Name, _ kind: ProductKind?) -> RawSale {
    let price = (item.total ?? (items.count == 1 ? total : nil)).flatMap { Money($0) }
    var sale = RawSale(
      transactionID: name.transaction,
      originalTransactionID: name.chain,
      productID: item.catalogID,
      kind: item.isSubscription ? .autoRenewable : kind ?? .unknown,
      quantity: item.quantity,
      // An order waits while its payment is pending or declined.
      purchasedAt: processedAt ?? createdAt,
      // The service period is provisional until a better source states the end.
      expiresAt: item.servicePeriodEndsAt,
      offer: item.offer(isFree: price?.nanos == 0 && orderID?.renewal == nil),
      price: price,
      country: buyerCountry
    )
    if state?.known == .refunded {
      (sale.cancelledAt, sale.cancellation) = (refund?.at ?? statedAtStore, .refunded)
    }
    return sale
  }
}

extension GoogleOrder.Item {
  fileprivate var isSubscription: Bool { basePlanID != nil || servicePeriodEndsAt != nil }

  fileprivate var catalogID: String? {
    productID.map { product in basePlanID.map { "\(product):\($0)" } ?? product }
  }

  /// If the phase is unknown, a free first period of a subscription was a trial.
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

/// Facts from a `purchases.voidedpurchases.list` answer: voided charges. It names no product, so it
/// yields events of the voided orders, not sales.
extension DocumentTranslation {
  mutating func extractGoogleVoided(_ payload: JSONValue) {
    guard let list = GoogleVoidedList(payload) else { return }
    isOneAccount = list.purchases.count < 2
    purchases = list.purchases.count
    if list.purchases.count == 1 { statedAt = list.purchases.first?.voidedAt }
    guard let factSource else { return }
    for purchase in list.purchases {
      guard let chain = GoogleNames.chain(of: purchase.orderID, token: purchase.purchaseToken)
      else { continue }
      let name = GoogleNames.Name(transaction: purchase.orderID?.raw.usable ?? chain, chain: chain)
      for kind in purchase.notices {
        collector.add(
          factSource.at(purchase.voidedAt).notice(
            kind,
            chain: chain,
            order: name.transaction,
            detail: purchase.detail
          )
        )
      }
      addLinks(of: name, order: purchase.orderID, token: purchase.purchaseToken, by: factSource)
    }
  }
}

extension GoogleVoidedList.Purchase {
  /// A charge refunded without revoking access is not listed. With several units, some may be
  /// refunded (Voided Purchases API, `voidedQuantity`).
  fileprivate var notices: [StoreEvent.Kind] {
    quantity == nil ? [.refunded, .revoked] : [.refundedInPart]
  }

  /// Google's codes with their meanings.
  fileprivate var detail: String? {
    var parts: [String] = []
    if let source {
      let name = source.known.map { "\($0)" } ?? "unknown"
      parts.append("voidedSource \(source.raw) (\(name))")
    }
    if let reason {
      let name = reason.known.map { "\($0)" } ?? "unknown"
      parts.append("voidedReason \(reason.raw) (\(name))")
    }
    if let quantity { parts.append("voidedQuantity \(quantity)") }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
