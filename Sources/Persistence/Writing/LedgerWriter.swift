import Entitlements
import Foundation
internal import GRDB

/// Writes within one transaction. Facts are written filing by filing; the state derived from
/// everything touched is written once at the end.
struct LedgerWriter {
  let db: Database
  /// The entry that is applied; `nil` for a change of this file alone.
  var entryID: EntryID?
  /// Whether this node, or none, appended that entry to a shared log.
  var isOfThisNode = false
  var memory: WriteCache
  /// Chains used in this transaction by row ID: with pending changes, and as stored.
  var chains: [Int64: ChainRow] = [:]
  /// The chains whose changed columns are not written yet. To look through all chains of the
  /// transaction after each document would take a time that grows with its square.
  var unwrittenChains: Set<Int64> = []
  var storedChains: [Int64: ChainRow] = [:]
  var chainNumbers: [ID<Subscription>: Int64] = [:]
  /// Chains that the filing inserted, until anything else refers to them.
  var newChains: Set<Int64> = []
  var users: [ID<User>: Int64] = [:]
  /// Documents written in this transaction.
  var documents: [ID<Document>: Int64] = [:]
  var counterChanges = CounterChanges()
  /// Rows to derive again: accounts before chains before users.
  var touchedAccounts: Set<Int64> = []
  var touchedChains: Set<Int64> = []
  var touchedUsers: [Int64: UserChange] = [:]
  /// Users whose entitlements changed.
  var changedUsers: Set<ID<User>> = []
  var hasWritten = false
  /// The latest arrival of a filing.
  var now = Date.distantPast
  /// The entry's time, or the latest arrival of a filing in it.
  var entryTime = Date.distantPast

  init(db: Database, memory: WriteCache) {
    (self.db, self.memory) = (db, memory)
    if let known = memory.filledRows {
      // The only copy, so that changes don't copy it.
      self.memory.filledRows = FilledRows()
      (chains, storedChains) = (known.chains, known.storedChains)
      (chainNumbers, users) = (known.chainNumbers, known.users)
    }
  }

  /// Runs a statement outside of filings, whose transaction must commit.
  mutating func run(_ sql: String, _ arguments: [Argument?] = []) throws {
    try db.run(sql, arguments)
    hasWritten = true
  }

  mutating func file(_ filed: Filing) throws -> Filing.Outcome {
    var filing = filed
    if try areNew(filing.initialClaims.map(\.chain)) { filing.claims += filing.initialClaims }
    try filing.expectUsableTexts()
    if filing.document.provenance == .generated { try expectGeneratedLedger() }
    if let confirmed = try confirm(filing) { return confirmed }
    let isGenuine = filing.document.verdict == .genuine
    var replacedRowID: Int64?
    if let earlier = try find(filing) {
      guard earlier.isRejected, isGenuine, earlier.isSame else {
        // Claims are separate from the document. An erased one restores nothing.
        guard isGenuine, !earlier.isRejected, !earlier.isErased, !filing.claims.isEmpty else {
          return .alreadyFiled(earlier.user)
        }
        let before = try filing.claims.first.flatMap { try owner(of: $0.chain) }
        let after = try owner(afterFiling: filing.claims)
        if let after, after != before { return .claimed(after) }
        return .alreadyFiled(after ?? earlier.user)
      }
      replacedRowID = earlier.n
      touch(user: earlier.owner, .documentsMoved)
    }
    hasWritten = true
    note(filing.document)
    let number = replacedRowID ?? memory.nextDocument()
    documents[filing.document.id] = number
    let facts = isGenuine ? filing.facts : Facts()
    newChains = []
    memory.ownershipContext.add(facts.acts)
    let mentioned = try chains(mentionedIn: facts)
    let resolved = try resolveOwnership(filing, number, mentioned, facts.links)
    newChains = []
    try write(filing, as: number, over: replacedRowID, resolved)
    try write(facts, of: number, mentioned)
    try writeAnswer(filing, as: number)
    if memory.ownershipContext.policy == .share {
      for chain in mentioned { try touchClaimants(of: chain) }
    }
    let claimed = try owner(afterFiling: isGenuine ? filing.claims : [])
    if let user = resolved.user {
      touch(user: user, change(by: filing, isNew: replacedRowID == nil))
    }
    return .filed(claimed ?? resolved.owner)
  }

  mutating func note(_ document: Document) {
    now = max(now, document.receivedAt)
    entryTime = max(entryTime, document.receivedAt)
  }

  private func areNew(_ chains: [ID<Subscription>]) throws -> Bool {
    try chains.allSatisfy { chain in
      try Subscription.Name(chain) != nil && db.rowID(of: chain) == nil
    }
  }

  /// Files the claims and resolves the owners of everything that these and the filing touched.
  ///
  /// - Returns: The owner of the first claimed chain; `nil` without claims.
  mutating func owner(afterFiling claims: [PurchaseClaim]) throws -> ID<User>? {
    for claim in claims { try file(claim) }
    try resolveTouchedAccounts()
    return try claims.first.flatMap { try owner(of: $0.chain) }
  }

  /// The current owner of a chain.
  mutating func owner(of chain: ID<Subscription>) throws -> ID<User>? {
    guard let n = try rowID(of: chain), let user = try self.chain(n)?.user else { return nil }
    return try db.first("SELECT id FROM user WHERE n = ?", [user]) { try $0.id(0) }
  }

  /// The filing's changes in its user's row, apart from sales.
  private func change(by filing: Filing, isNew: Bool) -> UserChange {
    let document = filing.document
    guard isNew, filing.userName == nil, filing.userEmail == nil,
      document.kind != Document.profileKind
    else { return .documentsMoved }
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

  /// The document with the same bytes or else the same key.
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

/// How much of a user's row must be recalculated. An added document only adds; if documents move
/// between users, all of them are read.
enum UserChange: Equatable {
  case ordersOnly
  /// A document of this instant, in milliseconds since 1970, without names.
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
  // Identifiers are compared and shown as a whole, but a NUL ends a text in SQLite.
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
    for renewalStatus in facts.renewalStatuses {
      try expectUsable(renewalStatus.chain.raw, "chain ID")
    }
    for notice in facts.notices { try expectUsable(notice.chain?.raw ?? "", "chain ID") }
    for act in facts.acts.map(OperatorActionRow.init) {
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
      text.utf8.withContiguousStorageIfAvailable { bytes in
        bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
      } ?? text.utf8.contains(0)
    if hasEnd { throw .unusableText(field: field) }
  }
}
