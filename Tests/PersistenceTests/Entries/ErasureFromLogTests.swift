import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Persistence

extension `Ledgers that follow one log` {
  private static let adeline = ID<User>("adeline")

  private static var receipts: [Filing] {
    ["1", "2"].map { name in
      var receipt = Filing.receipt(
        name,
        on: 1,
        for: .user(adeline),
        [Sale(name, from: 1, until: 31), Sale("\(name)-box", productID: "box", from: 1)],
        userName: "The person adeline"
      )
      receipt.facts.links = receipt.facts.chains.sorted().map {
        Link(.appAccount, "account of adeline", of: $0, evidence: ID(name))
      }
      return receipt
    }
  }

  private static let note = Lives.act(2, .note(adeline, "adeline is angry"))
  private static let assignment = Lives.act(2.5, .account("account of adeline", of: ID("bob")))

  /// Files what there is of the person.
  private func fileAdeline(_ log: MemoryLog, _ one: Ledger, _ two: Ledger) async throws {
    _ = try await one.file(FilingBatch([Self.receipts[0]], at: day(1)))
    _ = try await two.file(FilingBatch([Self.receipts[1], Self.receipt("9")], at: day(1)))
    try await one.audit.perform([Self.note])
    try await two.audit.perform([Self.assignment])
    let draft = LoginDraft(
      provider: "custom",
      name: "adeline",
      user: Self.adeline,
      creates: true,
      ticket: [1],
      endsAt: day(60),
      newKey: [7]
    )
    _ = try await two.playFab.logIn(draft, at: day(3))
    try await catchUp(one, with: log)
  }

  /// Erases the person by what these documents state.
  private func eraseAdeline(
    in ledger: Ledger,
    by filings: [Filing] = receipts + [note, assignment]
  ) async throws -> Erasure.Outcome {
    let stones = filings.map {
      ($0.document.id, Tombstone(facts: $0.facts, isOneAccount: true))
    }
    return try await ledger.privacy.erase(
      Self.adeline,
      leaving: Dictionary(uniqueKeysWithValues: stones),
      by: "kim",
      at: day(4)
    )
  }

  private func namingBodies(in log: MemoryLog) async -> [String] {
    await log.entries.map { String(decoding: $0.entry.body, as: UTF8.self) }
      .filter { $0.contains("adeline") }
  }

  @Test func `erase a person from the log, too, and who replays it has the same`() async throws {
    try await withTwo { log, one, two in
      try await fileAdeline(log, one, two)
      // A document is missing: nothing is erased, here or where the log is replayed.
      let attempt = try await eraseAdeline(
        in: one,
        by: [Self.receipts[0], Self.note, Self.assignment]
      )
      #expect(attempt == .unread([Self.receipts[1].document.id]))
      let outcome = try await eraseAdeline(in: one)
      guard case .erased = outcome else {
        Issue.record("\(outcome)")
        return
      }
      try await one.log?.eraseFromLog()
      #expect(await namingBodies(in: log) == [])
      #expect(
        await log.entries.contains {
          String(decoding: $0.entry.body, as: UTF8.self).contains("erased-1")
        }
      )

      #expect(try await one.users.details(of: ID("erased-1"))?.orders.count == 4)

      // The next erasure chooses another name, in a ledger that replays the log as well.
      let three = try await LoggedLedger(log, named: "three")
      three.ledger.log?.start()
      for ledger in [one, two, three.ledger] { try await catchUp(ledger, with: log) }
      let differences = try await one.integrity.differences(from: three.ledger)
      #expect(differences == [])
      #expect(try await state(of: one) == state(of: three.ledger))
      #expect(try await state(of: one) == state(of: two))
      try await three.end()
    }
  }

  @Test func `leave a person in the log for a node that has not followed`() async throws {
    try await withTwo { log, one, two in
      try await fileAdeline(log, one, two)
      try await log.report(LogNode(name: "away", position: 1, version: "1", age: 3_600))
      _ = try await eraseAdeline(in: one)
      await #expect(throws: ErasureDelay.self) { try await one.log?.eraseFromLog() }
      #expect(await !namingBodies(in: log).isEmpty)
      #expect(try await one.pendingErasures() == 1)
      let head = try await log.head().position
      try await log.report(LogNode(name: "away", position: head, version: "1", age: 3_600))
      try await one.log?.eraseFromLog()
      #expect(await namingBodies(in: log) == [])
      #expect(try await one.pendingErasures() == 0)
    }
  }

  @Test func `stop where a person was erased while they were away for weeks`() async throws {
    try await withTwo { log, one, two in
      try await fileAdeline(log, one, two)
      let three = try await LoggedLedger(log, named: "three")
      three.ledger.log?.start()
      try await catchUp(three.ledger, with: log)
      await three.ledger.log?.stop()
      let place = try #require(try three.ledger.followedLog())
      let away = LogNode(
        name: "three",
        position: place.lastPosition,
        version: "1",
        age: 30 * 86_400
      )
      try await log.report(away)
      _ = try await eraseAdeline(in: one)
      try await one.log?.eraseFromLog()
      #expect(await namingBodies(in: log) == [])
      var faults = faults(of: three.ledger).makeAsyncIterator()
      #expect(try #require(await faults.next()).contains("away for too long"))
      try await three.end()
    }
  }
}
