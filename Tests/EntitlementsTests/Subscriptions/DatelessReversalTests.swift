import Entitlements
import Foundation
import Testing

/// Google's answer about a cancelled one-time purchase does not say when it was refunded, nor does
/// Amazon's that a receipt is no longer valid.
@Suite struct `A reversal that an answer states without a date` {
  private func facts(on number: Double, _ store: Store) -> Facts {
    let sale = Order(
      store: store,
      environment: .production,
      app: "com.example.app",
      transactionID: "GPA.1",
      originalTransactionID: "GPA.1",
      productID: "lifetime",
      kind: .nonConsumable,
      purchasedAt: day(0),
      originalPurchasedAt: day(0),
      cancelledAt: day(number),
      cancellation: .refunded,
      statementSource: StatementSource(ID("answer"), at: day(number))
    )
    return Facts(orders: [sale])
  }

  @Test(arguments: [Store.google, .amazon])
  func `is the same in a later answer`(_ store: Store) {
    let (first, second) = (facts(on: 3, store), facts(on: 9, store))
    #expect(first.timeless(inAnswerAt: day(3)) == second.timeless(inAnswerAt: day(9)))
  }

  @Test(arguments: [Store.google, .amazon])
  func `keeps the date of the first answer`(_ store: Store) {
    let confirmed = facts(on: 9, store).confirmed(
      at: day(9),
      by: ID("first"),
      inAnswerAt: day(9),
      firstAt: day(3)
    )
    #expect(confirmed.orders.map(\.cancelledAt) == [day(3)])
    #expect(confirmed.orders.map(\.statedAt) == [day(9)])
  }
}
