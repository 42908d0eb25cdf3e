package import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// A user's past, present and future entitlements; `nil` for an unknown user.
  package func heldRights(of user: ID<User>) async throws(ServiceError) -> UserEntitlements? {
    try await asking { () throws(LedgerError) in try await ledger.users.rights(of: user) }
  }

  /// A user's account; `nil` for an unknown user.
  package func account(of user: ID<User>) async throws(ServiceError) -> Account? {
    try await asking { () throws(LedgerError) in try await ledger.users.account(of: user) }
  }

  /// A page of a user's sales, newest first; `nil` for an unknown user.
  package func sales(
    of user: ID<User>,
    after place: SalePosition?,
    limit: Int
  ) async throws(ServiceError) -> SalePage? {
    try await asking { () throws(LedgerError) in
      try await ledger.purchases.sales(of: user, after: place, limit: limit)
    }
  }

  /// The sales that a text names: one by its ID or public name, any number by a store's number.
  package func sales(
    named text: String,
    limit: Int
  ) async throws(ServiceError) -> [SaleRecord] {
    try await asking { () throws(LedgerError) in
      guard let name = Subscription.Name(ID(text)) else {
        return try await ledger.purchases.sales(numbered: text, limit: limit)
      }
      if let sale = try await ledger.purchases.sale(ID(text)) { return [sale] }
      guard let (instant, digits) = PublicPurchaseID.alias(in: name.originalTransactionID) else {
        return []
      }
      return try await ledger.purchases.sales(at: instant, in: name).filter {
        PublicPurchaseID.digits(of: $0.order.transactionID) == digits
      }
    }
  }
}

extension EntitlementService {
  /// Sets the forms in which the ledger derives app accounts from user names; `nil` leaves them
  /// unchanged.
  package func chooseAccountForms(
    _ forms: [AccountForm]?,
    by actor: String
  ) async throws(ServiceError) {
    guard let forms else { return }
    let known = try await asking { () throws(LedgerError) in try await ledger.users.accountForms() }
    if known != forms { _ = try await perform(.accountForms(forms), by: actor) }
  }

  /// Links exactly these app accounts with a user; other accounts linked before are unlinked.
  ///
  /// - Returns: The user's linked accounts, sorted.
  package func link(
    accounts: [String],
    with user: ID<User>,
    by actor: String
  ) async throws(ServiceError) -> [String] {
    let known = try await asking { () throws(LedgerError) in
      try await ledger.users.linkedAccounts(of: user)
    }
    let requested = Set(accounts)
    let actions =
      requested.subtracting(known).sorted().map { OperatorAction.Kind.account($0, of: user) }
      + Set(known).subtracting(requested).sorted().map { OperatorAction.Kind.account($0, of: nil) }
    if !actions.isEmpty { try await perform(actions, by: actor) }
    return requested.sorted()
  }
}
