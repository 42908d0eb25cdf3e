package import Entitlements
package import Foundation
internal import GRDB

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a new ledger was made of.
package struct LoadSummary: Equatable, Sendable {
  package var users: Int
  package var orders: Int
  package var chains: Int
}

extension Ledger {
  /// Makes a ledger at `path` out of filings that have nothing to do with each other, in a fraction
  /// of the time that filing them takes. What it holds in the end is the same.
  ///
  /// It is written under another name beside `path`, and takes that name when it is complete and on
  /// the disk: what a crash leaves behind is never taken for a ledger.
  ///
  /// `filings` gives the next filings, and none when there are no more. Each is the only one of its
  /// user, its chains, its orders, its tokens and its app accounts, and was made by `catalog`, which
  /// becomes the primary one. States are counted for the instant `now`.
  ///
  /// - Throws: `occupied` where something is at `path` already, `refused` for a filing that other
  ///   filings have a say in.
  package static func load(
    path: String,
    catalog: Catalog? = nil,
    at now: Date,
    filings: () throws -> [LoneFiling]
  ) throws(LedgerError) -> LoadSummary {
    let file = LedgerFile(path: path)
    guard try !file.exists() || file.size == 0 else { throw .occupied(path: file.path) }
    let draft = try file.draft()
    do {
      let summary = try fill(draft, catalog, now, filings)
      guard try draft.publish(as: file) else { throw LedgerError.occupied(path: file.path) }
      return summary
    } catch {
      draft.remove()
      throw LedgerError(error, path: file.path)
    }
  }

  private static func fill(
    _ draft: LedgerFile,
    _ catalog: Catalog?,
    _ now: Date,
    _ filings: () throws -> [LoneFiling]
  ) throws -> LoadSummary {
    var configuration = configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: draft.path, configuration: configuration)
    try Migrations.all.migrate(queue)
    let summary = try queue.writeWithoutTransaction { db in
      try db.execute(sql: Self.hastily)
      var summary = LoadSummary(users: 0, orders: 0, chains: 0)
      try db.inTransaction(.exclusive) {
        if let catalog { try catalog.keepAsFirst(in: db, at: now) }
        let indices = try BulkIndices(droppedFrom: db)
        summary = try fill(db, now, filings)
        try indices.make(in: db)
        try expectNothingShared(in: db)
        try BulkIndices.fillSearch(in: db)
        return .commit
      }
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL")
      return summary
    }
    try queue.close()
    return summary
  }

  /// The file is nobody's until it is done, so that nothing need survive the loss of power; and
  /// what is sorted should fit into memory, a quarter of a gigabyte each for pages and for sorting.
  /// What indices are made of is read where the system keeps it.
  private static let hastily = """
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA secure_delete = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -262144;
    PRAGMA mmap_size = 68719476736;
    PRAGMA threads = 2;
    """

  private static func fill(
    _ db: Database,
    _ now: Date,
    _ filings: () throws -> [LoneFiling]
  ) throws -> LoadSummary {
    var writer = try BulkWriter(db, at: now)
    while case let batch = try filings(), !batch.isEmpty {
      for filing in batch { try writer.write(filing) }
    }
    let counts = writer.counts
    try counts.write(to: db)
    return LoadSummary(
      users: Int(counts.users),
      orders: Int(counts.orders),
      chains: Int(counts.chains)
    )
  }

  /// Chains that go by one token are one account's, and then each filing has a say in the other's.
  /// Of those of one app account the owners could be another's.
  private static func expectNothingShared(in db: Database) throws {
    let shared = try db.number(
      """
      SELECT 1 FROM link WHERE kind IN ('purchaseToken', 'appAccount')
      GROUP BY value, kind HAVING min(document) <> max(document) LIMIT 1
      """
    )
    guard shared == nil else {
      throw LedgerError.refused(rule: "two filings to load share a token or an app account")
    }
  }
}
