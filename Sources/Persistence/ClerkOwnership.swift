import Entitlements
import Foundation
internal import GRDB

/// Where a document belongs.
struct Settlement {
  /// The store account of all that it mentions, where that is one.
  var account: Int64?
  /// Whose it is, by number and by name.
  var user: Int64?
  var owner: ID<User>?
}

/// Whose the sales are: the rules stand in `Ownership`. Each part of them is a property of what was
/// filed and not of when, so every order of filing ends the same.
extension Clerk {
  /// Joins the accounts that the filing connects, notes whom it names, and gives everything of the
  /// account to whom it belongs by now.
  mutating func settle(
    _ filing: Filing,
    _ document: Int64,
    _ mentioned: Set<Int64>,
    _ links: [Link]
  ) throws -> Settlement {
    let claim = filing.noted
    let namesakes = namesakes(among: links)
    var settlement = Settlement()
    let groups = filing.isOneAccount ? [mentioned] : mentioned.sorted().map { [$0] }
    for group in groups where !group.isEmpty {
      let (account, isMoved) = try joinAccounts(of: group, links, namesakes)
      let anybody = try settle(
        account,
        noting: claim.map { NewClaim(claim: $0, document: document, chains: group) },
        among: group,
        isMoved: isMoved
      )
      guard filing.isOneAccount else { continue }
      settlement.account = account
      settlement.owner = anybody
    }
    if let claim, claim.strength == .named || settlement.account == nil {
      settlement.owner = memory.customs.identities.canonical(claim.user)
    }
    settlement.user = try settlement.owner.map { try number(of: $0) }
    return settlement
  }

  /// Everything that a change of customs may move.
  mutating func touchEverything(of user: ID<User>? = nil) throws {
    guard let user else {
      touchedAccounts.formUnion(
        try db.map("SELECT DISTINCT account FROM chain") { try $0.number(0) }
      )
      return
    }
    touchedAccounts.formUnion(
      try db.map(
        "SELECT DISTINCT account FROM document WHERE claimant = ? AND account IS NOT NULL",
        [user.raw]
      ) { try $0.number(0) }
    )
    let owner = try number(ofCanonical: user)
    touch(user: owner, .documentsMoved)
    touch(user: try db.number("SELECT n FROM user WHERE id = ?", [user.raw]), .documentsMoved)
    try db.run(
      "UPDATE document SET user = ? WHERE claimant = ? AND account IS NULL",
      [owner, user.raw]
    )
  }

  mutating func settleTouchedAccounts() throws {
    guard !touchedAccounts.isEmpty else { return }
    // What is settled is read from the tables.
    try flushChains()
    for account in touchedAccounts.sorted() {
      _ = try settle(account, noting: nil, among: [], isMoved: true)
      try settleNamed(in: account)
    }
    touchedAccounts = []
  }

  /// - Returns: The account of the chains, of others that go by the same token (Google names a
  ///   purchase by its token before it has an order), and of all that one app account bought beside
  ///   them; and whether that tells anything new of whose they are.
  private mutating func joinAccounts(
    of group: Set<Int64>,
    _ links: [Link],
    _ namesakes: [LinkName: Set<Int64>]
  ) throws -> (account: Int64, isMoved: Bool) {
    var isMoved = false
    var accounts: Set<Int64> = []
    for n in group { if let row = chains[n] { accounts.insert(row.account) } }
    for link in links {
      guard let n = chainNumbers[link.chain], group.contains(n) else { continue }
      for other in namesakes[LinkName(link)] ?? [] {
        if let row = chains[other] { accounts.insert(row.account) }
      }
      switch link.kind {
      case .purchaseToken: accounts.formUnion(try accountsStating(link))
      case .appAccount where chains[n]?.claims.account != link.value:
        accounts.formUnion(try accountsStating(link))
        if try note(appAccount: link.value, of: n) { isMoved = true }
      case .appAccount, .storeOrder, .predecessor: break
      }
    }
    let account = accounts.min() ?? 0
    let others = accounts.filter { $0 != account }
    for other in others {
      try db.run("UPDATE chain SET account = ? WHERE account = ?", [account, other])
      try db.run("UPDATE document SET account = ? WHERE account = ?", [account, other])
    }
    if !others.isEmpty {
      for n in chains.keys where others.contains(chains[n]?.account ?? account) {
        chains[n]?.account = account
        storedChains[n]?.account = account
      }
    }
    return (account, isMoved || !others.isEmpty)
  }

  private struct LinkName: Hashable {
    var kind: Link.Kind
    var value: String

    init(_ link: Link) { (kind, value) = (link.kind, link.value) }
  }

  /// The chains that one document gives the same token or app account; its links are not on file
  /// yet.
  private func namesakes(among links: [Link]) -> [LinkName: Set<Int64>] {
    var names: [LinkName: Set<Int64>] = [:]
    for link in links where link.kind == .purchaseToken || link.kind == .appAccount {
      if let n = chainNumbers[link.chain] { names[LinkName(link), default: []].insert(n) }
    }
    return names
  }

  private func accountsStating(_ link: Link) throws -> [Int64] {
    try db.map(
      """
      SELECT DISTINCT chain.account FROM link CROSS JOIN chain ON chain.n = link.chain
      WHERE link.value = ? AND link.kind = ?
      """,
      [link.value, link.kind.rawValue]
    ) { try $0.number(0) }
  }

  /// - Returns: Whether the chain's app account is another now.
  private mutating func note(appAccount name: String, of n: Int64) throws -> Bool {
    guard var row = chains[n] else { return false }
    row.claims.note(account: name)
    guard row.claims != chains[n]?.claims else { return false }
    chains[n] = row
    storedChains[n]?.claims.note(account: name)
    try db.run("UPDATE chain SET appAccount = ? WHERE n = ?", [row.claims.account, n])
    return true
  }

  private struct NewClaim {
    var claim: Claim
    var document: Int64
    var chains: Set<Int64>
  }

  /// - Returns: To whom belongs what came for the account and names nobody.
  private mutating func settle(
    _ account: Int64,
    noting new: NewClaim?,
    among group: Set<Int64>,
    isMoved: Bool
  ) throws -> ID<User>? {
    let customs = memory.customs
    let numbers = try chainNumbers(ofAccount: account)
    var claims = numbers.compactMap { chains[$0]?.claims }
    let anybodyBefore = Ownership.anybody(of: claims, customs.policy)
    if let new {
      for n in new.chains { chains[n]?.note(new.claim, in: new.document) }
      claims = numbers.compactMap { chains[$0]?.claims }
    }
    let owners = Ownership.owners(of: claims, policy: customs.policy)
    for n in numbers {
      guard let chain = chains[n] else { continue }
      let owner = try owners[chain.claims.chain].map { try number(ofCanonical: $0) }
      if customs.policy == .share { try touchClaimants(of: n) }
      if owner != chain.user { try give(chain, to: owner) }
      if group.contains(n) || touchedChains.contains(n) { touch(user: owner) }
    }
    let anybody = Ownership.anybody(of: claims, customs.policy).map {
      customs.identities.canonical($0)
    }
    if isMoved || anybody != anybodyBefore.map(customs.identities.canonical) {
      try settleFollowers(of: account, anybody)
    }
    return anybody
  }

  /// The account's chains, each at hand.
  private mutating func chainNumbers(ofAccount account: Int64) throws -> [Int64] {
    let numbers = try db.map("SELECT n FROM chain WHERE account = ?", [account]) {
      try $0.number(0)
    }
    for n in numbers where chains[n] == nil { _ = try chain(n) }
    return numbers
  }

  private mutating func give(_ chain: ChainRow, to owner: Int64?) throws {
    touch(user: owner)
    touch(user: chain.user)
    try db.run("UPDATE chain SET user = ? WHERE n = ?", [owner, chain.n])
    try db.run("UPDATE \"order\" SET user = ? WHERE chain = ?", [owner, chain.n])
    chains[chain.n]?.user = owner
    storedChains[chain.n]?.user = owner
  }

  /// A document that named nobody goes with the account.
  private mutating func settleFollowers(of account: Int64, _ owner: ID<User>?) throws {
    let owner = try owner.map { try number(of: $0) }
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

  /// A document that named somebody stays with them.
  private mutating func settleNamed(in account: Int64) throws {
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
      let user = memory.customs.identities.canonical(document.claimant)
      guard user.raw != document.user else { continue }
      let n = try number(of: user)
      touch(user: n, .documentsMoved)
      touch(user: document.number, .documentsMoved)
      try db.run("UPDATE document SET user = ? WHERE n = ?", [n, document.n])
    }
  }

  mutating func touchClaimants(of chain: Int64) throws {
    let claimants = try db.map(
      """
      SELECT DISTINCT user.n FROM mention JOIN document ON document.n = mention.document
      JOIN user ON user.id = document.claimant
      WHERE mention.chain = ? AND document.claim = 'named'
      """,
      [chain]
    ) { try $0.number(0) }
    for user in claimants { touch(user: user) }
  }
}

extension Filing {
  /// The document's word on whose its chains are.
  fileprivate var noted: Claim? {
    claim.map {
      Claim(
        $0.user,
        $0.strength,
        Testimony(
          document.id,
          at: document.statedAt ?? document.receivedAt,
          document.provenance.authority
        )
      )
    }
  }
}
