package import Entitlements
package import Foundation
package import Persistence

/// Intervals and retention times of jobs and queries.
package struct JobPolicy: Equatable, Sendable {
  /// The interval between polls, in seconds.
  package var pollPeriod: TimeInterval = 12 * 3_600
  /// How long an ended job is retained, in seconds.
  package var endedRetention: TimeInterval = 30 * 86_400
  /// How long after a store's answer the ledger answers for a resubmitted purchase, in seconds: for
  /// one that is about to end or unsettled, and for any other.
  package var shortRequeryInterval: TimeInterval = 5 * 60
  package var requeryInterval: TimeInterval = 6 * 3_600
  /// How long an unused login of a player without records is retained, in seconds.
  package var loginRetention: TimeInterval = 400 * 86_400

  package init() {}
}

/// The queries of a poll.
package struct PollPlan: Equatable, Sendable {
  package var candidates: [PollCandidate] = []
  /// Intervals of Apple's notification history.
  package var histories: [JobTask] = []
  /// Google's voided-purchases lists and Microsoft's clawback queue.
  package var voids: [JobTask] = []
  var marks: [ReadPosition] = []

  package var count: Int { candidates.count + histories.count + voids.count }
}

/// The result of a poll.
package struct PollReport: Equatable, Sendable {
  package var plan: PollPlan
  /// New jobs.
  package var added: Int
  /// Old ended jobs that were deleted.
  package var forgotten: Int
}

/// The queued jobs: store queries, store actions and webhooks.
package struct Jobs: ServiceInterface {
  let service: EntitlementService

  /// The maximum number of candidates per poll; the rest follow in the next one.
  private static let maxCandidates = 100_000
  /// The longest step between two spread-out queries, in seconds.
  private static let maxStep: TimeInterval = 1
  /// Apple retries after 1, 12, 24, 48 and 72 hours. A longer gap lost something.
  private static let retryWindow: TimeInterval = (1 + 12 + 24 + 48 + 72) * 3_600
  /// Silence that is long enough for a query.
  private static let timeout: TimeInterval = 24 * 3_600
  /// The latest events may not be listed yet.
  private static let overlap: TimeInterval = 3_600
  /// The longest history interval of one job.
  private static let maxHistoryInterval: TimeInterval = 30 * 86_400

  /// The queries that a poll would make now.
  package func pollPlan() async throws(ServiceError) -> PollPlan {
    let now = now()
    var plan = PollPlan()
    plan.candidates = try await wrapping(
      try await ledger.storeQueries.pollCandidates(at: now, limit: Self.maxCandidates)
    )
    for app in stores[.apple]?.apps ?? [] {
      for environment in [Environment.production, .sandbox] {
        try await addHistory(of: StoreScope(app: app, environment: environment), to: &plan, at: now)
      }
    }
    for app in stores[.google]?.apps ?? [] { plan.voids.append(try await voids(of: app, at: now)) }
    if stores[.microsoft]?.hasClawbacks == true { plan.voids.append(.clawbacks) }
    return plan
  }

  /// Enqueues the poll's queries and deletes jobs that ended long ago; each query runs once per
  /// period. The stores' rate limits determine the pace; with `spreads`, the queries are spread
  /// over at most a quarter of the period.
  package func poll(
    by actor: String,
    spreads: Bool = false
  ) async throws(ServiceError) -> PollReport {
    let (now, plan) = (now(), try await pollPlan())
    let slot = Int((now.timeIntervalSince1970 / policy.pollPeriod).rounded(.down))
    let step =
      spreads ? min(Self.maxStep, policy.pollPeriod / 4 / Double(max(plan.candidates.count, 1))) : 0
    var drafts = plan.candidates.enumerated().map { index, candidate in
      JobTask.verify(candidate.chain).draft(
        by: actor,
        batch: "poll-\(slot)",
        slot: "poll \(slot)",
        dueAt: now.addingTimeInterval(step * Double(index))
      )
    }
    drafts += plan.histories.map { $0.draft(by: actor, batch: "poll-\(slot)", dueAt: now) }
    drafts += plan.voids.map {
      $0.draft(by: actor, batch: "poll-\(slot)", slot: "poll \(slot)", dueAt: now)
    }
    var further = FilingBatch(at: now)
    further.marks = plan.marks
    let (all, marks) = (drafts, further)
    _ = try await wrapping(
      try await ledger.playFab.deleteLogins(
        unusedSince: now.addingTimeInterval(-policy.loginRetention),
        at: now
      )
    )
    return try await wrapping(
      PollReport(
        plan: plan,
        added: try await ledger.jobs.enqueue(all, also: marks, at: now),
        forgotten: try await ledger.jobs.delete(
          endedBefore: now.addingTimeInterval(-policy.endedRetention),
          except: [JobTask.actionKind, JobTask.approvalKind],
          at: now
        )
      )
    )
  }

  /// Adds the intervals in which notifications may have been missed. After an outage of the
  /// endpoint, Apple lists what it could not deliver; if nothing arrives any more, another server
  /// may have acknowledged the notifications, so all are read.
  private func addHistory(
    of storeScope: StoreScope,
    to plan: inout PollPlan,
    at now: Date
  ) async throws(ServiceError) {
    let environment = storeScope.environment ?? .production
    let isProduction = environment == .production
    let horizon = HistoryWindow.notifications(in: environment, at: now)
    let name = StoreQueries.historyMark(storeScope)
    // An unused sandbox is skipped.
    let isUsed = try await wrapping(
      try await ledger.storeQueries.hasPurchases(of: .apple, environment, storeScope.app)
    )
    guard isProduction || isUsed else { return }
    let mark = try await wrapping(try await ledger.readPosition(name))
    let (silences, last) = try await wrapping(
      try await ledger.storeQueries.notificationGaps(
        of: storeScope.app,
        environment,
        since: max(mark.map { Date(millisecondsSince1970: $0) } ?? horizon, horizon),
        // Apple does not retry in the sandbox.
        gap: isProduction ? Self.retryWindow : Self.timeout,
        timeout: Self.timeout,
        at: now
      )
    )
    for silence in silences {
      var from = silence.from
      while from < silence.until {
        let until = min(from.addingTimeInterval(Self.maxHistoryInterval), silence.until)
        plan.histories.append(
          .notifications(storeScope, from: from, until: until, onlyFailures: silence.isOver)
        )
        from = until
      }
    }
    let isSilent = silences.last?.isOver == false
    guard let end = isSilent ? now.addingTimeInterval(-Self.overlap) : last else { return }
    let position = max(end.millisecondsSince1970, mark ?? 0)
    if position > mark ?? 0 { plan.marks.append(ReadPosition(name, at: position)) }
  }

  func voids(of app: String, at now: Date) async throws(ServiceError) -> JobTask {
    let mark = try await wrapping(try await ledger.readPosition(StoreQueries.voidMark(app)))
    let horizon = HistoryWindow.voids(at: now)
    let from = mark.map { Date(millisecondsSince1970: $0).addingTimeInterval(-Self.overlap) }
    return .voids(app: app, from: max(from ?? horizon, horizon), until: now)
  }
}

extension Jobs {
  /// Cancels waiting jobs. The audit log records who did.
  package func cancel(
    _ chosen: ChosenJobs,
    by person: Operator
  ) async throws(ServiceError) -> JobChange {
    let left = try await reserved(for: person, among: chosen)
    let now = now()
    var count = 0
    for part in try await parts(of: chosen, except: left) {
      let further = audit("job-cancel", chosen.jobs == nil ? chosen : part, person)
      count += try await wrapping(
        try await ledger.jobs.cancel(jobs: part.jobs, batch: part.batch, also: further, at: now)
      )
    }
    return JobChange(count: count, left: left)
  }

  /// Retries failed jobs, unless the same task was requested since; with `alsoWaiting`, makes waiting
  /// jobs due now. An action without approval goes on waiting for it. The audit log records who did.
  package func retry(
    _ chosen: ChosenJobs,
    alsoWaiting: Bool = false,
    by person: Operator
  ) async throws(ServiceError) -> JobChange {
    let left = try await reserved(for: person, among: chosen)
    let approvals = try await wrapping(try await ledger.jobs.open([JobTask.approvalKind]))
    let now = now()
    var count = 0
    for part in try await parts(of: chosen, except: left + approvals.map(\.id)) {
      let further = audit("job-retry", chosen.jobs == nil ? chosen : part, person)
      // First those that wait, as retried jobs wait, too.
      let due =
        alsoWaiting
        ? try await wrapping(
          try await ledger.jobs.makeDue(jobs: part.jobs, batch: part.batch, also: further, at: now)
        ) : 0
      // The audit log tells of the part once.
      let unfiled = due > 0 ? FilingBatch() : further
      let retried = try await wrapping(
        try await ledger.jobs.retry(jobs: part.jobs, batch: part.batch, also: unfiled, at: now)
      )
      count += due + retried
    }
    return JobChange(count: count, left: left)
  }

  private static let partSize = 1_000

  /// All of the chosen jobs, or in parts those of them that are not excepted.
  private func parts(
    of chosen: ChosenJobs,
    except: [String]
  ) async throws(ServiceError) -> [ChosenJobs] {
    guard !except.isEmpty else { return [chosen] }
    var jobs = chosen.jobs ?? []
    if chosen.jobs == nil {
      jobs = try await wrapping(
        try await ledger.jobs.list(in: [.waiting, .failed], batch: chosen.batch, limit: .max)
      )
      .map(\.id)
    }
    let left = Set(except)
    jobs.removeAll { left.contains($0) }
    return stride(from: 0, to: jobs.count, by: Self.partSize).map { start in
      ChosenJobs(jobs: Array(jobs[start...].prefix(Self.partSize)), batch: chosen.batch)
    }
  }

  /// Those of the chosen jobs that need a higher role than the person has.
  private func reserved(
    for person: Operator,
    among chosen: ChosenJobs
  ) async throws(ServiceError) -> [String] {
    let kinds = [JobTask.actionKind, JobTask.approvalKind]
    let actions = try await wrapping(try await ledger.jobs.open(kinds))
    return actions.filter { job in
      chosen.contains(job) && (JobTask(stored: job.task)?.role ?? .money) > person.role
    }
    .map(\.id)
  }

  /// Enqueues tasks as one batch whose name begins with the noun.
  package func enqueue(
    _ tasks: [JobTask],
    _ noun: String,
    by actor: String
  ) async throws(ServiceError) -> JobBatch {
    var batch = JobBatch(noun)
    try await enqueue(tasks, into: &batch, by: actor)
    return batch
  }

  /// Enqueues tasks and adds them to a batch.
  package func enqueue(
    _ tasks: [JobTask],
    into batch: inout JobBatch,
    by actor: String
  ) async throws(ServiceError) {
    let (now, name) = (now(), batch.name)
    let drafts = tasks.map { $0.draft(by: actor, batch: name, dueAt: now) }
    let added = try await wrapping(try await ledger.jobs.enqueue(drafts, at: now))
    batch.count += drafts.count
    batch.alreadyOpen += drafts.count - added
  }

  /// Enqueues tasks as the batch, each only once in the slot, even after it is done.
  ///
  /// - Returns: The number of new jobs.
  package func enqueue(
    _ tasks: [JobTask],
    as batch: String,
    onceIn slot: String,
    by actor: String
  ) async throws(ServiceError) -> Int {
    let now = now()
    let drafts = tasks.map { $0.draft(by: actor, batch: batch, slot: slot, dueAt: now) }
    return try await wrapping(try await ledger.jobs.enqueue(drafts, at: now))
  }

  package func lengths() async throws(ServiceError) -> (waiting: Int, running: Int, failed: Int) {
    let counts = try await wrapping(try await ledger.jobs.counts(batch: nil))
    return (counts[.waiting] ?? 0, counts[.running] ?? 0, counts[.failed] ?? 0)
  }

  private func audit(_ action: String, _ chosen: ChosenJobs, _ person: Operator) -> FilingBatch {
    var batch = FilingBatch(at: now())
    let subjects = chosen.jobs ?? [chosen.batch ?? "all"]
    batch.audits = subjects.map { AuditDraft(action, of: $0, by: person.name) }
    return batch
  }
}

/// The jobs that an operator wants to change.
package struct ChosenJobs: Sendable {
  /// `nil` for all jobs.
  package var jobs: [String]?
  /// The batch that they must belong to; `nil` for any.
  package var batch: String?

  package init(jobs: [String]?, batch: String? = nil) { (self.jobs, self.batch) = (jobs, batch) }

  fileprivate func contains(_ job: JobRow) -> Bool {
    (jobs?.contains(job.id) ?? true) && (batch == nil || job.batch == batch)
  }
}

/// What became of the chosen jobs.
package struct JobChange: Equatable, Sendable {
  /// The number of changed jobs.
  package var count: Int
  /// The jobs that were left, because they need a higher role.
  package var left: [String]
}

extension JobTask {
  /// The role that an operator needs to cancel or retry its job.
  var role: OperatorRole {
    switch self {
    case .action(let action), .approval(let action): action.role
    default: .act
    }
  }
}

/// Polls once in every period until it is cancelled.
package struct Poller: Sendable {
  private let service: EntitlementService
  private let actor: String

  /// A fraction of the period, so that processes started together do not poll together.
  private static let jitter = 0.02
  /// Seconds between two extensions of the lease, which lasts three times as long.
  private static let leaseInterval: TimeInterval = 5

  package init(service: EntitlementService, actor: String) {
    self.service = service
    self.actor = actor
  }

  /// Polls until the task is cancelled. If the ledger fails, the next period tries again; `onPoll`
  /// receives each result.
  package func run(onPoll: @escaping @Sendable (Result<PollReport, ServiceError>) -> Void) async {
    while !Task.isCancelled {
      guard await service.sharedLog.holds(.polls) else {
        guard (try? await service.world.sleep(.seconds(10))) != nil else { return }
        continue
      }
      do throws(ServiceError) {
        onPoll(.success(try await service.jobs.poll(by: actor, spreads: true)))
      } catch {
        guard !Task.isCancelled else { return }
        onPoll(.failure(error))
      }
      let period = service.policy.pollPeriod
      let now = service.now().timeIntervalSince1970
      let next = ((now / period).rounded(.down) + 1 + Self.jitter * service.world.chance()) * period
      guard await rest(next - now) else { return }
    }
  }

  /// Sleeps, and keeps the lease meanwhile, so that no other node polls in the same period. False if
  /// the task is cancelled.
  private func rest(_ seconds: TimeInterval) async -> Bool {
    let slice = service.sharedLog.status == nil ? seconds : Self.leaseInterval
    var left = seconds
    while left > 0 {
      let pause = min(slice, left)
      guard (try? await service.world.sleep(.seconds(pause))) != nil else { return false }
      left -= pause
      if left > 0 { _ = await service.sharedLog.holds(.polls) }
    }
    return true
  }
}
