import Entitlements
import Foundation
import Receipts

/// What a user owns, as the collections service answers.
enum MicrosoftCollectionFacts {
  static func tell(_ items: [MicrosoftCollectionItem], into telling: inout Telling) {
    telling.purchases = items.count
    guard let witness = telling.witness else { return }
    for item in items {
      guard let name = item.name else { continue }
      guard let status = item.status?.known else {
        let word = "status \(item.status?.raw ?? "is missing") \(item.productID)"
        telling.findings.add(witness.notice(.other, chain: name, detail: word))
        continue
      }
      telling.findings.add(item.sale(name, status, statedAt: witness.statedAt), by: witness)
      if status == .revoked, item.recurrenceID != nil {
        // What the purchase service says of it at the same time does not know of the money.
        telling.findings.add(
          witness.at(item.modifiedAt)
            .notice(.refunded, chain: name, order: name, detail: "status Revoked")
        )
      }
      // Version 8 writes the order's ID as that of the transaction.
      let order = item.orderID ?? item.transactionID
      telling.findings.add(witness.link(.storeOrder, order, of: name))
      telling.findings.add(witness.link(.appAccount, telling.context.account, of: name))
    }
  }
}

extension MicrosoftCollectionItem {
  private var recurs: Bool { recurrenceID != nil || acquisitionType == "Recurring" }

  /// A subscription goes by its recurrence, which stays the same over all its orders.
  fileprivate var name: String? {
    recurrenceID?.usable ?? MicrosoftFacts.name(order: orderID ?? transactionID, product: productID)
      ?? id?.usable
  }

  fileprivate func sale(_ name: String, _ status: Status, statedAt: Date) -> Sale {
    var sale = Sale(
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
    // A refund, as far as the store says.
    case .revoked: (sale.cancelledAt, sale.cancellation) = (changedAt, .refunded)
    case .banned, .suspended: (sale.cancelledAt, sale.cancellation) = (changedAt, .revoked)
    }
    return sale
  }
}
