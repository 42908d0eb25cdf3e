import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(10))) struct `Ledgers that follow one log` {
  private static let ada = ID<User>("ada")

  static func receipt(_ name: String, on number: Double = 1) -> Filing {
    .receipt(name, on: number, for: .user(ada), [Sale(name, from: number, until: number + 30)])
  }

  func state(of ledger: Ledger) async throws -> String {
    try await ledger.integrity.stateHash()
  }

  /// Runs the work with two ledgers that follow one log.
  func withTwo(
    _ work: (MemoryLog, Ledger, Ledger) async throws -> Void
  ) async throws {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    let two = try await LoggedLedger(log, named: "two")
    one.ledger.log?.start()
    two.ledger.log?.start()
    try await work(log, one.ledger, two.ledger)
    try await one.end()
    try await two.end()
  }

  func catchUp(_ ledger: Ledger, with log: MemoryLog) async throws {
    let position = try await log.head().position
    let hasCaughtUp = await ledger.log?.waitUntilApplied(position, upTo: .seconds(600))
    #expect(hasCaughtUp == true, "\(ledger.log?.status.fault ?? "slow")")
  }

  @Test func `hold the same, whoever submitted it`() async throws {
    try await withTwo { log, one, two in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask {
            let outcome = try await (number % 2 == 0 ? one : two).file(
              Self.receipt("r\(number)", on: Double(number))
            )
            #expect(outcome == .filed(Self.ada))
          }
        }
        try await group.waitForAll()
      }
      try await catchUp(one, with: log)
      try await catchUp(two, with: log)
      #expect(try await one.statistics.summary().documents == 40)
      #expect(try await state(of: one) == state(of: two))
    }
  }

  @Test func `decide in the log's order, and each submitter gets its own outcome`() async throws {
    try await withTwo { log, one, two in
      let claims = try await withThrowingTaskGroup(of: Int.self) { group in
        let job = JobDraft(
          key: "one",
          kind: "verify",
          task: "{}",
          actor: "kim",
          batch: nil,
          dueAt: day(1)
        )
        _ = try await one.jobs.enqueue([job], at: day(1))
        try await catchUp(two, with: log)
        for ledger in [one, two] {
          for number in 0..<5 {
            group.addTask {
              try await ledger.jobs.claim(1, for: "r\(number)", at: day(2), lease: day(3)).count
            }
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(claims == 1)
    }
  }

  @Test func `offer an entry again whose fate is unknown, and it counts once`() async throws {
    try await withTwo { log, one, _ in
      await log.fail(.interrupted(reason: "cut"), isAppended: true)
      await log.fail(.unreachable(reason: "down"))
      await log.fail(.notReplicated, isAppended: true)
      let outcome = try await one.file(Self.receipt("1"))
      #expect(outcome == .filed(Self.ada))
      #expect(await log.entries.count == 1)
    }
  }

  @Test func `refuse a change when the log is silent, and go on afterwards`() async throws {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    one.ledger.log?.start()
    let hasty = LoggedLedger.connected(one.ledger, log, .milliseconds(100))
    hasty.log?.start()
    await log.beSilent(true)
    await #expect(throws: LedgerError.self) { try await hasty.file(Self.receipt("1")) }
    await log.beSilent(false)
    #expect(try await one.ledger.file(Self.receipt("2")) == .filed(Self.ada))
    // Nobody was told that the first one is in, so it may be or not.
    #expect(try await one.ledger.statistics.summary().documents >= 1)
    try await one.end()
  }

  @Test func `stop waiting for a log that takes too long to answer`() async throws {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    one.ledger.log?.start()
    #expect(await one.ledger.log?.catchUp(upTo: .seconds(600)) == true)
    await log.hang()
    #expect(await one.ledger.log?.catchUp(upTo: .milliseconds(100)) == false)
    await log.goOn()
    #expect(await one.ledger.log?.catchUp(upTo: .seconds(600)) == true)
    try await one.end()
  }

  @Test func `wait for the log no longer than a request may, however often it asks`() async throws {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    one.ledger.log?.start()
    #expect(await one.ledger.log?.catchUp(upTo: .seconds(600)) == true)
    await log.beSilent(true)
    await LogWaitBudget.$current.withValue(LogWaitBudget(.milliseconds(100))) {
      for _ in 0..<3 {
        #expect(await one.ledger.log?.waitUntilApplied(999, upTo: .seconds(600)) == false)
        await #expect(throws: LedgerError.self) { try await one.ledger.file(Self.receipt("1")) }
      }
    }
    try await one.end()
  }

  @Test func `refuse a request that has lasted for long at once when the log is silent`()
    async throws
  {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    let connection = try #require(one.ledger.log)
    connection.start()
    // Before its first look at the ledger, no follower is known to follow.
    #expect(try await one.ledger.file(Self.receipt("1")) == .filed(Self.ada))
    let budget = LogWaitBudget(.zero, maxSilence: .infinity)
    try await LogWaitBudget.$current.withValue(budget) {
      // Its time doesn't matter while the log answers.
      try await connection.expectAnswers()
      let wait = Task { await connection.waitForRefusal() }
      await log.beSilent(true)
      await wait.value
      await #expect(throws: LedgerError.unansweredByLog) { try await connection.expectAnswers() }
      await #expect(throws: LedgerError.self) { try await one.ledger.file(Self.receipt("2")) }
    }
    // Whoever has no such limit waits until the log is back.
    let filing = Task { try await one.ledger.file(Self.receipt("3")) }
    await log.beSilent(false)
    #expect(try await filing.value == .filed(Self.ada))
    try await one.end()
  }

  @Test func `wait for no store when they can append nothing`() async throws {
    try await withTwo { log, one, _ in
      _ = try await one.file(Self.receipt("1"))
      await log.forget(last: 1)
      while await one.log?.catchUp(upTo: .seconds(600)) == true {}
      await LogWaitBudget.$current.withValue(LogWaitBudget(.seconds(600))) {
        await #expect(throws: LedgerError.self) { try await one.log?.expectAnswers() }
      }
    }
  }

  @Test func `apply their own entry when its submitter has gone while it was read`() async throws {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    let hasty = LoggedLedger.connected(one.ledger, log, .milliseconds(100))
    // A second reading would mend what the first one made of the entry.
    hasty.log?.start { fault in #expect(fault == nil) }
    #expect(await hasty.log?.catchUp(upTo: .seconds(600)) == true)
    await log.hangWithBodies()
    await #expect(throws: LedgerError.unansweredByLog) {
      while true { _ = try await hasty.file(Self.receipt("1")) }
    }
    await log.goOn()
    try await catchUp(hasty, with: log)
    #expect(try await hasty.statistics.summary().documents == 1)
    try await one.end()
  }

  @Test func `refuse a change in time when nothing has come from the log yet`() async throws {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    // Nobody follows, as when the first question to the log is still on its way.
    let hasty = LoggedLedger.connected(one.ledger, log, .milliseconds(100))
    await #expect(throws: LedgerError.sharedLog(.unreachable(reason: "no server has answered yet")))
    {
      try await hasty.file(Self.receipt("1"))
    }
    #expect(await log.entries.isEmpty)
    try await one.end()
  }

  @Test func `reject alike what breaks a rule, and go on`() async throws {
    try await withTwo { log, one, two in
      var bad = Self.receipt("1")
      bad.key = "a\u{0}b"
      await #expect(throws: LedgerError.unusableText(field: "filing key")) {
        try await one.file(bad)
      }
      #expect(try await two.file(Self.receipt("2")) == .filed(Self.ada))
      try await catchUp(one, with: log)
      #expect(try await state(of: one) == state(of: two))
    }
  }

  @Test func `get outcomes from the process that follows`() async throws {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    one.ledger.log?.start()
    _ = try await one.ledger.file(Self.receipt("1"))
    // Another connection to the file, as of another process, which finds the lock taken.
    let other = LoggedLedger.connected(try Ledger(path: one.ledger.path), log, .seconds(600))
    other.log?.start()
    #expect(try await other.file(Self.receipt("2")) == .filed(Self.ada))
    var bad = Self.receipt("3")
    bad.key = "a\u{0}b"
    await #expect(throws: LedgerError.self) { try await other.file(bad) }
    #expect(other.log?.status.isFollowing == false)
    try await other.close()
    try await one.end()
  }

  @Test func `stop at a fork and say where`() async throws {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    let faults = faults(of: one.ledger)
    for name in ["1", "2", "3"] { _ = try await one.ledger.file(Self.receipt(name)) }
    await log.forget(last: 2)
    #expect(await faults.contains { $0.contains("forked: its entry 3") })
    let count = await log.entries.count
    await #expect(throws: LedgerError.self) { try await one.ledger.file(Self.receipt("4")) }
    #expect(await log.entries.count == count)
    #expect(try await one.ledger.statistics.summary().documents == 3)
    await #expect(throws: LogFault.forked(position: 3)) {
      try await one.ledger.expectFollowable(log)
    }
    try await one.end()
  }

  @Test func `stop at an entry of a newer purser`() async throws {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    let two = try await LoggedLedger(log, named: "two")
    one.ledger.log?.start()
    _ = try await one.ledger.file(Self.receipt("1"))
    await log.change { $0.format = 9 }
    let faults = faults(of: two.ledger)
    #expect(
      await faults.contains { $0.contains("format 9, which this purser does not know. one") }
    )
    await log.change { ($0.format, $0.kind) = (EntryFormat.newest.rawValue, 99) }
    #expect(await faults.contains { $0.contains("kind 99") })
    await log.change { ($0.kind, $0.body) = (EntryKind.filings.rawValue, [1, 2]) }
    #expect(await faults.contains { $0.contains("cannot be read") })
    #expect(try await two.ledger.statistics.summary().documents == 0)
    try await one.end()
    try await two.end()
  }

  /// Older nodes would take a profile for a document that names its user, perform actions that are
  /// refused, and give away an erased person's purchases.
  @Test func `take what older nodes apply otherwise once all nodes know it`() async throws {
    let profile = try `A profile that the team states`.profile("ada", on: 1, names: ["Ada", "A."])
    let log = MemoryLog()
    await log.ask(for: .json)
    let one = try await LoggedLedger(log, named: "one")
    one.ledger.log?.start()
    await #expect(throws: LedgerError.olderLog(version: "0.2.0")) {
      try await one.ledger.file(profile)
    }
    let actions = [Lives.act(2, .withdraw(Self.ada, key: "pro", .production))]
    await #expect(throws: LedgerError.olderLog(version: "0.2.0")) {
      _ = try await one.ledger.audit.performIfPossible(actions)
    }
    await #expect(throws: LedgerError.olderLog(version: "0.2.0")) {
      _ = try await one.ledger.privacy.erase(Self.ada, leaving: [:], by: "kim", at: day(3))
    }
    #expect(await log.entries.isEmpty)
    #expect(try await one.ledger.file(Self.receipt("1")) == .filed(Self.ada))
    try await one.end()
    try await withTwo { log, one, two in
      #expect(try await one.file(profile) == .filed(Self.ada))
      try await catchUp(two, with: log)
      #expect(try await two.users.details(of: Self.ada)?.profile?.names == ["Ada", "A."])
      #expect(try await state(of: one) == state(of: two))
    }
  }

  @Test func `change nothing without their log`() async throws {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    let alone = try Ledger(path: one.ledger.path)
    await #expect(throws: LedgerError.followsLog(path: alone.path)) {
      try await alone.file(Self.receipt("1"))
    }
    try await alone.leaveLog()
    #expect(try await alone.file(Self.receipt("1")) == .filed(Self.ada))
    try await alone.close()
    try await one.end()
  }

  @Test func `begin as a copy where the copied one was`() async throws {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    one.ledger.log?.start()
    _ = try await one.ledger.file(Self.receipt("1"))
    let path = one.folder.appending(path: "copy.sqlite").path
    try await one.ledger.backUp(to: path)
    _ = try await one.ledger.file(Self.receipt("2"))
    let copy = try Ledger(path: path)
    try await copy.join(FollowedLog(genesis: "empty-1", part: 0, node: "copy"))
    #expect(try copy.followedLog()?.lastPosition == 1)
    await #expect(throws: LedgerError.followsLog(path: path)) {
      try await copy.join(FollowedLog(genesis: "another", part: 0, node: "copy"))
    }
    let followed = LoggedLedger.connected(copy, log, .seconds(600))
    followed.log?.start()
    try await catchUp(followed, with: log)
    #expect(try await state(of: followed) == state(of: one.ledger))
    try await followed.close()
    try await one.end()
  }

  @Test func `give a lease to one of them`() async throws {
    try await withTwo { log, one, two in
      let first = try #require(one.log)
      let second = try #require(two.log)
      #expect(await first.holds(.jobs))
      #expect(await first.holds(.jobs))
      #expect(await !second.holds(.jobs))
      #expect(await second.holds(.polls))
      await first.giveUpLeases()
      #expect(await second.holds(.jobs))
      // Whoever has a lease keeps it to its end while the log is silent; nobody else can get it.
      await log.beSilent(true)
      #expect(await second.holds(.jobs))
      #expect(await !first.holds(.jobs))
      await log.beSilent(false)
    }
  }

  /// Why a ledger stops following, as it begins.
  func faults(of ledger: Ledger) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    ledger.log?.start { fault in if let fault { continuation.yield(fault) } }
    return stream
  }
}
