/// Somebody who exists in a generated ledger only, with everything that was ever bought. All
/// instants are whole seconds since 1970.
package struct GeneratedUser: Equatable, Sendable {
  package var id: String
  package var name: String
  package var email: String
  package var market: GeneratedMarket
  package var chains: [GeneratedChain]

  package var orders: Int { chains.reduce(0) { $0 + $1.sales.count } }
}

/// Everything of one original transaction: a subscription's life, or one sale.
package struct GeneratedChain: Equatable, Sendable {
  package var store: GeneratedStore
  package var isSandbox = false
  /// Bundle ID or package name.
  package var app: String
  package var kind: MintedPurchase.Kind
  /// The original transaction's ID; `nil` where it is made of `token` by whoever reads it (Amazon).
  package var root: String?
  /// The product that a chain without a sale is about.
  package var item: Int
  /// Lent by a member of the family.
  package var isShared = false
  /// The app's own name for the buyer, as it told the store.
  package var account: String?
  /// Google's purchase token, Amazon's receipt ID.
  package var token: String?
  /// What the customer's e-mail shows.
  package var storeOrder: String?
  /// By their beginning. None for a purchase that waits for its payment.
  package var sales: [GeneratedSale] = []
  package var standings: [GeneratedStanding] = []
  package var notices: [GeneratedNotice] = []
}

package struct GeneratedSale: Equatable, Sendable {
  /// Why the store took it back; the letter stands for it in a document.
  package enum Cancellation: Character, Sendable {
    case refunded = "r", revoked = "v", upgraded = "u"
  }
  package enum Offer: Character, Sendable {
    case trial = "t", introductory = "i", promotional = "p"
  }

  /// `nil` for the one that the chain is named after.
  package var transactionID: String?
  /// Its place in `GeneratedShop.items`.
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

/// What the store said about the chain.
package struct GeneratedStanding: Equatable, Sendable {
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

/// Something the store told of.
package struct GeneratedNotice: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case renewalTurnedOff, renewalFailed, recovered, graceBegan, expired, paused, pending
    case refunded, revoked, planChanged
  }

  package var at: Int64
  package var kind: Kind
}
