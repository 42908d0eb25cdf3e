import Entitlements
package import Foundation
internal import Synchronization

/// How long one request may wait for the shared log.
///
/// A request may wait for a position, for a session that began on another node, and for each of its
/// changes. Every wait has a limit of its own; without a common one, a client would learn late that
/// there is no answer. What a request does beside takes time, too, so that while the log is silent
/// all of the request counts.
package final class LogWaitBudget: Sendable {
  /// That of the request that this task works for.
  @TaskLocal package static var current: LogWaitBudget?

  /// When the request has lasted for the whole limit.
  let end: ContinuousClock.Instant
  private let maxSilence: TimeInterval
  private let rest: Mutex<Duration>

  /// `maxSilence` is the time in seconds since the log's last answer from which on it is taken for
  /// silent. One that nobody appends to is asked once a second.
  package init(_ limit: Duration, maxSilence: TimeInterval = 1.5) {
    end = .now + limit
    self.maxSilence = maxSilence
    rest = Mutex(limit)
  }

  /// Whether the log doesn't answer, as far as is known.
  func isSilent(_ status: SharedLogStatus) -> Bool {
    status.fault != nil || (status.silence(at: Date()) ?? .infinity) > maxSilence
  }

  /// Whether the request has to be refused because the log is silent.
  func isOver(_ status: SharedLogStatus) -> Bool { end <= .now && isSilent(status) }

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

extension LogConnection {
  /// Waits until the log answers, before work for a request whose result is to be appended.
  ///
  /// - Throws: if nothing can be appended, or the request has to be refused before.
  package func expectAnswers() async throws(LedgerError) {
    guard let budget = LogWaitBudget.current else { return }
    try await expectFollowing(by: budget.end)
    while budget.isSilent(status) {
      guard !budget.isOver(status), !Task.isCancelled else { throw .unansweredByLog }
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Waits until the ledger has applied what the log holds now.
  ///
  /// - Throws: if that took longer than `limit`, or if nothing can be appended.
  package func expectCurrent(within limit: Duration) async throws(LedgerError) {
    try await expectFollowing(by: .now + limit)
    guard await !catchUp(upTo: limit) else { return }
    let status = status
    throw .logStopped(
      reason: status.fault
        ?? "The ledger has applied the shared log up to position \(status.position) of "
        + "\(status.head). Nothing was written; try again, or let purser serve catch up."
    )
  }

  /// Returns when the request that this task works for has to be refused because the log is silent,
  /// or when the task is cancelled.
  package func waitForRefusal() async {
    let budget = LogWaitBudget.current
    if let budget { try? await Task.sleep(until: budget.end) }
    while !Task.isCancelled, budget?.isOver(status) != true {
      try? await Task.sleep(for: .milliseconds(50))
    }
  }
}
