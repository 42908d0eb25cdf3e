import ArgumentParser
import Foundation
import Receipts

/// `purser receipt show`: what documents say, and whether they are to be believed.
struct ReceiptShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a receipt says, and whether it is to be believed.",
    discussion: """
      FILE holds Apple's app receipt (base64, raw or PEM), a receipt of one transaction, an answer \
      or notification of Apple, Google Play, Microsoft or Amazon, or a framework's wrapper around one; the \
      content tells which. Exit status: 0 none rejected, 2 at least one rejected, 1 at least one \
      not readable.
      """
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Flag(help: "Read one receipt a line from standard input, and print one JSON answer a line.")
  var jsonl = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions

  @Argument(help: ArgumentHelp("Receipts, or - for standard input.", valueName: "file"))
  var files: [String] = []

  func validate() throws {
    if jsonl, !files.isEmpty {
      throw ValidationError("--jsonl reads standard input; name no file.")
    }
    if !jsonl, files.isEmpty { throw ValidationError("Name at least one receipt, or - ") }
  }

  func run() throws {
    let reader = try documents.reader(try Assembly(settings, trust))
    let status = jsonl ? try showLines(reader) : try showFiles(reader)
    if status != .success { throw status }
  }

  private func showFiles(_ reader: DocumentReader) throws -> ExitCode {
    var status = ExitCode.success
    for (index, file) in files.enumerated() {
      let input: [UInt8]
      do {
        input = try FiledDocument(place: place, settings: settings).read(file)
      } catch {
        Narration.say("\(error)")
        status = .failure
        continue
      }
      let submission = reader.examine(input, at: Date())
      if !json, files.count > 1 {
        try StandardStream.print((index > 0 ? "\n" : "") + PlainText.safe(file))
      }
      try json ? JSONText.print(report(submission), .pretty) : ReceiptSummary.print(submission)
      if let rejection = submission.rejection {
        Narration.say("\(file): rejected (\(rejection.code)), \(Narration.sentence(rejection))")
        if status == .success { status = ExitCode(2) }
      }
    }
    return status
  }

  /// An answer for each line, empty ones left out; a rejected one is an answer.
  private func showLines(_ reader: DocumentReader) throws -> ExitCode {
    var status = ExitCode.success
    var lines = InputLines(.standard)
    while let line = try lines.next() {
      guard !line.isEmpty else { continue }
      let submission = reader.examine(line, at: Date())
      try JSONText.print(report(submission), .line)
      if submission.rejection != nil { status = ExitCode(2) }
    }
    return status
  }

  private func report(_ submission: Submission) -> ReceiptReport {
    ReceiptReport(submission, device: documents.device)
  }
}
