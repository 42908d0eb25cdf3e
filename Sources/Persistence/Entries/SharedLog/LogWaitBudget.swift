internal import Synchronization

/// How long all waits of one request for the shared log may take together.
///
/// A request may wait for a position, for a session that began on another node, and for each of its
/// changes. Every wait has a limit of its own; without a common one, a client would learn late that
/// there is no answer.
package final class LogWaitBudget: Sendable {
  /// That of the request that this task works for.
  @TaskLocal package static var current: LogWaitBudget?

  private let rest: Mutex<Duration>

  package init(_ limit: Duration) { rest = Mutex(limit) }

  /// Does work that waits. It is given its limit, which is less than `limit` where the request has
  /// waited before.
  static func wait<Value>(
    upTo limit: Duration,
    isolation: isolated (any Actor)? = #isolation,
    _ work: (Duration) async throws -> Value
  ) async rethrows -> Value {
    guard let budget = current else { return try await work(limit) }
    let start = ContinuousClock.now
    defer { budget.rest.withLock { $0 -= .now - start } }
    return try await work(min(limit, max(.zero, budget.rest.withLock(\.self))))
  }
}
