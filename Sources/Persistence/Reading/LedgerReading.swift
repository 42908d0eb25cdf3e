package import Entitlements
package import Foundation
internal import GRDB

extension Ledger {
  /// Everything about one user; `nil` for an unknown user.
  package func userDetails(of user: ID<User>) async throws(LedgerError) -> UserDetails? {
    try await read { db in
      guard user.isUsable else { return UserDetails?.none }
      let found = try db.first("SELECT n, \(User.columns) FROM user WHERE id = ?", [user.raw]) {
        (n: try $0.number(0), user: try User($0, from: 1))
      }
      guard let found else { return nil }
      let orders = try db.orders(
        "WHERE sale.user = ? ORDER BY sale.purchasedAt DESC, sale.n",
        [found.n]
      )
      let chains = EntitlementRules.subscriptions(from: orders)
      return UserDetails(
        user: found.user,
        orders: orders.sorted { ($1.purchasedAt, $0.id) < ($0.purchasedAt, $1.id) },
        subscriptions: chains,
        lives: try db.lives(of: chains.map(\.id)),
        entitlements: try db.entitlements(of: found.n),
        documents: try db.documents(
          "WHERE document.user = ? ORDER BY receivedAt DESC, id",
          [found.n]
        ),
        heldByOthers: try db.heldByOthers(found.user.id, found.n)
      )
    }
  }

  /// Whether each of these documents is stored, byte for byte, and was not rejected.
  package func believes(_ documents: [[UInt8]]) async throws(LedgerError) -> [Bool] {
    try await owners(ofBelieved: documents).map { $0 != nil }
  }

  /// The owners, if any, of the documents that are stored, byte for byte, and were not rejected;
  /// `nil` for others.
  package func owners(
    ofBelieved documents: [[UInt8]?]
  ) async throws(LedgerError) -> [ID<User>??] {
    try await read { db in
      try documents.map { bytes in
        guard let bytes else { return nil }
        let mark = DocumentFingerprint.mark(of: bytes)
        let whole = try db.first(Self.wholeBelieved, [mark, bytes]) {
          try $0.optionalID(0) as ID<User>?
        }
        if let whole { return whole }
        return try db.map(Self.cutBelieved, [mark, bytes.count]) {
          (n: try $0.number(1), owner: try $0.optionalID(0) as ID<User>?)
        }
        .first { try db.bytes(ofDocument: $0.n) == bytes }?.owner
      }
    }
  }

  private static let believed = """
    SELECT user.id, document.n FROM document LEFT JOIN user ON user.n = document.user
    WHERE mark = ? AND rejectionCode IS NULL AND erasedAt IS NULL
    """
  // SQLite compares undivided documents in place.
  private static let wholeBelieved = "\(believed) AND cuts IS NULL AND bytes = ?"
  private static let cutBelieved = "\(believed) AND cuts IS NOT NULL AND byteCount = ?"

  /// A document with its bytes, or `nil`.
  package func document(_ id: ID<Document>) async throws(LedgerError) -> Document? {
    try await read { db in
      guard id.isUsable else { return nil }
      let number = try db.number("SELECT n FROM document WHERE id = ?", [id.raw])
      guard let number, let row = try db.documents("WHERE document.n = ?", [number]).first else {
        return nil
      }
      return Document(
        id: row.id,
        store: row.store,
        kind: row.kind,
        environment: row.environment,
        app: row.app,
        bytes: try db.bytes(ofDocument: number),
        context: try db.first("SELECT context FROM document WHERE n = ?", [number]) {
          try $0.optionalText(0)
        } ?? nil,
        origin: row.origin,
        provenance: row.provenance,
        verdict: row.verdict,
        receivedAt: row.receivedAt,
        statedAt: row.statedAt,
        purchases: row.purchases,
        user: row.user
      )
    }
  }

  /// The exact number of subscriptions in each state at `instant`, past or future; omits states
  /// without any.
  package func subscriptions(at instant: Date) async throws(LedgerError) -> [SubscriptionState: Int]
  {
    try await read { db in
      var counts: [SubscriptionState: Int] = [:]
      let known = try countCache.counts(at: instant.milliseconds, in: db)
      for (code, chains) in known.chains where chains > 0 {
        counts[SubscriptionState.codes[code]] = chains
      }
      return counts
    }
  }

  /// The size of the file and its write-ahead log in bytes.
  package var fileBytes: Int? { isInMemory ? nil : LedgerFile(path: path).size }

  /// The exact size of the ledger's contents.
  package func summary() async throws(LedgerError) -> LedgerSummary {
    let fileBytes = fileBytes ?? 0
    return try await read { db in
      LedgerSummary(
        users: try db.count("SELECT value FROM meta WHERE name = 'users'"),
        orders: try db.count("SELECT value FROM meta WHERE name = 'orders'"),
        documents: try db.count("SELECT count(*) FROM document"),
        rejected: try db.count("SELECT count(*) FROM document WHERE rejectionCode IS NOT NULL"),
        isGenerated: try GeneratedFlag.isSet(in: db),
        fileBytes: fileBytes
      )
    }
  }
}

extension Database {
  func documents(_ tail: String, _ arguments: [Argument?]) throws -> [DocumentRow] {
    try map(
      "SELECT \(DocumentRow.columns) FROM document \(tail)",
      arguments,
      DocumentRow.init
    )
  }

  /// The document's original bytes; empty if it was erased.
  func bytes(ofDocument number: Int64) throws -> [UInt8] {
    let stored = try first(
      "SELECT cuts, bytes FROM document WHERE n = ? AND erasedAt IS NULL",
      [number]
    ) {
      (cuts: try $0.optionalBytes(0), rest: try $0.bytes(1))
    }
    guard let stored else { return [] }
    return try CertificateDedup.joined(stored.cuts, stored.rest, in: self)
  }

  func lives(of chains: [ID<Subscription>]) throws -> [ID<Subscription>: [Phase]] {
    var lives: [ID<Subscription>: [Phase]] = [:]
    for chain in chains {
      if let name = Subscription.Name(chain) { lives[chain] = try phases(of: name) }
    }
    return lives
  }

  /// Entitlements without end first, then by descending end.
  func entitlements(of user: Int64) throws -> [Entitlement] {
    try map(
      """
      SELECT \(Entitlement.columns) FROM entitlement \(Entitlement.joins)
      WHERE entitlement.user = ?
      ORDER BY entitlement.until IS NOT NULL, entitlement.until DESC, entitlement.key,
        entitlement.environment
      """,
      [user],
      Entitlement.init
    )
  }
}

extension Entitlement {
  static let columns = """
    entitlement.key, user.id, entitlement.environment, entitlement."from", entitlement.until,
    document.id, shop.store, shop.environment, shop.app, sale.transactionID
    """
  static let joins = """
    CROSS JOIN user ON user.n = entitlement.user
    CROSS JOIN document ON document.n = entitlement.document
    LEFT JOIN "order" AS sale ON sale.n = entitlement.source
    LEFT JOIN shop ON shop.n = sale.shop
    """

  init(_ cells: RowReader) throws {
    var source: ID<Order>?
    if try cells.optionalText(9) != nil {
      source = Order.id(
        store: try cells.word(6),
        environment: try cells.word(7),
        app: try cells.text(8),
        transactionID: try cells.text(9)
      )
    }
    self.init(
      key: try cells.text(0),
      user: try cells.id(1),
      environment: try cells.word(2),
      source: source,
      evidence: try cells.id(5),
      from: try cells.instant(3),
      until: try cells.optionalInstant(4)
    )
  }
}

extension ID {
  /// Whether SQLite reads all of it: a text ends at its first NUL there.
  var isUsable: Bool { !raw.utf8.contains(0) }
}

extension User {
  static let columns = "id, name, email, firstSeenAt"

  init(_ cells: RowReader, from start: Int) throws {
    self.init(
      id: try cells.id(start),
      name: try cells.optionalText(start + 1),
      email: try cells.optionalText(start + 2),
      firstSeenAt: try cells.instant(start + 3)
    )
  }
}

extension DocumentRow {
  static let columns = """
    document.receivedAt, document.id, document.store, document.kind, document.environment,
    document.app, document.origin, document.provenance, document.rejectionCode,
    document.rejectionPlace, document.rejectionDetail, document.appliedAt, document.statedAt,
    document.purchases, (SELECT user.id FROM user WHERE user.n = document.user),
    document.byteCount,
    (SELECT confirmedAt FROM answer WHERE answer.document = document.n)
    """

  init(_ cells: RowReader) throws {
    let verdict: Document.Verdict =
      if let code = try cells.optionalText(8) {
        .rejected(code: code, at: try cells.optionalText(9), detail: try cells.text(10))
      } else {
        .genuine
      }
    self.init(
      id: try cells.id(1),
      store: try cells.optionalWord(2),
      kind: try cells.text(3),
      environment: try cells.optionalWord(4),
      app: try cells.optionalText(5),
      byteCount: try cells.count(15),
      origin: try cells.word(6),
      provenance: try cells.word(7),
      verdict: verdict,
      receivedAt: try cells.instant(0),
      appliedAt: try cells.instant(11),
      statedAt: try cells.optionalInstant(12),
      purchases: try cells.count(13),
      user: try cells.optionalID(14)
    )
    confirmedAt = try cells.optionalInstant(16)
  }
}

extension PageAnchor {
  func map<Other>(_ transform: (Key) -> Other) -> PageAnchor<Other> {
    switch self {
    case .first: .first
    case .last: .last
    case .after(let key): .after(transform(key))
    case .before(let key): .before(transform(key))
    case .from(let key): .from(transform(key))
    }
  }
}

extension Database {
  /// Chains of other users that the user claimed, or that carry an account of the user.
  fileprivate func heldByOthers(
    _ id: ID<User>,
    _ user: Int64
  ) throws -> [UserDetails.HeldByOther] {
    let ownershipContext = try OwnershipContext(in: self)
    let others = try chains(concerning: id, ownershipContext.accountForms).filter { chain in
      try number("SELECT user FROM chain WHERE n = ?", [chain]).map { $0 != user } ?? false
    }
    return try others.compactMap { chain in
      guard let name = try chainID(of: chain) else { return nil }
      if ownershipContext.policy == .share, try claimants(of: chain).contains(id) { return nil }
      return try first(
        """
        SELECT user.id, (SELECT product.id FROM "order" AS sale
            JOIN product ON product.n = sale.product
            WHERE sale.chain = chain.n ORDER BY purchasedAt DESC LIMIT 1)
        FROM chain JOIN user ON user.n = chain.user WHERE chain.n = ?
        """,
        [chain]
      ) {
        UserDetails.HeldByOther(
          chain: name,
          productID: try $0.optionalText(1),
          holder: try $0.id(0)
        )
      }
    }
  }

  /// The row IDs of chains, ascending, that the user was named for or that carry an account of the
  /// user, whichever user owns them now.
  func chains(concerning user: ID<User>, _ forms: [AccountForm]) throws -> [Int64] {
    var chains = Set(
      try map(
        """
        SELECT mention.chain FROM document JOIN mention ON mention.document = document.n
        WHERE document.claimant = ?1 AND document.claim = 'named' AND document.rejectionCode IS NULL
        UNION SELECT chain FROM claim WHERE user = ?1
        """,
        [user.raw]
      ) { try $0.number(0) }
    )
    let linked = try map(
      "SELECT DISTINCT other FROM act WHERE deed = 'account' AND user = ?",
      [user.raw]
    ) { try $0.text(0) }
    for account in Set(forms.flatMap { $0.accounts(of: user) } + linked) {
      let found = try numbers("SELECT n FROM chain WHERE appAccount = ?", account)
      guard !found.isEmpty, try holder(ofAccount: account, forms)?.user == user else { continue }
      chains.formUnion(found)
    }
    return chains.sorted()
  }
}
