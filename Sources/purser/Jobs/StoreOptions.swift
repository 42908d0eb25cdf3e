import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Stores
import Synchronization
import UnixSignals

/// The options of all commands that query a store.
struct StoreOptions: ParsableArguments {
  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions
  @OptionGroup var operator_: OperatorOptions

  /// The settings, the verifier, and the path of the ledger.
  func assembled() throws -> (assembly: Assembly, ledgerPath: String) {
    let assembly = try Assembly(settings, trust)
    return (assembly, place.ledger ?? assembly.ledgerPath)
  }

  /// Runs the work with a ledger and the stores, and ends the process with its status. Ctrl-C stops
  /// early and returns running jobs to the queue. A dry run opens the ledger read-only.
  ///
  /// - Throws: Exit status 2 if the operator's role does not suffice.
  func run(
    needing role: OperatorRole = .read,
    isDryRun: Bool = false,
    _ work: @escaping @Sendable (StoreSession) async throws -> ExitCode
  ) throws -> Never {
    let assembly = try Assembly(settings, trust)
    try operator_.person(in: assembly.settings.team).expect(role)
    let ledger =
      isDryRun
      ? try Ledger(readingOnly: place.ledger ?? assembly.ledgerPath)
      : try assembly.open(place, asksStores: true)
    let (session, close) = try session(assembly, ledger)
    Blocking.run {
      if let log = ledger.log, await !log.catchUp(upTo: LedgerSettings.commandPatience) {
        Console.print("The shared log does not answer in time: the ledger may lack what it holds.")
      }
      if !isDryRun {
        try await session.service.actions.chooseAccountForms(
          assembly.settings.accountForms,
          by: session.actor
        )
      }
      let status = try await Interruption.first { try await work(session) }
      await close()
      await ledger.log?.stop()
      try await ledger.close()
      return status
    }
  }

  /// A session on the ledger, and a closure that closes its connections. Without `asks` it has no
  /// stores.
  func session(
    _ assembly: Assembly,
    _ ledger: Ledger,
    asks: Bool = true,
    directory: Directory? = nil
  ) throws -> (session: StoreSession, close: @Sendable () async -> Void) {
    let reader = try documents.reader(assembly)
    let team = assembly.settings.team
    let person = try operator_.person(in: team)
    let now = SandboxFolder.clock(ofLedger: place.ledger ?? assembly.ledgerPath)
    func service(asking stores: [Store: StoreClient]) -> EntitlementService {
      EntitlementService(
        ledger: ledger,
        receipts: assembly.verifier,
        reader: reader,
        stores: stores,
        policy: assembly.settings.jobs,
        world: Dependencies(now: now),
        directory: directory
      )
    }
    func session(_ service: EntitlementService) -> StoreSession {
      StoreSession(ledger: ledger, service: service, person: person, team: team)
    }
    let filing = service(asking: [:])
    guard asks else { return (session(filing), {}) }
    var time = StoreTime.live
    time.now = now
    let stores = try assembly.storeClients(keys: filing, time: time)
    return (session(service(asking: stores.clients)), { await stores.shutdown() })
  }
}

/// A ledger, the service with its stores, and the operator.
struct StoreSession: Sendable {
  let ledger: Ledger
  let service: EntitlementService
  /// The operator, and the others.
  let person: Operator
  let team: Team

  /// The name in the audit log.
  var actor: String { person.name }

  init(ledger: Ledger, service: EntitlementService, person: Operator, team: Team) {
    (self.ledger, self.service, self.person, self.team) = (ledger, service, person, team)
  }

  /// A session of the program's own work, which no role limits.
  init(ledger: Ledger, service: EntitlementService, actor: String) {
    let person = Operator(account: actor, name: actor, role: .money)
    self.init(ledger: ledger, service: service, person: person, team: Team())
  }

  /// Whether the action has to wait for a second operator.
  func wantsApproval(of action: StoreActionRequest) -> Bool {
    team.wantsSecondPerson && action.role == .money
  }

  /// The number of concurrent jobs: enough for 50 requests per second at a latency of half a
  /// second.
  static let width = 32

  /// Runs jobs until the task is cancelled.
  func work() async throws { _ = try await runner().run(until: .never) }

  func runner(width: Int = Self.width, lease: TimeInterval = JobRunner.usualLease) -> JobRunner {
    JobRunner(
      service: service,
      name: "\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8))",
      width: width,
      lease: lease
    )
  }
}

/// Handles SIGINT and SIGTERM.
enum Interruption {
  /// Runs the work and cancels it at the first signal. Returns its result even if it was cancelled.
  static func first<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let task = Task { try await work() }
    let watch = Task {
      for await _ in signals {
        task.cancel()
        return
      }
    }
    defer { watch.cancel() }
    return try await task.value
  }
}

/// Enqueues a batch of tasks, runs those that can be run now, and prints the result of each.
struct JobBatchRun: Sendable {
  let session: StoreSession
  let tasks: TaskPages
  /// The noun in the batch's name.
  let noun: String

  /// - Returns: 0 all done, 2 at least one failed, 3 at least one left to retry, 130 cancelled.
  func run() async throws -> ExitCode {
    let batch = try await enqueued()
    return try await Self.work(off: batch.name, of: batch.count, in: session)
  }

  /// Enqueues the tasks without running them.
  func queue() async throws -> ExitCode {
    let batch = try await enqueued()
    try StandardStream.print("\(batch.count - batch.alreadyOpen) queued as \(batch.name)")
    return .success
  }

  private func enqueued() async throws -> JobBatch {
    var batch = JobBatch(noun)
    try await tasks.forEach(in: session.ledger) { tasks in
      try await session.service.jobs.enqueue(tasks, into: &batch, by: session.actor)
    }
    if batch.alreadyOpen > 0 {
      Console.print("\(batch.alreadyOpen) of \(batch.count) were already queued")
    }
    return batch
  }

  /// Runs the jobs that can be run now, and prints the batch's counts.
  static func work(
    off batch: String,
    of count: Int,
    in session: StoreSession
  ) async throws -> ExitCode {
    let progress = JobProgress(of: count)
    _ = try await session.runner().run(until: .whenIdle) { job, ending in
      progress.write(job, ending)
    }
    progress.end()
    let counts = try await session.ledger.jobs.counts(batch: batch)
    let left = (counts[.waiting] ?? 0) + (counts[.running] ?? 0)
    try StandardStream.print(
      "\(counts[.done] ?? 0) done, \(counts[.failed] ?? 0) failed, \(left) left"
    )
    if left > 0 {
      let due = try await session.ledger.jobs.nextDue().map {
        ", the next at \($0.formatted(.iso8601))"
      }
      Console.print(
        "The rest stays in the queue as \(batch)\(due ?? ""): purser jobs run continues it."
      )
    }
    if Task.isCancelled { return ExitCode(130) }
    if counts[.failed] ?? 0 > 0 { return ExitCode(2) }
    return ExitCode(left > 0 ? 3 : 0)
  }
}

/// Prints a line for each job on standard output, and the progress on a terminal.
struct JobProgress: Sendable {
  private let bar: Progress?
  private let count = Counter()

  /// `whole` is `nil` if the number of jobs is unknown.
  init(of whole: Int?) { bar = whole.map { Progress(of: $0, "jobs") } }

  func write(_ job: JobRow, _ ending: JobCompletion) {
    bar?.end()
    let marker =
      switch ending.state {
      case .done: "ok  "
      case .failed: "no  "
      case .postponed: "wait"
      }
    let subject = JobTask(stored: job.task)?.subject ?? job.kind
    let detail = ending.detail.map { ": \($0)" } ?? ""
    try? StandardStream.print(safe: "\(marker) \(subject)  \(ending.outcome)\(detail)")
    bar?.update(count.next())
  }

  func end() { bar?.end() }
}

/// The tasks of a batch, with one page in memory at a time.
struct TaskPages: Sendable {
  private static let size = 1_000

  private let named: [JobTask]
  private let search: Search?
  private let maxFound: Int

  /// The named tasks, then the verification of the subscriptions that a search finds.
  init(_ named: [JobTask], and search: Search? = nil, atMost maxFound: Int = 0) {
    self.named = named
    self.search = search
    self.maxFound = maxFound
  }

  func forEach(in ledger: Ledger, _ body: ([JobTask]) async throws -> Void) async throws {
    if !named.isEmpty { try await body(named) }
    guard let search else { return }
    var left = maxFound
    var anchor = PageAnchor<ListCursor>.first
    while left > 0 {
      let found = try await ledger.search.subscriptions(
        matching: search,
        by: RowList.subs.sorts[0],
        at: anchor,
        limit: min(Self.size, left)
      )
      let tasks = found.page.rows.map { JobTask.verify($0.id) }
      if !tasks.isEmpty { try await body(tasks) }
      guard tasks.count == Self.size, let last = found.cursors.last else { return }
      anchor = .after(last)
      left -= tasks.count
    }
  }
}

/// A counter that several tasks share.
final class Counter: Sendable {
  private let value = Mutex(0)

  /// Increments the counter and returns its value.
  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}
