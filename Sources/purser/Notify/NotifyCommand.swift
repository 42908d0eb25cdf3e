import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// `purser notify`: lists and tests Apple's notifications.
struct NotifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "List Apple's notifications, and request a test notification.",
    subcommands: [NotifyHistoryCommand.self, NotifyTestCommand.self]
  )
}

/// The options that select an app and environment at Apple.
struct AppleShopOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The app's bundle ID.", valueName: "id"))
  var app: String

  @Option(help: ArgumentHelp("production or sandbox.", valueName: "name"))
  var environment = "production"

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
    commandName: "history",
    abstract: "List Apple's notification history; with --file, file missing notifications.",
    discussion: """
      Prints one line for each: signing time, state (known, new, filed, rejected) and content. \
      Apple stores 180 days in production and 30 in the sandbox. Exit status: 0 listed, 2 at least \
      one rejected, 1 Apple could not be queried.
      """
  )

  @OptionGroup var options: StoreOptions
  @OptionGroup var apple: AppleShopOptions

  @Option(help: ArgumentHelp("The start. Default: a week ago.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("The end. Default: now.", valueName: "time"))
  var until: String?

  @Flag(help: "Only notifications that could not be delivered.")
  var failed = false

  @Flag(help: "File the notifications.")
  var file = false

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    let now = Date()
    let end = try until.map(Self.instant) ?? now
    let start = try since.map(Self.instant) ?? end.addingTimeInterval(-7 * 86_400)
    guard start < end else { throw ValidationError("--since must be before --until.") }
    let horizon = now.addingTimeInterval(-apple.reach + 3_600)
    if start < horizon { Console.say("Apple's history begins \(horizon.formatted(.iso8601)).") }
    let from = max(start, horizon)
    let (shop, failed, file) = (apple.shop, failed, file)
    let report = IngestionReport(isJSON: json, isLook: !file)
    try options.run { session in
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
    guard let date = InstantOptions.date(text) else {
      throw ValidationError("A time is 2026-11-21 or 2026-11-21T10:00:00Z, not \(text).")
    }
    return date
  }
}

struct NotifyTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Request a test notification from Apple and show its delivery.",
    discussion: """
      Apple sends it to the app's address in App Store Connect. Exit status: 0 delivered, 2 not \
      delivered, 3 result not available yet.
      """
  )

  @OptionGroup var options: StoreOptions
  @OptionGroup var apple: AppleShopOptions

  @Option(help: ArgumentHelp("How long to wait for the delivery.", valueName: "seconds"))
  var wait = 30

  func run() throws {
    let (shop, wait) = (apple.shop, max(wait, 0))
    try options.run { session in
      let token: String
      do throws(ServiceError) {
        token = try await session.service.notifications.requestTest(of: shop)
      } catch {
        guard case .store(.status(_, _, "4040007", _)) = error else { throw error }
        Console.say(
          "Apple has no notification address. Set one for \(shop.app) in App Store Connect."
        )
        return ExitCode(2)
      }
      Console.say("Apple sends test \(token).")
      for second in 0...wait {
        if second > 0 { try await Task.sleep(for: .seconds(1)) }
        let attempts = try await session.service.notifications.test(token, of: shop)
        guard let attempts, let last = attempts.last else { continue }
        for attempt in attempts {
          let time = attempt.at?.formatted(.iso8601) ?? "-"
          try StandardStream.print(PlainText.safe("\(time)  \(attempt.result)"))
        }
        return ExitCode(last.result == "SUCCESS" ? 0 : 2)
      }
      Console.say("Apple has not reported the result yet.")
      return ExitCode(3)
    }
  }
}
