import ArgumentParser
import Foundation
import Receipts

/// `purser receipt …`: looking at receipts without a ledger.
struct ReceiptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipt",
    abstract: "Decode and verify receipts.",
    subcommands: [ReceiptShowCommand.self]
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

struct ReceiptShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a receipt says, and whether it is to be believed.",
    discussion: """
      FILE holds an Apple app receipt: base64 (standard or URL-safe, wrapped or not), raw DER or \
      BER, or PEM. Exit status: 0 genuine, 2 rejected, 1 not readable.
      """
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var trust: TrustOptions

  @Argument(help: ArgumentHelp("The receipt, or - for standard input.", valueName: "file"))
  var file: String

  func run() throws {
    let verifier = try Assembly(settings, trust).verifier
    let input = try InputFile.read(file)
    let submission = Submission(input, verifier: verifier, at: Date())
    let text =
      json
      ? ReceiptReport.json(submission.kind, submission.examination).text
      : ReceiptSummary.lines(submission).joined(separator: "\n")
    try StandardStream.print(text)
    if let rejection = submission.examination.rejection {
      Narration.say("\(file): rejected (\(rejection.code)), \(Narration.sentence(rejection))")
      throw ExitCode(2)
    }
  }
}
