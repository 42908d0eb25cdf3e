import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Persistence

/// A ledger made at once is the one that filing makes.
struct LoadTests {
  let folder: TemporaryFolder
  let now = Lives.day(60)

  init() throws { folder = try TemporaryFolder() }

  func load(_ filings: [Filing], catalog: Catalog? = nil) throws -> Ledger {
    let path = folder.path("loaded.sqlite")
    var batches = [Array(filings.prefix(1)), Array(filings.dropFirst())].filter { !$0.isEmpty }
    let new = try NewLedger(path: path)
    defer { new.remove() }
    let users = try new.load(catalog: catalog, at: now) {
      guard !batches.isEmpty else { return [] }
      return try batches.removeFirst().map { try BulkFiling($0, catalog.map(CatalogIndex.init)) }
    }
    try new.publish()
    #expect(users == filings.count)
    return try Ledger(path: path)
  }

  func file(_ filings: [Filing], catalog: Catalog? = nil) async throws -> Ledger {
    let ledger = try Ledger(path: folder.path("filed.sqlite"))
    if let catalog { try await ledger.catalogs.save(catalog, asPrimary: true, at: now) }
    for filing in filings { _ = try await ledger.file(filing) }
    return ledger
  }

  func expectSame(_ loaded: Ledger, _ filed: Ledger) async throws {
    let (mine, others) = (
      try await loaded.database.read(LedgerState.derived),
      try await filed.database.read(LedgerState.derived)
    )
    #expect(mine.differences(from: others) == [])
    #expect(mine == others)
    #expect(try await loaded.integrity.checkCounts().faults == [])
    for sql in Self.otherTables {
      #expect(try rows(of: loaded, sql) == rows(of: filed, sql), "\(sql)")
    }
    for instant in [now, Lives.day(-5), Lives.day(33), Lives.day(500)] {
      #expect(try counts(in: loaded, at: instant) == counts(in: filed, at: instant))
    }
  }

  func rows(of ledger: Ledger, _ sql: String) throws -> [Row] {
    try ledger.database.read { try Row.fetchAll($0, sql: sql) }
  }

  func counts(in ledger: Ledger, at instant: Date) throws -> [Int: Int] {
    try ledger.database.read {
      try $0.counts(of: StateCounts(storedIn: $0), at: instant.milliseconds).chains.filter {
        $0.value != 0
      }
    }
  }

  /// What the state leaves out: how often rows of one meaning lie in the tables, the account's
  /// label, what is searched, and the catalogs.
  static let otherTables = [
    "SELECT count(*) FROM notice", "SELECT count(*) FROM link", "SELECT count(*) FROM phase",
    "SELECT content FROM catalog ORDER BY version", "SELECT count(account) FROM document",
    "SELECT name, value FROM meta WHERE name NOT IN ('countedAt', 'generated') ORDER BY name",
    "SELECT id, firstSeenAt FROM user ORDER BY id",
    """
    SELECT user.id FROM userWord JOIN user ON user.n = userWord.rowid
    WHERE userWord MATCH 'ga*' ORDER BY user.id
    """,
    """
    SELECT user.id FROM userPart JOIN user ON user.n = userPart.rowid
    WHERE userPart MATCH 'xam' ORDER BY user.id
    """,
  ]

  @Test(arguments: [false, true])
  func `loading and filing come to the same`(isOneAccount: Bool) async throws {
    let filings = Numbers.people(of: 60, seed: 3, isOneAccount: isOneAccount)
    let loaded = try load(filings, catalog: .bundles)
    try await expectSame(loaded, file(filings, catalog: .bundles))
  }

  @Test func `every life, told by one document, comes to the same`() async throws {
    let filings = Lives.all.enumerated().map { place, life in life.told(by: "person \(place)") }
    try await expectSame(load(filings), file(filings))
  }

  @Test func `a loaded ledger is sound, and has the indices of any other`() async throws {
    let loaded = try load(Numbers.people(of: 40, seed: 8), catalog: .bundles)
    let fresh = try Ledger.inMemory()
    let schema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
    let indices = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql <> '' ORDER BY rowid"
    for sql in [schema, indices] {
      #expect(try rows(of: loaded, sql) == rows(of: fresh, sql))
    }
    try await loaded.database.writeWithoutTransaction { db in
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
      #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
      for table in ["userWord", "userPart", "noteWord"] {
        try db.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('integrity-check')")
      }
    }
    let mode = try FileManager.default.attributesOfItem(atPath: loaded.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.root.path)
    #expect(files.filter { $0.contains("loading") } == [])
  }

  @Test func `what is filed after loading goes on as if all had been filed`() async throws {
    let filings = Numbers.people(of: 10, seed: 5)
    var later = Numbers.people(of: 10, seed: 5)
    for place in later.indices { later[place] = later[place].told(again: "later", for: "bea") }
    let loaded = try load(filings)
    for filing in later { _ = try await loaded.file(filing) }
    try await expectSame(loaded, file(filings + later))
  }

  @Test func `what other filings have a say in is refused, and nothing is left`() throws {
    let people = Numbers.people(of: 20, seed: 1).filter { !$0.facts.orders.isEmpty }
    let (first, second) = (people[0], people[1])
    var nobodys = second
    nobodys.attribution = .nobody
    var foreign = second
    foreign.facts.orders[0] = foreign.facts.orders[0].changing {
      $0.statementSource.evidence = ID("another document")
    }
    var told = second
    told.facts.links = [
      Link(.purchaseToken, "t", of: told.facts.orders[0].chain, evidence: told.document.id)
    ]
    var toldToo = first
    toldToo.facts.links = [
      Link(.purchaseToken, "t", of: first.facts.orders[0].chain, evidence: first.document.id)
    ]
    for filings in [
      [nobodys], [foreign], [first, first.told(again: "again", for: "x")], [first, first],
      [toldToo, told],
    ] {
      #expect { try load(filings) } throws: { error in
        guard case .refused = error as? LedgerError else { return false }
        return true
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root.path) == [])
  }

  @Test func `a ledger that is there already is not written over`() async throws {
    let path = folder.path("loaded.sqlite")
    _ = try Ledger(path: path)
    #expect(throws: LedgerError.occupied(path: path)) { try NewLedger(path: path) }
  }
}
