import Foundation
import Mint
import ServiceCore
import Stores
import Synchronization

/// One clock for the stores, their clients and the service. It goes forward when it is told to, and
/// to the end of whatever anybody sleeps through.
final class VirtualClock: Sendable {
  private let start: Date
  private let instant: Mutex<Date>
  private let chances = Mutex(SplitMix64(seed: 5))

  init(at start: Date) {
    self.start = start
    instant = Mutex(start)
  }

  var now: Date { instant.withLock(\.self) }

  /// Never back.
  func advance(to instant: Date) { self.instant.withLock { $0 = max($0, instant) } }

  /// Those that sleep at the same time sleep through the same time.
  private func sleep(_ duration: Duration) {
    advance(to: now.addingTimeInterval(duration / .seconds(1)))
  }

  private func chance() -> Double { chances.withLock { Double.random(in: 0..<1, using: &$0) } }

  var context: Dependencies {
    Dependencies(now: { self.now }, chance: { self.chance() }, sleep: { self.sleep($0) })
  }

  var storeTime: StoreTime {
    StoreTime(
      now: { self.now },
      elapsed: { .seconds(self.now.timeIntervalSince(self.start)) },
      sleep: { self.sleep($0) }
    )
  }
}
