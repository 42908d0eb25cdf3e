import Entitlements
import Foundation
import Receipts

/// Orders of consumables, and what was used of them.
enum MicrosoftOrderFacts {
  static func tell(_ orders: [MicrosoftOrder], into telling: inout Telling) {
    telling.purchases = orders.reduce(0) { $0 + $1.lineItems.count }
    guard let witness = telling.witness else { return }
    for order in orders {
      for line in order.lineItems {
        guard let product = line.productID?.usable,
          let name = MicrosoftFacts.name(order: order.id, product: product)
        else { continue }
        telling.findings.add(witness.link(.storeOrder, order.id, of: name))
        guard let state = line.state?.known else {
          let word = "lineItemState \(line.state?.raw ?? "is missing") \(product)"
          telling.findings.add(witness.notice(.other, chain: name, detail: word))
          continue
        }
        var sale = Sale(
          transactionID: name,
          productID: product,
          kind: .consumable,
          quantity: line.quantity,
          purchasedAt: order.purchasedAt
        )
        // Given back before it was used, or after: both ways the money went back.
        if state != .purchased {
          (sale.cancelledAt, sale.cancellation) = (order.refundedAt ?? witness.statedAt, .refunded)
        }
        telling.findings.add(sale, by: witness)
      }
    }
  }

  static func tell(_ consumption: MicrosoftConsumption, into telling: inout Telling) {
    telling.purchases = consumption.orderIDs.count
    guard let witness = telling.witness, let product = consumption.productID?.usable else { return }
    for order in consumption.orderIDs {
      guard let name = MicrosoftFacts.name(order: order, product: product) else { continue }
      telling.findings.add(witness.notice(.consumed, chain: name, order: name, detail: product))
    }
  }
}
