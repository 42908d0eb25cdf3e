import Foundation
import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#endif

/// The threads in which requests are worked on. Most of them take less than it takes to wake another
/// thread, and are done in the one that reads their connection. What may compute for long is done
/// elsewhere, so that no connection waits for it, and the longest have a thread that nothing else
/// waits for, and that takes the processor time that others leave.
struct WorkLanes: Sendable {
  /// Bodies up to so many bytes are worked on where they are read: notifications and tokens.
  private static let shortBody = 8 << 10
  /// Longer ones, of which a single one may take seconds: receipts of thousands of purchases.
  private static let longBody = 256 << 10

  /// The ledger's writer has a thread of its own, which is busy when requests are many.
  private static let threads = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)

  let loops = MultiThreadedEventLoopGroup(numberOfThreads: threads)
  let reading: LoopExecutor
  private let receipts = LoopExecutor(MultiThreadedEventLoopGroup(numberOfThreads: threads))
  private let longest = LoopExecutor(MultiThreadedEventLoopGroup(numberOfThreads: 1))

  /// What is longer than `longBody`, of which the longest that any endpoint takes fills it.
  private let longBodies = LongBodies(most: 8 << 20)

  init() {
    reading = LoopExecutor(loops)
    #if canImport(Glibc)
    // Linux counts niceness by thread.
    longest.runInThreads { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }
    #endif
  }

  /// Who works on a request whose body has so many bytes.
  func executor(for bytes: Int) -> LoopExecutor {
    bytes <= Self.shortBody ? reading : bytes <= Self.longBody ? receipts : longest
  }

  /// Does what a body of so many bytes is for, when there is room for what is made of it.
  func work(on bytes: Int, _ work: () async -> WebResponse) async -> WebResponse {
    guard bytes > Self.longBody else { return await work() }
    await longBodies.enter(bytes)
    defer { longBodies.leave(bytes) }
    return await work()
  }
}
