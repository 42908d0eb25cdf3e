import ArgumentParser
import Basics
import Dashboard
import Foundation
import Receipts

/// `purser log`: what dashboards said to the operator.
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Tell what dashboards said in passing, the newest first.",
    discussion: "A dashboard keeps it when :log is opened and when it ends; the demo keeps nothing."
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  func run() throws {
    let told = MemoryFile(folder: Paths.state).read().told.reversed()
    if json {
      return try JSONText.print(
        .of([
          ("schemaVersion", .number("1")),
          ("notices", .array(told.map { JSONValue.string($0) })),
        ]),
        .pretty
      )
    }
    guard !told.isEmpty else { return Narration.say("No dashboard has kept anything yet.") }
    for line in told { try StandardStream.print(PlainText.safe(line)) }
  }
}
