import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

struct LogMendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "mend",
    "Offer the shared log what it has lost and another ledger still holds.",
    discussion: """
      For a ledger that stopped because the log was forked. The ledger of the settings follows the log \
      as it is now; --from names the one that stopped, which is only read. Documents, claims, players \
      and redeemed sales that the log lacks are offered again and decided anew; the audit log records \
      the mend, and the operators' actions again. What names an erased person is not offered. Sales \
      that were redeemed in both are listed, and users whom only the other ledger has erased. Exit \
      status: 0 done, 2 a sale was redeemed twice or a user must be erased, 64 the ledger is none \
      of this log.
      """
  )

  @OptionGroup var options: DocumentAccess
  @OptionGroup var operator_: OperatorOptions
  @Option(help: .value("path", "The ledger that stopped.")) var from: String

  func run() throws {
    let assembly = try Assembly(options.place.settings, options.trust)
    let actor = try operator_.name(for: .money, in: assembly.settings.team)
    let reader = try options.documents.reader(assembly)
    let old = try Ledger(readingOnly: from)
    let ledger = try options.place.openForWriting(isExisting: true)
    let outcome = try Blocking.wait {
      let outcome = try await LedgerMend(from: old, into: ledger, reader: reader)
        .run(by: actor, at: Date())
      await ledger.log?.stop()
      try await ledger.close()
      return outcome
    }
    let report: LedgerMend.Report
    switch outcome {
    case .offered(let offered): report = offered
    case .refused(let reason): throw ExitFault(status: 64, lines: [reason])
    }
    try StandardStream.print(
      "Offered \(report.documents) documents, \(report.claims) claims, \(report.players) players, "
        + "\(report.redeemedSales) redeemed sales."
    )
    if report.withheld > 0 {
      try StandardStream.print(
        "Not offered: \(report.withheld) documents and claims of erased persons."
      )
    }
    for user in report.toErase {
      try StandardStream.print(
        safe: "\(user) was erased in the other ledger only: purser erase user \(user)."
      )
    }
    for sale in report.twiceRedeemed {
      try StandardStream.print(safe: "\(sale) was redeemed in both ledgers: look who has it.")
    }
    if !report.twiceRedeemed.isEmpty || !report.toErase.isEmpty { throw ExitCode(2) }
  }
}
