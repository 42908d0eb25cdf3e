import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import StoreSimulator
import Stores
import Testing

@Suite struct `A queue after an outage` {
  private static let limit = RateLimit(perSecond: 10, burst: 10)

  /// Does the whole queue, however long that takes by the clock.
  private func workOff(
    _ ledger: Ledger,
    _ service: EntitlementService,
    _ clock: VirtualClock
  )
    async throws
  {
    while let due = try await ledger.jobs.nextDue() {
      clock.advance(to: due)
      _ = try await JobRunner(service: service, name: "runner", width: 16).run(until: .whenIdle)
    }
  }

  /// A store within its budget that nobody reaches before `back`, and that knows nothing.
  private func store(until back: Date, _ clock: VirtualClock) -> StoreClient {
    let budget = StoreRateLimiter([.appleLookup: Self.limit], time: clock.storeTime)
    return StoreClient(
      ask: { _, _ async throws(StoreClientError) in
        do { try await budget.take(.appleLookup) } catch { throw .cancelled }
        guard clock.now >= back else { throw .unreachable(.apple, .timeout) }
        throw .status(.apple, http: 404, code: nil, .final)
      },
      act: { _, _ async throws(StoreClientError) in throw .cancelled },
      check: { [] }
    )
  }

  @Test(arguments: [1, 6])
  func `drains within a fifth of the time that the rate budget takes`(hours: Int) async throws {
    let clock = VirtualClock(at: noon)
    let back = noon.addingTimeInterval(Double(hours) * 3_600)
    let ledger = try Ledger.inMemory()
    let service = EntitlementService(
      ledger: ledger,
      receipts: try ReceiptVerifier(),
      stores: [.apple: store(until: back, clock)],
      world: clock.context
    )
    let backlog = 2_000
    let drafts = (0..<backlog).map { number in
      JobTask.lookUp(order: "MX\(number)", .apple, StoreScope(app: Marketplace.app))
        .draft(by: "test", dueAt: noon)
    }
    #expect(try await ledger.jobs.enqueue(drafts, at: noon) == backlog)
    try await workOff(ledger, service, clock)
    #expect(try await ledger.jobs.counts() == [.done: backlog])
    let unavoidable = Double(backlog) / Self.limit.perSecond
    #expect(clock.now.timeIntervalSince(back) <= 1.2 * unavoidable)
  }
}
