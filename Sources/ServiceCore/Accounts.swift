package import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// The rights of a user, past, present and to come; `nil` for a user nobody has heard of.
  package func heldRights(of user: ID<User>) async throws(ServiceError) -> HeldRights? {
    try await asking { () throws(LedgerError) in try await ledger.heldRights(of: user) }
  }

  /// How a user stands; `nil` for a user nobody has heard of.
  package func account(of user: ID<User>) async throws(ServiceError) -> Account? {
    try await asking { () throws(LedgerError) in try await ledger.account(of: user) }
  }

  /// A page of a user's sales, the newest first; `nil` for a user nobody has heard of.
  package func sales(
    of user: ID<User>,
    after place: SalePlace?,
    limit: Int
  ) async throws(ServiceError) -> SalePage? {
    try await asking { () throws(LedgerError) in
      try await ledger.sales(of: user, after: place, limit: limit)
    }
  }

  /// The sales that a text names: one by its ID or its public name, any number of them by a number
  /// that stores give.
  package func sales(
    named text: String,
    limit: Int
  ) async throws(ServiceError) -> [SaleRecord] {
    try await asking { () throws(LedgerError) in
      guard let name = Subscription.Name(ID(text)) else {
        return try await ledger.sales(numbered: text, limit: limit)
      }
      if let sale = try await ledger.sale(ID(text)) { return [sale] }
      guard let (instant, digits) = PublicName.alias(in: name.originalTransactionID) else {
        return []
      }
      return try await ledger.sales(at: instant, in: name).filter {
        PublicName.digits(of: $0.order.transactionID) == digits
      }
    }
  }
}
