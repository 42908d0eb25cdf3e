import Entitlements
import Foundation
internal import GRDB

/// Does the writing inside one transaction. Facts are written filing by filing; what follows from
/// them is derived once at the end, for everything that was touched.
struct Clerk {
  let db: Database
  var memory: ClerkMemory
  /// Chains met in this transaction, by number; what is not yet written of them stands beside what
  /// is.
  var chains: [Int64: ChainRow] = [:]
  var storedChains: [Int64: ChainRow] = [:]
  var chainNumbers: [ID<Subscription>: Int64] = [:]
  var users: [ID<User>: Int64] = [:]
  /// Documents written in this transaction.
  var documents: [ID<Document>: Int64] = [:]
  var tally = Tally()
  /// What has to be derived anew: accounts before chains before users.
  var touchedAccounts: Set<Int64> = []
  var touchedChains: Set<Int64> = []
  var touchedUsers: [Int64: UserChange] = [:]
  /// Whose entitlements changed.
  var toldUsers: Set<ID<User>> = []
  var hasWritten = false
  /// The latest instant that a filing was received at.
  var now = Date.distantPast

  init(db: Database, memory: ClerkMemory) {
    self.db = db
    self.memory = memory
  }

  mutating func file(_ filed: Filing) throws -> Filing.Outcome {
    var filing = filed
    if try areNew(filing.firstClaims.map(\.chain)) { filing.claims += filing.firstClaims }
    try filing.expectUsableTexts()
    if filing.document.provenance == .generated { try expectGeneratedLedger() }
    if let confirmed = try confirm(filing) { return confirmed }
    let isGenuine = filing.document.verdict == .genuine
    var place: Int64?
    if let earlier = try find(filing) {
      guard earlier.isRejected, isGenuine, earlier.isSame else {
        // The claims are another matter than the document. One that was erased brings nothing back.
        guard isGenuine, !earlier.isRejected, !earlier.isErased, !filing.claims.isEmpty else {
          return .alreadyFiled(earlier.user)
        }
        let before = try filing.claims.first.flatMap { try owner(of: $0.chain) }
        let after = try owner(afterFiling: filing.claims)
        if let after, after != before { return .claimed(after) }
        return .alreadyFiled(after ?? earlier.user)
      }
      place = earlier.n
      touch(user: earlier.owner, .documentsMoved)
    }
    hasWritten = true
    now = max(now, filing.document.receivedAt)
    let number = place ?? memory.nextDocument()
    documents[filing.document.id] = number
    let facts = isGenuine ? filing.facts : Facts()
    memory.customs.add(facts.acts)
    let mentioned = try chains(mentionedIn: facts)
    let settled = try settle(filing, number, mentioned, facts.links)
    try write(filing, as: number, over: place, settled)
    try write(facts, of: number, mentioned)
    try writeAnswer(filing, as: number)
    if memory.customs.policy == .share {
      for chain in mentioned { try touchClaimants(of: chain) }
    }
    let claimed = try owner(afterFiling: isGenuine ? filing.claims : [])
    if let user = settled.user { touch(user: user, change(by: filing, isNew: place == nil)) }
    return .filed(claimed ?? settled.owner)
  }

  private func areNew(_ chains: [ID<Subscription>]) throws -> Bool {
    try chains.allSatisfy { chain in
      try Subscription.Name(chain).map { try db.number(of: $0) == nil } ?? false
    }
  }

  /// Files the claims, and gives to whom it belongs what they and the filing before touched.
  ///
  /// - Returns: Whose the first of the claimed chains is; `nil` without claims.
  mutating func owner(afterFiling claims: [PurchaseClaim]) throws -> ID<User>? {
    for claim in claims { try file(claim) }
    try settleTouchedAccounts()
    return try claims.first.flatMap { try owner(of: $0.chain) }
  }

  /// Whose a chain is by now.
  mutating func owner(of chain: ID<Subscription>) throws -> ID<User>? {
    guard let n = try number(of: chain), let user = try self.chain(n)?.user else { return nil }
    return try db.first("SELECT id FROM user WHERE n = ?", [user]) { try $0.id(0) }
  }

  /// What the filing changes in its user's row beside sales.
  private func change(by filing: Filing, isNew: Bool) -> UserChange {
    guard isNew, filing.userName == nil, filing.userEmail == nil else { return .documentsMoved }
    let document = filing.document
    return .documentAdded(statedAt: (document.statedAt ?? document.receivedAt).milliseconds)
  }

  mutating func touch(user: Int64?, _ change: UserChange = .ordersOnly) {
    guard let user else { return }
    touchedUsers[user] = touchedUsers[user].map { $0.joined(with: change) } ?? change
  }

  private struct Earlier {
    var n: Int64
    var isSame: Bool
    var isRejected: Bool
    var isErased: Bool
    var owner: Int64?
    var user: ID<User>?
  }

  /// The document of the same bytes or, failing that, of the same key.
  private func find(_ filing: Filing) throws -> Earlier? {
    func find(_ sql: String, _ value: String, isSame: Bool) throws -> Earlier? {
      try db.first(sql, [value]) {
        Earlier(
          n: try $0.number(0),
          isSame: isSame,
          isRejected: try $0.optionalText(1) != nil,
          isErased: try $0.number(4) > 0,
          owner: try $0.optionalNumber(2),
          user: try $0.optionalID(3)
        )
      }
    }
    let same = try find(Self.byID, filing.document.id.raw, isSame: true)
    guard same == nil, let key = filing.key else { return same }
    return try find(Self.byKey, key, isSame: false)
  }

  private static let earlier = """
    SELECT document.n, iif(document.erasedAt IS NULL, document.rejectionCode, NULL), user.n, user.id,
      document.erasedAt IS NOT NULL
    FROM document LEFT JOIN user ON user.n = document.user WHERE
    """
  private static let byID = "\(earlier) document.id = ?"
  private static let byKey = "\(earlier) document.key = ?"
}

/// How much of a user's row has to be found anew. What a filing adds is added; where documents go
/// from one user to another, all of them are asked.
enum UserChange: Equatable {
  case ordersOnly
  /// A document of this instant, in milliseconds since 1970, that names no name.
  case documentAdded(statedAt: Int64)
  case documentsMoved

  func joined(with other: UserChange) -> UserChange {
    switch (self, other) {
    case (.documentsMoved, _), (_, .documentsMoved): .documentsMoved
    case (.documentAdded(let mine), .documentAdded(let others)):
      .documentAdded(statedAt: min(mine, others))
    case (.documentAdded, .ordersOnly): self
    case (.ordersOnly, _): other
    }
  }
}

extension Filing {
  // What identifies something is compared and shown as a whole, and a NUL ends a text elsewhere.
  fileprivate func expectUsableTexts() throws(LedgerError) {
    try expectUsable(key ?? "", "filing key")
    try expectUsable(document.id.raw, "document ID")
    switch attribution {
    case .user(let user), .owner(orElse: let user): try expectUsable(user.raw, "user ID")
    case .nobody: break
    }
    for claim in claims {
      try expectUsable(claim.user.raw, "user ID")
      try expectUsable(claim.chain.raw, "chain ID")
      try expectUsable(claim.evidence.raw, "evidence")
    }
    for order in facts.orders {
      try expectUsable(order.transactionID, "transaction ID")
      try expectUsable(order.originalTransactionID, "original transaction ID")
      try expectUsable(order.productID, "product ID")
      try expectUsable(order.evidence.raw, "evidence")
    }
    for standing in facts.standings { try expectUsable(standing.chain.raw, "chain ID") }
    for notice in facts.notices { try expectUsable(notice.chain?.raw ?? "", "chain ID") }
    for act in facts.acts.map(ActRow.init) {
      try expectUsable(act.user ?? "", "user ID")
      try expectUsable(act.other ?? "", "user ID")
    }
    for link in facts.links {
      try expectUsable(link.chain.raw, "chain ID")
      try expectUsable(link.value, "link")
    }
  }

  private func expectUsable(_ text: String, _ field: String) throws(LedgerError) {
    let hasEnd =
      text.utf8.withContiguousStorageIfAvailable { letters in
        letters.baseAddress.map { memchr($0, 0, letters.count) != nil } ?? false
      } ?? text.utf8.contains(0)
    if hasEnd { throw .unusableText(field: field) }
  }
}
