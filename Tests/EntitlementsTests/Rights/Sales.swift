import Entitlements
import Foundation

/// Days since 2026-01-01 00:00 UTC.
func day(_ number: Double) -> Date {
  Date(timeIntervalSince1970: 1_767_225_600 + number * 86_400)
}

/// A sale of the chain "1" unless it says otherwise.
func sale(
  _ transactionID: String,
  of productID: String = "pro.monthly",
  kind: ProductKind = .autoRenewable,
  chain: String = "1",
  environment: Environment = .production,
  from: Double,
  until: Double? = nil,
  cancelled: Double? = nil,
  offer: Order.Offer? = nil,
  user: String? = nil,
  told: Double? = nil,
  by authority: Authority = .full
) -> Order {
  Order(
    store: .apple,
    environment: environment,
    app: "com.example.app",
    transactionID: transactionID,
    originalTransactionID: chain,
    productID: productID,
    kind: kind,
    purchasedAt: day(from),
    originalPurchasedAt: day(0),
    expiresAt: until.map(day),
    cancelledAt: cancelled.map(day),
    offer: offer,
    user: user.map { ID($0) },
    statementSource: StatementSource(ID("document"), at: day(told ?? from), authority)
  )
}

/// The life of every chain that renews among the sales, where no store said more.
func lives(_ sales: [Order]) -> [ID<Subscription>: [Phase]] {
  Dictionary(grouping: sales.filter { $0.subscription != nil }, by: \.chain).mapValues {
    SubscriptionPhases(sales: $0, renewalStatuses: []).phases
  }
}

extension Array {
  /// Every order of the elements; for the few elements of a story.
  var permutations: [[Element]] {
    guard let first else { return [[]] }
    return Array(dropFirst()).permutations.flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }
}
