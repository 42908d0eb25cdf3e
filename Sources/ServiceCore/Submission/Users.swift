package import Entitlements
package import Foundation
import Persistence

/// The records of users.
package struct Users: ServiceInterface {
  let service: EntitlementService

  /// A user's past, present and future entitlements; `nil` for an unknown user.
  package func heldRights(of user: ID<User>) async throws(ServiceError) -> UserEntitlements? {
    try await wrapping(try await ledger.users.rights(of: user))
  }

  /// Of each of these users, the one who remains: who was merged into another is that one.
  package func remaining(of users: [ID<User>]) async throws(ServiceError) -> [ID<User>] {
    try await wrapping(try await ledger.users.remaining(of: users))
  }

  /// A user's account; `nil` for an unknown user.
  package func account(of user: ID<User>) async throws(ServiceError) -> Account? {
    try await wrapping(try await ledger.users.account(of: user))
  }

  /// A page of a user's sales, newest first; `nil` for an unknown user.
  package func sales(
    of user: ID<User>,
    after position: SalePosition?,
    limit: Int
  ) async throws(ServiceError) -> SalePage? {
    try await wrapping(try await ledger.purchases.sales(of: user, after: position, limit: limit))
  }

  /// The sales that a text names: one by its ID or public name, any number by a store's number.
  package func sales(named text: String, limit: Int) async throws(ServiceError) -> [SaleRecord] {
    guard let name = Subscription.Name(ID(text)) else {
      return try await wrapping(try await ledger.purchases.sales(numbered: text, limit: limit))
    }
    if let sale = try await wrapping(try await ledger.purchases.sale(ID(text))) { return [sale] }
    guard let (instant, digits) = PublicPurchaseID.alias(in: name.originalTransactionID) else {
      return []
    }
    return try await wrapping(try await ledger.purchases.sales(at: instant, in: name)).filter {
      PublicPurchaseID.digits(of: $0.order.transactionID) == digits
    }
  }

  /// Whether the user, or a player who maps to that user, has records.
  package func isKnown(_ user: ID<User>) async throws(ServiceError) -> Bool {
    try await wrapping(try await ledger.playFab.isKnown(user))
  }

  /// The user's current entitlements, and later ones known from the records.
  package func entitlements(
    of user: ID<User>,
    at instant: Date
  ) async throws(ServiceError) -> [Entitlement] {
    let all = try await wrapping(try await ledger.users.entitlements(of: user))
    return all.filter { $0.until.map { instant < $0 } ?? true }
  }
}

/// Public IDs of purchases for other programs: their own IDs, except that a store's handle
/// (Google's token before the order has a number, Amazon's receipt ID) is never exposed. It is
/// replaced by the instant of the sale and some digits of the handle's hash, by which the sale can
/// be found: `amazon:production:com.example:~1767225600000-90ab12cd34ef56ab`.
package enum PublicPurchaseID {
  package static func name(of order: ID<Order>, purchasedAt: Date) -> String {
    guard let parts = Subscription.Name(ID(order.raw)) else { return order.raw }
    let number = parts.originalTransactionID
    guard isSecret(number) else { return order.raw }
    let instant = Int64((purchasedAt.timeIntervalSince1970 * 1_000).rounded())
    return "\(storeScope(parts)):~\(instant)-\(digits(of: number))"
  }

  package static func name(of chain: ID<Subscription>) -> String {
    guard let parts = Subscription.Name(chain), isSecret(parts.originalTransactionID) else {
      return chain.raw
    }
    return "\(storeScope(parts)):~\(digits(of: parts.originalTransactionID))"
  }

  /// A store's own number; `nil` for a secret handle.
  package static func number(_ number: String) -> String? { isSecret(number) ? nil : number }

  /// The instant and the digits of a name that replaces a handle.
  static func alias(in number: String) -> (at: Date, digits: String)? {
    guard number.hasPrefix("~") else { return nil }
    let parts = number.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
    // An instant before 1970 begins with a minus sign.
    guard let digits = parts.last, digits.utf8.count == digitCount,
      let instant = Int64(parts.dropLast().joined(separator: "-"))
    else { return nil }
    return (Date(timeIntervalSince1970: Double(instant) / 1_000), String(digits))
  }

  static func digits(of number: String) -> String {
    String(DocumentFiling.documentID(of: Array(number.utf8)).raw.prefix(digitCount))
  }

  private static let digitCount = 16

  private static func isSecret(_ number: String) -> Bool {
    Identifier(lone: number)?.isSecret ?? false
  }

  private static func storeScope(_ name: Subscription.Name) -> String {
    "\(name.store.rawValue):\(name.environment.rawValue):\(name.app)"
  }
}
