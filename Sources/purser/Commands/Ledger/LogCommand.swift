import ArgumentParser
import Basics
import Dashboard
import Foundation
import Receipts

/// `purser log`: shows the dashboards' status messages.
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show the dashboards' status messages, newest first.",
    discussion: "A dashboard saves them when :log is opened and when it ends; the demo doesn't."
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  func run() throws {
    let messages = SessionFile(folder: Paths.state).read().messages.reversed()
    if json {
      return try JSONText.print(
        .of([
          ("schemaVersion", .number("1")),
          ("notices", .array(messages.map { JSONValue.string($0) })),
        ]),
        .pretty
      )
    }
    guard !messages.isEmpty else { return Console.say("No dashboard has saved any messages yet.") }
    for line in messages { try StandardStream.print(PlainText.safe(line)) }
  }
}
