import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// Enqueues a batch of tasks, runs those that can be run now, and prints the result of each.
struct JobBatchRun: Sendable {
  let session: StoreSession
  let tasks: TaskPages
  /// The noun in the batch's name.
  let noun: String

  init(session: StoreSession, tasks: TaskPages, noun: String) {
    (self.session, self.tasks, self.noun) = (session, tasks, noun)
  }

  init(session: StoreSession, tasks: [JobTask], noun: String) {
    self.init(session: session, tasks: TaskPages(tasks), noun: noun)
  }

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
      Console.say("\(batch.alreadyOpen) of \(batch.count) were already queued")
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
      Console.say(
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
    try? StandardStream.print(PlainText.safe("\(marker) \(subject)  \(ending.outcome)\(detail)"))
    bar?.update(count.next())
  }

  func end() { bar?.end() }
}
