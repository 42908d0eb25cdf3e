import Dispatch
import Synchronization

/// What must hold for any request whatever, beyond that nothing traps.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// A request as text: its first line, its headers, an empty line and its body.
  case http

  /// The first property that does not hold, in words; `nil` when all do.
  ///
  /// It blocks its thread, so no task may call it.
  func fault(_ input: [UInt8], thoroughly: Bool = true) throws -> String? {
    let (end, outcome) = (DispatchSemaphore(value: 0), Outcome())
    Task.detached {
      outcome.set(await Result { () async throws in try await answerFault(input) })
      end.signal()
    }
    end.wait()
    return try outcome.get()
  }

  /// The same for tasks.
  func answerFault(_ input: [UInt8]) async throws -> String? {
    switch self {
    case .http: try await OpenEndpoints.current().fault(RequestText(input))
    }
  }
}

/// What a task hands to the thread that waits for it.
private final class Outcome: Sendable {
  private let result = Mutex<Result<String?, any Error>>(.success(nil))

  func set(_ new: Result<String?, any Error>) { result.withLock { $0 = new } }
  func get() throws -> String? { try result.withLock(\.self).get() }
}

extension Result where Failure == any Error {
  fileprivate init(_ work: () async throws -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
