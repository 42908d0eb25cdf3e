import ArgumentParser
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// `purser receipt …`: inspects receipts without a ledger.
struct ReceiptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "receipt",
    "Decode and verify receipts.",
    subcommands: [ReceiptShowCommand.self, ReceiptTreeCommand.self, ReceiptDiffCommand.self]
  )
}

struct ReceiptShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "show",
    "Show a receipt's contents and verify it.",
    discussion: """
      FILE is an Apple app receipt (base64, raw or PEM), a receipt of one transaction, a response \
      or notification of Apple, Google Play, Microsoft or Amazon, or a framework's wrapper around \
      one. The type is detected from the content. Exit status: 0 none rejected, 2 at least one \
      rejected, 1 at least one unreadable.
      """
  )

  @Flag(help: "Print JSON with stable field names.") var json = false
  @Flag(help: "Read one receipt per line from standard input; print one JSON report per line.")
  var jsonl = false
  @OptionGroup var options: DocumentAccess
  @Argument(help: .value("file", "Receipts, or - for standard input.")) var files: [String] = []

  func validate() throws {
    try require(!jsonl || files.isEmpty, "--jsonl reads standard input; name no file.")
    try require(jsonl || !files.isEmpty, "Name at least one receipt, or -.")
  }

  func run() throws {
    let reader = try options.reader()
    let status = jsonl ? try showLines(reader) : try showFiles(reader)
    if status != .success { throw status }
  }

  private func showFiles(_ reader: DocumentReader) throws -> ExitCode {
    var status = ExitCode.success
    for (index, file) in files.enumerated() {
      let input: [UInt8]
      do {
        input = try options.place.document(file)
      } catch {
        Console.print("\(error)")
        status = .failure
        continue
      }
      let submission = reader.examine(input, at: Date())
      if !json, files.count > 1 {
        try StandardStream.print((index > 0 ? "\n" : "") + PlainText.safe(file))
      }
      try json ? JSONText.print(report(submission), .pretty) : ReceiptSummary.print(submission)
      if let rejection = submission.rejection {
        Console.print("\(file): rejected (\(rejection.code)), \(Console.sentence(rejection))")
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
    ReceiptReport(submission, device: options.documents.device)
  }
}

struct ReceiptDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "diff",
    "Compare two receipts.",
    discussion: "Exit status: 0 equal, 2 different."
  )

  @OptionGroup var options: DocumentAccess
  @Argument(help: .value("a", "The older receipt.")) var older: String
  @Argument(help: .value("b", "The newer receipt.")) var newer: String

  func run() throws {
    let reader = try options.reader()
    let (left, right) = (try report(older, reader), try report(newer, reader))
    if try ReceiptDifference.print(from: left, to: right) { throw ExitCode(2) }
  }

  private func report(_ file: String, _ reader: DocumentReader) throws -> ReceiptReport {
    ReceiptReport(reader.examine(try options.place.document(file), at: Date()))
  }
}

struct ReceiptTreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "tree",
    "Print a receipt's parts with their offsets, unknown parts in hex.",
    discussion: "Decodes without verifying; use `purser receipt show` to verify."
  )

  @Flag(help: "Also print the values that link the receipt to a device.") var reveal = false
  @Argument(help: .value("file", "The receipt, or - for standard input.")) var file: String

  func run() throws {
    let input = try InputFile.read(file)
    let receipt: [UInt8]
    do throws(Rejection) {
      receipt = try ReceiptText.receipt(in: input)
    } catch {
      Console.print("\(file): \(error.code), \(Console.sentence(error))")
      throw ExitCode(2)
    }
    try StandardStream.print(
      TreeText(reveals: reveal).lines(ReceiptInspection.tree(of: receipt)).joined(separator: "\n")
    )
  }
}

/// Formats a tree as lines of offset, number, name and value.
struct TreeText {
  let reveals: Bool

  func lines(_ node: Node, depth: Int = 0) -> [String] {
    let offset = (node.offset.map(String.init) ?? "").padded(to: 8, isRight: true)
    let number = (node.number.map(String.init) ?? "").padded(to: 6, isRight: true)
    let label = String(repeating: "  ", count: depth) + node.label
    let content = node.isSecret && !reveals ? "hidden" : node.value
    let value = [content.isEmpty ? node.type : content, node.gloss ?? ""]
      .filter { !$0.isEmpty }.joined(separator: "  ")
    let name = PlainText.safe(label).padded(to: 34)
    let line = "\(offset) \(number)  \(name)  \(PlainText.safe(value))"
    return [line] + node.children.flatMap { lines($0, depth: depth + 1) }
  }
}
