import Foundation
import ServiceCore
import Stores
import Synchronization
import Testing

struct UnknownShareTests {
  @Test func `questions about unknown purchases wait for their share, others do not`() async throws
  {
    let naps = Mutex<[Duration]>([])
    let budget = StoreRateLimiter(
      [.googleSubscriptions: RateLimit(perSecond: 8, burst: 8)],
      time: StoreTime(
        now: { Date(timeIntervalSince1970: 0) },
        elapsed: { .zero },
        sleep: { nap in naps.withLock { $0.append(nap) } }
      )
    )
    try await QuerySubject.$isUnknown.withValue(true) {
      for _ in 0..<4 { try await budget.take(.googleSubscriptions) }
    }
    // Two a second, and two at once.
    #expect(naps.withLock { $0 } == [.milliseconds(500), .seconds(1)])
    for _ in 0..<4 { try await budget.take(.googleSubscriptions) }
    #expect(naps.withLock { $0.count } == 2, "what is on file goes at once")
  }
}
