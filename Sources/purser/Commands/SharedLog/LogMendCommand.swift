import ArgumentParser
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
      the operators' actions again. Sales that were redeemed in both are listed. Exit status: 0 \
      nothing was redeemed twice, 2 at least one sale was.
      """
  )

  @OptionGroup var options: DocumentAccess
  @Option(help: .value("path", "The ledger that stopped.")) var from: String

  func run() throws {
    let reader = try options.reader()
    let old = try Ledger(readingOnly: from)
    let ledger = try options.place.openForWriting(isExisting: true)
    let report = try Blocking.wait {
      let report = try await LedgerMend(from: old, into: ledger, reader: reader).run()
      await ledger.log?.stop()
      try await ledger.close()
      return report
    }
    try StandardStream.print(
      "Offered \(report.documents) documents, \(report.claims) claims, \(report.players) players, "
        + "\(report.redeemedSales) redeemed sales."
    )
    for sale in report.twiceRedeemed {
      try StandardStream.print(safe: "\(sale) was redeemed in both ledgers: look who has it.")
    }
    if !report.twiceRedeemed.isEmpty { throw ExitCode(2) }
  }
}
