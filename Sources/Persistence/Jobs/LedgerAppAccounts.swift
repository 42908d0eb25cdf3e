package import Entitlements
internal import GRDB

extension Ledger {
  /// The chains of the same store accounts in the same app scopes: the given ones and all others
  /// that documents mention together with them.
  package func chains(
    sharingAccountsOf chains: some Sequence<ID<Subscription>> & Sendable
  ) async throws(LedgerError) -> [ID<Subscription>] {
    try await read { db in
      var numbers: Set<Int64> = []
      for chain in chains where chain.isUsable {
        guard let name = Subscription.Name(chain), let number = try db.number(of: name) else {
          continue
        }
        numbers.insert(number)
      }
      let list = "[\(numbers.sorted().map(String.init).joined(separator: ","))]"
      return try db.map(
        """
        SELECT DISTINCT shop.store, shop.environment, shop.app, kin.id
        FROM chain AS own JOIN chain AS kin ON kin.account = own.account AND kin.shop = own.shop
        JOIN shop ON shop.n = kin.shop
        WHERE own.n IN (SELECT value FROM json_each(?)) ORDER BY kin.n
        """,
        [list]
      ) { try $0.chain(at: 0) }
    }
  }
}
