import ArgumentParser
import Foundation
import Receipts

/// `purser receipt …`: looking at receipts without a ledger.
struct ReceiptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipt",
    abstract: "Decode and verify receipts.",
    subcommands: [ReceiptShowCommand.self, ReceiptTreeCommand.self, ReceiptDiffCommand.self]
  )
}

/// Trust roots and apps, as they are given on the command line.
struct TrustOptions: ParsableArguments {
  @Option(
    name: .customLong("root"),
    help: ArgumentHelp(
      "A further trust root, for receipts of Xcode or of a test (DER or PEM). May be repeated.",
      valueName: "file"
    )
  )
  var roots: [String] = []

  @Option(
    name: .customLong("bundle-id"),
    help: ArgumentHelp(
      "Refuse receipts of other apps. May be repeated; without it, any app's is reported.",
      valueName: "id"
    )
  )
  var bundleIDs: [String] = []
}
