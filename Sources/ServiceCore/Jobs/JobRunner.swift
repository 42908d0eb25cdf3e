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
  }

  package let service: EntitlementService
  /// The runner's unique name.
  package let name: String
  /// The maximum number of concurrent jobs.
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
  /// those in progress.
  ///
  /// `onEnd` is called after each attempt.
  package func run(
    until end: End,
    onEnd: @escaping @Sendable (JobRow, JobCompletion) -> Void = { _, _ in }
  ) async throws(ServiceError) -> Report {
    do {
      return try await withThrowingTaskGroup(of: (JobRow, JobCompletion)?.self) { group in
        var report = Report()
        var inProgress = 0
        func take(_ finished: (JobRow, JobCompletion)?) {
          inProgress -= 1
          guard let (job, ending) = finished else { return }
          switch ending.state {
          case .done: report.done += 1
          case .failed: report.failed += 1
          case .postponed: report.postponed += 1
          }
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
            // An idle runner reads first, because claiming writes. A busy one claims several at a
            // time: a claim waits for the disk as long as a job's completion does.
            let room = width - inProgress
            let hasWork =
              if inProgress > 0 { room >= max(width / 4, 1) } else { try await hasDueJob() }
            let jobs = mayWork && hasWork ? try await claim(room) : []
            for job in jobs {
              inProgress += 1
              group.addTask { try await work(on: job) }
            }
            if inProgress > 0 {
              if let finished = try await group.next() { take(finished) }
            } else if try await isOver(end) {
              break
            } else {
              try await rest()
            }
          }
        } catch {
          // A cancelled runner stops here.
          guard Task.isCancelled else { throw error }
        }
        for try await finished in group { take(finished) }
        return report
      }
    } catch let error as ServiceError {
      throw error
    } catch let error as LedgerError {
      throw .ledger(error)
    } catch {
      throw .store(.cancelled)
    }
  }

  private func claim(_ limit: Int) async throws -> [JobRow] {
    guard limit > 0 else { return [] }
    let now = service.now()
    return try await service.ledger.jobs.claim(
      limit,
      for: name,
      at: now,
      lease: now.addingTimeInterval(lease)
    )
  }

  private func isOver(_ end: End) async throws -> Bool {
    guard end == .whenIdle else { return false }
    return try await !hasDueJob()
  }

  private func hasDueJob() async throws -> Bool { isDue(try await service.ledger.jobs.nextDue()) }

  private func isDue(_ instant: Date?) -> Bool { instant.map { $0 <= service.now() } ?? false }

  /// Waits until the next job is due or another one is added by a commit to the ledger; at most a
  /// minute, because not every system reports commits of other processes.
  private func rest() async throws {
    let changes = service.ledger.changes()
    let due = try await service.ledger.jobs.nextDue()
    guard !isDue(due) else { return }
    let pause = due.map { $0.timeIntervalSince(service.now()) } ?? 60
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [service] in
        try await service.world.sleep(.seconds(min(max(pause, 0.05), 60)))
      }
      group.addTask { [service] in
        _ = try await changes.first { try await service.ledger.jobs.nextDue() != due }
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
    let waiting = try await service.ledger.jobs.postponed(by: outcome, beyond: now)
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
