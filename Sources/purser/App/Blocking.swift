import ArgumentParser
import Dispatch
import Terminal

/// The bridge from a synchronous `main` to work that waits.
enum Blocking {
  /// Does the work on the cooperative pool and ends the process with its status. The main thread
  /// is given up: nothing after this call runs.
  static func run(_ work: @escaping @Sendable () async throws -> ExitCode) -> Never {
    Task.detached {
      do {
        Purser.exit(withError: try await work())
      } catch {
        Failure.exit(error)
      }
    }
    dispatchMain()
  }

  /// Does the work on the cooperative pool and waits for it on this thread.
  static func wait<Answer: Sendable>(
    for work: @escaping @Sendable () async throws -> Answer
  ) throws -> Answer {
    let answers = try Mailbox<Result<Answer, any Error>>()
    Task.detached {
      do {
        answers.post(.success(try await work()))
      } catch {
        answers.post(.failure(error))
      }
    }
    guard let answer = answers.wait().first else { throw CancellationError() }
    return try answer.get()
  }
}
