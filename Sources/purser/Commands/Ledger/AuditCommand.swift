import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts

/// `purser audit`: shows the audit log of operator actions.
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "List operator actions with operator and time, newest first.",
    discussion: """
      The log contains only a hash of each action's subject. Each entry's hash covers the previous \
      entry; `purser check` verifies the chain. Anyone with write access to the ledger file can \
      cut off the newest entries: store the output of `purser audit head` elsewhere, and pass it \
      to purser check --audit-head.
      """,
    subcommands: [AuditListCommand.self, AuditHeadCommand.self],
    defaultSubcommand: AuditListCommand.self
  )
}

/// `purser audit head`: prints the newest entry, to be stored elsewhere.
struct AuditHeadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "head",
    abstract: "Print number and hash of the newest entry, to be stored elsewhere."
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions

  func run() throws {
    let ledger = try ledgerOptions.open(settings)
    let head = try Blocking.wait { try await ledger.audit.head() }
    try StandardStream.print(head.description)
  }
}

/// Reads a head of the audit log from the command line.
enum AuditHeadArgument {
  /// Parses the head, or reads it from the last line of the file of that name.
  static func head(_ argument: String) throws -> AuditHead {
    if let head = AuditHead(argument) { return head }
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try InputFile.read(file: argument)
    } catch {
      throw ValidationError("\(error)")
    }
    let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    guard let head = lines.last.flatMap({ AuditHead(String(decoding: $0, as: UTF8.self)) }) else {
      throw ValidationError(
        "--audit-head takes the output of purser audit head, or a file with it."
      )
    }
    return head
  }
}

struct AuditListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show the entries, newest first."
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Option(help: ArgumentHelp("The number of entries.", valueName: "count"))
  var limit = 50

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions

  func validate() throws {
    guard (1...100_000).contains(limit) else {
      throw ValidationError("--limit takes 1 to 100,000.")
    }
  }

  func run() throws {
    let ledger = try ledgerOptions.open(settings)
    let limit = limit
    let (rows, total) = try Blocking.wait { try await ledger.audit.rows(limit: limit) }
    if json {
      try JSONText.print(
        .of([
          ("schemaVersion", .number("1")), ("total", .number("\(total)")),
          ("entries", .array(rows.map(Self.json))),
        ]),
        .pretty
      )
    } else {
      for row in rows { try StandardStream.print(PlainText.safe(Self.line(row))) }
    }
    if rows.count < total {
      Console.say("The newest \(rows.count) of \(total) entries; --limit shows more.")
    }
  }

  private static func line(_ row: AuditRow) -> String {
    let length = max(8, row.action.count)
    let action = row.action.padding(toLength: length, withPad: " ", startingAt: 0)
    return "\(row.number)  \(row.at.formatted(.iso8601))  \(action)  \(row.subject.prefix(12))  "
      + "\(row.hash.prefix(12))  \(row.actor)"
  }

  private static func json(_ row: AuditRow) -> JSONValue {
    .of([
      ("number", .number("\(row.number)")), ("at", .string(row.at.formatted(.iso8601))),
      ("actor", .string(row.actor)), ("deed", .string(row.action)),
      ("subject", .string(row.subject)), ("hash", .string(row.hash)),
    ])
  }
}
