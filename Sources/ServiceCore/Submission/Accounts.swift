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

extension EntitlementService {
  /// Has the ledger derive app accounts from users' names in these forms from now on; `nil` leaves
  /// it as it is.
  package func chooseAccountForms(
    _ forms: [AccountForm]?,
    by actor: String
  ) async throws(ServiceError) {
    guard let forms else { return }
    let known = try await asking { () throws(LedgerError) in try await ledger.accountForms() }
    if known != forms { _ = try await perform(.accountForms(forms), by: actor) }
  }

  /// Links these app accounts with a user, and no others: those that were linked before and are not
  /// among them stand for nobody in particular then.
  ///
  /// - Returns: The user's linked accounts, sorted.
  package func link(
    accounts: [String],
    with user: ID<User>,
    by actor: String
  ) async throws(ServiceError) -> [String] {
    let known = try await asking { () throws(LedgerError) in
      try await ledger.linkedAccounts(of: user)
    }
    let wanted = Set(accounts)
    let deeds =
      wanted.subtracting(known).sorted().map { Act.Deed.account($0, of: user) }
      + Set(known).subtracting(wanted).sorted().map { Act.Deed.account($0, of: nil) }
    if !deeds.isEmpty { try await perform(deeds, by: actor) }
    return wanted.sorted()
  }
}
