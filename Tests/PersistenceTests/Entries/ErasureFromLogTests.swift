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
  private func fileAdeline(
    _ log: MemoryLog,
    _ one: Ledger,
    _ two: Ledger,
    isAssigned: Bool = true
  ) async throws {
    _ = try await one.file(FilingBatch([Self.receipts[0]], at: day(1)))
    _ = try await two.file(FilingBatch([Self.receipts[1], Self.receipt("9")], at: day(1)))
    try await one.audit.perform([Self.note])
    if isAssigned { try await two.audit.perform([Self.assignment]) }
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

  /// Erases a user by these documents, or by what is left of them.
  private func erase(_ user: ID<User>, in ledger: Ledger, by filings: [Filing]) async throws {
    let facts = Dictionary(uniqueKeysWithValues: filings.map { ($0.document.id, $0.facts) })
    let documents = try #require(try await ledger.privacy.documents(about: user))
    let stones = documents.map { document in
      let filing = document.filing
      let stated = document.isErased ? filing.facts : facts[filing.document.id] ?? filing.facts
      return (filing.document.id, Tombstone(facts: stated, isOneAccount: true))
    }
    let outcome = try await ledger.privacy.erase(
      user,
      leaving: Dictionary(uniqueKeysWithValues: stones),
      by: "kim",
      at: day(4)
    )
    guard case .erased = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  private func namingBodies(
    of person: ID<User> = adeline,
    in log: MemoryLog
  ) async -> [String] {
    await log.entries.map { String(decoding: $0.entry.body, as: UTF8.self) }
      .filter { $0.contains(person.raw) }
  }

  /// A ledger that has replayed the log, and then holds the same as the two.
  private func replayed(
    _ log: MemoryLog,
    like one: Ledger,
    _ two: Ledger
  ) async throws -> LoggedLedger {
    let three = try await LoggedLedger(log, named: "three")
    three.ledger.log?.start()
    for ledger in [one, two, three.ledger] { try await catchUp(ledger, with: log) }
    let differences = try await one.integrity.differences(from: three.ledger)
    #expect(differences == [])
    #expect(try await state(of: one) == state(of: three.ledger))
    return three
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
      let three = try await replayed(log, like: one, two)
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

  private static let quentin = ID<User>("quentin")
  private static let scope = AppScope(
    store: .apple,
    environment: .production,
    app: "com.example.app"
  )

  /// A receipt of quentin's with a purchase of adeline's, which states her account and a token.
  private static var sharedReceipt: Filing {
    var receipt = Filing.receipt(
      "q",
      on: 3,
      for: .user(quentin),
      [Sale("1", from: 1, until: 31), Sale("q", from: 3, until: 33)],
      userName: "The person quentin"
    )
    receipt.facts.links = [
      Link(.appAccount, "account of adeline", of: scope.chain("1"), evidence: ID("q")),
      Link(.purchaseToken, "token of 1", of: scope.chain("1"), evidence: ID("q")),
    ]
    return receipt
  }

  @Test(arguments: [true, false])
  func `keep what an earlier erasure left of the same documents`(isFinished: Bool) async throws {
    try await withTwo { log, one, two in
      try await fileAdeline(log, one, two, isAssigned: false)
      _ = try await one.file(FilingBatch([Self.sharedReceipt], at: day(3)))
      let filings = Self.receipts + [Self.note, Self.sharedReceipt]
      try await erase(Self.adeline, in: one, by: filings)
      if isFinished { try await one.log?.eraseFromLog() }
      // The other's name, and the token of a purchase that is the other's, stay.
      let other = try #require(try await one.users.details(of: Self.quentin))
      #expect(other.user.name == "The person quentin")
      let handles = try await one.storeQueries.handles(of: Self.scope.chain("1"))
      #expect(handles?.tokens == ["token of 1"])
      try await erase(Self.quentin, in: one, by: filings)
      try await one.log?.eraseFromLog()
      for person in [Self.adeline, Self.quentin] {
        #expect(await namingBodies(of: person, in: log) == [])
      }

      let three = try await replayed(log, like: one, two)
      #expect(try await one.audit.head() == three.ledger.audit.head())
      let names = [ID<User>("erased-1"), ID("erased-3")]
      for name in names {
        let left = try #require(try await three.ledger.privacy.documents(about: name))
        #expect(!left.isEmpty && left.allSatisfy(\.isErased))
      }
      #expect(try await state(of: one) == state(of: two))
      try await three.end()
    }
  }

  @Test func `keep the name of another user whose document states the person's account`()
    async throws
  {
    try await withTwo { log, one, two in
      try await fileAdeline(log, one, two)
      _ = try await one.file(FilingBatch([Self.sharedReceipt], at: day(3)))
      let filings = Self.receipts + [Self.note, Self.assignment, Self.sharedReceipt]
      try await erase(Self.adeline, in: one, by: filings)
      try await one.log?.eraseFromLog()
      let three = try await replayed(log, like: one, two)
      for ledger in [one, three.ledger] {
        let other = try #require(try await ledger.users.details(of: Self.quentin))
        #expect(other.user.name == "The person quentin")
      }
      try await three.end()
    }
  }

  @Test func `leave nothing of a refused action in the log`() async throws {
    try await withTwo { log, one, two in
      try await fileAdeline(log, one, two)
      let actions = [
        Lives.act(3, .withdraw(Self.adeline, key: "pro", .production)),
        Lives.act(3.5, .note(Self.adeline, "adeline paid twice")),
      ]
      #expect(try await !one.audit.performIfPossible(actions))
      _ = try await eraseAdeline(in: one)
      try await one.log?.eraseFromLog()
      #expect(await namingBodies(in: log) == [])
      try await catchUp(two, with: log)
      #expect(try await state(of: one) == state(of: two))
    }
  }

  @Test func `wait for others only up to the erasure`() async throws {
    try await withTwo { log, one, two in
      try await fileAdeline(log, one, two)
      _ = try await eraseAdeline(in: one)
      let position = try await log.head().position
      _ = try await one.file(FilingBatch([Self.receipt("10")], at: day(5)))
      for node in ["one", "two"] {
        try await log.report(LogNode(name: node, position: position, version: "1", age: 1))
      }
      try await log.report(LogNode(name: "slow", position: position, version: "1", age: 3_600))
      try await one.log?.eraseFromLog()
      #expect(try await one.pendingErasures() == 0)
    }
  }

  @Test func `stop where somebody without a document was erased while they were away`()
    async throws
  {
    try await withTwo { log, one, two in
      try await fileAdeline(log, one, two)
      let three = try await LoggedLedger(log, named: "three")
      let draft = LoginDraft(
        provider: "custom",
        name: "zoe",
        user: ID("zoe"),
        creates: true,
        ticket: [2],
        endsAt: day(60),
        newKey: [8]
      )
      _ = try await two.playFab.logIn(draft, at: day(3))
      three.ledger.log?.start()
      for ledger in [one, three.ledger] { try await catchUp(ledger, with: log) }
      await three.ledger.log?.stop()
      let place = try #require(try three.ledger.followedLog())
      try await log.report(
        LogNode(
          name: "three",
          position: place.lastPosition,
          version: "1",
          age: 30 * 86_400
        )
      )
      try await erase(ID("zoe"), in: one, by: [])
      try await one.log?.eraseFromLog()
      #expect(await namingBodies(of: ID("zoe"), in: log) == [])
      var faults = faults(of: three.ledger).makeAsyncIterator()
      #expect(try #require(await faults.next()).contains("away for too long"))
      try await three.end()
    }
  }
}
