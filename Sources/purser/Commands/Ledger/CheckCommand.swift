import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

/// `purser check`: checks the ledger's integrity.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the ledger's integrity: file, counts, audit log and derived data.",
    discussion: """
      Prints one line for each check: structure (SQLite's integrity_check), references, audit (the \
      hash chain and its head), counts, replay (derives everything from the documents again; in a \
      ledger of more than 20,000 documents, for 200 users). Exit status: 0 sound, 1 errors found.
      """
  )

  @Flag(help: "Don't compare indices with tables, and replay fewer users.")
  var quick = false

  @Option(
    help: ArgumentHelp(
      "Earlier output of purser audit head, or a file with it, that the log must contain.",
      valueName: "head"
    ),
    transform: AuditHeadArgument.head
  )
  var auditHead: AuditHead?

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions

  func run() throws {
    let ledger = try ledgerOptions.open(settings)
    let reader = try documents.reader(try Assembly(settings, trust))
    let check = IntegrityCheck(ledger: ledger, reader: reader)
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
    let name = answer.subject.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0)
    guard !answer.faults.isEmpty else {
      return try StandardStream.print("ok     \(name)  \(answer.extent)")
    }
    try StandardStream.print("wrong  \(name)  \(answer.extent)")
    for fault in answer.faults.prefix(maxFaults) {
      try StandardStream.print(PlainText.safe("       \(fault)"))
    }
    let rest = answer.faults.count - maxFaults
    if rest > 0 { try StandardStream.print("       and \(rest) more; --json has all of them") }
  }

  private static func json(_ answers: [IntegrityReport]) -> JSONValue {
    .of([
      ("schemaVersion", .number("1")),
      ("sound", .bool(answers.allSatisfy { $0.faults.isEmpty })),
      (
        "checks",
        .array(
          answers.map { answer in
            .of([
              ("subject", .string(answer.subject.rawValue)), ("extent", .string(answer.extent)),
              ("faults", .array(answer.faults.map { .string($0) })),
            ])
          }
        )
      ),
    ])
  }
}
