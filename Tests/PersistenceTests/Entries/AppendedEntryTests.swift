import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(10))) struct `What a node appends` {
  /// An answer to one question, whose paid period ends between two milliseconds.
  private static func answer(_ name: String, on number: Double) -> Filing {
    var filing = Filing.receipt(
      name,
      on: number,
      for: .owner(orElse: ID("ada")),
      [Sale("1", from: 0, until: 30)]
    )
    filing.question = "status"
    filing.facts.renewalStatuses = filing.facts.orders.map { order in
      RenewalStatus(
        chain: order.chain,
        condition: .renewing(until: day(30).addingTimeInterval(0.000_4)),
        statementSource: order.statementSource
      )
    }
    return filing
  }

  @Test func `it applies as the others read it, with instants in whole milliseconds`()
    async throws
  {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    let two = try await LoggedLedger(log, named: "two")
    one.ledger.log?.start()
    two.ledger.log?.start()
    for number in 1...3 {
      _ = try await one.ledger.file(Self.answer("answer \(number)", on: Double(number)))
    }
    let position = try await log.head().position
    #expect(await two.ledger.log?.waitUntilApplied(position, upTo: .seconds(600)) == true)
    for ledger in [one.ledger, two.ledger] {
      // The later ones only confirm the first.
      #expect(try await ledger.statistics.summary().documents == 1)
    }
    #expect(try await one.ledger.integrity.differences(from: two.ledger) == [])
    #expect(try await one.ledger.integrity.stateHash() == two.ledger.integrity.stateHash())
    try await one.end()
    try await two.end()
  }

  @Test func `is nothing while its clock differs from the database's`() async throws {
    let log = MemoryLog()
    await log.setClock(aheadBy: 60)
    let one = try await LoggedLedger(log, named: "one")
    one.ledger.log?.start()
    await #expect(throws: LedgerError.self) { try await one.ledger.file(Self.answer("1", on: 1)) }
    #expect(await log.entries.isEmpty)
    #expect(one.ledger.log?.status.isClockWrong == true)
    #expect(await one.ledger.log?.holds(.jobs) == false)
    try await one.end()
  }

  @Test func `is decided only once the node has applied what others appended`() async throws {
    let log = MemoryLog()
    let one = try await LoggedLedger(log, named: "one")
    one.ledger.log?.start()
    _ = try await one.ledger.file(Self.answer("1", on: 1))
    let two = try await LoggedLedger(log, named: "two")
    two.ledger.log?.start()
    try await two.ledger.log?.expectCurrent(within: .seconds(600))
    #expect(try await two.ledger.users.details(of: ID("ada")) != nil)
    await log.beSilent(true)
    await #expect(throws: LedgerError.self) {
      try await two.ledger.log?.expectCurrent(within: .milliseconds(100))
    }
    try await one.end()
    try await two.end()
  }
}
