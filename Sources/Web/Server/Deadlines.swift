import Synchronization

/// Waiting for work no longer than so long, without calling it off.
///
/// One clock ticks for all who wait, and only while somebody does: a timer for each would take longer
/// than much of the work.
package final class Deadlines: Sendable {
  /// How late one may be.
  private static let tick = Duration.milliseconds(50)

  /// Of two ends the first one counts.
  private final class Race: Sendable {
    private let waiting: Mutex<CheckedContinuation<WebResponse?, Never>?>

    init(_ continuation: CheckedContinuation<WebResponse?, Never>) {
      waiting = Mutex(continuation)
    }

    var isOver: Bool { waiting.withLock { $0 == nil } }

    func end(with answer: WebResponse?) {
      let continuation = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      continuation?.resume(returning: answer)
    }
  }

  private struct State {
    var races: [(due: ContinuousClock.Instant, race: Race)] = []
    var isTicking = false
  }

  private let executor: (any TaskExecutor)?
  private let state = Mutex(State())

  /// `executor` does the work; `nil` leaves it to the system's threads.
  package init(executor: (any TaskExecutor)?) { self.executor = executor }

  /// What the work came to; `nil` where it takes until `due`, and goes on.
  package func answer(
    by due: ContinuousClock.Instant,
    _ work: @escaping @Sendable () async -> WebResponse
  ) async -> WebResponse? {
    await withCheckedContinuation { continuation in
      let race = watch(continuation, due)
      Task(executorPreference: executor) { race.end(with: await work()) }
    }
  }

  /// Waits until then, or a tick longer.
  func pause(until due: ContinuousClock.Instant) async {
    _ = await withCheckedContinuation { continuation in _ = watch(continuation, due) }
  }

  private func watch(
    _ continuation: CheckedContinuation<WebResponse?, Never>,
    _ due: ContinuousClock.Instant
  ) -> Race {
    let race = Race(continuation)
    let isFirst = state.withLock { state in
      state.races.append((due, race))
      defer { state.isTicking = true }
      return !state.isTicking
    }
    if isFirst { Task { await tick() } }
    return race
  }

  private func tick() async {
    repeat { try? await Task.sleep(for: Self.tick) } while endDue()
  }

  /// - Returns: Whether somebody still waits.
  private func endDue() -> Bool {
    let now = ContinuousClock.now
    let (late, isTicking) = state.withLock { state in
      state.races.removeAll { $0.race.isOver }
      let late = state.races.filter { $0.due <= now }.map(\.race)
      state.isTicking = !state.races.isEmpty
      return (late, state.isTicking)
    }
    for race in late { race.end(with: nil) }
    return isTicking
  }
}
