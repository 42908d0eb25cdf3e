import ArgumentParser
import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

/// `purser diff`: compares two users or two documents on file.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two users or two documents on file.",
    discussion: """
      A and B are user IDs or document IDs (the SHA-256 of the bytes). Exit status: 0 equal, 2 \
      different, 4 one of them is not on file.
      """
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @OptionGroup var options: StoreOptions

  @Argument(help: ArgumentHelp("The older one's ID.", valueName: "a"))
  var older: String

  @Argument(help: ArgumentHelp("The newer one's ID.", valueName: "b"))
  var newer: String

  func run() throws {
    let assembly = try Assembly(options.settings, options.trust)
    let ledger = try Ledger(readingOnly: options.place.ledger ?? assembly.ledgerPath)
    let (session, _) = try options.session(assembly, ledger, asks: false)
    let (older, newer) = (older, newer)
    let difference = try Blocking.wait {
      let users = (
        try await ledger.users.details(of: ID(older)), try await ledger.users.details(of: ID(newer))
      )
      if let left = users.0, let right = users.1 { return NodeDifference(from: left, to: right) }
      guard let left = try await session.service.inspection.inspect(ID(older)),
        let right = try await session.service.inspection.inspect(ID(newer))
      else {
        throw ExitCode.notFound("The two users or documents must be on file.")
      }
      return NodeDifference(from: left.tree, to: right.tree)
    }
    let changes = difference.changes.map(\.masked)
    if json {
      try JSONText.print(
        .of([
          ("schemaVersion", .number("1")), ("changes", .array(changes.map(Self.json))),
        ]),
        .pretty
      )
    } else {
      for change in changes { try StandardStream.print(PlainText.safe(Self.line(change))) }
    }
    if !changes.isEmpty { throw ExitCode(2) }
  }

  private static func line(_ change: NodeDifference.Change) -> String {
    let path = change.path.joined(separator: ".")
    return switch (change.older, change.newer) {
    case (let older?, let newer?): "~ \(path): \(older) → \(newer)"
    case (let older?, nil): "- \(path): \(older)"
    case (nil, let newer): "+ \(path): \(newer ?? "")"
    }
  }

  private static func json(_ change: NodeDifference.Change) -> JSONValue {
    .of([
      ("path", .array(change.path.map(JSONValue.string))),
      ("older", change.older.map(JSONValue.string) ?? .null),
      ("newer", change.newer.map(JSONValue.string) ?? .null),
    ])
  }
}
