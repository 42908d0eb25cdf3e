import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts

/// `purser audit`: what operators did.
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Tell what was done by hand, by whom and when, the newest first.",
    discussion: """
      Of what it was done with, the log holds a hash alone. Each entry's own hash covers the entry \
      before; `purser check` follows them. Whoever can write to the ledger's file can cut off the \
      newest entries: keep what `purser audit head` prints elsewhere, and pass it to purser check \
      --audit-head.
      """,
    subcommands: [AuditListCommand.self, AuditHeadCommand.self],
    defaultSubcommand: AuditListCommand.self
  )
}

/// `purser audit head`: the newest entry, to be kept elsewhere.
struct AuditHeadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "head",
    abstract: "Print number and hash of the newest entry, to be kept elsewhere."
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions

  func run() throws {
    let ledger = try place.open(settings)
    let head = try Blocking.wait { try await ledger.auditHead() }
    try StandardStream.print(head.description)
  }
}

/// Reads a head of the audit log from the command line.
enum AuditHeadArgument {
  /// The head itself, or the last line of the file of that name.
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
      throw ValidationError("--audit-head takes what purser audit head printed, or a file with it.")
    }
    return head
  }
}

struct AuditListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show the entries, the newest first."
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Option(help: ArgumentHelp("How many entries.", valueName: "count"))
  var limit = 50

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions

  func validate() throws {
    guard (1...100_000).contains(limit) else {
      throw ValidationError("--limit takes 1 to 100,000.")
    }
  }

  func run() throws {
    let ledger = try place.open(settings)
    let limit = limit
    let (rows, total) = try Blocking.wait { try await ledger.auditRows(limit: limit) }
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
      Narration.say("The newest \(rows.count) of \(total) entries; --limit shows more.")
    }
  }

  private static func line(_ row: AuditRow) -> String {
    let length = max(8, row.deed.count)
    let deed = row.deed.padding(toLength: length, withPad: " ", startingAt: 0)
    return "\(row.number)  \(row.at.formatted(.iso8601))  \(deed)  \(row.subject.prefix(12))  "
      + "\(row.hash.prefix(12))  \(row.actor)"
  }

  private static func json(_ row: AuditRow) -> JSONValue {
    .of([
      ("number", .number("\(row.number)")), ("at", .string(row.at.formatted(.iso8601))),
      ("actor", .string(row.actor)), ("deed", .string(row.deed)),
      ("subject", .string(row.subject)), ("hash", .string(row.hash)),
    ])
  }
}
