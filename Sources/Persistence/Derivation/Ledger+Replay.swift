import Entitlements
package import Foundation
internal import GRDB

extension Ledger {
  /// Writes again what the documents on file state, by the present rules, and derives everything from
  /// it: corrects what an earlier version wrote by other rules.
  ///
  /// Each slice is a transaction of its own, so that others read and write meanwhile. Interrupted, it
  /// leaves some purchases by the new rules and some by the old; call it again. Operators' actions,
  /// claims and the documents stay as they are.
  ///
  /// - Parameters:
  ///   - instant: The instant at which purchases that get another owner are recorded to have moved.
  ///   - read: Reads a stored document again. It is called while the ledger is locked.
  ///   - progress: Gets the part that is done, from 0 to 1, after each slice.
  /// - Throws: `unlikeFiled` for a document that can't be verified now and states less than is on file
  ///   from it. The slices before stay replayed.
  package func replay(
    at instant: Date,
    read: @escaping @Sendable (StoredDocument) -> RereadDocument,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(LedgerError) {
    for step in ReplayStep.allCases {
      var last: Int64 = 0
      while let end = try await replay(step, after: last, at: instant, read, progress) {
        last = end
      }
    }
    let transactions = transactions
    do {
      try await database.writeWithoutTransaction { db in
        try transactions.apply(in: db) {
          try $0.run("DELETE FROM meta WHERE name = ?", [ReplayMark.name])
        }
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  /// Whether a migration marked that other rules derived the ledger.
  package func needsReplay() async throws(LedgerError) -> Bool {
    try await read { try $0.meta(ReplayMark.name) != nil }
  }

  /// - Returns: The last row of the slice; `nil` after the last slice.
  private func replay(
    _ step: ReplayStep,
    after last: Int64,
    at instant: Date,
    _ read: @escaping @Sendable (StoredDocument) -> RereadDocument,
    _ progress: @escaping @Sendable (Double) -> Void
  ) async throws(LedgerError) -> Int64? {
    let transactions = transactions
    do {
      return try await database.writeWithoutTransaction { db in
        let rows = try db.numbers(step.rows, [last])
        guard let end = rows.last else { return nil }
        try transactions.apply(in: db) { writer in
          writer.hasWritten = true
          switch step {
          case .documents: try writer.replay(documents: rows, read)
          case .purchases: try writer.replay(purchases: rows, at: instant, read)
          case .users: for user in rows { writer.touch(user: user, .documentsMoved) }
          }
        }
        progress(try step.progress(at: end, in: db))
        return end
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }
}

/// The entry of `meta` that a ledger has until it is replayed.
enum ReplayMark {
  static let name = "rulesAreStale"
}

extension Database {
  /// `Ledger.replay` corrects what earlier rules derived, if anything is on file.
  func markRulesAsStale() throws {
    try execute(
      sql: """
        INSERT OR IGNORE INTO meta (name, value)
        SELECT '\(ReplayMark.name)', 1 WHERE EXISTS (SELECT 1 FROM document)
        """
    )
  }
}

/// What is replayed after what, in slices of rows.
private enum ReplayStep: String, CaseIterable {
  /// Those that mentioned no purchase.
  case documents = "document"
  case purchases = "chain"
  case users = "user"

  /// The row IDs of the next slice.
  var rows: String {
    let condition = self == .documents ? "AND \(Self.isSilent)" : ""
    return "SELECT n FROM \(rawValue) WHERE n > ? \(condition) ORDER BY n LIMIT \(Self.sliceCount)"
  }

  private static let isSilent = """
    rejectionCode IS NULL AND kind <> '\(Document.profileKind)'
    AND NOT EXISTS (SELECT 1 FROM mention WHERE mention.document = document.n)
    AND NOT EXISTS (SELECT 1 FROM act WHERE act.document = document.n)
    """

  /// Few enough that nobody waits long for the lock.
  private static let sliceCount = 64

  /// The part of the whole that is done after a row. Purchases take nearly all the time.
  func progress(at row: Int64, in db: Database) throws -> Double {
    let last = try db.number("SELECT max(n) FROM \(rawValue)") ?? row
    let part = Double(row) / Double(max(last, 1))
    return switch self {
    case .documents: 0.05 * part
    case .purchases: 0.05 + 0.9 * part
    case .users: 0.95 + 0.05 * part
    }
  }
}

extension LedgerWriter {
  /// Replays documents that mentioned no purchase. Purchases that they mention now are replayed with
  /// the others later.
  fileprivate mutating func replay(
    documents: [Int64],
    _ read: (StoredDocument) -> RereadDocument
  ) throws {
    for number in documents {
      guard let filing = try filing(ofDocument: number, read) else { continue }
      try db.run("DELETE FROM notice WHERE document = ?", [number])
      let added = try purchases(addedBy: filing, number)
      for facts in filing.statements { try write(facts, of: number, added) }
    }
  }

  /// Replays purchases, with their row IDs in order.
  fileprivate mutating func replay(
    purchases: [Int64],
    at instant: Date,
    _ read: (StoredDocument) -> RereadDocument
  ) throws {
    let slice = Set(purchases)
    let owners = try db.owners(of: purchases)
    let notices = try Dictionary(
      db.map(
        "SELECT document, count(*) FROM notice WHERE chain IN (\(Self.asked)) GROUP BY document",
        [purchases.json]
      ) { (try $0.number(0), try $0.number(1)) }
    ) { $1 }
    for table in ["standing", "notice", "link"] {
      try db.run("DELETE FROM \(table) WHERE chain IN (\(Self.asked))", [purchases.json])
    }
    let documents = try db.numbers(
      "SELECT DISTINCT document FROM mention WHERE chain IN (\(Self.asked)) ORDER BY 1",
      [purchases.json]
    )
    var orders: [ID<Order>: Order] = [:]
    for number in documents {
      guard let filing = try filing(ofDocument: number, without: notices[number] ?? 0, read) else {
        continue
      }
      let added = try self.purchases(addedBy: filing, number)
      let numbers = chainNumbers
      func isInSlice(_ chain: ID<Subscription>) -> Bool {
        numbers[chain].map(slice.contains) ?? false
      }
      for stated in filing.statements {
        var facts = stated.limited { chain in
          isInSlice(chain) || numbers[chain].map(added.contains) ?? false
        }
        for order in facts.orders where isInSlice(order.chain) {
          orders[order.id] = orders[order.id]?.merged(with: order) ?? order
        }
        facts.orders.removeAll { isInSlice($0.chain) }
        try write(facts, of: number, added)
      }
    }
    try replace(ordersOf: purchases, with: orders, from: Set(documents))
    touchedChains.formUnion(slice)
    for n in purchases { if let row = try chain(n) { touchedAccounts.insert(row.account) } }
    try resolveTouchedAccounts()
    for n in purchases { touch(user: try chain(n)?.user) }
    try record(movesFrom: owners, to: try db.owners(of: purchases), by: "replay", at: instant)
  }

  /// The document as it is read now, of which so many notices were deleted before.
  private func filing(
    ofDocument number: Int64,
    without notices: Int64 = 0,
    _ read: (StoredDocument) -> RereadDocument
  ) throws -> Filing? {
    guard let document = try db.storedDocuments([number]).first.map(read) else { return nil }
    try db.expectCovered(by: document, number, deletedNotices: Int(notices))
    return document.filing
  }

  /// The purchases that a document on file was not known to mention, which get their owner.
  private mutating func purchases(addedBy stated: Filing, _ number: Int64) throws -> Set<Int64> {
    newChains = []
    let mentioned = try chains(mentionedIn: stated.facts)
    let known = try db.numbers("SELECT chain FROM mention WHERE document = ?", [number])
    let added = mentioned.subtracting(known)
    guard !added.isEmpty else { return [] }
    var filing = stated
    filing.claims = try db.purchaseClaims("WHERE claim.evidence = ?", [stated.document.id.raw])
    let resolved = try resolveOwnership(filing, number, mentioned, filing.facts.links)
    newChains = []
    try db.run(
      "UPDATE document SET user = ?, account = ? WHERE n = ?",
      [resolved.user, resolved.account, number]
    )
    touch(user: resolved.user, .documentsMoved)
    return added
  }

  private static let asked = "SELECT value FROM json_each(?)"
}

extension Filing {
  /// What the document states, also as it was confirmed last.
  fileprivate var statements: [Facts] {
    guard let statedAt = confirmation?.statedAt else { return [facts] }
    let confirmed = facts.confirmed(
      at: statedAt,
      by: document.id,
      inAnswerAt: document.receivedAt,
      firstAt: document.receivedAt
    )
    return [facts, confirmed]
  }
}

extension Facts {
  /// The facts about some purchases, without operators' actions.
  fileprivate func limited(to isIncluded: (ID<Subscription>) -> Bool) -> Facts {
    Facts(
      orders: orders.filter { isIncluded($0.chain) },
      renewalStatuses: renewalStatuses.filter { isIncluded($0.chain) },
      notices: notices.filter { $0.chain.map(isIncluded) ?? false },
      links: links.filter { isIncluded($0.chain) }
    )
  }
}
