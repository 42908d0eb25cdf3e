package import Entitlements
package import Foundation
internal import GRDB

/// What the ledger knows for querying the stores: which chains, by which IDs and tokens, and what
/// the stores last answered.
package struct StoreQueryData: Sendable {
  let ledger: Ledger

  /// The IDs and tokens for querying a store about the chain; `nil` if it is not filed.
  package func handles(of chain: ID<Subscription>) async throws(LedgerError) -> StoreHandles? {
    try await ledger.read { db in
      guard let name = Subscription.Name(chain), let rowID = try db.rowID(of: chain) else {
        return nil
      }
      let newest = try db.first(Self.newestSale, [rowID]) {
        (
          kind: try $0.coded(0) as ProductKind, id: try $0.text(1), product: try $0.text(2),
          end: try $0.optionalInstant(3)
        )
      }
      func links(_ kind: Link.Kind) throws -> [String] {
        let links = "SELECT value FROM link WHERE chain = ? AND kind = ? ORDER BY n DESC"
        return try db.map(links, [rowID, kind.rawValue]) { try $0.text(0) }
      }
      return StoreHandles(
        chain: chain,
        name: name,
        kind: newest?.kind,
        newestTransactionID: newest?.id,
        newestExpiresAt: newest?.end,
        newestProductID: newest?.product,
        tokens: try links(.purchaseToken).filter { !ErasedTokens.isErased($0) },
        accounts: try links(.appAccount),
        receipts: try db.map(Self.receiptsOfChain, [rowID]) { try $0.id(0) },
        storeKeys: try db.map(Self.keysOfOwner, [rowID]) { try $0.id(0) }
      )
    }
  }

  /// The notifications of refund requests about the chain, newest first, at most ten.
  package func refundRequests(
    about chain: ID<Subscription>
  ) async throws(LedgerError) -> [ID<Document>] {
    try await ledger.read { db in
      guard let rowID = try db.rowID(of: chain) else { return [] }
      return try db.map(
        """
        SELECT document.id FROM notice JOIN document ON document.n = notice.document
        WHERE notice.chain = ? AND notice.kind = 'refundRequested' ORDER BY notice.statedAt DESC LIMIT 10
        """,
        [rowID]
      ) { try $0.id(0) }
    }
  }

  /// The chains with a purchase token that have a sale.
  package func chains(withToken token: String) async throws(LedgerError) -> [ID<Subscription>] {
    try await ledger.read { db in
      try db.chains(
        """
        FROM link JOIN chain ON chain.n = link.chain JOIN shop ON shop.n = chain.shop
        WHERE link.value = ? AND link.kind = 'purchaseToken'
          AND EXISTS (SELECT 1 FROM "order" AS sale WHERE sale.chain = chain.n)
        """,
        with: token
      )
    }
  }

  /// The chains that a document mentions.
  package func chains(in document: ID<Document>) async throws(LedgerError) -> [ID<Subscription>] {
    try await ledger.read { db in
      try db.chains(
        """
        FROM document JOIN mention ON mention.document = document.n
        JOIN chain ON chain.n = mention.chain JOIN shop ON shop.n = chain.shop
        WHERE document.id = ?
        """,
        with: document.raw
      )
    }
  }

  /// The user's chains.
  package func chains(of user: ID<User>) async throws(LedgerError) -> [ID<Subscription>] {
    try await ledger.read { db in
      try db.chains(
        """
        FROM user JOIN chain ON chain.user = user.n JOIN shop ON shop.n = chain.shop
        WHERE user.id = ?
        """,
        with: user.raw
      )
    }
  }

  /// The chains to query instead of the given ones: a chain known only by its token is replaced by
  /// the chain with the store's ID.
  package func chainsToQuery(
    about chains: [ID<Subscription>]
  ) async throws(LedgerError) -> [ID<Subscription>] {
    try await ledger.read { db in
      var known: Set<ID<Subscription>> = []
      return try chains.flatMap { chain -> [ID<Subscription>] in
        let sold = try db.rowID(of: chain).map { try db.chains(Self.soldByNumber, with: $0) } ?? []
        return (sold.isEmpty ? [chain] : sold).filter { known.insert($0).inserted }
      }
    }
  }

  /// The chains of the same store accounts in the same app scopes: the given ones and all others
  /// that documents mention together with them.
  package func chains(
    sharingAccountsOf chains: some Sequence<ID<Subscription>> & Sendable
  ) async throws(LedgerError) -> [ID<Subscription>] {
    try await ledger.read { db in
      try db.map(
        """
        SELECT DISTINCT shop.store, shop.environment, shop.app, kin.id
        FROM chain AS own JOIN chain AS kin ON kin.account = own.account AND kin.shop = own.shop
        JOIN shop ON shop.n = kin.shop
        WHERE own.n IN (SELECT value FROM json_each(?)) ORDER BY kin.n
        """,
        [try db.rowIDs(of: chains).json]
      ) { try $0.chain(at: 0) }
    }
  }

  /// The apps in which a store sold the chain with this ID.
  package func apps(selling name: String, at store: Store) async throws(LedgerError) -> [String] {
    try await ledger.read { db in
      guard !name.utf8.contains(0) else { return [] }
      return try db.map(
        """
        SELECT DISTINCT shop.app FROM chain JOIN shop ON shop.n = chain.shop
        WHERE chain.id = ? AND shop.store = ? ORDER BY shop.app
        """,
        [name, store.rawValue]
      ) { try $0.text(0) }
    }
  }

  /// The user's Microsoft Store ID keys, newest first.
  package func storeKeys(of user: ID<User>) async throws(LedgerError) -> [ID<Document>] {
    try await ledger.read { db in
      guard user.isUsable else { return [] }
      return try db.map(Self.keysOfUser, [user.raw]) { try $0.id(0) }
    }
  }

  private static let newestSale = """
    SELECT kind, transactionID, product.id, sale.expiresAt FROM "order" AS sale
    JOIN product ON product.n = sale.product
    WHERE chain = ? ORDER BY purchasedAt DESC, sale.n LIMIT 1
    """
  private static let soldByNumber = """
    FROM link AS own JOIN link AS same
      ON same.value = own.value AND same.kind = own.kind AND same.chain <> own.chain
    JOIN chain ON chain.n = same.chain JOIN shop ON shop.n = chain.shop
    WHERE own.chain = ?1 AND own.kind = 'purchaseToken'
      AND NOT EXISTS (SELECT 1 FROM "order" AS sale WHERE sale.chain = ?1)
      AND EXISTS (SELECT 1 FROM "order" AS sale WHERE sale.chain = same.chain)
    """
  private static let receiptsOfChain = """
    SELECT document.id FROM mention JOIN document ON document.n = mention.document
    WHERE mention.chain = ? AND document.kind IN ('app-receipt', 'legacy-transaction-receipt')
      AND document.rejectionCode IS NULL AND document.erasedAt IS NULL
    ORDER BY coalesce(document.statedAt, document.receivedAt) DESC LIMIT 3
    """
  private static let keysOfUser = """
    SELECT document.id FROM user JOIN document ON document.user = user.n
    WHERE user.id = ? \(newestKeys)
    """
  private static let keysOfOwner = """
    SELECT document.id FROM chain JOIN document ON document.user = chain.user
    WHERE chain.n = ? \(newestKeys)
    """
  private static let newestKeys = """
    AND document.kind = 'microsoft-store-id-key' AND document.erasedAt IS NULL
    ORDER BY document.receivedAt DESC LIMIT 8
    """
}

/// The identifiers with which a store can be queried about a chain.
package struct StoreHandles: Equatable, Sendable {
  package var chain: ID<Subscription>
  package var name: Subscription.Name
  /// The kind of the newest sale; `nil` if no sale is stored.
  package var kind: ProductKind?
  package var newestTransactionID: String?
  /// The end of its paid period.
  package var newestExpiresAt: Date?
  /// The store's ID for it: Google's with the base plan after a colon.
  package var newestProductID: String?
  /// Google's purchase tokens or Amazon's receipt IDs, the latest ones.
  package var tokens: [String]
  /// The app's ID of the buyer: Amazon's user ID.
  package var accounts: [String]
  /// The documents from the app that a store can verify again, the newest first.
  package var receipts: [ID<Document>]
  /// The user's Microsoft Store ID keys, the newest first.
  package var storeKeys: [ID<Document>]
}

extension Database {
  /// The IDs of the chains that a join selects by one value, in order of their row IDs.
  fileprivate func chains(_ join: String, with value: Argument) throws -> [ID<Subscription>] {
    if let text = value as? String, text.utf8.contains(0) { return [] }
    return try map("SELECT \(ChainRow.idColumns) \(join) ORDER BY chain.n", [value]) {
      try $0.chain(at: 0)
    }
  }
}
