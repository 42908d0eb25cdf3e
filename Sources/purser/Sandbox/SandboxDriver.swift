import Foundation
import Persistence
import ServiceCore
import ServiceLifecycle
import StoreSimulator

/// Moves a sandbox along: lets its stores sell and notify, polls them, and advances the clock
/// through what falls due.
actor SandboxDriver: Service {
  private let clock: VirtualClock
  private let simulator: Simulator
  private let session: StoreSession
  private let folder: SandboxFolder
  /// No certificate or key of a sandbox lasts longer.
  private let end: Date
  private let pollPeriod: TimeInterval
  private let report: @Sendable (any Error) -> Void
  private var isAdvancing = false
  private var isWorking = false
  private var isEnding = false
  private var nextPoll: Date
  private var savedChanges = -1

  /// Real time between two looks for what is due.
  private static let interval = Duration.milliseconds(200)
  /// How long a sandbox lasts, in seconds.
  private static let lifetime: TimeInterval = 5 * 365 * 86_400
  /// How long an advance waits at one instant for jobs in progress.
  private static let jobTimeout = Duration.seconds(20)

  init(
    _ clock: VirtualClock,
    _ simulator: Simulator,
    _ session: StoreSession,
    _ folder: SandboxFolder,
    beganAt: Date,
    pollPeriod: TimeInterval,
    report: @escaping @Sendable (any Error) -> Void
  ) {
    (self.clock, self.simulator) = (clock, simulator)
    (self.session, self.folder) = (session, folder)
    end = beganAt.addingTimeInterval(Self.lifetime)
    self.pollPeriod = pollPeriod
    self.report = report
    nextPoll = clock.now
  }

  /// Does what is due until the graceful shutdown, which ends an advance at its next step.
  func run() async throws {
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.interval) }
      guard !isAdvancing else { continue }
      do {
        try await work()
        try await save()
      } catch {
        if !Task.isCancelled { report(error) }
      }
    }
    isEnding = true
    while isAdvancing { try await Task.sleep(for: .milliseconds(5)) }
    try await save(always: true)
    try folder.saveClock(clock.now, isGoing: false)
  }

  /// Advances the clock from one thing that is due to the next: the stores' renewals and
  /// notifications, the polls, and the jobs. Each is in the ledger before the clock moves on.
  func advance(to instant: Date) async throws {
    guard !isAdvancing else { throw SandboxError.advancing }
    guard instant <= end else { throw SandboxError.tooFar }
    isAdvancing = true
    defer { isAdvancing = false }
    while isWorking { try await Task.sleep(for: .milliseconds(5)) }
    var past = Date.distantPast
    while clock.now < instant {
      guard !isEnding, !Task.isCancelled else { throw CancellationError() }
      let now = clock.now
      var dues = [instant, nextPoll]
      if let due = await simulator.nextDue() { dues.append(due) }
      if let due = try await session.ledger.jobs.nextDue() { dues.append(due) }
      // The clock goes on during the work: what fell due in it comes before the next move, once.
      if let due = dues.filter({ $0 > past && $0 <= now }).min() {
        past = due
      } else {
        clock.move(to: min(dues.filter { $0 > now }.min() ?? instant, instant))
      }
      try await work()
      try await finishJobs()
    }
    try await save()
    try folder.saveClock(clock.now, isGoing: true)
  }

  /// Lets the stores do, and send, what is due, and polls them if it is time.
  private func work() async throws {
    isWorking = true
    defer { isWorking = false }
    try await simulator.tick()
    try await simulator.sendDue(by: SimulatorServer.post)
    let now = clock.now
    guard now >= nextPoll else { return }
    let periods = (now.timeIntervalSince1970 / pollPeriod).rounded(.down) + 1
    nextPoll = Date(timeIntervalSince1970: periods * pollPeriod)
    _ = try await session.service.jobs.poll(by: session.actor)
  }

  /// Runs the jobs that are due, and waits for those that the server runs.
  private func finishJobs() async throws {
    let start = ContinuousClock.now
    while true {
      _ = try await session.runner().run(until: .whenIdle)
      let running = try await session.service.jobs.lengths().running
      guard running > 0, start.duration(to: .now) < Self.jobTimeout else { return }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Saves the stores' state if it has changed.
  func save(always: Bool = false) async throws {
    let changes = await simulator.changes
    guard always || changes != savedChanges else { return }
    try folder.stores.keep(await simulator.state)
    savedChanges = changes
  }
}
