/// A generated user with all purchases. Instants are whole seconds since 1970.
package struct GeneratedUser: Equatable, Sendable {
  package var id: String
  package var name: String
  package var email: String
  package var market: GeneratedMarket
  package var chains: [GeneratedChain]

  package var orders: Int { chains.reduce(0) { $0 + $1.sales.count } }
}

/// One original transaction: a subscription or a single purchase.
package struct GeneratedChain: Equatable, Sendable {
  package var store: GeneratedStore
  package var isSandbox = false
  /// Bundle ID or package name.
  package var app: String
  package var kind: MintedPurchase.Kind
  /// The original transaction's ID; `nil` if the reader derives it from `token` (Amazon).
  package var root: String?
  /// The product of a chain without a sale.
  package var item: Int
  /// Whether a family member shares it.
  package var isShared = false
  /// The app's account ID for the buyer, as passed to the store.
  package var account: String?
  /// Google's purchase token, Amazon's receipt ID.
  package var token: String?
  /// The order number in the customer's e-mail receipt.
  package var storeOrder: String?
  /// Sorted by start. Empty for a purchase with a pending payment.
  package var sales: [GeneratedSale] = []
  package var renewalStatuses: [GeneratedRenewalStatus] = []
  package var notices: [GeneratedEvent] = []
}

package struct GeneratedSale: Equatable, Sendable {
  /// The reason for a reversal; its raw value is the letter in a document.
  package enum Cancellation: Character, Sendable {
    case refunded = "r", revoked = "v", upgraded = "u"
  }
  package enum Offer: Character, Sendable {
    case trial = "t", introductory = "i", promotional = "p"
  }

  /// `nil` for the sale with the chain's root ID.
  package var transactionID: String?
  /// An index into `GeneratedShop.items`.
  package var item: Int
  package var purchasedAt: Int64
  package var expiresAt: Int64?
  package var cancelledAt: Int64?
  package var cancellation: Cancellation?
  package var offer: Offer?
  /// Minor units of the market's currency, for the whole quantity.
  package var price: Int64
  package var quantity = 1
}

/// The store's status of the chain.
package struct GeneratedRenewalStatus: Equatable, Sendable {
  package enum Condition: Character, Sendable {
    case running = "n", gracePeriod = "g", billingRetry = "b", paused = "p", ended = "e"
    case revoked = "v", pending = "w"
  }

  package enum Reason: Character, Sendable, CaseIterable {
    case voluntary = "v", billing = "b", priceIncrease = "p", productGone = "g", developer = "d"
    case replaced = "r", other = "o", unknown = "u"
  }

  package var at: Int64
  package var condition: Condition
  package var until: Int64?
  package var reason: Reason?
  package var renews: Bool?
}

/// An event reported by the store.
package struct GeneratedEvent: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case renewalTurnedOff, renewalFailed, recovered, graceBegan, expired, paused, pending
    case refunded, revoked, planChanged
  }

  package var at: Int64
  package var kind: Kind
}
