import ArgumentParser
import Dispatch
import Terminal

/// Runs asynchronous work from a synchronous `main`.
enum Blocking {
  /// Runs the work on the cooperative pool and ends the process with its status. Never returns.
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

  /// Runs the work on the cooperative pool and blocks this thread until it ends.
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
