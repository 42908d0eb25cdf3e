import Foundation
import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#endif

/// The threads that handle requests. Most requests take less time than switching threads and run on
/// the thread that reads their connection. Requests with possibly long computation run elsewhere,
/// so that no connection waits, and the longest on a separate low-priority thread.
struct WorkLanes: Sendable {
  /// Bodies up to this size are handled where they are read: notifications and tokens.
  private static let shortBody = 8 << 10
  /// Longer bodies may take seconds each: receipts of thousands of purchases.
  private static let longBody = 256 << 10

  /// The ledger's writer has its own thread, which is busy under load.
  private static let threads = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)

  let loops = MultiThreadedEventLoopGroup(numberOfThreads: threads)
  let reading: LoopExecutor
  private let receipts = LoopExecutor(MultiThreadedEventLoopGroup(numberOfThreads: threads))
  private let longest = LoopExecutor(MultiThreadedEventLoopGroup(numberOfThreads: 1))

  /// Limits bodies above `longBody`; the largest that any endpoint accepts uses all of it.
  private let longBodies = LargeBodyLimiter(most: 8 << 20)

  init() {
    reading = LoopExecutor(loops)
    #if canImport(Glibc)
    // On Linux, niceness is per thread.
    longest.runInThreads { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }
    #endif
  }

  /// The executor for a request with a body of this size.
  func executor(for bytes: Int) -> LoopExecutor {
    bytes <= Self.shortBody ? reading : bytes <= Self.longBody ? receipts : longest
  }

  /// Does the work for a body of this size, when there is memory for it.
  func work(on bytes: Int, _ work: () async -> WebResponse) async -> WebResponse {
    guard bytes > Self.longBody else { return await work() }
    await longBodies.enter(bytes)
    defer { longBodies.leave(bytes) }
    return await work()
  }
}

/// Runs tasks on event-loop threads. On the loops that read connections, a request that waits for
/// nothing completes without another thread, because switching threads takes longer than much of
/// the work. Tasks here must not block.
final class LoopExecutor: TaskExecutor {
  private let loops: MultiThreadedEventLoopGroup

  init(_ loops: MultiThreadedEventLoopGroup) { self.loops = loops }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    // The caller's own loop, if it is one of these.
    loops.any().execute { job.runSynchronously(on: executor) }
  }

  /// Runs the work once on each thread.
  func runInThreads(_ work: @escaping @Sendable () -> Void) {
    for loop in loops.makeIterator() { loop.execute(work) }
  }
}
