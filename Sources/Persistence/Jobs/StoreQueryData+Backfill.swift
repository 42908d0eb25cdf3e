package import Entitlements
internal import GRDB

/// Purchases without an answer of their store.
package struct BackfillGroup: Equatable, Sendable {
  package var store: Store
  package var environment: Environment
  /// The kind of what was bought; `nil` if no sale is on file.
  package var kind: ProductKind?
  package var count: Int
}

extension StoreQueryData {
  /// How many chains of these apps no answer mentions, though something is on file to query by. A
  /// store without apps stands for all of its apps.
  package func unansweredCounts(
    of stores: [Store: [String]]
  ) async throws(LedgerError) -> [BackfillGroup] {
    try await ledger.read { db in
      let query: Fragment = """
        SELECT shop.store, shop.environment,
          (SELECT sale.kind FROM "order" AS sale WHERE sale.chain = chain.n
            ORDER BY sale.purchasedAt DESC, sale.n LIMIT 1) AS sold, count(*)
        \(Self.unansweredChains(of: stores)) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        """
      return try db.fetch(query) { cells in
        guard let store = Store(rawValue: try cells.text(0)),
          let environment = Environment(rawValue: try cells.text(1))
        else { throw LedgerError.refused(rule: "an unknown store") }
        return BackfillGroup(
          store: store,
          environment: environment,
          kind: try cells.optionalCoded(2),
          count: try cells.count(3)
        )
      }
    }
  }

  /// These chains in the order of their numbers.
  package func unanswered(
    of stores: [Store: [String]],
    after last: Int64,
    limit: Int
  ) async throws(LedgerError) -> [(number: Int64, chain: ID<Subscription>)] {
    try await ledger.read { db in
      let query: Fragment = """
        SELECT chain.n, \(sql: ChainRow.idColumns) \(Self.unansweredChains(of: stores))
          AND chain.n > \(last) ORDER BY chain.n LIMIT \(limit)
        """
      return try db.fetch(query) { (try $0.number(0), try $0.chain(at: 1)) }
    }
  }

  private static func unansweredChains(of stores: [Store: [String]]) -> Fragment {
    let isOfStores = Fragment.any(
      stores.sorted { $0.key.rawValue < $1.key.rawValue }.map { store, apps in
        let isOfApps: Fragment = apps.isEmpty ? .always : "shop.app IN (\(apps))"
        return "(shop.store = \(store.rawValue) AND \(isOfApps))"
      }
    )
    return """
      FROM chain JOIN shop ON shop.n = chain.shop
      WHERE shop.environment <> 'xcode' AND \(isOfStores)
        AND NOT EXISTS (SELECT 1 FROM mention JOIN answer ON answer.document = mention.document
          WHERE mention.chain = chain.n)
        AND CASE shop.store
          WHEN 'apple' THEN 1
          WHEN 'microsoft' THEN EXISTS (SELECT 1 FROM document
            WHERE document.user = chain.user AND document.kind = 'microsoft-store-id-key'
              AND document.erasedAt IS NULL)
          ELSE chain.id GLOB 'GPA.*' OR EXISTS (SELECT 1 FROM link
            WHERE link.chain = chain.n AND link.kind = 'purchaseToken'
              AND link.value NOT GLOB \(ErasedTokens.prefix + "*"))
          END
      """
  }
}
