import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Persistence

@Suite struct `The audit log` {
  private let ledger: Ledger

  init() async throws {
    ledger = try .inMemory()
    for (number, deed) in [
      OperatorAction.Kind.grant(ID("ada"), key: "pro", .production, until: nil),
      .note(ID("ada"), "called"),
      .withdraw(ID("ada"), key: "pro", .production),
    ].enumerated() {
      try await ledger.audit.perform([Lives.act(Double(number), deed)])
    }
  }

  private func alter(_ sql: String) async throws {
    try await ledger.tamper { try $0.execute(sql: sql) }
  }

  @Test func `holds every act once, the newest first`() async throws {
    try await ledger.audit.perform([Lives.act(1, .note(ID("ada"), "called"))])
    let (rows, total) = try await ledger.audit.rows(limit: 2)
    #expect(total == 3)
    #expect(rows.map(\.action) == ["withdraw", "note"])
    #expect(rows.map(\.actor) == ["an operator", "an operator"])
    #expect(rows.map(\.at) == [Lives.day(2.01), Lives.day(1.01)])
    #expect(try await ledger.integrity.checkAudit().faults == [])
  }

  @Test func `names the user of an act, though it has only a hash of it`() async throws {
    let catalog = Catalog(version: "v1", items: [])
    try await ledger.catalogs.save(catalog, asPrimary: true, by: "kim", at: Lives.day(2.01))
    try await ledger.audit.perform([Lives.act(4, .note(ID("bob"), "called"))])
    let rows = try await ledger.audit.rows(limit: 9).rows
    #expect(rows.map(\.user) == [ID("bob"), nil, ID("ada"), ID("ada"), ID("ada")])
  }

  @Test func `holds nothing of an act that was not filed`() async throws {
    await #expect(throws: LedgerError.self) {
      try await ledger.audit.perform([
        Lives.act(8, .note(ID("ada"), "told before")), Lives.act(9, .note(ID("a\u{0}b"), "x")),
      ])
    }
    #expect(try await ledger.audit.rows(limit: 9).total == 3, "nor of the one told with it")
  }

  @Test(arguments: [
    "UPDATE audit SET actor = 'nobody' WHERE n = 2", "DELETE FROM audit WHERE n = 3",
    "INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE n = 1",
  ])
  func `is only added to`(sql: String) async throws {
    await #expect(throws: DatabaseError.self) { try await alter(sql) }
  }

  @Test(arguments: [
    ("UPDATE audit SET actor = 'nobody' WHERE n = 2", "entry 2"),
    ("UPDATE audit SET at = at + 1 WHERE n = 1", "entry 1"),
    ("UPDATE audit SET subject = zeroblob(32) WHERE n = 3", "entry 3"),
    ("DELETE FROM audit WHERE n = 2", "entry 2 is missing"),
  ])
  func `shows what was changed behind its back`(sql: String, fault: String) async throws {
    try await alter("DROP TRIGGER auditStays; DROP TRIGGER auditKeeps; \(sql)")
    let faults = try await ledger.integrity.checkAudit().faults
    #expect(faults.first?.contains(fault) == true, "\(faults)")
  }

  private static let unguarded = "DROP TRIGGER auditKeeps; DROP TRIGGER auditHeadGrows;"

  @Test func `misses what was cut off at its end`() async throws {
    let head = try await ledger.audit.head()
    #expect(head.number == 3)
    #expect(try await ledger.audit.rows(limit: 1).rows.first?.hash == head.hash)
    #expect(AuditHead(head.description) == head)
    try await alter("\(Self.unguarded) DELETE FROM audit WHERE n >= 2")
    let faults = try await ledger.integrity.checkAudit().faults
    #expect(faults == ["the log ends with entry 1, but the stored head is entry 3"])
    // What is added then takes the number of what was cut off.
    try await ledger.audit.perform([Lives.act(8, .note(ID("ada"), "called again"))])
    #expect(try await ledger.integrity.checkAudit().faults.isEmpty == false)
  }

  @Test func `misses what was cut off with its head, against one that was exported`() async throws {
    let exported = try await ledger.audit.head()
    try await alter(
      """
      \(Self.unguarded) DELETE FROM audit WHERE n = 3;
      UPDATE auditHead SET n = 2, hash = (SELECT hash FROM audit WHERE n = 2)
      """
    )
    #expect(try await ledger.integrity.checkAudit().faults == [])
    #expect(
      try await ledger.integrity.checkAudit(against: exported).faults
        == ["the log ends with entry 2, but the exported head is entry 3"]
    )
    try await alter("DROP TRIGGER auditHeadStays; DROP TRIGGER auditHeadKeeps")
    try await ledger.audit.perform([Lives.act(8, .note(ID("ada"), "called again"))])
    #expect(try await ledger.integrity.checkAudit().faults == [])
    #expect(
      try await ledger.integrity.checkAudit(against: exported).faults
        == ["entry 3 does not match the exported head"]
    )
  }

  @Test func `goes on from every head that was exported before`() async throws {
    let empty = try await Ledger.inMemory().audit.head()
    #expect(empty == .empty)
    let exported = try await ledger.audit.head()
    try await ledger.audit.perform([Lives.act(8, .note(ID("ada"), "called again"))])
    for head in [empty, exported] {
      #expect(try await ledger.integrity.checkAudit(against: head).faults == [])
    }
  }

  @Test(arguments: [
    "DELETE FROM auditHead", "UPDATE auditHead SET n = 1",
    "INSERT OR REPLACE INTO auditHead SELECT 1, n, hash FROM audit WHERE n = 1",
  ])
  func `has a head that only moves on`(sql: String) async throws {
    await #expect(throws: DatabaseError.self) { try await alter(sql) }
  }

  @Test func `an entitlement of a catalog, or one that was granted, can be granted`() async throws {
    #expect(try await ledger.catalogs.entitlementKeys() == ["pro"])
    let item = Catalog.Item(id: "gold", entitlements: ["premium"])
    let catalog = Catalog(version: "v1", items: [item])
    try await ledger.catalogs.save(catalog, asPrimary: true, by: "kim", at: Lives.day(9))
    #expect(try await ledger.catalogs.entitlementKeys() == ["premium", "pro"])
  }

  @Test func `a product without a catalog's item can be granted, unless it is consumed`()
    async throws
  {
    let ledger = try Ledger.inMemory()
    let coins = Sale("200", productID: "coins", kind: .consumable, from: 1)
    let sale = Sale("100", from: 0, until: 30)
    _ = try await ledger.file([.receipt("one", on: 1, for: .user(ID("ada")), [sale, coins])])
    #expect(try await ledger.catalogs.entitlementKeys() == ["pro.monthly"])
  }

  @Test func `records a catalog, and is no part of what is believed`() async throws {
    let before = try await ledger.dump()
    let catalog = Catalog(version: "v1", items: [])
    try await ledger.catalogs.save(catalog, asPrimary: true, by: "kim", at: Lives.day(9))
    #expect(try await ledger.audit.rows(limit: 1).rows.first?.action == "catalog")
    #expect(try await ledger.dump() == before)
  }
}
