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
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions

  @Argument(help: ArgumentHelp("The older receipt.", valueName: "a"))
  var older: String

  @Argument(help: ArgumentHelp("The newer receipt.", valueName: "b"))
  var newer: String

  func run() throws {
    let reader = try documents.reader(try Assembly(settings, trust))
    let (left, right) = (try paths(older, reader), try paths(newer, reader))
    let lines = PathDifference.lines(from: left, to: right)
    guard !lines.isEmpty else { return }
    try StandardStream.print(lines.map(PlainText.safe).joined(separator: "\n"))
    throw ExitCode(2)
  }

  private func paths(_ file: String, _ reader: DocumentReader) throws -> [(String, String)] {
    let submission = reader.examine(try InputFile.read(file), at: Date())
    return PathDifference.paths(of: ReceiptReport(submission).json)
  }
}

/// Two documents compared leaf by leaf. Purchases are matched by their transaction, because a
/// store lists them in any order.
enum PathDifference {
  static func paths(of value: JSONValue) -> [(String, String)] {
    var paths: [(String, String)] = []
    JSONPaths.forEach(of: value, at: "$") { paths.append(($0, JSONText.of(leaf: $1))) }
    return paths
  }

  /// Removed and changed paths in the older document's order, then added ones in the newer's.
  static func lines(from older: [(String, String)], to newer: [(String, String)]) -> [String] {
    let after = Dictionary(newer, uniquingKeysWith: { first, _ in first })
    let before = Set(older.map(\.0))
    let changed = older.compactMap { path, value -> String? in
      guard let other = after[path] else { return "- \(path): \(value)" }
      return other == value ? nil : "~ \(path): \(value) → \(other)"
    }
    return changed + newer.filter { !before.contains($0.0) }.map { "+ \($0.0): \($0.1)" }
  }
}
