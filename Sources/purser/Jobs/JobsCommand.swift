import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

/// `purser jobs`: shows and runs the job queue.
struct JobsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract: "Show, run and change the job queue.",
    subcommands: [
      JobsListCommand.self, JobsRunCommand.self, JobsCancelCommand.self, JobsRetryCommand.self,
    ],
    defaultSubcommand: JobsListCommand.self
  )
}

struct JobsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show jobs, newest first."
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions

  @Flag(help: "Print one JSON object per line.")
  var jsonl = false

  @Flag(help: "Include jobs that have ended.")
  var all = false

  @Option(help: ArgumentHelp("Only the jobs of this batch.", valueName: "batch"))
  var batch: String?

  @Option(help: ArgumentHelp("The maximum number of jobs.", valueName: "count"))
  var limit = 100

  func run() throws {
    let ledger = try ledgerOptions.open(settings)
    let (all, batch, limit) = (all, batch, max(limit, 1))
    let states: [JobState] = all ? JobState.allCases : [.waiting, .running, .failed]
    let (rows, counts) = try Blocking.wait {
      (
        try await ledger.jobs.list(in: states, batch: batch, limit: limit),
        try await ledger.jobs.counts(batch: batch)
      )
    }
    for row in rows { try jsonl ? JSONText.print(row.json, .line) : StandardStream.print(row.line) }
    let parts = JobState.allCases.compactMap { state in
      counts[state].map { "\($0) \(state.rawValue)" }
    }
    Console.say(parts.isEmpty ? "The queue is empty." : parts.joined(separator: ", "))
  }
}

struct JobsRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run jobs until stopped; with --once, until none can be run now.",
    discussion: "Any number of runners may work at the same time, also beside a dashboard."
  )

  @OptionGroup var options: StoreOptions

  @Flag(help: "Stop when no job can be run now.")
  var once = false

  @Flag(help: "Also run purser poll, now and then at every poll interval.")
  var poll = false

  @Option(help: ArgumentHelp("The number of concurrent jobs.", valueName: "count"))
  var width = StoreSession.width

  @Option(
    help: ArgumentHelp(
      "The time after which a job of an unresponsive runner is taken over.",
      valueName: "seconds"
    )
  )
  var lease = JobRunner.usualLease

  func validate() throws {
    guard (1...1_000).contains(width) else { throw ValidationError("--width takes 1 to 1000.") }
    guard (0.1...86_400).contains(lease) else {
      throw ValidationError("--lease takes 0.1 to 86400 seconds.")
    }
  }

  func run() throws {
    let (once, poll, width, lease) = (once, poll, width, lease)
    try options.run { session in
      if once, poll { PollText.write(try await session.service.jobs.poll(by: session.actor)) }
      let poller = once || !poll ? nil : Task { await session.poll() }
      defer { poller?.cancel() }
      let progress = JobProgress(of: nil)
      let runner = session.runner(width: width, lease: lease)
      let report = try await runner.run(until: once ? .whenIdle : .never) {
        progress.write($0, $1)
      }
      Console.say(
        "\(report.done) done, \(report.failed) failed, \(report.postponed) to retry"
      )
      return ExitCode(report.failed > 0 ? 2 : 0)
    }
  }
}

struct JobsCancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel waiting jobs."
  )

  @OptionGroup var options: QueueChangeOptions

  func run() throws {
    try options.run("cancelled") { try await $0.jobs.cancel(jobs: $1, batch: $2, at: Date()) }
  }
}

struct JobsRetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Retry failed jobs, and run waiting jobs now."
  )

  @OptionGroup var options: QueueChangeOptions

  func run() throws {
    try options.run("due now") { ledger, jobs, batch in
      let again = try await ledger.jobs.retry(jobs: jobs, batch: batch, at: Date())
      return try await again + ledger.jobs.makeDue(jobs: jobs, batch: batch, at: Date())
    }
  }
}

/// The options that select jobs.
struct QueueChangeOptions: ParsableArguments {
  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions

  @Option(help: ArgumentHelp("Only the jobs of this batch.", valueName: "batch"))
  var batch: String?

  @Flag(help: "All jobs.")
  var all = false

  @Argument(help: ArgumentHelp("Job numbers.", valueName: "job"))
  var jobs: [Int64] = []

  func validate() throws {
    guard all || batch != nil || !jobs.isEmpty else {
      throw ValidationError("Name jobs, a --batch, or --all.")
    }
  }

  func run(
    _ done: String,
    _ change: @escaping @Sendable (Ledger, [Int64]?, String?) async throws -> Int
  ) throws {
    let ledger = try Ledger(path: ledgerOptions.path(settings))
    let (jobs, batch) = (jobs, batch)
    let count = try Blocking.wait {
      let count = try await change(ledger, jobs.isEmpty ? nil : jobs, batch)
      try ledger.close()
      return count
    }
    try StandardStream.print("\(count) \(done)")
    if count == 0 { throw ExitCode(4) }
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
    let members: [(String, JSONValue?)] = [
      ("schemaVersion", .number("1")), ("id", .number(String(id))),
      ("state", .string(state.rawValue)), ("kind", .string(kind)),
      ("subject", .string(JobTask(stored: task)?.subject ?? kind)), ("actor", .string(actor)),
      ("batch", .string(ifAny: batch)), ("attempts", .number(String(attempts))),
      ("createdAt", .string(createdAt.formatted(.iso8601))),
      ("dueAt", .string(dueAt.formatted(.iso8601))),
      ("endedAt", .string(ifAny: endedAt?.formatted(.iso8601))),
      ("outcome", .string(ifAny: outcome)), ("detail", .string(ifAny: detail)),
    ]
    return .of(members)
  }
}
