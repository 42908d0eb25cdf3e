import ArgumentParser
import Basics
import CNcurses
import Entitlements
import Foundation
import Persistence
import ServiceCore

struct JobsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "jobs",
    "Show, run and change the job queue.",
    subcommands: [
      JobsListCommand.self, JobsRunCommand.self, JobsCancelCommand.self, JobsRetryCommand.self,
      JobsApproveCommand.self, JobsDeclineCommand.self,
    ],
    defaultSubcommand: JobsListCommand.self
  )
}

struct JobsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration("list", "Show jobs, newest first.")

  @OptionGroup var place: LedgerAccess
  @Flag(help: "Print one JSON object per line.") var jsonl = false
  @Flag(help: "Include jobs that have ended.") var all = false
  @Option(help: .value("batch", "Only the jobs of this batch.")) var batch: String?
  @Option(help: .value("count", "The maximum number of jobs.")) var limit = 100

  func run() throws {
    let ledger = try place.open()
    let states: [JobState] = all ? JobState.allCases : [.waiting, .running, .failed]
    let (rows, counts) = try Blocking.wait {
      (
        try await ledger.jobs.list(in: states, batch: batch, limit: max(limit, 1)),
        try await ledger.jobs.counts(batch: batch)
      )
    }
    for row in rows { try jsonl ? JSONText.print(row.json, .line) : StandardStream.print(row.line) }
    let parts = JobState.allCases.compactMap { state in
      counts[state].map { "\($0) \(state.rawValue)" }
    }
    Console.print(parts.isEmpty ? "The queue is empty." : parts.joined(separator: ", "))
  }
}

struct JobsRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "run",
    "Run jobs until stopped; with --once, until none can be run now.",
    discussion: "Any number of runners may work at the same time, also beside a dashboard."
  )

  @OptionGroup var options: StoreOptions
  @Flag(help: "Stop when no job can be run now.") var once = false
  @Flag(help: "Also run purser poll, now and then at every poll interval.") var poll = false
  @Option(help: .value("count", "The number of concurrent jobs, and of webhook messages."))
  var width = StoreSession.width
  @Option(
    help: .value("seconds", "The time after which a job of an unresponsive runner is taken over.")
  )
  var lease = JobRunner.usualLease

  func validate() throws {
    try expect("--width", width, in: 1...1_000)
    try require((0.1...86_400).contains(lease), "--lease takes 0.1 to 86400 seconds.")
  }

  func run() throws {
    try options.run { session in
      if once, poll {
        Console.print(PollText.text(of: try await session.service.jobs.poll(by: session.actor)))
      }
      let poller = once || !poll ? nil : Task { await session.poll() }
      // What ended jobs leave free lies between blocks that stay: without this, a runner that always has
      // some grows by 3 MB an hour.
      let trimmer = Task {
        while true {
          try await Task.sleep(for: .seconds(60))
          purser_trim_heap()
        }
      }
      defer {
        poller?.cancel()
        trimmer.cancel()
      }
      if !once { Console.print("Jobs are run as they come up, until Ctrl-C.") }
      let progress = JobProgress(of: nil)
      let runner = session.runner(width: width, lease: lease)
      let report = try await runner.run(until: once ? .whenIdle : .never) { progress.write($0, $1) }
      Console.print("\(report.done) done, \(report.failed) failed, \(report.postponed) to retry")
      return ExitCode(report.failed > 0 ? 2 : 0)
    }
  }
}

struct JobsCancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration("cancel", "Cancel waiting jobs.")

  @OptionGroup var options: QueueChangeOptions

  func run() throws {
    try options.run("cancelled") { try await $0.cancel($1, by: $2) }
  }
}

struct JobsRetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "retry",
    "Retry failed jobs, and run waiting jobs now."
  )

  @OptionGroup var options: QueueChangeOptions

  func run() throws {
    try options.run("due now") { try await $0.retry($1, alsoWaiting: true, by: $2) }
  }
}

struct JobsApproveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "approve",
    "Approve an action that another operator asked for; it is sent to its store.",
    discussion: """
      Where the settings say second-person = true, an action that moves money waits until another \
      operator with the role money approves it, for seven days at most. The audit log names both. \
      Exit status: 0 approved, 2 it is your own or your role does not suffice, 4 nothing waits, or \
      the time is over.
      """
  )

  @OptionGroup var options: ApprovalOptions

  func run() throws {
    try options.run { actions, job, actor in
      switch try await actions.approve(job, by: actor) {
      case .approved(let batch): "approved; the job that sends it is in the batch \(batch)"
      case .declined, .notWaiting: throw ExitCode.notFound("No action waits under \(job).")
      case .expired:
        throw ExitCode.notFound("No second operator approved it in time. Ask for it again.")
      case .sameOperator:
        throw ExitFault(
          status: 2,
          lines: ["You asked for this: another operator has to approve it."]
        )
      }
    }
  }
}

struct JobsDeclineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "decline",
    "Decline an action that waits for approval, or take one's own back."
  )

  @OptionGroup var options: ApprovalOptions

  func run() throws {
    try options.run { actions, job, actor in
      guard try await actions.decline(job, by: actor) == .declined else {
        throw ExitCode.notFound("No action waits under \(job).")
      }
      return "declined"
    }
  }
}

/// The options of decisions about actions that wait for approval.
struct ApprovalOptions: ParsableArguments {
  @OptionGroup var place: LedgerAccess
  @OptionGroup var operator_: OperatorOptions
  @Argument(help: .value("job", "The waiting job, as `purser jobs list` names it.")) var job: String

  func run(
    _ decide: @escaping @Sendable (OperatorActions, String, String) async throws -> String
  ) throws {
    let assembly = try Assembly(place.settings, try TrustOptions.parse([]))
    let actor = try operator_.name(for: .money, in: assembly.settings.team)
    let world = Dependencies(now: try place.clock())
    let ledger = try place.openForWriting(isExisting: true)
    let text = try Blocking.wait {
      let service = EntitlementService(ledger: ledger, receipts: assembly.verifier, world: world)
      let text = try await decide(service.actions, job, actor)
      try await ledger.close()
      return text
    }
    try StandardStream.print(safe: text)
  }
}

struct QueueChangeOptions: ParsableArguments {
  @OptionGroup var place: LedgerAccess
  @Option(help: .value("batch", "Only the jobs of this batch.")) var batch: String?
  @Flag(help: "All jobs.") var all = false
  @Argument(help: .value("job", "Jobs, as `purser jobs list` names them.")) var jobs: [String] = []

  func validate() throws {
    try require(all || batch != nil || !jobs.isEmpty, "Name jobs, a --batch, or --all.")
  }

  func run(
    _ done: String,
    _ change: @escaping @Sendable (Jobs, ChosenJobs, Operator) async throws -> JobChange
  ) throws {
    let assembly = try Assembly(place.settings, try TrustOptions.parse([]))
    let person = try OperatorOptions.parse([]).person(in: assembly.settings.team)
    try person.expect(.act)
    let ledger = try place.openForWriting()
    let chosen = ChosenJobs(jobs: jobs.isEmpty ? nil : jobs, batch: batch)
    let world = Dependencies(now: try place.clock())
    let result = try Blocking.wait {
      let service = EntitlementService(ledger: ledger, receipts: assembly.verifier, world: world)
      let result = try await change(service.jobs, chosen, person)
      try await ledger.close()
      return result
    }
    try StandardStream.print("\(result.count) \(done)")
    if !result.left.isEmpty {
      let left = result.left.joined(separator: ", ")
      Console.print("Left, because they need the role money: \(left)")
    }
    if result.count == 0 { throw ExitCode(result.left.isEmpty ? 4 : 2) }
  }
}

extension JobRow {
  fileprivate var line: String {
    let subject = JobTask(stored: task)?.subject ?? kind
    let when =
      state == .waiting
      ? "due \(dueAt.formatted(.iso8601))" : (endedAt ?? createdAt).formatted(.iso8601)
    let result = [outcome, detail].compactMap(\.self).joined(separator: ": ")
    return PlainText.safe(
      "\(id)  \(state.rawValue)  \(kind)  \(subject)  tried \(attempts)x  \(when)  \(result)"
    )
  }

  fileprivate var json: JSONValue {
    [
      "schemaVersion": 1, "id": .string(id), "state": .word(state), "kind": .string(kind),
      "subject": .string(JobTask(stored: task)?.subject ?? kind), "actor": .string(actor),
      "batch": .text(batch), "attempts": .number("\(attempts)"), "createdAt": .time(createdAt),
      "dueAt": .time(dueAt), "endedAt": .time(endedAt), "outcome": .text(outcome),
      "detail": .text(detail),
    ]
  }
}
