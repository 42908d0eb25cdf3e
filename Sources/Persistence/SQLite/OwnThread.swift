import Foundation

/// Runs what may block for long on a thread of its own. The shared thread pool has one thread for
/// each core, and what the blocked one waits for may need it.
enum OwnThread {
  static func run<Answer: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    let result = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: Result { () throws(Failure) in try body() })
      }
    }
    return try result.get()
  }
}
