import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// `purser notify`: what Apple pushes.
struct NotifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "Tell what Apple pushed, and have it push a test.",
    subcommands: [NotifyHistoryCommand.self, NotifyTestCommand.self]
  )
}

/// Of which app of Apple's, and where.
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

  var shop: StoreShop {
    StoreShop(app: app, environment: Entitlements.Environment(rawValue: environment))
  }

  /// So far back Apple's history reaches, in seconds.
  var reach: TimeInterval { (environment == "production" ? 180 : 30) * 86_400 }
}

struct NotifyHistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List what Apple pushed, or was to push; with --file, file what is missing.",
    discussion: """
      A line each: when it was signed, whether it is on file (known, new, filed, rejected), and what \
      it tells. Apple keeps 180 days of production and 30 of the sandbox. Exit status: 0 told, 2 at \
      least one rejected, 1 Apple could not be asked.
      """
  )

  @OptionGroup var options: StoreOptions
  @OptionGroup var apple: AppleShopOptions

  @Option(help: ArgumentHelp("From when on; a week ago without it.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("Until when; now without it.", valueName: "time"))
  var until: String?

  @Flag(help: "Those alone that could not be delivered.")
  var failed = false

  @Flag(help: "File them.")
  var file = false

  @Flag(help: "Print a JSON object a line.")
  var json = false

  func run() throws {
    let now = Date()
    let end = try until.map(Self.instant) ?? now
    let start = try since.map(Self.instant) ?? end.addingTimeInterval(-7 * 86_400)
    guard start < end else { throw ValidationError("--since comes before --until.") }
    let horizon = now.addingTimeInterval(-apple.reach + 3_600)
    if start < horizon { Narration.say("Apple's history begins \(horizon.formatted(.iso8601)).") }
    let from = max(start, horizon)
    let (shop, failed, file) = (apple.shop, failed, file)
    let report = IngestionReport(isJSON: json, isLook: !file)
    try options.run { session in
      try await session.service.notificationHistory(
        of: shop,
        from: from,
        until: end,
        onlyFailures: failed,
        filing: file,
        by: session.actor
      ) { page in
        for ingestion in page {
          report.tell(ingestion.statedAt?.formatted(.iso8601) ?? "-", ingestion)
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
    abstract: "Have Apple push a test notification, and tell how its delivery went.",
    discussion: """
      Apple pushes to the address that App Store Connect names for the app. Exit status: 0 \
      delivered, 2 not delivered, 3 Apple does not say yet.
      """
  )

  @OptionGroup var options: StoreOptions
  @OptionGroup var apple: AppleShopOptions

  @Option(help: ArgumentHelp("Give Apple so long to deliver it.", valueName: "seconds"))
  var wait = 30

  func run() throws {
    let (shop, wait) = (apple.shop, max(wait, 0))
    try options.run { session in
      let token: String
      do throws(ServiceError) {
        token = try await session.service.requestTestNotification(of: shop)
      } catch {
        guard case .store(.status(_, _, "4040007", _)) = error else { throw error }
        Narration.say(
          "Apple has no address to push to. Set one for \(shop.app) in App Store Connect."
        )
        return ExitCode(2)
      }
      Narration.say("Apple pushes test \(token).")
      for second in 0...wait {
        if second > 0 { try await Task.sleep(for: .seconds(1)) }
        let attempts = try await session.service.testNotification(token, of: shop)
        guard let attempts, let last = attempts.last else { continue }
        for attempt in attempts {
          let time = attempt.at?.formatted(.iso8601) ?? "-"
          try StandardStream.print(PlainText.safe("\(time)  \(attempt.result)"))
        }
        return ExitCode(last.result == "SUCCESS" ? 0 : 2)
      }
      Narration.say("Apple does not say yet how it went.")
      return ExitCode(3)
    }
  }
}
