import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// `purser poll`: the 12-hour task, now.
struct PollCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poll",
    abstract: "Ask the stores about what is about to end, or ended without a word.",
    discussion: """
      Asked about is what the seed's two rules name (a trial that ended with renewal on and nothing \
      paid; what is paid for and ends within a day), and what they miss: payment in retry, an end \
      without a reason, a sale never seen; Apple's notification history where nothing was pushed for \
      a day, or for longer than Apple tries; what Google took back. Within 12 hours nothing is asked \
      twice.
      """
  )

  @OptionGroup var options: StoreOptions

  @Flag(help: "Say what would be asked, and ask nothing.")
  var dryRun = false

  func run() throws {
    let dryRun = dryRun
    try options.run { session in
      if dryRun {
        try PollWords.list(try await session.service.pollPlan())
        return ExitCode(0)
      }
      let polled = try await session.service.poll(by: session.actor)
      PollWords.tell(polled)
      let progress = JobProgress(of: polled.added)
      let report = try await session.runner().run(until: .whenIdle) {
        progress.tell($0, $1)
      }
      progress.end()
      try StandardStream.print(
        """
        \(polled.added) asked about: \(report.done) done, \(report.failed) failed, \
        \(report.postponed) left
        """
      )
      return ExitCode(report.failed > 0 ? 2 : report.postponed > 0 ? 3 : 0)
    }
  }
}

/// What a poll asks about, for people.
enum PollWords {
  static func list(_ plan: PollPlan) throws {
    for candidate in plan.candidates {
      try StandardStream.print(PlainText.safe("\(candidate.rule.rawValue)  \(candidate.chain)"))
    }
    for task in plan.histories + plan.voids {
      try StandardStream.print(PlainText.safe("\(task.kind)  \(task.subject)"))
    }
  }

  static func tell(_ report: PollReport) {
    let plan = report.plan
    let parts = [
      (plan.candidates.count, "purchase", "purchases"),
      (plan.histories.count, "stretch of notifications", "stretches of notifications"),
      (plan.voids.count { $0 != .clawbacks }, "list of voids", "lists of voids"),
      (plan.voids.count { $0 == .clawbacks }, "queue of refunds", "queues of refunds"),
    ]
    .filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    let due = parts.isEmpty ? "Nothing is due" : "Due: \(parts.joined(separator: ", "))"
    let old = report.forgotten > 0 ? "; \(report.forgotten) old jobs forgotten" : ""
    Narration.say("\(due); \(report.added) new\(old).")
  }
}

extension StoreSession {
  /// Polls until the task is cancelled, and says what each poll came to.
  func poll() async {
    await Poller(service: service, actor: actor).run { result in
      switch result {
      case .success(let report): PollWords.tell(report)
      case .failure(let error): Narration.say("The poll is put off: \(error)")
      }
    }
  }
}
