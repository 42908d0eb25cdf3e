internal import Crypto
import Entitlements
import Foundation
internal import GRDB

/// All rows about one person, under any of the person's names.
struct DataSubject {
  /// The canonical user.
  let user: ID<User>
  /// All names: merged users, and the app's account IDs at the stores.
  private(set) var names: Set<String>
  private(set) var users: Set<Int64> = []
  private(set) var chains: Set<Int64> = []
  /// Documents from or naming the person, and those for the person's purchases that name no user.
  private(set) var documents: Set<Int64> = []
  /// The person's claims; a merged name has no row of a user.
  private(set) var claims: Set<Int64> = []
  /// The person's logins.
  private(set) var logins: Set<Int64> = []
  /// Documents about others that may state one of the names; only for an erasure.
  private(set) var related: Set<Int64> = []

  /// `nil` for an unknown user. `forErasure` adds what is erased, but never exported: rejected
  /// documents with the person's e-mail address or, without an address, name, because anybody may
  /// state any address; and documents about others.
  init?(_ id: ID<User>, in db: Database, forErasure: Bool = false) throws {
    guard id.isUsable else { return nil }
    let context = try OwnershipContext(in: db)
    let identities = context.identities
    user = identities.canonical(id)
    names = Set(identities.names(of: id).map(\.raw))
    for name in names { try collectRows(named: name, in: db) }
    guard !self.users.isEmpty || !documents.isEmpty || !logins.isEmpty else { return nil }
    for user in self.users {
      chains.formUnion(try db.numbers("SELECT n FROM chain WHERE user = ?", [user]))
      documents.formUnion(try db.numbers("SELECT n FROM document WHERE user = ?", [user]))
      if forErasure { documents.formUnion(try db.numbers(Self.rejected, [user])) }
    }
    for account in try accounts(in: db, context) {
      names.insert(account)
      documents.formUnion(
        try db.numbers(
          "SELECT document FROM link WHERE value = ? AND kind = 'appAccount'",
          [account]
        )
      )
    }
    guard forErasure else { return }
    for name in names { try collectRelated(to: name, in: db) }
    related.subtract(documents)
  }

  /// Collects others' documents that may state the name: those about purchases under it as an app
  /// account, and operators' actions that assign it, in any spelling, to anybody.
  private mutating func collectRelated(to name: String, in db: Database) throws {
    related.formUnion(
      try db.numbers(
        """
        SELECT mention.document FROM link CROSS JOIN mention ON mention.chain = link.chain
        WHERE link.value = ? AND link.kind = 'appAccount'
        """,
        [name]
      )
    )
    let assignments = try db.map(
      "SELECT document, other FROM act WHERE deed = 'account' AND other IN (?, ?, ?)",
      AccountForm.spellings(of: name)
    ) { (document: try $0.number(0), account: try $0.text(1)) }
    related.formUnion(assignments.map { $0.document })
    names.formUnion(assignments.map { $0.account })
  }

  /// A rejected document is nobody's, whatever it says, but it may have been sent with a name.
  private static let rejected = """
    WITH known AS (
      SELECT userName AS name, userEmail AS email FROM document WHERE user = ?1
      UNION SELECT name, email FROM user WHERE n = ?1)
    SELECT n FROM document WHERE rejectionCode IS NOT NULL AND (
      userEmail IN (SELECT email FROM known)
      OR userEmail IS NULL AND userName IN (SELECT name FROM known))
    """

  private mutating func collectRows(named name: String, in db: Database) throws {
    users.formUnion(try db.numbers("SELECT n FROM user WHERE id = ?", [name]))
    claims.formUnion(try db.numbers("SELECT n FROM claim WHERE user = ?", [name]))
    logins.formUnion(try db.numbers("SELECT n FROM login WHERE user = ?", [name]))
    for sql in [
      "SELECT n FROM document WHERE claimant = ?", "SELECT document FROM act WHERE user = ?",
      "SELECT document FROM act WHERE deed = 'merge' AND other = ?",
    ] { documents.formUnion(try db.numbers(sql, [name])) }
  }

  /// The app's account IDs for the buyers of the chains, except those that are another user's.
  private func accounts(in db: Database, _ context: OwnershipContext) throws -> Set<String> {
    let accounts = """
      SELECT value FROM link LEFT JOIN user ON user.id = link.value
      WHERE link.chain = ? AND kind = 'appAccount' AND user.n IS NULL
      """
    let all = Set(try chains.flatMap { try db.texts(accounts, [$0]) })
    return try all.filter { try !isOfAnother($0, in: db, context) }
  }

  /// Whether the account is the ID of a user who was merged into another user, is derived from
  /// another user's name, or is assigned to another user who owns purchases made under it.
  private func isOfAnother(
    _ account: String,
    in db: Database,
    _ context: OwnershipContext
  ) throws -> Bool {
    func isAnother(_ holder: ID<User>) -> Bool { context.identities.canonical(holder) != user }
    let id = ID<User>(account)
    if context.identities.canonical(id) != id, isAnother(id) { return true }
    if let linked = try db.linkedUser(ofAccount: account) {
      return try isAnother(linked)
        && db.exists(
          """
          SELECT 1 FROM chain JOIN user ON user.n = chain.user WHERE appAccount = ? AND user.id = ?
          """,
          [account, context.identities.canonical(linked).raw]
        )
    }
    let derived = try db.holder(ofAccount: account, context.accountForms, hasActs: false)
    return derived.map { isAnother($0.user) } ?? false
  }
}

extension Erasure {
  /// A condition on a row of documents: whether it is an erased user's. Another user's may be empty
  /// as well, because it stated a name of the erased one. Where a log is applied anew, users whom it
  /// erases later have their new names from the beginning.
  static func isOfErasedUser(in table: String) -> String {
    let prefix = ID<User>.erasedPrefix
    return """
      (\(table).erasedAt IS NOT NULL
        AND coalesce(\(table).claimant, '') GLOB '\(prefix)[0-9]*'
        AND CAST(substr(\(table).claimant, \(prefix.count + 1)) AS INTEGER)
          <= coalesce((SELECT value FROM meta WHERE name = '\(namesGiven)'), 0))
      """
  }

  /// The number of the name that was given last, among the ledger's figures.
  static let namesGiven = "erased"
}

/// The purchase tokens that an erasure replaces, and their replacements.
///
/// A token gives access to a purchase at its store and to data about the buyer. Every occurrence
/// gets the same replacement, so that joined rows stay joined, also after a replay from tombstones.
struct ErasedTokens {
  static let prefix = "erased-token-"
  /// A condition on a row of `link` that holds a token.
  fileprivate static let isToken = "link.kind IN ('purchaseToken', 'predecessor')"

  /// The replacement of each token.
  let values: [String: String]

  /// Selects tokens that only these documents state; a token in another document must stay, because
  /// it would be derived from there again.
  init(statedOnlyBy documents: Set<Int64>, in db: Database) throws {
    let chains = try documents.flatMap {
      try db.numbers("SELECT chain FROM mention WHERE document = ?", [$0])
    }
    let tokens = try Set(chains).flatMap {
      try db.texts("SELECT value FROM link WHERE chain = ? AND \(Self.isToken)", [$0])
    }
    var values: [String: String] = [:]
    for token in Set(tokens) where !Self.isErased(token) {
      let stating = try db.numbers(
        """
        SELECT DISTINCT mention.document FROM link JOIN mention ON mention.chain = link.chain
        WHERE link.value = ? AND \(Self.isToken)
        """,
        [token]
      )
      guard documents.isSuperset(of: stating) else { continue }
      values[token] = Self.prefix + hex(SHA256.hash(data: Data(token.utf8)).prefix(16))
    }
    self.values = values
  }

  static func isErased(_ token: String) -> Bool { token.hasPrefix(prefix) }
}

extension LedgerWriter {
  /// Replaces the tokens.
  mutating func erase(_ tokens: ErasedTokens) throws {
    for (token, value) in tokens.values {
      try db.run(
        "UPDATE link SET value = ? WHERE value = ? AND \(ErasedTokens.isToken)",
        [value, token]
      )
    }
  }

  /// Leaves the person's purchases to the new name where the claims of others would give them away,
  /// and the documents that name no user to whom these followed before.
  mutating func leave(
    _ owned: Set<Int64>,
    followedIn accounts: Set<Int64>,
    to name: ID<User>,
    at instant: Date
  ) throws {
    let remaining = memory.ownershipContext.identities.canonical(name)
    for n in owned.sorted() {
      guard let row = try chain(n) else { continue }
      let isLost = try owner(of: row.claims.chain) != remaining
      let isFollowed =
        try accounts.contains(row.account)
        && db.exists(
          """
          SELECT 1 FROM document JOIN user ON user.n = document.user
          WHERE account = ? AND claim IS NOT 'named' AND user.id <> ?
          """,
          [row.account, remaining.raw]
        )
      guard isLost || isFollowed else { continue }
      let claim = PurchaseClaim(
        row.claims.chain,
        of: name,
        // Only a claim made elsewhere than at PlayFab's endpoints covers the store account.
        at: isFollowed ? .restore : .playfab,
        .forgotten,
        evidence: Claim.erasure,
        at: instant
      )
      try file(claim)
      try resolveTouchedAccounts()
    }
  }

  /// Deletes jobs that name the person, and operators' reasons in jobs about the person's
  /// purchases. Records of actions at a store stay.
  mutating func eraseJobs(of dataSubject: DataSubject) throws {
    for name in dataSubject.names {
      try db.run(
        """
        DELETE FROM job
        WHERE kind IN ('deed', 'approval', 'look-up-transaction', '\(WebhookJob.kind)') AND EXISTS (
          SELECT 1 FROM json_tree(iif(json_valid(task), task, 'null'))
          WHERE type = 'text' AND lower(atom) = lower(?))
        """,
        [name]
      )
    }
    for chain in dataSubject.chains {
      guard let id = try db.chainID(of: chain) else { continue }
      for kind in ["deed", "approval"] {
        try db.run(
          """
          UPDATE job SET task = json_set(task, '$.\(kind)._0.reason', '')
          WHERE kind = '\(kind)' AND json_valid(task)
            AND json_extract(task, '$.\(kind)._0.chain') = ?
          """,
          [id.raw]
        )
      }
    }
  }
}
