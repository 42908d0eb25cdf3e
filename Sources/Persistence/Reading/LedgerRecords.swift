package import Entitlements
import Foundation
internal import GRDB

extension Ledger {
  /// The records of these chains, with the facts of each kind sorted by time and without
  /// repetitions; omits unknown chains. Sorted by chain ID.
  package func records(
    of chains: some Sequence<ID<Subscription>> & Sendable
  ) async throws(LedgerError) -> [ChainRecord] {
    try await read { db in
      var numbers: Set<Int64> = []
      for chain in chains where chain.isUsable {
        guard let name = Subscription.Name(chain), let number = try db.number(of: name) else {
          continue
        }
        numbers.insert(number)
      }
      guard !numbers.isEmpty else { return [] }
      var facts = CaseChains(numbers.sorted(), NameCache(in: db), in: db)
      try facts.read()
      try facts.readOwners()
      return facts.records.stated()
    }
  }

  /// Purchases that a migration moved to another user, in order.
  package func ownerMoves() async throws(LedgerError) -> [OwnerMove] {
    try await read { db in
      try db.map(
        """
        SELECT shop.store, shop.environment, shop.app, chain.id, former, owner
        FROM ownerMove JOIN chain ON chain.n = ownerMove.chain JOIN shop ON shop.n = chain.shop
        ORDER BY ownerMove.n
        """
      ) {
        OwnerMove(
          chain: try $0.chain(at: 0),
          former: try $0.optionalID(4),
          owner: try $0.optionalID(5)
        )
      }
    }
  }

  /// The app accounts that a back end or an operator linked with the user, sorted.
  package func linkedAccounts(of user: ID<User>) async throws(LedgerError) -> [String] {
    guard user.isUsable else { return [] }
    return try await read { db in
      let accounts = try db.map(
        "SELECT DISTINCT other FROM act WHERE deed = 'account' AND user = ? ORDER BY other",
        [user.raw]
      ) { try $0.text(0) }
      return try accounts.filter { try db.linkedUser(ofAccount: $0) == user }
    }
  }

  /// How the app derives accounts from its users' names.
  package func accountForms() async throws(LedgerError) -> [AccountForm] {
    try await read { try OwnershipContext(in: $0).accountForms }
  }

  /// All claims made at endpoints, in order of arrival.
  package func purchaseClaims() async throws(LedgerError) -> [PurchaseClaim] {
    try await read { try $0.purchaseClaims("", []) }
  }

  /// The ownership rule apart from the claims on a purchase.
  package func ownershipRule() async throws(LedgerError) -> OwnershipRule {
    try await read { db in
      let ownershipContext = try OwnershipContext(in: db)
      return OwnershipRule(policy: ownershipContext.policy, identities: ownershipContext.identities)
    }
  }
}

extension Database {
  /// Claims made at endpoints, in order of arrival; a condition on `claim` may follow.
  func purchaseClaims(
    _ condition: String,
    _ arguments: [Argument?]
  ) throws -> [PurchaseClaim] {
    try map(
      """
      SELECT shop.store, shop.environment, shop.app, chain.id, claim.user, endpoint, basis, evidence,
        at
      FROM claim JOIN chain ON chain.n = claim.chain JOIN shop ON shop.n = chain.shop
      \(condition) ORDER BY claim.n
      """,
      arguments
    ) {
      PurchaseClaim(
        try $0.chain(at: 0),
        of: try $0.id(4),
        at: try $0.word(5),
        try $0.word(6),
        evidence: try $0.id(7),
        at: try $0.instant(8)
      )
    }
  }
}

/// A purchase that moved to another user because the ownership rule changed.
package struct OwnerMove: Equatable, Sendable {
  package var chain: ID<Subscription>
  package var former: ID<User>?
  package var owner: ID<User>?
}
