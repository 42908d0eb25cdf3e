import Entitlements
import Foundation

/// A charge of the subscription `GPA.1`, which began on day 0; stated on its first day unless said
/// otherwise.
func charge(
  _ number: String,
  from: Double,
  until: Double,
  stated: Double? = nil,
  in document: String = "answer",
  store: Store = .google
) -> Order {
  Order(
    store: store,
    environment: .production,
    app: "com.example.app",
    transactionID: number,
    originalTransactionID: "GPA.1",
    productID: "pro:monthly",
    kind: .autoRenewable,
    purchasedAt: day(from),
    originalPurchasedAt: day(0),
    expiresAt: day(until),
    statementSource: StatementSource(ID(document), at: day(stated ?? from))
  )
}
