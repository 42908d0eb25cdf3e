package import Entitlements
import Foundation
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

  /// Longer than any single answer takes; renewed after each.
  private static let lease: TimeInterval = 180
  /// Tries until somebody has to look at a job: about two days.
  private static let mostAttempts = 60
  private static let longestPause: TimeInterval = 3_600
  /// Somebody has to mend something first; it may have been mended by then.
  private static let operatorPause: TimeInterval = 3_600

  package init(service: EntitlementService, name: String, width: Int) {
    self.service = service
    self.name = name
    self.width = max(width, 1)
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
        while !Task.isCancelled {
          let jobs = try await claim(width - inHand)
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
      lease: now.addingTimeInterval(Self.lease)
    )
  }

  private func isOver(_ end: End) async throws -> Bool {
    guard end == .whenIdle else { return false }
    return try await service.ledger.nextJobDue().map { $0 > service.now() } ?? true
  }

  /// Until the next job is due, or a minute has gone by: another process may have added one.
  private func rest() async throws {
    let due = try await service.ledger.nextJobDue()
    let pause = due.map { $0.timeIntervalSince(service.now()) } ?? 60
    // Whoever is called off looks up and stops.
    try? await service.world.sleep(.seconds(min(max(pause, 0.05), 60)))
  }

  private func work(on job: JobRow) async throws -> (JobRow, JobEnding)? {
    guard let result = try await result(of: job) else { return nil }
    // What is called off is still written down.
    let outcomes = try await Task {
      try await service.ledger.end(
        job.id,
        of: name,
        result.ending,
        filing: result.batch,
        at: service.now()
      )
    }.value
    guard let outcomes else { return nil }
    var ending = result.ending
    if ending.outcome == "answered" {
      let isNews = outcomes.contains { if case .filed = $0 { true } else { false } }
      ending.outcome = isNews ? "answered" : "unchanged"
    }
    return (job, ending)
  }

  /// `nil` where the job is another runner's by now.
  private func result(of job: JobRow) async throws(ServiceError) -> TaskResult? {
    guard let task = JobTask(stored: job.task) else {
      let detail = "another version of purser added it"
      return TaskResult(FilingBatch(), JobEnding(.failed, "unknown-task", detail: detail))
    }
    let onPage: PageWatch = { () throws(ServiceError) in try await renew(job) }
    do throws(ServiceError) {
      guard case .deed(let deed) = task else {
        return try await service.perform(task, by: job.actor, onPage: onPage)
      }
      return try await service.perform(deed, as: job, onPage: onPage) { () throws(ServiceError) in
        try await service.asking { () throws(LedgerError) in
          try await service.ledger.note(job.id, of: name, DeedOutcome.sent)
        }
      }
    } catch {
      guard case .store(let refusal) = error else { throw error }
      var ending = ending(of: job, refusal)
      if job.isDeedInDoubt { ending.outcome = DeedOutcome.inDoubt(ending.state) }
      return TaskResult(FilingBatch(), ending)
    }
  }

  private func renew(_ job: JobRow) async throws(ServiceError) {
    let lease = service.now().addingTimeInterval(Self.lease)
    try await service.asking { () throws(LedgerError) in
      try await service.ledger.renew([job.id], of: name, lease: lease)
    }
  }

  /// No answer says anything of a purchase: the job waits, or somebody has to look at it.
  private func ending(of job: JobRow, _ error: StoreClientError) -> JobEnding {
    let detail = error.description
    switch error.remedy {
    case .final: return JobEnding(.failed, "refused", detail: detail)
    case .operatorAction:
      let until = service.now().addingTimeInterval(Self.operatorPause)
      return JobEnding(.postponed(until: until), "needs-operator", detail: detail)
    case .otherEnvironment: return JobEnding(.failed, "other-environment", detail: detail)
    case .retry(let earliest):
      guard error != .cancelled else {
        return JobEnding(.postponed(until: service.now()), "given-back", detail: detail)
      }
      guard job.attempts < Self.mostAttempts else {
        return JobEnding(.failed, "gave-up", detail: detail)
      }
      let until = service.now().addingTimeInterval(pause(after: job.attempts))
      return JobEnding(
        .postponed(until: max(until, earliest ?? until)),
        "store-unavailable",
        detail: detail
      )
    }
  }

  /// Doubled with every try, and somewhere in its upper half: those that failed together do not come
  /// back together.
  private func pause(after attempts: Int) -> TimeInterval {
    let longest = min(Self.longestPause, pow(2, Double(min(max(attempts, 1), 12))))
    return longest * (0.5 + service.world.chance() / 2)
  }
}
