import Entitlements
import Foundation
internal import GRDB

/// Who keeps what two users claim, and which users proved to be one.
struct Customs {
  var policy: OwnershipPolicy
  var identities: Identities

  init(in db: Database) throws {
    let policy = try db.first(
      """
      SELECT act.key FROM act JOIN document ON document.n = act.document WHERE act.deed = 'policy'
      ORDER BY act.statedAt DESC, document.id DESC LIMIT 1
      """
    ) { try $0.word(0) as OwnershipPolicy }
    self.policy = policy ?? .transfer
    identities = Identities(
      try db.map(
        """
        SELECT act.user, act.other, act.statedAt, document.id FROM act
        JOIN document ON document.n = act.document WHERE act.deed = 'merge'
        """
      ) {
        Act(
          .merge(into: try $0.id(0), try $0.id(1)),
          by: "",
          testimony: Testimony(try $0.id(3), at: try $0.instant(2))
        )
      }
    )
  }
}

/// Whose the sales are: the rules stand in `Ownership`. Each part of them is a property of what was
/// filed and not of when, so every order of filing ends the same.
extension Clerk {
  /// Joins the accounts that the filing connects, notes whom it names, and gives everything of the
  /// account to whom it belongs by now.
  mutating func settle(
    _ filing: Filing,
    _ document: Int64,
    _ mentioned: Set<Int64>
  ) throws {
    let claim = filing.claim.map {
      Claim(
        $0.user,
        $0.strength,
        Testimony(
          filing.document.id,
          at: filing.document.statedAt ?? filing.document.receivedAt,
          filing.document.provenance.authority
        )
      )
    }
    if !filing.isOneAccount {
      for chain in mentioned.sorted() {
        guard let account = try joinAccounts(of: [chain]) else { continue }
        try settle(account, noting: claim.map { ($0, document, [chain]) })
      }
    } else if let account = try joinAccounts(of: mentioned) {
      try db.run("UPDATE document SET account = ? WHERE n = ?", [account, document])
      try settle(account, noting: claim.map { ($0, document, mentioned) })
    } else if let user = claim?.user {
      let owner = try number(of: customsNow().identities.canonical(user))
      try db.run("UPDATE document SET user = ? WHERE n = ?", [owner, document])
    }
    try settleTouched()
  }

  mutating func settleTouched() throws {
    for account in touchedAccounts.sorted() { try settle(account, noting: nil) }
    touchedAccounts = []
  }

  /// Everything that a change of customs may move.
  mutating func touchEverything(of user: ID<User>? = nil) throws {
    customs = nil
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
    let owner = try number(of: customsNow().identities.canonical(user))
    touch(user: owner)
    touch(user: try db.number("SELECT n FROM user WHERE id = ?", [user.raw]))
    try db.run(
      "UPDATE document SET user = ? WHERE claimant = ? AND account IS NULL",
      [owner, user.raw]
    )
  }

  mutating func customsNow() throws -> Customs {
    if let customs { return customs }
    let read = try Customs(in: db)
    customs = read
    return read
  }

  /// - Returns: The account of the chains, of others that go by the same token (Google names a
  ///   purchase by its token before it has an order), and of all that one app account bought beside
  ///   them.
  private func joinAccounts(of chains: Set<Int64>) throws -> Int64? {
    var accounts: Set<Int64> = []
    for chain in chains {
      let known = try db.first("SELECT account, appAccount FROM chain WHERE n = ?", [chain]) {
        (account: try $0.number(0), name: try $0.optionalText(1))
      }
      guard let known else { continue }
      accounts.insert(known.account)
      accounts.formUnion(
        try db.map(
          """
          SELECT DISTINCT chain.account FROM link
          CROSS JOIN link AS other ON other.value = link.value AND other.kind = link.kind
          CROSS JOIN chain ON chain.n = other.chain
          WHERE link.chain = ? AND link.kind = 'purchaseToken'
          """,
          [chain]
        ) { try $0.number(0) }
      )
      guard let name = known.name else { continue }
      accounts.formUnion(
        try db.map("SELECT DISTINCT account FROM chain WHERE appAccount = ?", [name]) {
          try $0.number(0)
        }
      )
    }
    guard let account = accounts.min() else { return nil }
    for other in accounts where other != account {
      try db.run("UPDATE chain SET account = ? WHERE account = ?", [account, other])
      try db.run("UPDATE document SET account = ? WHERE account = ?", [account, other])
    }
    return account
  }

  private typealias NewClaim = (claim: Claim, document: Int64, chains: Set<Int64>)

  private mutating func settle(_ account: Int64, noting new: NewClaim?) throws {
    let customs = try customsNow()
    var chains = try claims(of: account)
    if let new {
      for place in chains.indices where new.chains.contains(chains[place].n) {
        try note(new.claim, new.document, on: &chains[place])
      }
    }
    let claims = chains.map(\.claims)
    let owners = Ownership.owners(of: claims, policy: customs.policy)
    for chain in chains {
      let owner = try owners[chain.claims.chain].map {
        try number(of: customs.identities.canonical($0))
      }
      if customs.policy == .share { try touchClaimants(of: chain.n) }
      let isNew = new?.chains.contains(chain.n) ?? false || touchedChains.contains(chain.n)
      guard owner != chain.user || isNew else { continue }
      touch(user: owner)
      touch(user: chain.user)
      try db.run("UPDATE chain SET user = ?1 WHERE n = ?2 AND user IS NOT ?1", [owner, chain.n])
      // A sale may be new in a chain whose owner stays.
      try db.run(
        "UPDATE \"order\" SET user = ?1 WHERE chain = ?2 AND user IS NOT ?1",
        [owner, chain.n]
      )
    }
    let anybody = Ownership.anybody(of: claims, customs.policy)
    try settleFollowers(of: account, anybody.map { customs.identities.canonical($0) })
    try settleNamed(new.map { ("document.n = ?", $0.document) } ?? ("account = ?", account))
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
    following.forEach { touch(user: $0) }
    if !following.isEmpty {
      try db.run(
        "UPDATE document SET user = ?2 WHERE account = ?1 AND claim IS NOT 'named'",
        [account, owner]
      )
      touch(user: owner)
    }
  }

  /// A document that named somebody stays with them.
  private mutating func settleNamed(_ condition: (sql: String, number: Int64)) throws {
    let named = try db.map(
      """
      SELECT document.n, document.claimant, user.id FROM document
      LEFT JOIN user ON user.n = document.user WHERE \(condition.sql) AND claim = 'named'
      """,
      [condition.number]
    ) { (n: try $0.number(0), claimant: try $0.id(1) as ID<User>, user: try $0.optionalText(2)) }
    for document in named {
      let user = try customsNow().identities.canonical(document.claimant)
      guard user.raw != document.user else { continue }
      let n = try number(of: user)
      touch(user: n)
      try db.run("UPDATE document SET user = ? WHERE n = ?", [n, document.n])
    }
  }

  private struct ClaimedChain {
    var n: Int64
    var user: Int64?
    var claims: ChainClaims
    var places: (first: Int64?, last: Int64?, assumed: Int64?)
  }

  private func claims(of account: Int64) throws -> [ClaimedChain] {
    try db.map(Self.claimsQuery, [account]) { cells in
      func claim(_ start: Int, _ strength: Claim.Strength) throws -> Claim? {
        guard try cells.optionalNumber(start) != nil else { return nil }
        return Claim(
          try cells.id(start + 1),
          strength,
          try Testimony(cells, at: start + 3, evidence: start + 2, provenance: start + 4)
        )
      }
      let last = try claim(12, .named)
      return ClaimedChain(
        n: try cells.number(0),
        user: try cells.optionalNumber(1),
        claims: ChainClaims(
          chain: Subscription.id(
            store: try cells.word(2),
            environment: try cells.word(3),
            app: try cells.text(4),
            originalTransactionID: try cells.text(5)
          ),
          account: try cells.optionalText(6),
          first: try claim(7, .named) ?? last,
          last: last,
          assumed: try claim(17, .assumed)
        ),
        places: (
          try cells.optionalNumber(7), try cells.optionalNumber(12), try cells.optionalNumber(17)
        )
      )
    }
  }

  private static let claimsQuery = """
    SELECT chain.n, chain.user, shop.store, shop.environment, shop.app, chain.id, chain.appAccount,
      first.n, first.claimant, first.id, coalesce(first.statedAt, first.receivedAt),
      first.provenance,
      last.n, last.claimant, last.id, coalesce(last.statedAt, last.receivedAt), last.provenance,
      assumed.n, assumed.claimant, assumed.id, coalesce(assumed.statedAt, assumed.receivedAt),
      assumed.provenance
    FROM chain JOIN shop ON shop.n = chain.shop
    LEFT JOIN document AS first ON first.n = chain.firstClaim
    LEFT JOIN document AS last ON last.n = chain.lastClaim
    LEFT JOIN document AS assumed ON assumed.n = chain.assumedClaim
    WHERE chain.account = ?
    """

  private func note(
    _ claim: Claim,
    _ document: Int64,
    on chain: inout ClaimedChain
  ) throws {
    let before = chain.claims
    chain.claims.note(claim)
    guard chain.claims != before else { return }
    if chain.claims.assumed != before.assumed { chain.places.assumed = document }
    if chain.claims.first != before.first {
      chain.places.first = document
    } else if before.first != nil, chain.places.first == nil {
      chain.places.first = chain.places.last
    }
    if chain.claims.last != before.last { chain.places.last = document }
    let isOne = chain.places.first == chain.places.last
    try db.run(
      "UPDATE chain SET firstClaim = ?, lastClaim = ?, assumedClaim = ? WHERE n = ?",
      [isOne ? nil : chain.places.first, chain.places.last, chain.places.assumed, chain.n]
    )
  }

  private mutating func touchClaimants(of chain: Int64) throws {
    let claimants = try db.map(
      """
      SELECT DISTINCT user.n FROM mention JOIN document ON document.n = mention.document
      JOIN user ON user.id = document.claimant
      WHERE mention.chain = ? AND document.claim = 'named'
      """,
      [chain]
    ) { try $0.number(0) }
    touchedUsers.formUnion(claimants)
  }
}
