import Entitlements
import Foundation
internal import GRDB

/// Fills a ledger without documents with many of them. Facts are written as ever, by the same code;
/// what derives from them is derived once, at the end, and indices that only readers need are built
/// then from all rows.
///
/// Until then, no other process can open the ledger. Stopping at any time, even by SIGKILL or a
/// power loss, leaves it unfinished: only `filling` opens it again.
extension Ledger {
  /// Opens a ledger to fill; creates it if needed. File in batches of many documents, and call
  /// `finishFilling()` at the end. With `isOnlyContinued`, only an unfinished filling is continued.
  ///
  /// `nil` if the ledger has documents, sends webhooks, or is open elsewhere.
  package static func filling(
    path: String,
    isOnlyContinued: Bool = false
  ) throws(LedgerError) -> Ledger? {
    let file = LedgerFile(path: path)
    if try !file.expectWritable() {
      if isOnlyContinued { return nil }
      try begin(file)
    }
    do {
      guard try Self.isFillable(file, isOnlyContinued: isOnlyContinued) else { return nil }
      var configuration = configuration()
      configuration.busyMode = .immediateError
      configuration.prepareDatabase {
        try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      }
      let queue = try DatabaseQueue(path: file.path, configuration: configuration)
      try migrate(queue, path: file.path)
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 16384")
        try db.inOwnTransaction {
          try db.setMeta(FillingMark.name, to: 1)
          try FillingIndices.drop(in: db)
          return true
        }
      }
      return Ledger(queue, path: file.path)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && !isOnlyContinued {
      return nil
    } catch {
      throw LedgerError(error, path: file.path)
    }
  }

  private static func isFillable(_ file: LedgerFile, isOnlyContinued: Bool) throws -> Bool {
    var configuration = configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: file.readingLocation, configuration: configuration)
    defer { try? queue.close() }
    return try queue.read { db in
      guard try db.tableExists("meta") else { return !isOnlyContinued }
      if try db.meta(FillingMark.name) != nil { return true }
      return try !isOnlyContinued && db.meta("telling") == nil
        && !db.exists("SELECT 1 FROM document") && db.followedLog() == nil
    }
  }

  /// Derives everything and builds the indices; the ledger is as if filed one by one then. After
  /// an interruption, call it again.
  package func finishFilling() async throws(LedgerError) {
    let transactions = transactions
    do {
      try await database.writeWithoutTransaction { db in
        try FillingIndices.make(FillingIndices.forDeriving, in: db)
        for (table, condition) in [("user", "1"), ("chain", "user IS NULL")] {
          var last: Int64 = 0
          while let end = try FillingMark.end(ofSliceAfter: last, in: table, db) {
            try transactions.write(in: db) { writer in
              try writer.deriveAll(of: table, where: condition, after: last, upTo: end)
            }
            last = end
          }
        }
        try FillingIndices.make(FillingIndices.forReading, in: db)
        try transactions.write(in: db) { try $0.endFilling() }
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  /// Rejects a ledger whose filling is unfinished.
  static func expectFilled(_ db: Database, path: String) throws {
    guard try db.meta(FillingMark.name) == nil else { throw LedgerError.unfilled(path: path) }
  }
}

/// The entry of `meta` that a ledger has until its filling is finished.
enum FillingMark {
  static let name = "filling"

  private static let sliceCount = 4_096

  /// The last row ID of the next slice of a table, which is derived in one transaction.
  static func end(
    ofSliceAfter last: Int64,
    in table: String,
    _ db: Database
  ) throws -> Int64? {
    try db.number(
      "SELECT max(n) FROM (SELECT n FROM \(table) WHERE n > ? ORDER BY n LIMIT \(sliceCount))",
      [last]
    )
  }
}

/// The rows that a filling need not read again, because no other connection writes.
struct FilledRows {
  var chains: [Int64: ChainRow] = [:]
  var storedChains: [Int64: ChainRow] = [:]
  var chainNumbers: [ID<Subscription>: Int64] = [:]
  var users: [ID<User>: Int64] = [:]

  private static let maxChains = 200_000

  /// Whether there are too many to be kept.
  var isFull: Bool { chains.count > Self.maxChains || users.count > Self.maxChains }
}

extension LedgerWriter {
  /// Derives the users or chains of a range of row IDs.
  fileprivate mutating func deriveAll(
    of table: String,
    where condition: String,
    after last: Int64,
    upTo end: Int64
  ) throws {
    hasWritten = true
    let range = "FROM \(table) WHERE n > ? AND n <= ? AND \(condition)"
    if table == "chain" {
      touchedChains = Set(try db.numbers("SELECT n \(range)", [last, end]))
    } else {
      for user in try db.numbers("SELECT n \(range)", [last, end]) {
        touch(user: user, .documentsMoved)
      }
      touchedChains = Set(
        try db.numbers("SELECT n FROM chain WHERE user > ? AND user <= ?", [last, end])
      )
    }
    try deriveTouched()
  }

  fileprivate mutating func endFilling() throws {
    try run("DELETE FROM meta WHERE name = ?", [FillingMark.name])
    memory.filledRows = nil
    let latest = try db.number("SELECT max(receivedAt) FROM document")
    now = latest.map { Date(milliseconds: $0) } ?? now
  }
}

/// The indices that a filling doesn't look rows up by.
private enum FillingIndices {
  static let forDeriving = ["documentByUser", "chainByUser", "orderByUser", "noticeByChain"]
  static let forReading = [
    "documentByReceipt", "documentRejected", "chainByStart", "chainByEnd", "mentionByDocument",
    "orderByTime", "orderByProduct", "orderTakenBack", "noticeByTime", "userByPurchase",
    "userByID", "userByName", "userByEmail", "phaseByState",
  ]

  static func drop(in db: Database) throws {
    for name in forDeriving + forReading { try db.execute(sql: "DROP INDEX IF EXISTS \(name)") }
  }

  /// Makes those that don't exist, each as in a new ledger.
  static func make(_ names: [String], in db: Database) throws {
    let new = try DatabaseQueue(configuration: Ledger.configuration())
    try Migrations.all.migrate(new)
    for name in names where try !db.exists("SELECT 1 FROM sqlite_master WHERE name = ?", [name]) {
      let sql = try new.read { try String.fetchOne($0, sql: Self.definition, arguments: [name]) }
      if let sql { try db.execute(sql: sql) }
    }
  }

  private static let definition = "SELECT sql FROM sqlite_master WHERE name = ?"
}
