import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing

@Suite struct `What another ledger offers` {
  private let ada = ID<User>("ada")
  private let bob = ID<User>("bob")

  private func submit(
    _ receipt: [UInt8],
    for user: ID<User>,
    to fixture: ServiceFixture
  ) async throws {
    _ = try await fixture.service.submissions.validate(
      SubmittedDocument(
        bytes: receipt,
        user: user,
        name: "Name of \(user)",
        email: "\(user)@example.org",
        endpoint: .validate
      )
    )
  }

  private func mend(_ old: Ledger, into ledger: Ledger) async throws -> LedgerMend.Report {
    let receipts = try ReceiptVerifier(roots: [ServiceFixture.authority.get().rootDER])
    return try await LedgerMend(from: old, into: ledger, reader: DocumentReader(receipts: receipts))
      .offer()
  }

  @Test func `brings no erased person back, and what others lost`() async throws {
    let (old, new) = (try ServiceFixture(), try ServiceFixture())
    let receipt = try old.receipt([old.month("1", begun: 10)])
    for fixture in [old, new] { try await submit(receipt, for: ada, to: fixture) }
    try await submit(try old.receipt([old.month("2", begun: 5)]), for: bob, to: old)
    try await submit(try old.receipt([old.month("3", begun: 4)]), for: ada, to: old)
    _ = try await old.service.actions.perform(.note(ada, "called twice"), by: "kim")
    _ = try await new.service.actions.erase(ada, by: "kim")

    let report = try await mend(old.ledger, into: new.ledger)
    #expect(report.documents == 1)
    #expect(report.withheld >= 2)
    #expect(report.toErase == [])
    #expect(try await new.ledger.users.details(of: ada) == nil)
    #expect(try await new.keys(of: ID("erased-1")) == ["pro"])
    #expect(try await new.keys(of: bob) == ["pro"])
    #expect(try await new.ledger.purchases.claims().allSatisfy { $0.user != ada })
  }

  @Test func `brings conditional actions with what they act on, decided already`() async throws {
    let (old, new) = (try ServiceFixture(), try ServiceFixture())
    let actions = old.service.actions
    let grant = OperatorAction.Kind.grant(ada, key: "pro", .production, until: nil)
    let before = ServiceFixture.now.addingTimeInterval(-60)
    _ = try await old.service(at: before).actions.perform(grant, by: "kim")
    let withdrawal = OperatorAction.Kind.withdraw(ada, key: "pro", .production)
    #expect(try await actions.performIfPossible([withdrawal], by: "kim") != nil)
    try await submit(try old.receipt([old.month("2", begun: 5)]), for: bob, to: old)
    #expect(try await actions.performIfPossible([.note(bob, "called")], by: "kim") != nil)

    #expect(try await mend(old.ledger, into: new.ledger).documents == 4)
    let rows = try await new.ledger.audit.rows(limit: 9).rows
    #expect(Set(rows.map(\.action)) == ["grant", "withdraw", "note"])
    #expect(try await new.keys(of: ada) == [])
    #expect(try await mend(old.ledger, into: new.ledger).documents == 0)
  }

  @Test func `brings no action that was requested of both`() async throws {
    let (old, new) = (try ServiceFixture(), try ServiceFixture())
    for fixture in [old, new] {
      try await submit(try fixture.receipt([fixture.month("1", begun: 5)]), for: ada, to: fixture)
      _ = try await fixture.service.actions.perform(
        .grant(ada, key: "gift", .production, until: nil),
        by: "kim",
        request: "k1",
        isConditional: true
      )
    }
    _ = try await mend(old.ledger, into: new.ledger)
    #expect(try await new.ledger.audit.rows(limit: 9).total == 1)
  }

  @Test func `names whom only the other ledger has erased`() async throws {
    let (old, new) = (try ServiceFixture(), try ServiceFixture())
    let receipt = try old.receipt([old.month("1", begun: 10)])
    for fixture in [old, new] { try await submit(receipt, for: ada, to: fixture) }
    _ = try await old.service.actions.erase(ada, by: "kim")
    #expect(try await mend(old.ledger, into: new.ledger).toErase == [ada])
  }

  @Test func `is refused by a ledger that follows no log`() async throws {
    let fixture = try ServiceFixture()
    let reader = DocumentReader(receipts: try ReceiptVerifier())
    let mend = LedgerMend(from: try Ledger.inMemory(), into: fixture.ledger, reader: reader)
    await #expect(throws: LedgerError.followsNoLog(path: fixture.ledger.path)) {
      _ = try await mend.run(by: "kim", at: ServiceFixture.now)
    }
  }
}
