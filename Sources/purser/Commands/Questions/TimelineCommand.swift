import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts

/// `purser timeline`: lists purchase events by the store's clock.
struct TimelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "List the events of a user's purchases, by the store's clock.",
    discussion: """
      TEXT is a user, order or transaction ID, or anything else that `purser why` accepts. A line \
      ends with the time of arrival if that was later; ~ marks arrival after a newer event.
      """
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var time: InstantOptions

  @Argument(help: ArgumentHelp("The ID or other text.", valueName: "text"))
  var text: String

  func run() throws {
    let ledger = try ledgerOptions.open(settings)
    let instant = try time.instant(or: Date())
    let text = text
    let (isFound, events) = try Blocking.wait {
      let file = try await ledger.search.diagnosisInput(about: text, Identifier.all(in: text))
      return (file.subject.isFound, Timeline.events(of: file, at: instant))
    }
    if json {
      try JSONText.print(
        .of([("schemaVersion", .number("1")), ("events", .array(events.map(Self.json)))]),
        .pretty
      )
    } else {
      try StandardStream.print(events.map(Self.line).map(PlainText.safe).joined(separator: "\n"))
    }
    if !isFound {
      Console.say("Nothing on file matches. `purser import` files documents.")
      throw ExitCode(4)
    }
  }

  private static func line(_ event: TimelineEvent) -> String {
    let late = event.seenAt.map { $0.timeIntervalSince(event.storeAt) > 60 } ?? false
    let seen = late ? event.seenAt.map { "  (seen \($0.formatted(.iso8601)))" } ?? "" : ""
    let marker = event.overtakenBy == nil ? " " : "~"
    return "\(event.storeAt.formatted(.iso8601)) \(marker) \(Wording.sentence(for: event))\(seen)"
  }

  private static func json(_ event: TimelineEvent) -> JSONValue {
    func instant(_ date: Date?) -> JSONValue? { .string(ifAny: date?.formatted(.iso8601)) }
    return .of([
      ("id", .string(event.id)), ("kind", .string(event.kind.rawValue)),
      ("storeAt", instant(event.storeAt)), ("seenAt", instant(event.seenAt)),
      ("appliedAt", instant(event.appliedAt)),
      ("sentence", .string(Wording.sentence(for: event))),
      ("store", .string(ifAny: event.store?.rawValue)),
      ("environment", .string(ifAny: event.environment?.rawValue)),
      ("productId", .string(ifAny: event.productID)),
      ("chain", .string(ifAny: event.chain?.raw)), ("order", .string(ifAny: event.order?.raw)),
      ("price", .string(ifAny: event.price?.description)), ("until", instant(event.until)),
      ("evidence", .array(event.evidence.map { .string($0.raw) })),
    ])
  }
}
