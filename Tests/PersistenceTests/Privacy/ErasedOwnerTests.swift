import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Persistence

@Suite struct `The purchase of an erased user` {
  private static let (ada, bob) = (ID<User>("ada"), ID<User>("bob"))
  private static let chain = ID<Subscription>("apple:production:com.example.app:1")

  /// Ada's purchase under an app account, which may be assigned to Bob.
  private func filings(_ account: String, isAssigned: Bool) -> [Filing] {
    var purchase = Filing.receipt(
      "receipt",
      on: 1,
      for: .user(Self.ada),
      [Sale("1", from: 0, until: 400)]
    )
    purchase.facts.links = [Link(.appAccount, account, of: Self.chain, evidence: ID("receipt"))]
    let bob = Lives.act(0.5, .grant(Self.bob, key: "bonus", .production, until: nil))
    let assignment = Lives.act(2, .account(account, of: Self.bob))
    return [bob, purchase] + (isAssigned ? [assignment] : [])
  }

  private func erase(_ filings: [Filing], in ledger: Ledger) async throws -> Erasure.Outcome {
    let stones = filings.map {
      ($0.document.id, Tombstone(facts: $0.facts, isOneAccount: $0.isOneAccount))
    }
    return try await ledger.privacy.erase(
      Self.ada,
      leaving: Dictionary(uniqueKeysWithValues: stones),
      by: "kim",
      at: day(9)
    )
  }

  private func owners(in ledger: Ledger) async throws -> [String] {
    try await ledger.database.read {
      try String.fetchAll($0, sql: "SELECT user.id FROM chain JOIN user ON user.n = chain.user")
    }
  }

  @Test(arguments: [("token-7", true, 2), ("ada", true, 2), ("bob", false, 1)])
  func `goes to nobody else for the app account`(
    _ account: String,
    _ isAssigned: Bool,
    _ documents: Int
  ) async throws {
    let ledger = try Ledger.inMemory()
    let filings = filings(account, isAssigned: isAssigned)
    _ = try await ledger.file(filings)
    #expect(try await owners(in: ledger) == ["ada"])
    let outcome = try await erase(filings, in: ledger)
    #expect(outcome == .erased(Erasure(name: ID("erased-1"), documents: documents)))
    #expect(try await owners(in: ledger) == ["erased-1"])
    #expect(try await ledger.users.entitlements(of: Self.bob).map(\.key) == ["bonus"])
    if account != "bob" {
      #expect(try await ledger.dump().filter { $0.contains("\(account) ") } == [])
    }

    let fresh = try Ledger.inMemory()
    let stored = try await ledger.documents.all()
    for item in stored {
      var filing = item.filing
      if !item.isErased {
        filing.facts = filings.first { $0.document.id == item.id }?.facts ?? Facts()
      }
      _ = try await fresh.file(filing)
    }
    try await fresh.file(try await ledger.purchases.claims())
    for item in stored where item.isErased { try await fresh.privacy.markErased(item) }
    #expect(try await ledger.integrity.differences(from: fresh) == [])

    let claim = PurchaseClaim(
      Self.chain,
      of: Self.bob,
      at: .validate,
      .presented,
      evidence: ID("receipt"),
      at: day(20)
    )
    try await ledger.file([claim])
    #expect(try await owners(in: ledger) == ["bob"])
  }

  @Test func `keeps the end of the paid time in the tombstone`() throws {
    let status = RenewalStatus(
      chain: Self.chain,
      condition: .running,
      paidUntil: day(31),
      statementSource: StatementSource(ID("receipt"), at: day(1))
    )
    let stone = Tombstone(facts: Facts(renewalStatuses: [status]), isOneAccount: true)
    #expect(try Tombstone(stored: Array(try stone.stored())) == stone)
  }
}
