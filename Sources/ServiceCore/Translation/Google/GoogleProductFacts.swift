import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from `purchases.products.get` and `purchases.productsv2` answers: a one-time purchase.
/// Google does not state whether a product is consumable before it is consumed.
extension DocumentTranslation {
  mutating func extractGoogleProduct(_ payload: JSONValue) {
    guard let product = GoogleProduct(payload) else { return }
    purchases = product.items.count
    guard let factSource else { return }
    let token = context.purchaseToken ?? product.purchaseToken
    let items = product.items.map { ($0, $0.productID ?? context.productID) }
    let names = GoogleNames.names(
      of: items.map { .init(productID: $0.1 ?? "", orderID: product.orderID) },
      token: token
    )
    for ((item, productID), name) in zip(items, names) {
      guard let name else { continue }
      switch product.state {
      case .canceled where product.wasPendingCancelled:
        collector.add(factSource.notice(.pendingCancelled, chain: name.chain, detail: productID))
      case .purchased, .canceled:
        let sale = product.sale(
          item,
          name,
          of: productID,
          context.productKind,
          statedAt: factSource.statedAt
        )
        if let sale { collector.add(sale, by: factSource) }
        product.notices(of: item, name, by: factSource).forEach { collector.add($0) }
      case .pending:
        collector.add(factSource.notice(.pending, chain: name.chain, detail: productID))
      case nil:
        let detail = "purchaseState \(product.rawState ?? "is missing")"
        collector.add(factSource.notice(.other, chain: name.chain, detail: detail))
      }
      addLinks(
        of: name,
        order: product.orderID,
        token: token,
        account: product.obfuscatedAccountID,
        by: factSource
      )
    }
  }
}

extension GoogleProduct {
  /// Whether it was cancelled before payment: Google states an order, and in version 2 the
  /// completion time, only for completed purchases (ProductPurchase, ProductPurchaseV2). Purchases
  /// paid by a code or an advertisement have no order either, and old test purchases omit it.
  fileprivate var wasPendingCancelled: Bool {
    guard state == .canceled, orderID == nil else { return false }
    return purchasedAt == nil || rawState == "1" && purchaseType == nil
  }

  /// The answer has no refund date, so the refund is dated at the answer.
  ///
  /// `nil` for a cancelled pending purchase, which is not a sale.
  fileprivate func sale(
    _ item: Item,
    _ name: GoogleNames.Name,
    of productID: String?,
    _ kind: ProductKind?,
    statedAt: Date
  ) -> RawSale? {
    guard state == .purchased || purchasedAt != nil else { return nil }
    let isCancelled = state == .canceled || item.refundableQuantity == 0
    var sale = RawSale(
      transactionID: name.transaction,
      originalTransactionID: name.chain,
      productID: productID,
      kind: item.consumption?.known == .consumed ? .consumable : kind ?? .unknown,
      quantity: item.remainingQuantity,
      purchasedAt: purchasedAt ?? statedAt,
      offer: offer(item),
      country: regionCode
    )
    if isCancelled { (sale.cancelledAt, sale.cancellation) = (statedAt, .refunded) }
    return sale
  }

  private func offer(_ item: Item) -> Order.Offer? {
    if let offer = item.offerID?.usable { return .promotional(offer) }
    return switch purchaseType?.known {
    case .promoCode: .promotional("promo code")
    case .rewarded: .promotional("rewarded")
    case .test, nil: nil
    }
  }

  fileprivate func notices(
    of item: Item,
    _ name: GoogleNames.Name,
    by factSource: FactSource
  ) -> [StoreEvent] {
    func notice(_ kind: StoreEvent.Kind, _ detail: String? = nil) -> StoreEvent {
      factSource.notice(kind, chain: name.chain, order: name.transaction, detail: detail)
    }
    if state == .canceled {
      return purchasedAt == nil ? [factSource.notice(.pendingCancelled, chain: name.chain)] : []
    }
    var notices: [StoreEvent] = []
    if item.consumption?.known == .consumed {
      notices.append(notice(.consumed))
    } else if acknowledgement?.known == .acknowledged {
      notices.append(notice(.acknowledged))
    }
    if let remaining = item.refundableQuantity, remaining > 0, remaining < item.quantity {
      notices.append(notice(.refundedInPart, "\(item.quantity - remaining) of \(item.quantity)"))
    }
    return notices
  }
}

extension GoogleProduct.Item {
  /// The quantity that was not refunded, or all of it if everything was; then the cancellation
  /// states it.
  fileprivate var remainingQuantity: Int {
    guard let refundableQuantity, (1..<max(2, quantity)).contains(refundableQuantity) else {
      return quantity
    }
    return refundableQuantity
  }
}

/// Facts from a purchase on the device, signed by Google Play. It distinguishes neither
/// subscriptions from one-time products nor states refunds: it is a reason to query Google, and a
/// sale only if the app or the catalog knows that the product is not a subscription.
extension DocumentTranslation {
  mutating func extractGooglePurchase(_ payload: JSONValue) {
    guard let purchase = GooglePurchase(payload) else { return }
    statedAt = purchase.purchasedAt
    purchases = purchase.productIDs.count
    guard let factSource else { return }
    let names = GoogleNames.names(
      of: purchase.productIDs.map { .init(productID: $0, orderID: purchase.orderID) },
      token: purchase.purchaseToken
    )
    for (productID, name) in zip(purchase.productIDs, names) {
      guard let name else { continue }
      let notice = purchase.notice
      collector.add(
        factSource.notice(
          notice.kind,
          chain: name.chain,
          order: notice.kind == .pending ? nil : name.transaction,
          detail: notice.detail.map { "\($0) \(productID)" } ?? productID
        )
      )
      if let kind = purchase.saleKind(context.productKind) {
        let sale = RawSale(
          transactionID: name.transaction,
          originalTransactionID: name.chain,
          productID: productID,
          kind: kind,
          quantity: purchase.quantity,
          purchasedAt: purchase.purchasedAt
        )
        collector.add(sale, by: factSource)
      }
      addLinks(
        of: name,
        order: purchase.orderID,
        token: purchase.purchaseToken,
        account: purchase.obfuscatedAccountID,
        by: factSource
      )
    }
  }
}

extension GooglePurchase {
  fileprivate var notice: (kind: StoreEvent.Kind, detail: String?) {
    switch state?.known {
    case .purchased: (.purchased, nil)
    case .pending: (.pending, nil)
    case .refunded: (.refunded, nil)
    case .canceled, nil: (.other, "purchaseState \(state.map { "\($0.raw)" } ?? "is missing")")
    }
  }

  /// The product kind of the sale; `nil` if it does not count as one.
  fileprivate func saleKind(_ kind: ProductKind?) -> ProductKind? {
    guard state?.known == .purchased, isAutoRenewing == nil else { return nil }
    return kind == .consumable || kind == .nonConsumable ? kind : nil
  }
}
