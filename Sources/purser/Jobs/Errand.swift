import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// Tasks that were asked for at once: queued, done as far as can be done now, and told of one by
/// one.
struct Errand: Sendable {
  let session: StoreSession
  let tasks: TaskPages
  /// Told with the counts at the end.
  let noun: String

  init(session: StoreSession, tasks: TaskPages, noun: String) {
    (self.session, self.tasks, self.noun) = (session, tasks, noun)
  }

  init(session: StoreSession, tasks: [JobTask], noun: String) {
    self.init(session: session, tasks: TaskPages(tasks), noun: noun)
  }

  /// - Returns: 0 all done, 2 at least one failed, 3 something is left to be tried again, 130 called
  ///   off.
  func run() async throws -> ExitCode {
    let batch = try await enqueued()
    return try await Self.work(off: batch.name, of: batch.count, in: session)
  }

  /// Nothing is asked now.
  func queue() async throws -> ExitCode {
    let batch = try await enqueued()
    try StandardStream.print("\(batch.count - batch.alreadyOpen) queued as \(batch.name)")
    return .success
  }

  private func enqueued() async throws -> JobBatch {
    var batch = JobBatch(noun)
    try await tasks.forEach(in: session.ledger) { tasks in
      try await session.service.enqueue(tasks, into: &batch, by: session.actor)
    }
    if batch.alreadyOpen > 0 {
      Narration.say("\(batch.alreadyOpen) of \(batch.count) were under way already")
    }
    return batch
  }

  /// Does what can be done now, and tells how the batch stands.
  static func work(
    off batch: String,
    of count: Int,
    in session: StoreSession
  ) async throws -> ExitCode {
    let progress = JobProgress(of: count)
    _ = try await session.runner().run(until: .whenIdle) { job, ending in
      progress.tell(job, ending)
    }
    progress.end()
    let counts = try await session.ledger.jobCounts(batch: batch)
    let left = (counts[.waiting] ?? 0) + (counts[.running] ?? 0)
    try StandardStream.print(
      "\(counts[.done] ?? 0) done, \(counts[.failed] ?? 0) failed, \(left) left"
    )
    if left > 0 {
      let due = try await session.ledger.nextJobDue().map {
        ", the next at \($0.formatted(.iso8601))"
      }
      Narration.say(
        "What is left stays in the queue as \(batch)\(due ?? ""): purser jobs run goes on with it."
      )
    }
    if Task.isCancelled { return ExitCode(130) }
    if counts[.failed] ?? 0 > 0 { return ExitCode(2) }
    return ExitCode(left > 0 ? 3 : 0)
  }
}

/// A line for each job on standard output, and how far it has come on a terminal.
struct JobProgress: Sendable {
  private let bar: Progress?
  private let count = Counter()

  /// `nil` where nobody knows how many there will be.
  init(of whole: Int?) { bar = whole.map { Progress(of: $0, "jobs") } }

  func tell(_ job: JobRow, _ ending: JobEnding) {
    bar?.end()
    let mark =
      switch ending.state {
      case .done: "ok  "
      case .failed: "no  "
      case .postponed: "wait"
      }
    let subject = JobTask(stored: job.task)?.subject ?? job.kind
    let detail = ending.detail.map { ": \($0)" } ?? ""
    try? StandardStream.print(PlainText.safe("\(mark) \(subject)  \(ending.outcome)\(detail)"))
    bar?.tell(count.next())
  }

  func end() { bar?.end() }
}
