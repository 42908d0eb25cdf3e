import Entitlements
import Foundation
import Receipts

/// Facts from orders of consumables and their consumption.
enum MicrosoftOrderFacts {
  static func extract(_ orders: [MicrosoftOrder], into translation: inout DocumentTranslation) {
    translation.purchases = orders.reduce(0) { $0 + $1.lineItems.count }
    guard let factSource = translation.factSource else { return }
    for order in orders {
      for line in order.lineItems {
        guard let product = line.productID?.usable,
          let name = MicrosoftFacts.name(order: order.id, product: product)
        else { continue }
        translation.collector.add(factSource.link(.storeOrder, order.id, of: name))
        guard let state = line.state?.known else {
          let detail = "lineItemState \(line.state?.raw ?? "is missing") \(product)"
          translation.collector.add(factSource.notice(.other, chain: name, detail: detail))
          continue
        }
        var sale = RawSale(
          transactionID: name,
          productID: product,
          kind: .consumable,
          quantity: line.quantity,
          purchasedAt: order.purchasedAt
        )
        // Refunded before or after it was used.
        if state != .purchased {
          (sale.cancelledAt, sale.cancellation) = (
            order.refundedAt ?? factSource.statedAt, .refunded
          )
        }
        translation.collector.add(sale, by: factSource)
      }
    }
  }

  static func extract(
    _ consumption: MicrosoftConsumption,
    into translation: inout DocumentTranslation
  ) {
    translation.purchases = consumption.orderIDs.count
    guard let factSource = translation.factSource, let product = consumption.productID?.usable
    else { return }
    for order in consumption.orderIDs {
      guard let name = MicrosoftFacts.name(order: order, product: product) else { continue }
      translation.collector.add(
        factSource.notice(.consumed, chain: name, order: name, detail: product)
      )
    }
  }
}
