import Synchronization

/// Limits the wait for a task without cancelling the task.
///
/// A single timer serves all waiting tasks and runs only while there are any, as one timer per task
/// would cost more than much of the work.
package final class RequestTimeout: Sendable {
  /// The maximum delay of a timeout.
  private static let tick = Duration.milliseconds(50)

  /// A race between the work and its timeout.
  private final class Race: Sendable {
    private let waiting: Mutex<CheckedContinuation<WebResponse?, Never>?>
    private let work = Mutex<(task: Task<Void, Never>?, isOff: Bool)>((nil, false))

    init(_ continuation: CheckedContinuation<WebResponse?, Never>) { waiting = Mutex(continuation) }

    var isOver: Bool { waiting.withLock { $0 == nil } }

    func note(_ task: Task<Void, Never>) {
      let isOff = work.withLock { work in
        work.task = task
        return work.isOff
      }
      if isOff { task.cancel() }
    }

    func end(with answer: WebResponse?) {
      let continuation = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      continuation?.resume(returning: answer)
    }

    /// Cancels the work, even if it has not begun.
    func cancel() {
      let task = work.withLock { work in
        work.isOff = true
        return work.task
      }
      task?.cancel()
    }
  }

  private struct State {
    var races: [(due: ContinuousClock.Instant, race: Race)] = []
    var isTicking = false
    /// The instant by which all must end.
    var end: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  package init() {}

  /// Ends all waits by an instant and cancels work that is not done by then.
  package func endAll(by end: ContinuousClock.Instant) {
    state.withLock { state in
      state.end = end
      for index in state.races.indices { state.races[index].due = min(state.races[index].due, end) }
    }
  }

  /// The work's result; `nil` if it takes longer than until `due`, and continues.
  ///
  /// `executor` runs the work; `nil` means the default executor.
  package func answer(
    by due: ContinuousClock.Instant,
    on executor: (any TaskExecutor)? = nil,
    _ work: @escaping @Sendable () async -> WebResponse
  ) async -> WebResponse? {
    await withCheckedContinuation { continuation in
      let race = watch(continuation, due)
      race.note(Task(executorPreference: executor) { race.end(with: await work()) })
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
      state.races.append((min(due, state.end ?? due), race))
      defer { state.isTicking = true }
      return !state.isTicking
    }
    if isFirst { Task { await tick() } }
    return race
  }

  private func tick() async { repeat { try? await Task.sleep(for: Self.tick) } while endDue() }

  /// - Returns: Whether there are still waiting tasks.
  private func endDue() -> Bool {
    let now = ContinuousClock.now
    let (late, isTicking, isEnd) = state.withLock { state in
      state.races.removeAll { $0.race.isOver }
      let late = state.races.filter { $0.due <= now }.map(\.race)
      state.isTicking = !state.races.isEmpty
      return (late, state.isTicking, state.end.map { $0 <= now } ?? false)
    }
    for race in late {
      race.end(with: nil)
      if isEnd { race.cancel() }
    }
    return isTicking
  }
}
