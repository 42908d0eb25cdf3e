import Entitlements
import Foundation
internal import GRDB

/// The account and user of a document.
struct DocumentOwnership {
  /// The store account of everything it mentions, if there is exactly one.
  var account: Int64?
  /// The owner, as row ID and as user ID.
  var user: Int64?
  var owner: ID<User>?
}

/// Resolves the owners of sales by the rules of `Ownership`. The rules depend on the content of
/// filings only, so any filing order gives the same result.
extension LedgerWriter {
  /// Joins the store accounts that the filing connects, records its claim, and gives the accounts'
  /// purchases to their owners.
  mutating func resolveOwnership(
    _ filing: Filing,
    _ document: Int64,
    _ mentioned: Set<Int64>,
    _ links: [Link]
  ) throws -> DocumentOwnership {
    let claim = filing.documentClaim
    let chainsByToken = chainsByToken(among: links)
    var ownership = DocumentOwnership()
    for group in groups(of: mentioned, filing) {
      let (account, isJoined) = try joinAccounts(of: group, links, chainsByToken)
      // An attached claim counts from its own time, not from the store's signature.
      let isClaimed = claim?.strength == .named && !filing.claims.isEmpty
      let isNamed = !isClaimed && note(claim, in: document, group)
      let isMoved = try note(appAccountsIn: links, of: group) || isNamed || isJoined
      let accountOwner = try resolveOwnership(account, among: group, isMoved: isMoved)
      guard filing.isOneAccount || mentioned.count == 1, account <= ownership.account ?? account
      else { continue }
      ownership.account = account
      ownership.owner = accountOwner
    }
    if let claim, claim.strength == .named || ownership.account == nil {
      ownership.owner = memory.ownershipContext.identities.canonical(claim.user)
    }
    ownership.user = try ownership.owner.map { try rowID(of: $0) }
    // Whom a team describes owns nothing more for that.
    let isProfile = filing.document.kind == Document.profileKind
    if let claim, claim.strength == .named, filing.document.verdict == .genuine, !isProfile {
      try know(claim.user, at: claim.statementSource.statedAt)
    }
    return ownership
  }

  /// Files a claim on a purchase by the ownership rule; ignores a claim that is already stored.
  mutating func file(_ claim: PurchaseClaim) throws {
    guard let n = try rowID(of: claim.chain), let row = chains[n] else { return }
    let at = claim.at.milliseconds
    try db.run(
      """
      INSERT OR IGNORE INTO claim (chain, user, endpoint, basis, evidence, at)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [n, claim.user.raw, claim.endpoint.rawValue, claim.basis.rawValue, claim.evidence.raw, at]
    )
    guard db.changesCount > 0 else { return }
    hasWritten = true
    now = max(now, claim.at)
    try know(claim.user, at: claim.at)
    touch(user: try rowID(ofCanonical: claim.user), .documentsMoved)
    touchedAccounts.insert(row.account)
  }

  /// Marks everything that a change of the ownership context may move.
  mutating func touchEverything(of user: ID<User>? = nil) throws {
    guard let user else {
      touchedAccounts.formUnion(try db.numbers("SELECT DISTINCT account FROM chain"))
      return
    }
    for sql in [
      "SELECT DISTINCT account FROM document WHERE claimant = ? AND account IS NOT NULL",
      "SELECT DISTINCT chain.account FROM claim JOIN chain ON chain.n = claim.chain WHERE claim.user = ?",
      "SELECT DISTINCT chain.account FROM act JOIN chain ON chain.n = act.chain WHERE act.user = ?",
      "SELECT DISTINCT chain.account FROM user JOIN chain ON chain.user = user.n WHERE user.id = ?",
    ] { touchedAccounts.formUnion(try db.numbers(sql, [user.raw])) }
    for chain in try db.chains(concerning: [user], memory.ownershipContext.accountForms) {
      if let row = try self.chain(chain) { touchedAccounts.insert(row.account) }
    }
    for holder in try db.numbers(
      """
      SELECT user FROM document WHERE claimant = ?1 AND account IS NULL AND user IS NOT NULL
      UNION SELECT user FROM handle WHERE value = ?1 COLLATE NOCASE AND kind = 'name'
      """,
      [user.raw]
    ) { touch(user: holder, .documentsMoved) }
    let owner = try rowID(ofCanonical: user)
    touch(user: owner, .documentsMoved)
    touch(user: try db.number("SELECT n FROM user WHERE id = ?", [user.raw]), .documentsMoved)
    try db.run(
      "UPDATE document SET user = ? WHERE claimant = ? AND account IS NULL",
      [owner, user.raw]
    )
  }

  mutating func resolveTouchedAccounts() throws {
    guard !touchedAccounts.isEmpty else { return }
    // Ownership is resolved from the tables, which have claims on chains that are new.
    try flushChains()
    newChains = []
    for account in touchedAccounts.sorted() {
      _ = try resolveOwnership(account, among: [], isMoved: true)
      try resolveNamed(in: account)
    }
    touchedAccounts = []
  }

  /// Groups the chains that the filing attributes to one store account: all of an app scope for a
  /// one-account filing.
  private func groups(of mentioned: Set<Int64>, _ filing: Filing) -> [Set<Int64>] {
    guard filing.isOneAccount, mentioned.count > 1 else { return mentioned.sorted().map { [$0] } }
    var shops: [String: Set<Int64>] = [:]
    for n in mentioned {
      guard let chain = chains[n]?.claims.chain else { continue }
      let parts = chain.raw.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
      shops[parts.prefix(3).joined(separator: ":"), default: []].insert(n)
    }
    return shops.sorted { $0.key < $1.key }.map(\.value)
  }

  /// - Returns: The store account of the chains and of others with the same token in the same app
  ///   scope (Google identifies a purchase by its token before it has an order), and whether
  ///   several accounts were joined.
  private mutating func joinAccounts(
    of group: Set<Int64>,
    _ links: [Link],
    _ chainsByToken: [String: Set<Int64>]
  ) throws -> (account: Int64, isJoined: Bool) {
    var accounts: Set<Int64> = []
    for n in group { if let row = chains[n] { accounts.insert(row.account) } }
    for link in links where link.kind == .purchaseToken {
      guard let n = chainNumbers[link.chain], group.contains(n) else { continue }
      for other in chainsByToken[link.value] ?? [] where isSameShop(n, other) {
        if let row = chains[other] { accounts.insert(row.account) }
      }
      accounts.formUnion(try accountsGoing(by: link.value, beside: n))
    }
    let account = accounts.min() ?? 0
    let others = accounts.filter { $0 != account }
    for other in others {
      // A filling knows too many chains to look through them.
      for n in try db.numbers("SELECT n FROM chain WHERE account = ?", [other]) {
        chains[n]?.account = account
        storedChains[n]?.account = account
      }
      try db.run("UPDATE chain SET account = ? WHERE account = ?", [account, other])
      try db.run("UPDATE document SET account = ? WHERE account = ?", [account, other])
    }
    return (account, !others.isEmpty)
  }

  /// The chains by token within one document, whose links aren't stored yet.
  private func chainsByToken(among links: [Link]) -> [String: Set<Int64>] {
    var names: [String: Set<Int64>] = [:]
    for link in links where link.kind == .purchaseToken {
      if let n = chainNumbers[link.chain] { names[link.value, default: []].insert(n) }
    }
    return names
  }

  private func isSameShop(_ one: Int64, _ other: Int64) -> Bool {
    func appScope(_ n: Int64) -> AppScope? {
      chains[n].flatMap { Subscription.Name($0.claims.chain)?.appScope }
    }
    return one == other || appScope(one) == appScope(other)
  }

  private func accountsGoing(by token: String, beside chain: Int64) throws -> [Int64] {
    try db.numbers(
      """
      SELECT DISTINCT chain.account FROM link CROSS JOIN chain ON chain.n = link.chain
      WHERE link.value = ? AND link.kind = 'purchaseToken'
        AND chain.shop = (SELECT shop FROM chain WHERE n = ?)
      """,
      [token, chain]
    )
  }

  /// - Returns: Whether the claims on any of the chains changed.
  private mutating func note(_ claim: Claim?, in document: Int64, _ group: Set<Int64>) -> Bool {
    guard let claim else { return false }
    var isNew = false
    for n in group {
      let before = chains[n]?.claims
      chains[n]?.note(claim, in: document)
      guard chains[n]?.claims != before else { continue }
      unwrittenChains.insert(n)
      isNew = true
    }
    return isNew
  }

  /// - Returns: Whether the app account of any of the chains changed.
  private mutating func note(appAccountsIn links: [Link], of group: Set<Int64>) throws -> Bool {
    var isNew = false
    for link in links where link.kind == .appAccount {
      guard let n = chainNumbers[link.chain], group.contains(n), var row = chains[n] else {
        continue
      }
      row.claims.note(account: link.value)
      guard row.claims != chains[n]?.claims else { continue }
      chains[n] = row
      storedChains[n]?.claims.note(account: link.value)
      try db.run("UPDATE chain SET appAccount = ? WHERE n = ?", [row.claims.account, n])
      isNew = true
    }
    return isNew
  }

  /// - Returns: The owner of the account's documents that name no user.
  private mutating func resolveOwnership(
    _ account: Int64,
    among group: Set<Int64>,
    isMoved: Bool
  ) throws -> ID<User>? {
    if !isMoved, let known = try followersOwner(of: account, group) { return known }
    let ownershipContext = memory.ownershipContext
    let isNew = newChains.contains(account)
    let numbers =
      try isNew
      ? newChains.filter { chains[$0]?.account == account }.sorted()
      : chainNumbers(ofAccount: account)
    let claims = try claims(on: numbers, isNew ? nil : account)
    let owners = Ownership.owners(of: claims, policy: ownershipContext.policy)
    for n in numbers {
      guard let chain = chains[n] else { continue }
      let owner = try owners[chain.claims.chain].map { try rowID(ofCanonical: $0) }
      if ownershipContext.policy == .share { try touchClaimants(of: n) }
      if owner != chain.user { try give(chain, to: owner, isNew: isNew) }
      if group.contains(n) || touchedChains.contains(n) { touch(user: owner) }
    }
    let accountOwner = Ownership.anybody(of: claims, ownershipContext.policy).map {
      ownershipContext.identities.canonical($0)
    }
    if isMoved, !isNew { try resolveFollowers(of: account, accountOwner) }
    return accountOwner
  }

  /// The owner of documents that name no user if no owner changed; `nil` if it must be derived.
  private mutating func followersOwner(of account: Int64, _ group: Set<Int64>) throws -> ID<User>? {
    guard memory.ownershipContext.policy != .share else { return nil }
    for n in group {
      guard let user = chains[n]?.user else { return nil }
      touch(user: user)
    }
    return try db.first(
      """
      SELECT user.id FROM document CROSS JOIN user ON user.n = document.user
      WHERE document.account = ? AND document.claim IS NOT 'named' LIMIT 1
      """,
      [account]
    ) { try $0.id(0) }
  }

  /// The claims on the account's chains, as input of the rule; `nil` for the account of new chains.
  private func claims(on numbers: [Int64], _ account: Int64?) throws -> [ChainClaims] {
    let ownershipContext = memory.ownershipContext
    let others = try account.map { try db.claims(ofAccount: $0, hasActs: memory.hasActs) } ?? [:]
    return try numbers.compactMap { n in
      guard var claims = chains[n]?.claims else { return nil }
      claims.others = others[n] ?? []
      claims.holder = try claims.account.flatMap {
        try db.holder(ofAccount: $0, ownershipContext.accountForms, hasActs: memory.hasActs)
      }
      return claims.canonical(ownershipContext.identities)
    }
  }

  /// The row IDs of the account's chains; loads each chain.
  private mutating func chainNumbers(ofAccount account: Int64) throws -> [Int64] {
    let numbers = try db.numbers("SELECT n FROM chain WHERE account = ?", [account])
    for n in numbers where chains[n] == nil { _ = try chain(n) }
    return numbers
  }

  private mutating func give(_ chain: ChainRow, to owner: Int64?, isNew: Bool) throws {
    touch(user: owner)
    touch(user: chain.user)
    try db.run("UPDATE chain SET user = ? WHERE n = ?", [owner, chain.n])
    if !isNew { try db.run("UPDATE \"order\" SET user = ? WHERE chain = ?", [owner, chain.n]) }
    chains[chain.n]?.user = owner
    storedChains[chain.n]?.user = owner
  }

  /// Moves documents that name no user with the account.
  private mutating func resolveFollowers(of account: Int64, _ owner: ID<User>?) throws {
    let owner = try owner.map { try rowID(of: $0) }
    let following = try db.map(
      """
      SELECT DISTINCT user FROM document
      WHERE account = ?1 AND claim IS NOT 'named' AND user IS NOT ?2
      """,
      [account, owner]
    ) { try $0.optionalNumber(0) }
    guard !following.isEmpty else { return }
    following.forEach { touch(user: $0, .documentsMoved) }
    try db.run(
      "UPDATE document SET user = ?2 WHERE account = ?1 AND claim IS NOT 'named'",
      [account, owner]
    )
    touch(user: owner, .documentsMoved)
  }

  /// Keeps documents that name a user with that user.
  private mutating func resolveNamed(in account: Int64) throws {
    let named = try db.map(
      """
      SELECT document.n, document.claimant, user.id, user.n FROM document
      LEFT JOIN user ON user.n = document.user WHERE account = ? AND claim = 'named'
      """,
      [account]
    ) {
      (
        n: try $0.number(0), claimant: try $0.id(1) as ID<User>, user: try $0.optionalText(2),
        number: try $0.optionalNumber(3)
      )
    }
    for document in named {
      let user = memory.ownershipContext.identities.canonical(document.claimant)
      guard user.raw != document.user else { continue }
      let n = try rowID(of: user)
      touch(user: n, .documentsMoved)
      touch(user: document.number, .documentsMoved)
      try db.run("UPDATE document SET user = ? WHERE n = ?", [n, document.n])
    }
  }

  /// Marks all who claim a purchase of another user: a policy gives them its entitlements or takes
  /// them away.
  mutating func touchSharers() throws {
    let names = try db.texts(
      """
      WITH claimed AS (
        SELECT mention.chain, document.claimant AS name FROM document
        CROSS JOIN mention ON mention.document = document.n WHERE document.claim = 'named'
        UNION SELECT chain, user FROM claim)
      SELECT DISTINCT claimed.name FROM claimed CROSS JOIN chain ON chain.n = claimed.chain
      LEFT JOIN user ON user.n = chain.user WHERE claimed.name IS NOT user.id
      """
    )
    for owner in Set(names.map { memory.ownershipContext.identities.canonical(ID($0)) }) {
      touch(user: try db.number("SELECT n FROM user WHERE id = ?", [owner.raw]))
    }
  }

  mutating func touchClaimants(of chain: Int64) throws {
    for user in try db.claimants(of: chain) {
      let owner = memory.ownershipContext.identities.canonical(user)
      touch(user: try db.number("SELECT n FROM user WHERE id = ?", [owner.raw]))
    }
  }

  /// All claims on one chain, and the user of its app account.
  func claims(on row: ChainRow) throws -> ChainClaims? {
    try claims(on: [row.n], row.account).first
  }
}

extension Filing {
  /// The document's claim on its chains.
  fileprivate var documentClaim: Claim? {
    claim.map {
      Claim(
        $0.user,
        $0.strength,
        StatementSource(
          document.id,
          at: document.statedAt ?? document.receivedAt,
          document.provenance.authority
        )
      )
    }
  }
}
