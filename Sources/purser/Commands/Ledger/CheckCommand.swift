import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

/// `purser check`: whether the ledger is sound.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tell whether the ledger is sound: its file, counts, audit log and beliefs.",
    discussion: """
      A line each: structure (SQLite's integrity_check), references, audit (the chain of hashes \
      and its head), counts, replay (everything derived from the documents again; in a ledger of more than 20,000 \
      documents, for 200 users). Exit status: 0 sound, 1 something is wrong.
      """
  )

  @Flag(help: "Leave out the comparison of indices with tables, and replay fewer users.")
  var quick = false

  @Option(
    help: ArgumentHelp(
      "What purser audit head printed before, or the file with it: the audit log has to go on from it.",
      valueName: "head"
    ),
    transform: AuditHeadArgument.head
  )
  var auditHead: AuditHead?

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions

  func run() throws {
    let ledger = try place.open(settings)
    let reader = try documents.reader(try Assembly(settings, trust))
    let checkup = Checkup(ledger: ledger, reader: reader)
    let (isQuick, auditHead) = (quick, auditHead)
    var answers: [Soundness] = []
    for subject in Soundness.Subject.allCases {
      let answer = try Blocking.wait {
        try await checkup.look(at: subject, isQuick: isQuick, auditHead: auditHead)
      }
      answers.append(answer)
      if !json { try Self.tell(answer) }
    }
    if json { try JSONText.print(Self.json(answers), .pretty) }
    if answers.contains(where: { !$0.faults.isEmpty }) { throw ExitCode.failure }
  }

  private static let mostFaults = 20

  private static func tell(_ answer: Soundness) throws {
    let name = answer.subject.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0)
    guard !answer.faults.isEmpty else {
      return try StandardStream.print("ok     \(name)  \(answer.extent)")
    }
    try StandardStream.print("wrong  \(name)  \(answer.extent)")
    for fault in answer.faults.prefix(mostFaults) {
      try StandardStream.print(PlainText.safe("       \(fault)"))
    }
    let rest = answer.faults.count - mostFaults
    if rest > 0 { try StandardStream.print("       and \(rest) more; --json has all of them") }
  }

  private static func json(_ answers: [Soundness]) -> JSONValue {
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
