package import Entitlements
import Foundation
import Persistence

/// The records of users.
package struct Users: ServiceInterface {
  let service: EntitlementService

  /// A user's past, present and future entitlements; `nil` for an unknown user.
  package func heldRights(of user: ID<User>) async throws(ServiceError) -> UserEntitlements? {
    try await wrapping(try await ledger.heldRights(of: user))
  }

  /// A user's account; `nil` for an unknown user.
  package func account(of user: ID<User>) async throws(ServiceError) -> Account? {
    try await wrapping(try await ledger.account(of: user))
  }

  /// A page of a user's sales, newest first; `nil` for an unknown user.
  package func sales(
    of user: ID<User>,
    after place: SalePosition?,
    limit: Int
  ) async throws(ServiceError) -> SalePage? {
    try await wrapping(try await ledger.sales(of: user, after: place, limit: limit))
  }

  /// The sales that a text names: one by its ID or public name, any number by a store's number.
  package func sales(
    named text: String,
    limit: Int
  ) async throws(ServiceError) -> [SaleRecord] {
    guard let name = Subscription.Name(ID(text)) else {
      return try await wrapping(try await ledger.sales(numbered: text, limit: limit))
    }
    if let sale = try await wrapping(try await ledger.sale(ID(text))) { return [sale] }
    guard let (instant, digits) = PublicPurchaseID.alias(in: name.originalTransactionID) else {
      return []
    }
    return try await wrapping(try await ledger.sales(at: instant, in: name)).filter {
      PublicPurchaseID.digits(of: $0.order.transactionID) == digits
    }
  }

  /// Whether the user, or a player who maps to that user, has records.
  package func isKnown(_ user: ID<User>) async throws(ServiceError) -> Bool {
    try await wrapping(try await ledger.isKnown(user))
  }

  /// The user's current entitlements, and later ones known from the records.
  package func entitlements(
    of user: ID<User>,
    at instant: Date
  ) async throws(ServiceError) -> [Entitlement] {
    let all = try await wrapping(try await ledger.rights(of: user))
    return all.filter { $0.until.map { instant < $0 } ?? true }
  }
}
