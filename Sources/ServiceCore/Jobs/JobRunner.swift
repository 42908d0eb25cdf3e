package import Entitlements
package import Foundation
package import Persistence

/// Does the jobs in a ledger, some at once. Any number of runners share a queue, in one process or
/// many: a job is one runner's until its lease ends, and what it brings is filed together with its
/// end.
package struct JobRunner: Sendable {
  /// When a runner stops by itself.
  package enum End: Equatable, Sendable {
    case never
    /// When nothing is left that can be done now.
    case whenIdle
  }

  /// How a run ended.
  package struct Report: Equatable, Sendable {
    package var done = 0
    package var failed = 0
    /// Tries that ended with another one to come.
    package var postponed = 0

    package init() {}
  }

  package let service: EntitlementService
  /// The runner's name, another one for each.
  package let name: String
  /// How many jobs are done at once.
  package let width: Int
  /// How long a job is this runner's, in seconds: longer than any single answer takes. From its half
  /// on it begins anew with every answer.
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

  /// Runs until `end`, or until the task is cancelled: then no more jobs are begun, and those in hand
  /// are given back.
  ///
  /// `onEnd` is told of every try that ended.
  package func run(
    until end: End,
    onEnd: @escaping @Sendable (JobRow, JobEnding) -> Void = { _, _ in }
  ) async throws(ServiceError) -> Report {
    do {
      return try await withThrowingTaskGroup(of: (JobRow, JobEnding)?.self) { group in
        var report = Report()
        var inHand = 0
        func take(_ finished: (JobRow, JobEnding)?) {
          inHand -= 1
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
            // Whoever has nothing to do looks first: claiming writes. Others take some at a time: a
            // claim waits for the disk as long as a job's end does.
            let room = width - inHand
            let mayClaim =
              if inHand > 0 { room >= max(width / 4, 1) } else { try await hasDueJob() }
            let jobs = mayClaim ? try await claim(room) : []
            for job in jobs {
              inHand += 1
              group.addTask { try await work(on: job) }
            }
            if inHand > 0 {
              if let finished = try await group.next() { take(finished) }
            } else if try await isOver(end) {
              break
            } else {
              try await rest()
            }
          }
        } catch {
          // Whoever is called off looks up and stops.
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
    return try await service.ledger.claim(
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

  private func hasDueJob() async throws -> Bool { isDue(try await service.ledger.nextJobDue()) }

  private func isDue(_ instant: Date?) -> Bool { instant.map { $0 <= service.now() } ?? false }

  /// Until the next job is due, or another one is: whoever adds one commits to the ledger. After a
  /// minute in any case, for not every system tells what other processes commit.
  private func rest() async throws {
    let changes = service.ledger.changes()
    let due = try await service.ledger.nextJobDue()
    guard !isDue(due) else { return }
    let pause = due.map { $0.timeIntervalSince(service.now()) } ?? 60
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [service] in
        try await service.world.sleep(.seconds(min(max(pause, 0.05), 60)))
      }
      group.addTask { [service] in
        _ = try await changes.first { try await service.ledger.nextJobDue() != due }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func work(on job: JobRow) async throws -> (JobRow, JobEnding)? {
    guard let result = try await result(of: job) else { return nil }
    // What is called off is still written down.
    let ending = try await Task {
      try await service.ledger.end(
        job.id,
        of: name,
        result.ending,
        filing: result.batch,
        at: service.now()
      )
    }.value
    guard let ending else { return nil }
    await service.thank(result.thanks)
    if ending.state == .done, JobRefusal.isRecovery(after: job), !Task.isCancelled {
      try await hasten(like: job)
    }
    return (job, ending)
  }

  /// The store is back: whoever waits for it waits no longer, and comes as fast as its rate budget
  /// allows.
  private func hasten(like job: JobRow) async throws {
    guard let task = JobTask(stored: job.task), let outcome = job.outcome else { return }
    let now = service.now()
    let waiting = try await service.ledger.jobs(postponedBy: outcome, beyond: now)
    let same = waiting.filter { JobTask(stored: $0.task)?.store == task.store }.map(\.id)
    for start in stride(from: 0, to: same.count, by: 1_000) {
      let some = Array(same[start..<min(start + 1_000, same.count)])
      _ = try await service.ledger.hasten(jobs: some, at: now)
    }
  }

  /// `nil` where the job is another runner's by now.
  private func result(of job: JobRow) async throws(ServiceError) -> TaskResult? {
    guard let task = JobTask(stored: job.task) else {
      let detail = "another version of purser added it"
      return TaskResult(FilingBatch(), JobEnding(.failed, "unknown-task", detail: detail))
    }
    let begun = service.now()
    let onPage: PageWatch = { () throws(ServiceError) in
      guard service.now().timeIntervalSince(begun) > lease / 2 else { return }
      try await renew(job)
    }
    do throws(ServiceError) {
      if case .tell(let user, let change) = task {
        return try await service.tell(user, change, as: job)
      }
      guard case .deed(let deed) = task else {
        return try await service.perform(task, by: job.actor, onPage: onPage)
      }
      return try await service.perform(deed, as: job, onPage: onPage) { () throws(ServiceError) in
        try await service.asking { () throws(LedgerError) in
          try await service.ledger.note(job.id, of: name, DeedOutcome.sent)
        }
      }
    } catch {
      let refusal: StoreClientError
      if case .store(let word) = error {
        refusal = word
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
      if job.isDeedInDoubt { ending.outcome = DeedOutcome.inDoubt(ending.state) }
      return TaskResult(FilingBatch(), ending)
    }
  }

  private func renew(_ job: JobRow) async throws(ServiceError) {
    let end = service.now().addingTimeInterval(lease)
    try await service.asking { () throws(LedgerError) in
      try await service.ledger.renew([job.id], of: name, lease: end)
    }
  }
}
