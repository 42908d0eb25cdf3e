import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "audit",
    "List operator actions with operator and time, newest first.",
    discussion: """
      The log contains only a hash of each action's subject; the user is shown where the ledger \
      still has the action. Each entry's hash covers the previous \
      entry; `purser check` verifies the chain. Anyone with write access to the ledger file can \
      cut off the newest entries: store the output of `purser audit head` elsewhere, and pass it \
      to purser check --audit-head.
      """,
    subcommands: [AuditListCommand.self, AuditHeadCommand.self],
    defaultSubcommand: AuditListCommand.self
  )
}

struct AuditHeadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "head",
    "Print number and hash of the newest entry, to be stored elsewhere."
  )

  @OptionGroup var place: LedgerAccess

  func run() throws {
    let ledger = try place.open()
    let head = try Blocking.wait { try await ledger.audit.head() }
    try StandardStream.print(head.description)
  }
}

/// Reads a head of the audit log from the command line.
enum AuditHeadArgument {
  /// Parses the head, or reads it from the last line of the file of that name.
  static func head(_ argument: String) throws -> AuditHead {
    if let head = AuditHead(argument) { return head }
    let bytes = try InputFile.read(file: argument) { ValidationError("\($0)") }
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
  static let configuration = CommandConfiguration("list", "Show the entries, newest first.")

  @Flag(help: "Print JSON with stable field names.") var json = false
  @Option(help: .value("count", "The number of entries.")) var limit = 50
  @OptionGroup var place: LedgerAccess

  func validate() throws {
    try require((1...100_000).contains(limit), "--limit takes 1 to 100,000.")
  }

  func run() throws {
    let ledger = try place.open()
    let (rows, total) = try Blocking.wait { try await ledger.audit.rows(limit: limit) }
    if json {
      try JSONText.print(
        ["schemaVersion": 1, "total": .whole(total), "entries": .array(rows.map(\.json))],
        .pretty
      )
    } else {
      for row in rows { try StandardStream.print(safe: Self.line(row)) }
    }
    if rows.count < total {
      Console.print("The newest \(rows.count) of \(total) entries; --limit shows more.")
    }
  }

  private static func line(_ row: AuditRow) -> String {
    let action = row.action.padded(to: 8)
    let subject = row.user?.raw ?? String(row.subject.prefix(12))
    return "\(row.number)  \(row.at.formatted(.iso8601))  \(action)  \(subject.padded(to: 12))  "
      + "\(row.hash.prefix(12))  \(row.actor)"
  }
}

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "check",
    "Check the ledger's integrity: file, counts, audit log and derived data.",
    discussion: """
      Prints one line for each check: structure (SQLite's integrity_check), references, audit (the \
      hash chain and its head), counts, replay (derives everything from the documents again; in a \
      ledger of more than 20,000 documents, for 200 users). Exit status: 0 sound, 1 errors found.
      """
  )

  @Flag(help: "Don't compare indices with tables, and replay fewer users.") var quick = false
  @Option(
    help: .value(
      "head",
      "Earlier output of purser audit head, or a file with it, that the log must contain."
    ),
    transform: AuditHeadArgument.head
  )
  var auditHead: AuditHead?
  @Flag(help: "Print JSON with stable field names.") var json = false
  @OptionGroup var options: DocumentAccess

  func run() throws {
    let check = IntegrityCheck(ledger: try options.place.open(), reader: try options.reader())
    let (isQuick, auditHead) = (quick, auditHead)
    var answers: [IntegrityReport] = []
    for subject in IntegrityReport.Subject.allCases {
      let answer = try Blocking.wait {
        try await check.look(at: subject, isQuick: isQuick, auditHead: auditHead)
      }
      answers.append(answer)
      if !json { try Self.write(answer) }
    }
    if json { try JSONText.print(Self.json(answers), .pretty) }
    if answers.contains(where: { !$0.faults.isEmpty }) { throw ExitCode.failure }
  }

  private static let maxFaults = 20

  private static func write(_ answer: IntegrityReport) throws {
    let name = answer.subject.rawValue.padded(to: 10)
    guard !answer.faults.isEmpty else {
      return try StandardStream.print("ok     \(name)  \(answer.extent)")
    }
    try StandardStream.print("wrong  \(name)  \(answer.extent)")
    for fault in answer.faults.prefix(maxFaults) {
      try StandardStream.print(safe: "       \(fault)")
    }
    let rest = answer.faults.count - maxFaults
    if rest > 0 { try StandardStream.print("       and \(rest) more; --json has all of them") }
    if answer.isCorrectable { Console.print("purser replay --write corrects the ledger.") }
  }

  private static func json(_ answers: [IntegrityReport]) -> JSONValue {
    [
      "schemaVersion": 1, "sound": .bool(answers.allSatisfy { $0.faults.isEmpty }),
      "checks": .array(
        answers.map { answer in
          [
            "subject": .word(answer.subject), "extent": .string(answer.extent),
            "faults": .texts(answer.faults),
          ]
        }
      ),
    ]
  }
}
