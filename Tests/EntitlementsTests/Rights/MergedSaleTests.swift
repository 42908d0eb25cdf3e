import Entitlements
import Foundation
import Testing

/// Google's subscription states a country, and its order, of the time of the charge, also the price.
@Suite struct `What two documents state of a sale` {
  private static func sale(_ document: String, at number: Double, price: String? = nil) -> Order {
    let source = StatementSource(ID(document), at: day(number))
    let money = price.flatMap { price in Currency("USD").flatMap { Money(decimal: price, $0) } }
    return EntitlementsTests.sale("1", from: 0, until: 30).changing {
      $0.statementSource = source
      $0.terms = Order.Terms(price: money, country: "US", statementSource: source)
    }
  }

  private let purchase = sale("purchase", at: 9)
  private let charge = sale("order", at: 1, price: "7.99")
  private let reduced = sale("later order", at: 5, price: "4.99")

  private func merged(_ orders: [Order]) -> Order {
    orders.dropFirst().reduce(orders[0]) { $0.merged(with: $1) }
  }

  @Test func `keeps the price that a newer document does not mention`() {
    for orders in [purchase, charge].permutations {
      #expect(merged(orders).terms?.price == charge.terms?.price)
      #expect(merged(orders).evidence == ID("purchase"))
    }
  }

  @Test func `has the price of the newest document with one, in any order`() {
    for orders in [purchase, charge, reduced].permutations {
      #expect(merged(orders).terms == reduced.terms)
    }
    #expect(merged([purchase]).terms == purchase.terms)
  }
}
