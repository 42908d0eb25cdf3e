package import Entitlements
import Foundation
internal import GRDB

/// What the ledger knows about single users. Most queries also find a merged user by the former ID.
package struct UserRecords: Sendable {
  let ledger: Ledger

  /// A user's entitlements; `nil` for an unknown user.
  package func rights(of user: ID<User>) async throws(LedgerError) -> UserEntitlements? {
    try await ledger.read { db in
      guard let (n, user) = try db.known(user) else { return nil }
      return UserEntitlements(user: user.id, rights: try db.rights(of: n))
    }
  }

  /// A user's account summary; `nil` for an unknown user.
  package func account(of user: ID<User>) async throws(LedgerError) -> Account? {
    try await ledger.read { db in
      guard let (n, user) = try db.known(user) else { return nil }
      return Account(
        user: user,
        rights: UserEntitlements(user: user.id, rights: try db.rights(of: n)),
        chains: try db.renewals(of: n),
        inventory: try db.inventory(of: n, user.id),
        orders: try db.count("SELECT orders FROM user WHERE n = ?", [n]),
        documents: try db.count("SELECT count(*) FROM document WHERE user = ?", [n])
      )
    }
  }

  /// The user's past, present and future entitlements; empty for an unknown user. Those without end
  /// first, then by descending end.
  package func entitlements(of user: ID<User>) async throws(LedgerError) -> [Entitlement] {
    try await ledger.read { db in try db.user(user).map { try db.entitlements(of: $0.n) } ?? [] }
  }

  /// Everything about one user; `nil` for an unknown user.
  package func details(of user: ID<User>) async throws(LedgerError) -> UserDetails? {
    try await ledger.read { db in
      guard let (n, user) = try db.known(user) else { return nil }
      let orders = try db.orders("WHERE sale.user = ? ORDER BY sale.purchasedAt DESC, sale.n", [n])
      let unsold = try db.unsoldSubscriptions(of: n, user.id)
      let chains = (EntitlementRules.subscriptions(from: orders) + unsold).newestFirst
      var details = UserDetails(
        user: user,
        profile: try db.profiles(of: n, user.id).first?.stated.profile,
        orders: orders.sorted { ($1.purchasedAt, $0.id) < ($0.purchasedAt, $1.id) },
        subscriptions: chains,
        lives: try db.lives(of: chains.map(\.id)),
        entitlements: try db.entitlements(of: n),
        documents: try db.documents("WHERE document.user = ? ORDER BY receivedAt DESC, id", [n]),
        heldByOthers: try db.heldByOthers(user.id, n)
      )
      details.formerIDs = try OwnershipContext(in: db).identities.merged(into: user.id)
      return details
    }
  }

  /// Of each of these users, the one who remains: who was merged into another is that one.
  package func remaining(of users: [ID<User>]) async throws(LedgerError) -> [ID<User>] {
    try await ledger.read { users.map(try OwnershipContext(in: $0).identities.canonical) }
  }

  /// The app accounts that a back end or an operator linked with the user, sorted.
  package func linkedAccounts(of user: ID<User>) async throws(LedgerError) -> [String] {
    try await ledger.read { db in
      let names = try OwnershipContext(in: db).identities.names(of: user)
      return try db.accounts(linkedWith: names).filter { account in
        try db.linkedUser(ofAccount: account).map(names.contains) ?? false
      }
    }
  }

  /// The latest profile that the team stated for each of these IDs.
  package func profiles(
    of users: [ID<User>]
  ) async throws(LedgerError) -> [ID<User>: StatedProfile] {
    try await ledger.read { db in
      var profiles: [ID<User>: StatedProfile] = [:]
      for user in users where profiles[user] == nil {
        profiles[user] = try db.profile(statedFor: user)
      }
      return profiles
    }
  }

  /// How the app derives accounts from its users' names.
  package func accountForms() async throws(LedgerError) -> [AccountForm] {
    try await ledger.read { try OwnershipContext(in: $0).accountForms }
  }

  /// Entitlements granted to a user by hand, and their withdrawals; also those of users who were merged
  /// with this one, as if they were this one's.
  package func grants(of user: ID<User>) async throws(LedgerError) -> [OperatorAction] {
    try await ledger.read { db in
      try db.grants(to: user, named: try OwnershipContext(in: db).identities.names(of: user))
    }
  }
}

extension Database {
  /// Entitlements granted by hand to any of these names, and their withdrawals, as acts on `user`.
  func grants(to user: ID<User>, named names: [ID<User>]) throws -> [OperatorAction] {
    // Not by the index of deeds, which has those of all users.
    let acts = try acts(
      "WHERE act.user IN (SELECT value FROM json_each(?)) AND +act.deed IN ('grant', 'withdraw')",
      [names.json]
    )
    return acts.map { act in
      var act = act
      switch act.kind {
      case .grant(_, let key, let environment, let until):
        act.kind = .grant(user, key: key, environment, until: until)
      case .withdraw(_, let key, let environment): act.kind = .withdraw(user, key: key, environment)
      default: break
      }
      return act
    }
  }

  /// The user with this ID, also a former ID of a merged user.
  func known(_ id: ID<User>) throws -> (n: Int64, user: User)? {
    if let found = try user(id) { return found }
    let canonical = try OwnershipContext(in: self).identities.canonical(id)
    return canonical == id ? nil : try user(canonical)
  }

  fileprivate func user(_ id: ID<User>) throws -> (n: Int64, user: User)? {
    guard id.isUsable else { return nil }
    return try first("SELECT n, \(User.columns) FROM user WHERE id = ?", [id.raw]) {
      (n: try $0.number(0), user: try User($0, from: 1))
    }
  }

  /// The app accounts that a back end or an operator ever linked with any of these names, sorted.
  fileprivate func accounts(linkedWith names: [ID<User>]) throws -> [String] {
    try texts(
      """
      SELECT DISTINCT other FROM act
      WHERE +deed = 'account' AND user IN (SELECT value FROM json_each(?)) ORDER BY other
      """,
      [names.json]
    )
  }

  fileprivate func rights(of user: Int64) throws -> [UserEntitlement] {
    try map(
      """
      SELECT \(Entitlement.columns), sale.purchasedAt, product.id
      FROM entitlement \(Entitlement.joins) LEFT JOIN product ON product.n = sale.product
      WHERE entitlement.user = ?
      ORDER BY entitlement.key, entitlement.environment, entitlement."from"
      """,
      [user]
    ) { cells in
      var sale: UserEntitlement.Sale?
      if let purchasedAt = try cells.optionalInstant(10) {
        sale = UserEntitlement.Sale(
          product: Catalog.Product(try cells.keyword(6), try cells.text(11)),
          purchasedAt: purchasedAt
        )
      }
      return UserEntitlement(try Entitlement(cells), sale: sale)
    }
  }

  /// The user's chains with phases: renewing ones, and those known only from renewal statuses.
  fileprivate func renewals(of user: Int64) throws -> [AccountChain] {
    var phases: [Int64: [Phase]] = [:]
    try forEach(
      """
      SELECT chain.n, phase."from", phase.until, phase.state, phase.reason, phase.renews,
        document.id
      FROM chain CROSS JOIN phase ON phase.chain = chain.n
      CROSS JOIN document ON document.n = phase.document
      WHERE chain.user = ? ORDER BY phase.chain, phase."from"
      """,
      [user]
    ) { phases[try $0.number(0), default: []].append(try Phase($0, from: 1)) }
    let chains = try map(
      """
      SELECT chain.n, shop.store, shop.environment, shop.app, chain.id, product.id,
        chain.startedAt, chain.accessUntil
      FROM chain CROSS JOIN shop ON shop.n = chain.shop
      LEFT JOIN product ON product.n = chain.product
      WHERE chain.user = ?
      """,
      [user]
    ) { cells -> AccountChain? in
      guard let life = phases[try cells.number(0)] else { return nil }
      let id = try cells.chain(at: 1)
      guard let name = Subscription.Name(id) else { throw RowDecodingError(column: 1) }
      return AccountChain(
        id: id,
        name: name,
        productID: try cells.optionalText(5),
        startedAt: try cells.optionalInstant(6),
        accessUntil: try cells.optionalInstant(7),
        phases: life
      )
    }
    return chains.compactMap(\.self).sorted { left, right in
      let begun = (left.startedAt ?? .distantPast, right.startedAt ?? .distantPast)
      return begun.0 == begun.1 ? left.id < right.id : begun.0 > begun.1
    }
  }

  /// The user's subscriptions that were bought but not paid for: each with an empty period, since
  /// there is no sale yet.
  fileprivate func unsoldSubscriptions(of user: Int64, _ id: ID<User>) throws -> [Subscription] {
    try map(
      """
      SELECT shop.store, shop.environment, shop.app, chain.id, chain.startedAt, notice.detail
      FROM chain CROSS JOIN shop ON shop.n = chain.shop
      CROSS JOIN notice ON notice.n = (
        SELECT pending.n FROM notice AS pending
        WHERE pending.chain = chain.n AND pending.kind = 'pending'
        ORDER BY pending.statedAt DESC, pending.n DESC LIMIT 1)
      WHERE chain.user = ? AND chain.startedAt IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM "order" AS sale WHERE sale.chain = chain.n)
      """,
      [user]
    ) { cells in
      let chain = try cells.chain(at: 0)
      let startedAt = try cells.instant(4)
      return Subscription(
        store: try cells.keyword(0),
        environment: try cells.keyword(1),
        app: try cells.text(2),
        originalTransactionID: try cells.text(3),
        user: id,
        periods: [
          Subscription.Period(
            order: ID(chain.raw),
            productID: try cells.optionalText(5) ?? "",
            from: startedAt,
            until: startedAt
          )
        ]
      )
    }
  }

  func inventory(of user: Int64, _ id: ID<User>) throws -> [InventoryItem] {
    try map(
      """
      SELECT item, inventory.environment, granted, used, "from", until, shop.store,
        shop.environment, shop.app, sale.transactionID
      FROM inventory CROSS JOIN "order" AS sale ON sale.n = inventory.source
      CROSS JOIN shop ON shop.n = sale.shop
      WHERE inventory.user = ? ORDER BY "from" DESC, item, sale.n
      """,
      [user]
    ) { cells in
      InventoryItem(
        item: try cells.text(0),
        user: id,
        environment: try cells.keyword(1),
        source: try cells.order(at: 6),
        granted: try cells.count(2),
        used: try cells.count(3),
        from: try cells.instant(4),
        until: try cells.optionalInstant(5)
      )
    }
  }

  /// Chains of other users that the user claimed, or that carry an account of the user.
  fileprivate func heldByOthers(_ id: ID<User>, _ user: Int64) throws -> [UserDetails.HeldByOther] {
    let ownershipContext = try OwnershipContext(in: self)
    let names = ownershipContext.identities.names(of: id)
    let others = try chains(concerning: names, ownershipContext.accountForms).filter { chain in
      try number("SELECT user FROM chain WHERE n = ?", [chain]).map { $0 != user } ?? false
    }
    return try others.compactMap { chain in
      guard let name = try chainID(of: chain) else { return nil }
      if ownershipContext.policy == .share,
        try claimants(of: chain).contains(where: names.contains)
      {
        return nil
      }
      return try first(
        """
        SELECT user.id, (SELECT product.id FROM "order" AS sale
            JOIN product ON product.n = sale.product
            WHERE sale.chain = chain.n ORDER BY purchasedAt DESC LIMIT 1)
        FROM chain JOIN user ON user.n = chain.user WHERE chain.n = ?
        """,
        [chain]
      ) {
        try UserDetails.HeldByOther(chain: name, productID: $0.optionalText(1), holder: $0.id(0))
      }
    }
  }

  /// The row IDs of chains, ascending, that a user of any of these names was named for, or that carry
  /// an account of that user, whichever user owns them now.
  func chains(concerning names: [ID<User>], _ forms: [AccountForm]) throws -> [Int64] {
    var chains = Set(
      try numbers(
        """
        SELECT mention.chain FROM document JOIN mention ON mention.document = document.n
        WHERE document.claimant IN (SELECT value FROM json_each(?1)) AND document.claim = 'named'
          AND document.rejectionCode IS NULL
        UNION SELECT chain FROM claim WHERE user IN (SELECT value FROM json_each(?1))
        """,
        [names.json]
      )
    )
    let derived = forms.flatMap { form in names.flatMap(form.accounts) }
    let linked = try accounts(linkedWith: names).flatMap(AccountForm.spellings)
    for account in Set(derived + linked) {
      let found = try numbers("SELECT n FROM chain WHERE appAccount = ?", [account])
      guard !found.isEmpty, let holder = try holder(ofAccount: account, forms),
        names.contains(holder.user)
      else { continue }
      chains.formUnion(found)
    }
    return chains.sorted()
  }

  func lives(of chains: [ID<Subscription>]) throws -> [ID<Subscription>: [Phase]] {
    Dictionary(try chains.map { ($0, try phases(of: $0)) }) { first, _ in first }
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
    if try cells.optionalText(9) != nil { source = try cells.order(at: 6) }
    self.init(
      key: try cells.text(0),
      user: try cells.id(1),
      environment: try cells.keyword(2),
      source: source,
      evidence: try cells.id(5),
      from: try cells.instant(3),
      until: try cells.optionalInstant(4)
    )
  }
}

extension User {
  static let columns = """
    user.id, user.name, user.email, user.firstSeenAt, \(assigneeColumn)
    """
  /// The name in the newest assignment of the user's case.
  static let assigneeColumn = """
    (SELECT act.key FROM act WHERE act.user = user.id AND act.deed = 'assign'
      ORDER BY act.statedAt DESC, act.document DESC LIMIT 1)
    """

  init(_ cells: RowReader, from start: Int) throws {
    self.init(
      id: try cells.id(start),
      name: try cells.optionalText(start + 1),
      email: try cells.optionalText(start + 2),
      firstSeenAt: try cells.instant(start + 3)
    )
    assignee = try cells.optionalText(start + 4)
  }
}
