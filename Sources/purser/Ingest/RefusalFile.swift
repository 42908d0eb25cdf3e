import Basics
import Foundation

/// A new file that lists what an import refused: the file, the row or line, a code and the reason.
/// It contains no documents and no users.
final class RefusalFile: Sendable {
  private let path: String
  private let descriptor: Int32
  private let isJSON: Bool

  init(_ path: String) throws(OutputFileError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND, 0o600)
    guard descriptor >= 0 else {
      guard errno != EEXIST else { throw .occupied(path) }
      throw .unwritable(path, reason: InputReader.reason(errno))
    }
    self.path = path
    isJSON = path.hasSuffix(".jsonl") || path.hasSuffix(".json")
    if !isJSON { try write("file,row,code,reason\n") }
  }

  func add(_ name: ImportName, _ code: String, _ reason: String) throws(OutputFileError) {
    guard isJSON else {
      let fields = [name.file, name.row.map(String.init) ?? "", code, reason]
      return try write(fields.map(Self.field).joined(separator: ",") + "\n")
    }
    let line: JSONValue = [
      "schemaVersion": 1, "file": .string(name.file), "row": .whole(name.row),
      "code": .string(code), "reason": .string(reason),
    ]
    try write(line.encoded + "\n")
  }

  func close() throws(OutputFileError) {
    guard Foundation.close(descriptor) != 0 else { return }
    throw .unwritable(path, reason: InputReader.reason(errno))
  }

  private func write(_ text: String) throws(OutputFileError) {
    let code = StandardStream.write(Array(text.utf8)[...], to: descriptor)
    guard code == 0 else { throw .unwritable(path, reason: InputReader.reason(code)) }
  }

  /// In quotation marks, and never a formula in a spreadsheet.
  private static func field(_ text: String) -> String {
    let isFormula = text.first.map { "=+-@".contains($0) } ?? false
    let plain = PlainText.safe(isFormula ? "'\(text)" : text)
    return "\"\(plain.replacing("\"", with: "\"\""))\""
  }
}
