import Foundation
import Stores
import Synchronization
import Testing

struct RateBudgetTests {
  /// A clock that only moves when somebody sleeps, and remembers for how long.
  private final class Sleeper: Sendable {
    private let slept = Mutex<[Duration]>([])
    let refuses: Bool

    init(refuses: Bool = false) { self.refuses = refuses }

    var naps: [Duration] { slept.withLock { $0 } }

    func time(at elapsed: @escaping @Sendable () -> Duration) -> StoreTime {
      StoreTime(
        now: { Date(timeIntervalSince1970: 0) },
        elapsed: elapsed,
        sleep: { nap in
          self.slept.withLock { $0.append(nap) }
          if self.refuses { throw CancellationError() }
        }
      )
    }
  }

  @Test func `so many go at once, and then one after the other`() async throws {
    let sleeper = Sleeper()
    let budget = StoreRateLimiter(
      [.amazon: RateLimit(perSecond: 10, burst: 3)],
      time: sleeper.time { .zero }
    )
    for _ in 0..<6 { try await budget.take(.amazon) }
    #expect(sleeper.naps == [.milliseconds(100), .milliseconds(200), .milliseconds(300)])
  }

  @Test func `a rest fills the bucket, and no higher than it is`() async throws {
    let sleeper = Sleeper()
    let clock = Mutex(Duration.zero)
    let budget = StoreRateLimiter(
      [.amazon: RateLimit(perSecond: 10, burst: 2)],
      time: sleeper.time { clock.withLock { $0 } }
    )
    for _ in 0..<2 { try await budget.take(.amazon) }
    clock.withLock { $0 = .seconds(3_600) }
    for _ in 0..<3 { try await budget.take(.amazon) }
    #expect(sleeper.naps == [.milliseconds(100)])
  }

  @Test func `one bucket says nothing of another`() async throws {
    let sleeper = Sleeper()
    let budget = StoreRateLimiter(
      [.amazon: RateLimit(perSecond: 1, burst: 1)],
      time: sleeper.time { .zero }
    )
    try await budget.take(.amazon)
    try await budget.take(.microsoft)
    #expect(sleeper.naps.isEmpty)
  }

  @Test func `a turn that is given up goes to the next`() async throws {
    let sleeper = Sleeper(refuses: true)
    let budget = StoreRateLimiter(
      [.amazon: RateLimit(perSecond: 1, burst: 1)],
      time: sleeper.time { .zero }
    )
    try await budget.take(.amazon)
    for _ in 0..<3 {
      await #expect(throws: CancellationError.self) { try await budget.take(.amazon) }
    }
    #expect(sleeper.naps == Array(repeating: .seconds(1), count: 3))
  }

  @Test func `the sandbox of Apple's gets a tenth`() {
    let pairs: [(RateLimitKey, RateLimitKey)] = [
      (.appleReading, .appleSandboxReading), (.appleChanging, .appleSandboxChanging),
      (.appleLookup, .appleSandboxLookup), (.appleTest, .appleSandboxTest),
    ]
    for (production, sandbox) in pairs {
      #expect(sandbox.published.perSecond == production.published.perSecond / 10)
    }
  }
}
