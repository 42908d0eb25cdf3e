import ArgumentParser
import Foundation
import Receipts

/// `purser receipt …`: inspects receipts without a ledger.
struct ReceiptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipt",
    abstract: "Decode and verify receipts.",
    subcommands: [ReceiptShowCommand.self, ReceiptTreeCommand.self, ReceiptDiffCommand.self]
  )
}

/// The options for trust roots and apps.
struct TrustOptions: ParsableArguments {
  @Option(
    name: .customLong("root"),
    help: ArgumentHelp(
      "An additional trust root, for Xcode or test receipts (DER or PEM). May be repeated.",
      valueName: "file"
    )
  )
  var roots: [String] = []

  @Option(
    name: .customLong("bundle-id"),
    help: ArgumentHelp(
      "Reject receipts of other apps. May be repeated. Default: accept any app.",
      valueName: "id"
    )
  )
  var bundleIDs: [String] = []
}
