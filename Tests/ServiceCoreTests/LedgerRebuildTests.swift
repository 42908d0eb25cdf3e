import Entitlements
import Foundation
import GRDB
import Mint
import Receipts
import ServiceCore
import Testing

@testable import Persistence

@Suite struct `A replay of the documents` {
  let fixture: ServiceFixture
  let ada = ID<User>("ada")

  init() async throws {
    fixture = try ServiceFixture()
    let older = try fixture.receipt([fixture.month("1", begun: 40)], age: 39)
    let newer = try fixture.receipt(
      [fixture.month("1", begun: 40), fixture.month("2", of: "1", begun: 10, cancelled: 2)],
      age: 1
    )
    let forged = try fixture.receipt([fixture.month("9", begun: 3)], as: .tampered)
    for (bytes, user) in [(newer, ada), (older, nil), (forged, ada)] {
      _ = try await fixture.service.submissions.validate(
        SubmittedDocument(bytes: bytes, user: user)
      )
    }
    for deed in [
      OperatorAction.Kind.grant(
        ada,
        key: "bonus",
        .production,
        until: ServiceFixture.now.addingTimeInterval(86_400)
      ),
      .note(ada, "called twice"), .merge(into: ada, ID("ada-old")),
    ] {
      _ = try await fixture.service.actions.perform(deed, by: "kim")
    }
  }

  private func differences() async throws -> [String] {
    try await fixture.replay.differences(of: fixture.ledger)
  }

  private func alter(_ sql: String) async throws {
    try await fixture.ledger.tamper { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      try db.execute(sql: sql)
    }
  }

  @Test func `keeps players' logins and redeemed sales`() async throws {
    let draft = LoginDraft(
      provider: "custom",
      name: "ada-phone",
      user: ada,
      creates: true,
      ticket: [1],
      endsAt: ServiceFixture.now + 60,
      newKey: [7]
    )
    _ = try await fixture.ledger.playFab.logIn(draft, at: ServiceFixture.now)
    let sales = try await fixture.service.users.sales(of: ada, after: nil, limit: 9)
    let sale = try #require(sales?.sales.first)
    let claim = PurchaseClaim(
      sale.chain,
      of: ada,
      at: .playfab,
      .confirmed,
      evidence: sale.statementSource.evidence,
      at: ServiceFixture.now
    )
    let redeemed = try await fixture.ledger.playFab.redeem(
      [ClaimedSale(sale.id, claim)],
      for: ada,
      isOnce: true,
      at: ServiceFixture.now
    )
    #expect(redeemed == [sale.id: .given])
    #expect(try await differences() == [])
    let replayed = try await fixture.replay.ledger(like: fixture.ledger)
    #expect(try await replayed.playFab.redeemed([sale.id]) == [sale.id])
    #expect(try await replayed.playFab.counts(at: ServiceFixture.now).logins == 1)
  }

  @Test func `of one user's documents heeds what others claim of them`() async throws {
    let receipt = try fixture.receipt([fixture.month("7", begun: 5)])
    _ = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: receipt, user: nil)
    )
    let named = Set(try await fixture.ledger.integrity.sampleUsers(100))
    let buyer = try #require(named.first { $0.raw.hasSuffix("7") })
    let sale = try #require(
      try await fixture.service.users.sales(of: buyer, after: nil, limit: 9)?.sales.first
    )
    let claim = PurchaseClaim(
      sale.chain,
      of: ID("bob"),
      at: .playfab,
      .confirmed,
      evidence: sale.statementSource.evidence,
      at: ServiceFixture.now
    )
    try await fixture.ledger.file([claim])
    #expect(try await fixture.keys(of: ID("bob")) == ["pro"])
    for user in try await fixture.ledger.integrity.sampleUsers(100) {
      #expect(try await fixture.replay.agrees(about: user, with: fixture.ledger), "\(user)")
    }
  }

  @Test func `comes to what the ledger believes`() async throws {
    #expect(try await differences() == [])
    #expect(try await fixture.keys(of: ada) == ["bonus"])
  }

  @Test(arguments: [
    ("UPDATE \"order\" SET cancelledAt = NULL", "order"),
    ("UPDATE entitlement SET until = until + 1", "entitlement"),
    ("DELETE FROM phase", "phase"), ("UPDATE user SET orders = 7", "user"),
    ("UPDATE orderCount SET orders = orders + 1", "product"),
  ])
  func `tells a row that was altered`(sql: String, table: String) async throws {
    try await alter(sql)
    let differences = try await differences()
    #expect(differences.contains { $0.contains(" \(table): ") }, "\(differences)")
  }

  @Test(arguments: [
    "UPDATE \"order\" SET cancelledAt = NULL, statedCancelledAt = NULL",
    "UPDATE \"order\" SET purchasedAt = purchasedAt + 1, country = 'DE', termsAt = 1, termsIn = 1",
    "UPDATE entitlement SET until = until + 1", "DELETE FROM entitlement", "DELETE FROM phase",
    "UPDATE phase SET until = until + 1",
    "UPDATE user SET orders = 7", "UPDATE chain SET user = NULL",
  ])
  func `corrects what was altered`(sql: String) async throws {
    try await alter(sql)
    #expect(try await !differences().isEmpty)
    try await fixture.replay.correct(fixture.ledger, at: ServiceFixture.now) { _ in }
    #expect(try await differences() == [])
  }

  @Test func `records whose purchases it moves`() async throws {
    try await alter("UPDATE chain SET user = (SELECT n FROM user WHERE id <> 'ada' LIMIT 1)")
    try await fixture.replay.correct(fixture.ledger, at: ServiceFixture.now) { _ in }
    let moves = try await fixture.ledger.purchases.ownerMoves(since: ServiceFixture.now)
    #expect(moves.map(\.owner) == [ada])
    #expect(try await fixture.ledger.purchases.ownerMoves(since: ServiceFixture.now + 1) == [])
    let audits = try await fixture.ledger.audit.rows(limit: 9).rows.filter {
      $0.action == "owner-moved"
    }
    #expect(audits.map(\.actor) == ["replay"])
  }

  @Test func `corrects nothing by a document that can't be verified any more`() async throws {
    let before = try await fixture.ledger.integrity.stateHash()
    let stranger = LedgerRebuild(reader: DocumentReader(receipts: try ReceiptVerifier()))
    do {
      try await stranger.correct(fixture.ledger, at: ServiceFixture.now) { _ in }
    } catch {
      guard case .unlikeFiled = error else { throw error }
    }
    #expect(try await fixture.ledger.integrity.stateHash() == before)
  }

  @Test func `corrects nothing by an answer whose parts can't be verified any more`() async throws {
    let workshop = try TranslationWorkshop.shared.get()
    let signed = try workshop.payloads.sign(`What Apple signs, as facts`.transaction())
    let text = """
      {"revision":"r","hasMore":false,"bundleId":"com.example.reader","environment":"Production",\
      "signedTransactions":["\(signed)"]}
      """
    let service = EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      reader: workshop.reader,
      world: Dependencies(now: { TranslationWorkshop.now })
    )
    let validation = try await service.submissions.validate(
      SubmittedDocument(bytes: Array(text.utf8), user: ada, trustBasis: .storeAnswer)
    )
    #expect(validation.outcome == .filed(ada))
    let root = try ServiceFixture.authority.get().rootDER
    let reader = DocumentReader(
      receipts: try ReceiptVerifier(roots: [root]),
      payloads: try PayloadVerifier(roots: [root])
    )
    let before = try await fixture.ledger.integrity.stateHash()
    do {
      try await LedgerRebuild(reader: reader).correct(fixture.ledger, at: ServiceFixture.now) { _ in
      }
      Issue.record("it was corrected")
    } catch {
      guard case .unlikeFiled = error else { throw error }
    }
    #expect(try await fixture.ledger.integrity.stateHash() == before)
    let check = IntegrityCheck(ledger: fixture.ledger, reader: reader)
    let report = try await check.look(at: .replay, isQuick: false)
    #expect(report.faults.count == 1 && !report.isCorrectable, "\(report)")
  }

  @Test func `tells a document that is gone`() async throws {
    try await alter(
      """
      DELETE FROM document WHERE kind = 'app-receipt' AND rejectionCode IS NULL
        AND statedAt = (
          SELECT max(statedAt) FROM document
          WHERE kind = 'app-receipt' AND rejectionCode IS NULL)
      """
    )
    #expect(try await !differences().isEmpty)
  }

  @Test func `tells a document that is there twice`() async throws {
    try await alter(
      """
      INSERT INTO document (id, kind, origin, provenance, receivedAt, appliedAt, statedAt, purchases,
        mark, byteCount, bytes)
      SELECT 'copy', kind, origin, provenance, receivedAt, appliedAt, statedAt, purchases, mark,
        byteCount, bytes FROM document WHERE kind = 'manual' LIMIT 1
      """
    )
    let differences = try await differences()
    #expect(differences.contains { $0.contains("document copy") }, "\(differences)")
  }

  @Test func `tells bytes that were changed`() async throws {
    try await alter(
      "UPDATE document SET bytes = CAST('{}' AS BLOB) WHERE kind = 'manual' AND n % 2 = 0"
    )
    #expect(try await differences().contains { $0.contains("its bytes are not those") })
  }
}

extension Ledger {
  /// Writes behind the ledger's back, which a debug build forbids.
  func tamper(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
    try await database.writeWithoutTransaction { [isGuarded] db in
      if isGuarded { try WriteGuard.begin(in: db) }
      defer { if isGuarded { try? WriteGuard.end(in: db) } }
      try body(db)
    }
  }
}
