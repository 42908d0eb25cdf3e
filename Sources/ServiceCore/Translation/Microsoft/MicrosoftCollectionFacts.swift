import Entitlements
import Foundation
import Receipts

/// Facts from a collections service answer: the user's items.
enum MicrosoftCollectionFacts {
  static func extract(
    _ items: [MicrosoftCollectionItem],
    into translation: inout DocumentTranslation
  ) {
    translation.purchases = items.count
    guard let factSource = translation.factSource else { return }
    for item in items {
      guard let name = item.name else { continue }
      guard let status = item.status?.known else {
        let detail = "status \(item.status?.raw ?? "is missing") \(item.productID)"
        translation.collector.add(factSource.notice(.other, chain: name, detail: detail))
        continue
      }
      translation.collector.add(
        item.sale(name, status, statedAt: factSource.statedAt),
        by: factSource
      )
      if status == .revoked, item.recurrenceID != nil {
        // The purchase service's concurrent answer does not state the refund.
        translation.collector.add(
          factSource.at(item.modifiedAt)
            .notice(.refunded, chain: name, order: name, detail: "status Revoked")
        )
      }
      // Version 8 has the order ID as the transaction ID.
      let order = item.orderID ?? item.transactionID
      translation.collector.add(factSource.link(.storeOrder, order, of: name))
      translation.collector.add(factSource.link(.appAccount, translation.context.account, of: name))
    }
  }
}

extension MicrosoftCollectionItem {
  private var recurs: Bool { recurrenceID != nil || acquisitionType == "Recurring" }

  /// A subscription is named by its recurrence ID, which is the same for all its orders.
  fileprivate var name: String? {
    recurrenceID?.usable ?? MicrosoftFacts.name(order: orderID ?? transactionID, product: productID)
      ?? id?.usable
  }

  fileprivate func sale(_ name: String, _ status: Status, statedAt: Date) -> RawSale {
    var sale = RawSale(
      transactionID: name,
      productID: productID,
      kind: ProductKind(microsoftKind: productKind?.known, recurs: recurs),
      quantity: quantity,
      purchasedAt: startsAt?.kept ?? acquiredAt,
      originalPurchasedAt: acquiredAt,
      expiresAt: endsAt.flatMap { $0.isNever ? nil : $0 },
      offer: isTrial == true || skuType == "Trial" ? .trial : nil
    )
    if sale.kind == .nonConsumable, sale.expiresAt != nil { sale.kind = .nonRenewing }
    let changedAt = modifiedAt?.kept ?? statedAt
    switch status {
    case .active: break
    case .expired:
      if sale.kind == .nonConsumable { sale.kind = .nonRenewing }
      sale.expiresAt = [sale.expiresAt, changedAt].compactMap(\.self).min()
    // A refund, as far as the store states it.
    case .revoked: (sale.cancelledAt, sale.cancellation) = (changedAt, .refunded)
    case .banned, .suspended: (sale.cancelledAt, sale.cancellation) = (changedAt, .revoked)
    }
    return sale
  }
}
