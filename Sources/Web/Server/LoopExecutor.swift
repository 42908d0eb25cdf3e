import NIOCore
import NIOPosix

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
