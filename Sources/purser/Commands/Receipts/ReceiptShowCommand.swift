import ArgumentParser
import Foundation
import Receipts

/// `purser receipt show`: shows and verifies documents.
struct ReceiptShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a receipt's contents and verify it.",
    discussion: """
      FILE is an Apple app receipt (base64, raw or PEM), a receipt of one transaction, a response \
      or notification of Apple, Google Play, Microsoft or Amazon, or a framework's wrapper around \
      one. The type is detected from the content. Exit status: 0 none rejected, 2 at least one \
      rejected, 1 at least one unreadable.
      """
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Flag(help: "Read one receipt per line from standard input; print one JSON report per line.")
  var jsonl = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions

  @Argument(help: ArgumentHelp("Receipts, or - for standard input.", valueName: "file"))
  var files: [String] = []

  func validate() throws {
    if jsonl, !files.isEmpty {
      throw ValidationError("--jsonl reads standard input; name no file.")
    }
    if !jsonl, files.isEmpty { throw ValidationError("Name at least one receipt, or -.") }
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
        input = try FiledDocument(place: ledgerOptions, settings: settings).read(file)
      } catch {
        Console.say("\(error)")
        status = .failure
        continue
      }
      let submission = reader.examine(input, at: Date())
      if !json, files.count > 1 {
        try StandardStream.print((index > 0 ? "\n" : "") + PlainText.safe(file))
      }
      try json ? JSONText.print(report(submission), .pretty) : ReceiptSummary.print(submission)
      if let rejection = submission.rejection {
        Console.say("\(file): rejected (\(rejection.code)), \(Console.sentence(rejection))")
        if status == .success { status = ExitCode(2) }
      }
    }
    return status
  }

  /// Prints a report for each line that is not empty, including rejected ones.
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

  private func report(_ submission: ExaminedDocument) -> ReceiptReport {
    ReceiptReport(submission, device: documents.device)
  }
}
