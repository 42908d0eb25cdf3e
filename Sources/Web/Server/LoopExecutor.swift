import NIOCore
import NIOPosix

/// Does what a request asks for in the thread that reads its connection, unless it waits for
/// something: to wake another thread, and to be woken by it, takes longer than much of what is to be
/// done. Nothing that runs here may block.
final class LoopExecutor: TaskExecutor {
  private let loops: MultiThreadedEventLoopGroup

  init(_ loops: MultiThreadedEventLoopGroup) { self.loops = loops }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    // The one of the caller's thread, if that is one of them.
    loops.any().execute { job.runSynchronously(on: executor) }
  }
}
