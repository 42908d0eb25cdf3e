import NIOCore
import NIOPosix

/// Runs tasks in the threads of event loops. In the ones that read connections a request that waits
/// for nothing is done without another thread: to wake one, and to be woken by it, takes longer than
/// much of what is to be done. Nothing that runs here may block.
final class LoopExecutor: TaskExecutor {
  private let loops: MultiThreadedEventLoopGroup

  init(_ loops: MultiThreadedEventLoopGroup) { self.loops = loops }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    // The one of the caller's thread, if that is one of them.
    loops.any().execute { job.runSynchronously(on: executor) }
  }

  /// Does this once in each of the threads.
  func runInThreads(_ work: @escaping @Sendable () -> Void) {
    for loop in loops.makeIterator() { loop.execute(work) }
  }
}
