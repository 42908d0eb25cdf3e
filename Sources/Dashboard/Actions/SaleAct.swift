package import Entitlements
package import Foundation

/// What is done about one sale, at its store or beside it.
package enum SaleAct: Equatable, Sendable {
  /// Has Google give the money back.
  case refund(endsAccess: Bool)
  /// Answers Apple's question about a consumable whose money is asked back (App Store Server API,
  /// Send Consumption Information).
  case answerApple(percentUsed: Int?, preference: RefundPreference?)
  /// Keeps that the goods were given by hand, and has Google count the purchase as consumed.
  case deliver

  /// The one store whose sales it is for; `nil` for every store's.
  var store: Store? {
    switch self {
    case .refund: .google
    case .answerApple: .apple
    case .deliver: nil
    }
  }
}

/// What we would have Apple do, as its API and the command line name it.
package enum RefundPreference: String, CaseIterable, Sendable {
  case decline
  case grantFull = "grant-full"
  case grantProrated = "grant-prorated"
}

/// A sale that something is done about.
package struct SoldOrder: Equatable, Sendable {
  package var id: ID<Order>
  package var purchase: Purchase
  package var purchasedAt: Date
  package var price: Money?
  package var store: Store

  package init(_ order: Order) {
    id = order.id
    purchase = Purchase(chain: order.chain, product: order.productID, owner: order.user)
    purchasedAt = order.purchasedAt
    price = order.terms?.price
    store = order.store
  }

  /// The store's own number of it.
  package var number: String {
    let number = Order.transactionID(of: id)
    return number.split(separator: "/").first.map(String.init) ?? number
  }

  /// The last four digits of the number, without that of a renewal (`..3`); `nil` where it has fewer.
  var lastDigits: String? {
    let base = number.firstRange(of: "..").map { number[..<$0.lowerBound] } ?? number[...]
    let digits = base.filter(\.isASCIIDigit)
    return digits.count < 4 ? nil : String(digits.suffix(4))
  }
}

extension Action {
  /// The act about one sale that it begins, as it stands before anything is typed.
  var saleAct: SaleAct? {
    switch self {
    case .refund: .refund(endsAccess: false)
    case .answerApple: .answerApple(percentUsed: nil, preference: nil)
    case .deliver: .deliver
    default: nil
    }
  }
}
