package import Entitlements
package import Foundation

/// An operator action on one sale.
package enum PurchaseAction: Equatable, Sendable {
  /// Refunds the order at Google.
  case refund(endsAccess: Bool)
  /// Answers Apple's consumption request for a refund (App Store Server API, Send Consumption
  /// Information).
  case answerApple(percentUsed: Int?, preference: RefundPreference?)
  /// Records a manual delivery, and consumes the purchase at Google.
  case deliver

  /// The only store that supports the action; `nil` for every store.
  var store: Store? {
    switch self {
    case .refund: .google
    case .answerApple: .apple
    case .deliver: nil
    }
  }
}

/// The refund preference sent to Apple, as its API and the command line name it.
package enum RefundPreference: String, CaseIterable, Sendable {
  case decline
  case grantFull = "grant-full"
  case grantProrated = "grant-prorated"
}

/// A sale that an action applies to.
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

  /// The store's order number.
  package var number: String {
    let number = Order.transactionID(of: id)
    return number.split(separator: "/").first.map(String.init) ?? number
  }

  /// The last four digits of the number, without a renewal's suffix (`..3`); `nil` if it has fewer.
  var lastDigits: String? {
    let base = number.firstRange(of: "..").map { number[..<$0.lowerBound] } ?? number[...]
    let digits = base.filter(\.isASCIIDigit)
    return digits.count < 4 ? nil : String(digits.suffix(4))
  }
}

extension Action {
  /// The sale action that it starts, before anything is typed.
  var purchaseAction: PurchaseAction? {
    switch self {
    case .refund: .refund(endsAccess: false)
    case .answerApple: .answerApple(percentUsed: nil, preference: nil)
    case .deliver: .deliver
    default: nil
    }
  }
}
