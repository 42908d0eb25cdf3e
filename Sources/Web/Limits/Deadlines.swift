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
    private let work = Mutex<(task: Task<Void, Never>?, isOff: Bool)>((nil, false))

    init(_ continuation: CheckedContinuation<WebResponse?, Never>) {
      waiting = Mutex(continuation)
    }

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

    /// Calls the work off, also where it has not begun.
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
    /// When all has to be over.
    var end: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  package init() {}

  /// From now on nobody waits for longer than until then, and what is not done by then is called off.
  package func endAll(by end: ContinuousClock.Instant) {
    state.withLock { state in
      state.end = end
      for index in state.races.indices { state.races[index].due = min(state.races[index].due, end) }
    }
  }

  /// What the work came to; `nil` where it takes until `due`, and goes on.
  ///
  /// `executor` does the work; `nil` leaves it to the system's threads.
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

  private func tick() async {
    repeat { try? await Task.sleep(for: Self.tick) } while endDue()
  }

  /// - Returns: Whether somebody still waits.
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
