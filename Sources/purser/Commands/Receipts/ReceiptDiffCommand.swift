import ArgumentParser
import Foundation
import Receipts

/// `purser receipt diff`: what changed from one receipt to another.
struct ReceiptDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what differs between two receipts, by path.",
    discussion: "Exit status: 0 nothing differs, 2 something does."
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
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
      reader.examine(try FiledDocument(place: place, settings: settings).read(file), at: Date())
    )
  }
}
