import Entitlements
import Foundation

/// The documents in a file: one a line, or one a row of CSV.
struct ImportRecords {
  struct Record {
    var name: ImportName
    var bytes: [UInt8]
  }

  private enum Source {
    case lines(InputLines, size: Int?)
    case rows(CSVReader, ReceiptColumns)
  }

  private let file: String
  private let input: InputReader?
  private var source: Source
  private var number = 0
  private var byteCount = 0

  init(linesOf file: String) throws(InputError) {
    self.file = file
    let input = file == "-" ? .standard : try InputReader(file)
    self.input = input
    source = .lines(InputLines(input), size: input.size)
  }

  /// The rows after the header, which was read.
  init(_ rows: CSVReader, _ columns: ReceiptColumns, of file: String) {
    (self.file, input, source) = (file, nil, .rows(rows, columns))
  }

  /// The part that was read, of 1; `nil` for a pipe.
  var share: Double? {
    switch source {
    case .lines(_, let size): size.map { min(1, Double(byteCount) / Double(max($0, 1))) }
    case .rows(let rows, _): rows.share
    }
  }

  /// Whether reading may block, because the rest of the next document has yet to arrive.
  mutating func mayBlock() -> Bool {
    switch source {
    case .lines(var lines, let size):
      defer { source = .lines(lines, size: size) }
      return lines.mayBlock()
    case .rows(let rows, _): return rows.mayBlock
    }
  }

  /// The next document, without bytes where there is none; `nil` at the end.
  mutating func next() throws(InputError) -> Record? {
    switch source {
    case .lines(var lines, let size):
      defer { source = .lines(lines, size: size) }
      guard let line = try lines.next() else { return nil }
      number += 1
      byteCount += line.count + 1
      return Record(name: ImportName(text: "\(file):\(number)"), bytes: line)
    case .rows(var rows, let columns):
      defer { source = .rows(rows, columns) }
      guard let row = try rows.next() else { return nil }
      return columns.record(in: row, of: file)
    }
  }

  func close() {
    switch source {
    case .lines: if file != "-" { input?.close() }
    case .rows(let rows, _): rows.close()
    }
  }
}

/// Which columns of a CSV file hold a document and its user.
struct ReceiptColumns {
  private let receipt: Int
  private let user: Int?
  private let count: Int

  init(_ header: [String], receipt: String, user: String?) throws(Fault) {
    self.receipt = try header.column(named: receipt, for: "--receipt")
    self.user = try user.map { name throws(Fault) in try header.column(named: name, for: "--user") }
    count = header.count
  }

  /// The document of a row. Exports write a value that is missing in several ways.
  fileprivate func record(in row: CSVReader.Record, of file: String) -> ImportRecords.Record {
    let name = "\(file), row \(row.row)"
    func failed(_ reason: String) -> ImportRecords.Record {
      let error = InputError.unreadable(name, reason: reason)
      return ImportRecords.Record(name: ImportName(text: name, error: error), bytes: [])
    }
    if let problem = row.problem {
      return failed(problem.prefix(1).lowercased() + problem.dropFirst().dropLast())
    }
    guard row.fields.count == count else {
      return failed("it has \(row.fields.count) fields, but the header has \(count)")
    }
    func value(_ index: Int) -> String {
      let text = row.fields[index].trimmingCharacters(in: .whitespacesAndNewlines)
      return ["NULL", "null", "\\N"].contains(text) ? "" : text
    }
    let owner = user.map(value) ?? ""
    guard owner.utf8.count <= UserProfile.maxLength else {
      return failed("its user ID has more than \(UserProfile.maxLength) bytes")
    }
    return ImportRecords.Record(
      name: ImportName(text: name, user: owner.isEmpty ? nil : ID(owner)),
      bytes: Array(value(receipt).utf8)
    )
  }
}

extension [String] {
  /// The number of the column with this heading.
  func column(named name: String, for option: String) throws(Fault) -> Int {
    let names = map { $0.trimmingCharacters(in: .whitespaces) }
    let index =
      names.firstIndex(of: name)
      ?? names.firstIndex { $0.caseInsensitiveCompare(name) == .orderedSame }
    guard let index else {
      throw Fault(
        "\(option): there is no column \(name). There are: \(names.joined(separator: ", "))."
      )
    }
    return index
  }
}
