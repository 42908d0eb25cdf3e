import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// `purser poll`: runs the periodic poll now.
struct PollCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poll",
    abstract: "Query the stores about purchases that end soon or lack information.",
    discussion: """
      Queries: trials that ended with renewal on and without payment; paid purchases that end \
      within a day; payments in retry; ends without a reason; orders never seen; Apple's \
      notification history if no notification arrived for a day, or for longer than Apple retries; \
      Google's voided purchases. Queries nothing twice within 12 hours.
      """
  )

  @OptionGroup var options: StoreOptions

  @Flag(help: "Print the queries without running them.")
  var dryRun = false

  func run() throws {
    let dryRun = dryRun
    try options.run { session in
      if dryRun {
        try PollText.list(try await session.service.jobs.pollPlan())
        return ExitCode(0)
      }
      let polled = try await session.service.jobs.poll(by: session.actor)
      PollText.write(polled)
      let progress = JobProgress(of: polled.added)
      let report = try await session.runner().run(until: .whenIdle) {
        progress.write($0, $1)
      }
      progress.end()
      try StandardStream.print(
        """
        \(polled.added) new jobs: \(report.done) done, \(report.failed) failed, \
        \(report.postponed) left
        """
      )
      return ExitCode(report.failed > 0 ? 2 : report.postponed > 0 ? 3 : 0)
    }
  }
}

/// Prints the plan and the report of a poll.
enum PollText {
  static func list(_ plan: PollPlan) throws {
    for candidate in plan.candidates {
      try StandardStream.print(PlainText.safe("\(candidate.rule.rawValue)  \(candidate.chain)"))
    }
    for task in plan.histories + plan.voids {
      try StandardStream.print(PlainText.safe("\(task.kind)  \(task.subject)"))
    }
  }

  static func write(_ report: PollReport) {
    let plan = report.plan
    let parts = [
      (plan.candidates.count, "purchase", "purchases"),
      (plan.histories.count, "notification gap", "notification gaps"),
      (plan.voids.count { $0 != .clawbacks }, "voided-purchases list", "voided-purchases lists"),
      (plan.voids.count { $0 == .clawbacks }, "refund queue", "refund queues"),
    ]
    .filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    let due = parts.isEmpty ? "nothing due" : parts.joined(separator: ", ")
    let old = report.forgotten > 0 ? "; \(report.forgotten) old jobs deleted" : ""
    Console.say("Poll: \(report.added) new jobs (\(due))\(old).")
  }
}

extension StoreSession {
  /// Polls until the task is cancelled, and prints the report of each poll.
  func poll() async {
    await Poller(service: service, actor: actor).run { result in
      switch result {
      case .success(let report): PollText.write(report)
      case .failure(let error): Console.say("The poll is postponed: \(error)")
      }
    }
  }
}
