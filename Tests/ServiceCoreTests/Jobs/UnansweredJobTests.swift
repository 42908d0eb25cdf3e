import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Testing

extension `Jobs that ask a store` {
  @Test(.timeLimit(.minutes(10)))
  func `a store that never answers holds back no job that is added`() async throws {
    try await subscribe()
    try await queue(.verify(chain))
    let (questions, asked) = AsyncStream.makeStream(of: Void.self)
    let (answers, store) = AsyncStream.makeStream(of: Void.self)
    let (ends, ended) = AsyncStream.makeStream(of: JobRow.self)
    let patient = StoreClient(
      query: { _, _ async throws(StoreClientError) in
        asked.yield()
        for await _ in answers {}
        throw .cancelled
      },
      act: { _, _ async throws(StoreClientError) in throw .cancelled },
      check: { [] }
    )
    let service = EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      stores: [.google: patient],
      world: Dependencies(now: clock.world.now)
    )
    let runner = Task {
      try await JobRunner(service: service, name: "runner", width: 4).run(until: .never) { job, _ in
        ended.yield(job)
      }
    }
    for await _ in questions { break }
    try await queue(.lookUp(order: "MX1", .apple, StoreScope(app: "com.example.reader")))
    for await job in ends {
      #expect(job.kind == "look-up")
      break
    }
    runner.cancel()
    #expect(try await runner.value.postponed == 1)
    store.finish()
  }
}
