import ArgumentParser
import Foundation
import Receipts

/// Asks which column of a CSV file holds what, with the first values of each.
struct ColumnDialog {
  private let path: String
  private let header: [String]
  private let rows: [[String]]
  private var isShown = false

  private static let sampledRows = 3
  private static let maxValueCharacters = 24

  /// `nil` without a terminal to ask on, for standard input, and for a file without a header.
  init?(_ path: String) throws(InputError) {
    guard path != "-", isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    var reader = try CSVReader(path, maxRecordBytes: ReceiptText.maxCharacters + 1 << 20)
    defer { reader.close() }
    guard let first = try reader.header(), first.problem == nil else { return nil }
    var rows: [[String]] = []
    while rows.count < Self.sampledRows, let row = try reader.next() {
      if row.problem == nil { rows.append(row.fields) }
    }
    self.path = path
    header = first.fields.map { $0.trimmingCharacters(in: .whitespaces) }
    self.rows = rows
  }

  /// The chosen column's name; `nil` for none, if that is possible.
  ///
  /// - Throws: A validation error at the end of the input.
  mutating func ask(
    _ question: String,
    suggesting suggestion: String?,
    isRequired: Bool
  ) throws -> String? {
    if !isShown { show() }
    isShown = true
    let brackets = suggestion.map { " [\($0)]" } ?? (isRequired ? "" : " [none]")
    let none = isRequired || suggestion == nil ? "" : ", or - for none"
    while true {
      let prompt = PlainText.safe("\(question) A number or a name\(none).\(brackets) ")
      _ = StandardStream.write(Array(prompt.utf8)[...], to: STDERR_FILENO)
      guard let line = readLine()?.trimmingCharacters(in: .whitespaces) else {
        throw ValidationError("The input ended before a column was chosen. Name it with an option.")
      }
      if line.isEmpty, suggestion != nil || !isRequired { return suggestion }
      if line == "-", !isRequired { return nil }
      if let number = Int(line), header.indices.contains(number - 1) { return header[number - 1] }
      if let index = try? header.column(named: line, for: "") { return header[index] }
      Console.print("  There is no such column.")
    }
  }

  private func show() {
    Console.print("\(path) has these columns:")
    let width = min(28, header.map(\.count).max() ?? 0)
    for (index, name) in header.enumerated() {
      let values = rows.compactMap { $0.indices.contains(index) ? $0[index] : nil }
        .filter { !$0.isEmpty }.map { Self.short($0) }
      let number = String(repeating: " ", count: index < 9 ? 2 : 1) + "\(index + 1)"
      let padding = String(repeating: " ", count: max(0, width - name.count))
      Console.print("\(number)  \(name)\(padding)  \(values.joined(separator: " | "))")
    }
  }

  private static func short(_ value: String) -> String {
    let line = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > maxValueCharacters ? "\(line.prefix(maxValueCharacters))…" : line
  }

  /// The column whose heading is usual for documents, or else whose values look like one.
  var documentColumn: String? {
    let usual = [
      "receipt", "receiptdata", "latestreceipt", "receipts", "transactionreceipt",
      "signedtransaction", "signedtransactioninfo", "signedpayload", "jws", "payload", "document",
    ]
    let plain = header.map(UserColumns.plain)
    if let name = usual.lazy.compactMap({ plain.firstIndex(of: $0) }).first { return header[name] }
    return header.indices.first { index in
      rows.contains { $0.indices.contains(index) && Self.isDocument($0[index]) }
    }.map { header[$0] }
  }

  /// The column whose heading is usual for users' IDs.
  var userColumn: String? {
    let plain = header.map(UserColumns.plain)
    // A table of receipts calls its own key `id`.
    let usual = UserColumns.Part.id.headings.filter { $0 != "id" }
    return usual.lazy.compactMap { plain.firstIndex(of: $0) }.first.map { header[$0] }
  }

  /// The column whose values look like e-mail addresses.
  var emailColumn: String? {
    header.indices.first { index in
      rows.contains { $0.indices.contains(index) && $0[index].contains("@") }
    }.map { header[$0] }
  }

  /// Whether it begins as base64 of a receipt, a signed payload, JSON or hex does.
  private static func isDocument(_ text: String) -> Bool {
    text.count > 64 && ["MI", "eyJ", "{", "\\x30", "ewo"].contains { text.hasPrefix($0) }
  }
}

extension ImportInputOptions {
  /// The options with the columns that a terminal is asked for. Without one, the missing option is
  /// an error.
  func withColumns() throws -> ImportInputOptions {
    guard let csv, receipt == nil else { return self }
    guard var dialog = try ColumnDialog(csv) else {
      throw ValidationError("--csv requires --receipt.")
    }
    var options = self
    options.receipt = try dialog.ask(
      "Which column holds the receipts?",
      suggesting: dialog.documentColumn,
      isRequired: true
    )
    if user == nil {
      options.user = try dialog.ask(
        "Which column holds the users' IDs?",
        suggesting: dialog.userColumn,
        isRequired: false
      )
    }
    return options
  }
}

extension UserColumns {
  /// The columns of the parts, with those that a terminal is asked for.
  static func chosen(
    for header: [String],
    named: [Part: [String]],
    in path: String
  ) throws -> UserColumns {
    var named = named
    var dialog: ColumnDialog?
    while let missing = Self.missingPart(in: header, named: named) {
      if dialog == nil { dialog = try ColumnDialog(path) }
      // Who isn't asked gets the error that names the option.
      guard dialog != nil else { break }
      let likely = missing == .id ? dialog?.userColumn : dialog?.emailColumn
      let column = try dialog?.ask(
        missing == .id
          ? "Which column holds the users' IDs?" : "Which column holds the e-mail addresses?",
        suggesting: likely,
        isRequired: true
      )
      named[missing] = column.map { [$0] }
    }
    return try UserColumns(header, named: named)
  }
}
