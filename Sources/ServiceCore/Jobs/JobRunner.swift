package import Entitlements
package import Foundation
package import Persistence

/// Runs a ledger's jobs, several at once. Any number of runners in any number of processes share a
/// queue: a job belongs to one runner until its lease ends, and its results are filed together with
/// its completion.
package struct JobRunner: Sendable {
  /// When a run ends.
  package enum End: Equatable, Sendable {
    case never
    /// When no job is due.
    case whenIdle
  }

  /// The results of a run.
  package struct Report: Equatable, Sendable {
    package var done = 0
    package var failed = 0
    /// Attempts that failed and will be repeated.
    package var postponed = 0

    package init() {}

    fileprivate mutating func count(_ ending: JobCompletion) {
      switch ending.state {
      case .done: done += 1
      case .failed: failed += 1
      case .postponed: postponed += 1
      }
    }

    fileprivate mutating func add(_ part: Report) {
      done += part.done
      failed += part.failed
      postponed += part.postponed
    }
  }

  package let service: EntitlementService
  /// The runner's unique name.
  package let name: String
  /// The maximum number of concurrent jobs in each lane.
  package let width: Int
  /// How long a claim on a job lasts, in seconds: longer than any single answer takes. Once half of
  /// it is over, each answer renews it.
  package let lease: TimeInterval

  package static let usualLease: TimeInterval = 180

  package init(
    service: EntitlementService,
    name: String,
    width: Int,
    lease: TimeInterval = Self.usualLease
  ) {
    self.service = service
    self.name = name
    self.width = max(width, 1)
    self.lease = lease
  }

  /// Runs until `end` or until the task is cancelled; then it starts no more jobs and releases
  /// those in progress. Each lane has `width` jobs of its own in progress.
  ///
  /// `onEnd` is called after each attempt.
  package func run(
    until end: End,
    onEnd: @escaping @Sendable (JobRow, JobCompletion) -> Void = { _, _ in }
  ) async throws(ServiceError) -> Report {
    do {
      var report = Report()
      while true {
        try await withThrowingTaskGroup(of: Report.self) { group in
          for lane in JobLane.allCases {
            group.addTask { try await run(lane, until: end, onEnd: onEnd) }
          }
          for try await part in group { report.add(part) }
        }
        // A job of one lane may have added one to the other.
        guard end == .whenIdle, !Task.isCancelled, try await hasDueJob(in: JobLane.allCases)
        else { return report }
      }
    } catch let error as ServiceError {
      throw error
    } catch let error as LedgerError {
      throw .ledger(error)
    } catch {
      throw .store(.cancelled)
    }
  }

  /// What a runner waits for.
  private enum Step: Sendable {
    /// `nil` for a job that another runner has now.
    case worked((JobRow, JobCompletion)?)
    case rested
  }

  private func run(
    _ lane: JobLane,
    until end: End,
    onEnd: @escaping @Sendable (JobRow, JobCompletion) -> Void
  ) async throws -> Report {
    try await withThrowingTaskGroup(of: Step.self) { group in
      var report = Report()
      var inProgress = 0
      var isResting = false
      func take(_ step: Step) {
        guard case .worked(let finished) = step else {
          isResting = false
          return
        }
        inProgress -= 1
        guard let (job, ending) = finished else { return }
        report.count(ending)
        onEnd(job, ending)
      }
      do {
        while !Task.isCancelled {
          // Asked for each time, so that the lease is kept while there is work.
          let mayWork = if end == .never { await service.sharedLog.holds(.jobs) } else { true }
          if inProgress == 0, !mayWork {
            try await service.world.sleep(.seconds(2))
            continue
          }
          // Several are claimed at a time: a claim waits for the disk as long as a job's completion
          // does.
          let enough = max(width / 4, 1)
          if mayWork, width - inProgress >= enough {
            for job in try await claim(width - inProgress, in: lane) {
              inProgress += 1
              group.addTask { .worked(try await work(on: job)) }
            }
          }
          if inProgress == 0, end == .whenIdle, try await !hasDueJob(in: [lane]) { break }
          // Other jobs become due while those in progress wait for an answer.
          if !isResting, mayWork, inProgress == 0 || end == .never, width - inProgress >= enough {
            isResting = true
            group.addTask {
              do { try await rest(in: lane) } catch { guard Task.isCancelled else { throw error } }
              return .rested
            }
          }
          if let step = try await group.next() { take(step) }
        }
      } catch {
        // A cancelled runner stops here.
        guard Task.isCancelled else { throw error }
      }
      for try await step in group { take(step) }
      return report
    }
  }

  private func claim(_ limit: Int, in lane: JobLane) async throws -> [JobRow] {
    let now = service.now()
    return try await service.ledger.jobs.claim(
      limit,
      in: lane,
      for: name,
      at: now,
      lease: now.addingTimeInterval(lease)
    )
  }

  private func hasDueJob(in lanes: [JobLane]) async throws -> Bool {
    isDue(try await service.ledger.jobs.nextDue(in: lanes))
  }

  private func isDue(_ instant: Date?) -> Bool { instant.map { $0 <= service.now() } ?? false }

  /// Waits until the lane's next job is due, also one that a commit to the ledger adds or makes due
  /// earlier; at most a minute, because not every system reports commits of other processes.
  private func rest(in lane: JobLane) async throws {
    let changes = service.ledger.changes()
    let due = try await service.ledger.jobs.nextDue(in: [lane])
    guard !isDue(due) else { return }
    let pause = due.map { $0.timeIntervalSince(service.now()) } ?? 60
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [service] in
        try await service.world.sleep(.seconds(min(max(pause, 0.05), 60)))
      }
      group.addTask { [service] in
        _ = try await changes.first {
          guard let next = try await service.ledger.jobs.nextDue(in: [lane]) else { return false }
          return next < due ?? .distantFuture
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func work(on job: JobRow) async throws -> (JobRow, JobCompletion)? {
    guard let result = try await result(of: job) else { return nil }
    // The result is filed even if the task was cancelled.
    let ending = try await Task {
      try await service.ledger.jobs.end(
        job.id,
        of: name,
        result.ending,
        filing: result.batch,
        at: service.now()
      )
    }.value
    guard let ending else { return nil }
    await service.storeQueries.acknowledge(result.acknowledgements)
    if ending.state == .done, JobRefusal.isRecovery(after: job), !Task.isCancelled {
      try await makeDue(like: job)
    }
    return (job, ending)
  }

  /// Makes all jobs that wait for the recovered store due now; its rate limits still apply.
  private func makeDue(like job: JobRow) async throws {
    guard let task = JobTask(stored: job.task), let outcome = job.outcome else { return }
    let now = service.now()
    let waiting = try await service.ledger.jobs.postponed(
      by: outcome,
      in: JobLane(kind: job.kind),
      beyond: now
    )
    let same = waiting.filter { JobTask(stored: $0.task)?.store == task.store }.map(\.id)
    for start in stride(from: 0, to: same.count, by: 1_000) {
      let some = Array(same[start..<min(start + 1_000, same.count)])
      _ = try await service.ledger.jobs.makeDue(jobs: some, at: now)
    }
  }

  /// `nil` if another runner has the job now.
  private func result(of job: JobRow) async throws(ServiceError) -> TaskResult? {
    guard let task = JobTask(stored: job.task) else {
      let detail = "another version of purser added it"
      return TaskResult(ending: JobCompletion(.failed, "unknown-task", detail: detail))
    }
    let begun = service.now()
    let onPage: PageWatch = { () throws(ServiceError) in
      guard service.now().timeIntervalSince(begun) > lease / 2 else { return }
      try await renew(job)
    }
    do throws(ServiceError) {
      if case .notify(let user, let change) = task {
        return try await service.jobs.notify(user, change, as: job)
      }
      if case .approval = task { return .notApproved }
      guard case .action(let action) = task else {
        return try await service.storeQueries.perform(task, by: job.actor, onPage: onPage)
      }
      return try await service.actions.perform(action, as: job, onPage: onPage) {
        () throws(ServiceError) in
        try await service.wrapping(
          try await service.ledger.jobs.recordStep(
            job.id,
            of: name,
            StoreActionOutcome.sent,
            at: service.now()
          )
        )
      }
    } catch {
      let refusal: StoreClientError
      if case .store(let storeError) = error {
        refusal = storeError
      } else if Task.isCancelled {
        refusal = .cancelled
      } else {
        throw error
      }
      var ending = JobRefusal.ending(
        of: job,
        refusal,
        at: service.now(),
        chance: service.world.chance()
      )
      if job.isActionOutcomeUnknown { ending.outcome = StoreActionOutcome.inDoubt(ending.state) }
      return TaskResult(ending: ending)
    }
  }

  private func renew(_ job: JobRow) async throws(ServiceError) {
    let end = service.now().addingTimeInterval(lease)
    try await service.wrapping(try await service.ledger.jobs.renew([job.id], of: name, lease: end))
  }
}
