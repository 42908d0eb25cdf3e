import ArgumentParser
import Foundation
import Receipts

/// `purser receipt diff`: compares two receipts.
struct ReceiptDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two receipts.",
    discussion: "Exit status: 0 equal, 2 different."
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions

  @Argument(help: ArgumentHelp("The older receipt.", valueName: "a"))
  var older: String

  @Argument(help: ArgumentHelp("The newer receipt.", valueName: "b"))
  var newer: String

  func run() throws {
    let reader = try documents.reader(try Assembly(settings, trust))
    let (left, right) = (try report(older, reader), try report(newer, reader))
    if try ReceiptDifference.print(from: left, to: right) { throw ExitCode(2) }
  }

  private func report(_ file: String, _ reader: DocumentReader) throws -> ReceiptReport {
    ReceiptReport(
      reader.examine(
        try FiledDocument(place: ledgerOptions, settings: settings).read(file),
        at: Date()
      )
    )
  }
}
