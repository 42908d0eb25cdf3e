import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Stores

struct PollCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "poll",
    "Query the stores about purchases that end soon or lack information.",
    discussion: """
      Queries: trials that ended with renewal on and without payment; paid purchases that end \
      within a day; payments in retry; ends without a reason; orders never seen; Apple's \
      notification history if no notification arrived for a day, or for longer than Apple retries; \
      Google's voided purchases. Queries nothing twice within 12 hours.
      """
  )

  @OptionGroup var options: StoreOptions
  @Flag(help: "Print the queries without running them.") var dryRun = false

  func run() throws {
    try options.run(isDryRun: dryRun) { session in
      if dryRun {
        try PollText.list(try await session.service.jobs.pollPlan())
        return ExitCode(0)
      }
      let polled = try await session.service.jobs.poll(by: session.actor)
      Console.print(PollText.text(of: polled))
      let progress = JobProgress(of: polled.added)
      let report = try await session.runner().run(until: .whenIdle) { progress.write($0, $1) }
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
      try StandardStream.print(safe: "\(candidate.rule.rawValue)  \(candidate.chain)")
    }
    for task in plan.histories + plan.voids {
      try StandardStream.print(safe: "\(task.kind)  \(task.subject)")
    }
  }

  static func text(of report: PollReport) -> String {
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
    return "Poll: \(report.added) new jobs (\(due))\(old)."
  }
}

extension StoreSession {
  /// Polls until the task is cancelled. `report` gets what each poll comes to.
  func poll(_ report: @escaping @Sendable (String) -> Void = { Console.print($0) }) async {
    await Poller(service: service, actor: actor).run { result in
      switch result {
      case .success(let done): report(PollText.text(of: done))
      case .failure(let error): report("The poll is postponed: \(error)")
      }
    }
  }
}

struct StoresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "stores",
    "Check the connections to the stores.",
    subcommands: [StoresCheckCommand.self],
    defaultSubcommand: StoresCheckCommand.self
  )
}

struct StoresCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "check",
    "Check whether every store and the directory are reachable and accept the credentials.",
    discussion: """
      Prints one line for each service and environment, with advice. Exit status: 0 all configured \
      services respond, 1 at least one does not.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @Option(help: .value("path", "Also check whether this ledger can be read.")) var ledger: String?

  func run() throws {
    let assembly = try Assembly(settings, try TrustOptions.parse([]))
    let stores = try assembly.storeClients()
    Blocking.run {
      var failed = false
      // The stores are checked even if the ledger cannot be read.
      if let ledger {
        let refusal = await Self.refusal(ofLedger: ledger)
        try StandardStream.print(safe: "ledger: \(refusal ?? "ok")")
        failed = refusal != nil
      }
      for store in Store.allCases {
        for check in await stores.clients[store]?.check() ?? [] {
          if case .failed = check.state { failed = true }
          try StandardStream.print(safe: check.line)
        }
      }
      await stores.shutdown()
      if let access = DirectoryAccess(assembly.settings) {
        let (line, isWell) = await access.check()
        try StandardStream.print(safe: line)
        failed = failed || !isWell
        await access.close()
      }
      return ExitCode(failed ? 1 : 0)
    }
  }

  private static func refusal(ofLedger path: String) async -> String? {
    do throws(LedgerError) {
      try await Ledger(readingOnly: path).close()
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension StoreCheck {
  /// `App Store Server API, production: ok`.
  var line: String {
    let result =
      switch state {
      case .ok: "ok"
      case .notConfigured: "not configured"
      case .failed(let error): "\(error)"
      }
    return "\(service): \(result)" + (remedy.map { ". \($0)" } ?? "")
  }
}

struct NotifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "notify",
    "List Apple's notifications, and request a test notification.",
    subcommands: [NotifyHistoryCommand.self, NotifyTestCommand.self]
  )
}

/// The options that select an app and environment at Apple.
struct AppleShopOptions: ParsableArguments {
  @Option(help: .value("id", "The app's bundle ID.")) var app: String
  @Option(help: .value("name", "production or sandbox.")) var environment = "production"

  func validate() throws {
    guard ["production", "sandbox"].contains(environment) else {
      throw ValidationError("--environment takes production or sandbox.")
    }
  }

  var shop: StoreScope {
    StoreScope(app: app, environment: Entitlements.Environment(rawValue: environment))
  }

  /// The length of Apple's history, in seconds.
  var reach: TimeInterval { (environment == "production" ? 180 : 30) * 86_400 }
}

struct NotifyHistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "history",
    "List Apple's notification history; with --file, file missing notifications.",
    discussion: """
      Prints one line for each: signing time, state (known, new, filed, rejected) and content. \
      Apple stores 180 days in production and 30 in the sandbox. Exit status: 0 listed, 2 at least \
      one rejected, 1 Apple could not be queried.
      """
  )

  @OptionGroup var options: StoreOptions
  @OptionGroup var apple: AppleShopOptions
  @Option(help: .value("time", "The start. Default: a week ago.")) var since: String?
  @Option(help: .value("time", "The end. Default: now.")) var until: String?
  @Flag(help: "Only notifications that could not be delivered.") var failed = false
  @Flag(help: "File the notifications.") var file = false
  @Flag(help: "Print one JSON object per line.") var json = false

  func run() throws {
    let now = Date()
    let end = try until.map(Self.instant) ?? now
    let start = try since.map(Self.instant) ?? end.addingTimeInterval(-7 * 86_400)
    try require(start < end, "--since must be before --until.")
    let horizon = now.addingTimeInterval(-apple.reach + 3_600)
    if start < horizon { Console.print("Apple's history begins \(horizon.formatted(.iso8601)).") }
    let from = max(start, horizon)
    let (shop, failed, file) = (apple.shop, failed, file)
    let report = IngestionReport(isJSON: json, isLook: !file)
    try options.run(needing: file ? .act : .read) { session in
      try await session.service.notifications.history(
        of: shop,
        from: from,
        until: end,
        onlyFailures: failed,
        filing: file,
        by: session.actor
      ) { page in
        for ingestion in page {
          report.write(ingestion.statedAt?.formatted(.iso8601) ?? "-", ingestion)
        }
      }
      report.conclude()
      return report.status
    }
  }

  private static func instant(_ text: String) throws -> Date {
    try value(
      WrittenTime.date(text),
      else: "A time is 2026-11-21 or 2026-11-21T10:00:00Z, not \(text)."
    )
  }
}

struct NotifyTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "test",
    "Request a test notification from Apple and show its delivery.",
    discussion: """
      Apple sends it to the app's address in App Store Connect. Exit status: 0 delivered, 2 not \
      delivered, 3 result not available yet.
      """
  )

  @OptionGroup var options: StoreOptions
  @OptionGroup var apple: AppleShopOptions
  @Option(help: .value("seconds", "How long to wait for the delivery.")) var wait = 30

  func run() throws {
    let (shop, wait) = (apple.shop, max(wait, 0))
    try options.run { session in
      let token: String
      do throws(ServiceError) {
        token = try await session.service.notifications.requestTest(of: shop)
      } catch {
        guard case .store(.status(_, _, "4040007", _)) = error else { throw error }
        Console.print(
          "Apple has no notification address. Set one for \(shop.app) in App Store Connect."
        )
        return ExitCode(2)
      }
      Console.print("Apple sends test \(token).")
      for second in 0...wait {
        if second > 0 { try await Task.sleep(for: .seconds(1)) }
        let attempts = try await session.service.notifications.test(token, of: shop)
        guard let attempts, let last = attempts.last else { continue }
        for attempt in attempts {
          let time = attempt.at?.formatted(.iso8601) ?? "-"
          try StandardStream.print(safe: "\(time)  \(attempt.result)")
        }
        return ExitCode(last.result == "SUCCESS" ? 0 : 2)
      }
      Console.print("Apple has not reported the result yet.")
      return ExitCode(3)
    }
  }
}
