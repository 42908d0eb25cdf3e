import Basics
import Entitlements
import Foundation
import Receipts

/// A one-time purchase as `purchases.products.get` or `purchases.productsv2` answers. Google does
/// not say whether a product can be consumed until it was.
enum GoogleProductFacts {
  static func tell(_ payload: JSONValue, into telling: inout Telling) {
    guard let product = GoogleProduct(payload) else { return }
    telling.purchases = product.items.count
    guard let witness = telling.witness else { return }
    let token = telling.context.purchaseToken ?? product.purchaseToken
    let items = product.items.map { ($0, $0.productID ?? telling.context.productID) }
    let names = GoogleNames.names(
      of: items.map { .init(productID: $0.1 ?? "", orderID: product.orderID) },
      token: token
    )
    for ((item, productID), name) in zip(items, names) {
      guard let name else { continue }
      switch product.state {
      case .canceled where product.wasCalledOff:
        telling.findings.add(
          witness.notice(.pendingCancelled, chain: name.chain, detail: productID)
        )
      case .purchased, .canceled:
        let sale = product.sale(
          item,
          name,
          of: productID,
          telling.context.productKind,
          statedAt: witness.statedAt
        )
        if let sale { telling.findings.add(sale, by: witness) }
        product.notices(of: item, name, by: witness).forEach { telling.findings.add($0) }
      case .pending:
        telling.findings.add(witness.notice(.pending, chain: name.chain, detail: productID))
      case nil:
        let word = "purchaseState \(product.rawState ?? "is missing")"
        telling.findings.add(witness.notice(.other, chain: name.chain, detail: word))
      }
      telling.addLinks(
        of: name,
        order: product.orderID,
        token: token,
        account: product.obfuscatedAccountID,
        by: witness
      )
    }
  }
}

extension GoogleProduct {
  /// Whether it was called off before it was paid for: Google names an order, and in version 2 the
  /// time of completion, once there is one (ProductPurchase, ProductPurchaseV2). What a code or an
  /// advertisement paid for has no order either, and the orders of tests were left out once.
  fileprivate var wasCalledOff: Bool {
    guard state == .canceled, orderID == nil else { return false }
    return purchasedAt == nil || rawState == "1" && purchaseType == nil
  }

  /// What was taken back has no date here, but was taken back by now.
  ///
  /// `nil` for a pending purchase that was cancelled: it was none.
  fileprivate func sale(
    _ item: Item,
    _ name: GoogleNames.Name,
    of productID: String?,
    _ kind: ProductKind?,
    statedAt: Date
  ) -> Sale? {
    guard state == .purchased || purchasedAt != nil else { return nil }
    let isTakenBack = state == .canceled || item.refundableQuantity == 0
    var sale = Sale(
      transactionID: name.transaction,
      originalTransactionID: name.chain,
      productID: productID,
      kind: item.consumption?.known == .consumed ? .consumable : kind ?? .unknown,
      quantity: item.keptQuantity,
      purchasedAt: purchasedAt ?? statedAt,
      offer: offer(item),
      country: regionCode
    )
    if isTakenBack { (sale.cancelledAt, sale.cancellation) = (statedAt, .refunded) }
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
    by witness: Witness
  ) -> [Notice] {
    func notice(_ kind: Notice.Kind, _ detail: String? = nil) -> Notice {
      witness.notice(kind, chain: name.chain, order: name.transaction, detail: detail)
    }
    if state == .canceled {
      return purchasedAt == nil ? [witness.notice(.pendingCancelled, chain: name.chain)] : []
    }
    var notices: [Notice] = []
    if item.consumption?.known == .consumed {
      notices.append(notice(.consumed))
    } else if acknowledgement?.known == .acknowledged {
      notices.append(notice(.acknowledged))
    }
    if let kept = item.refundableQuantity, kept > 0, kept < item.quantity {
      notices.append(notice(.refundedInPart, "\(item.quantity - kept) of \(item.quantity)"))
    }
    return notices
  }
}

extension GoogleProduct.Item {
  /// What was not given back; all of it where everything was, which the cancellation tells.
  fileprivate var keptQuantity: Int {
    guard let refundableQuantity, (1..<max(2, quantity)).contains(refundableQuantity) else {
      return quantity
    }
    return refundableQuantity
  }
}
