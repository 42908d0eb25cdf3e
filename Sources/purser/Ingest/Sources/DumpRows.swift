import Basics
import Foundation

/// The documents in the rows of a database dump.
struct DumpRows: Sendable {
  private(set) var input: ByteSource
  private let names: FieldNames
  private let table: String?
  private var dump: SQLDump
  private var columns: [String: ReceiptColumns] = [:]
  private var passedOver: Set<String> = []
  private var number = 0
  /// The first bytes, and the last ones.
  private var ends: (first: [UInt8], last: [UInt8]) = ([], [])

  init(_ input: ByteSource, _ names: FieldNames, table: String?) {
    (self.input, self.names, self.table) = (input, names, table)
    dump = SQLDump(table: table)
  }

  var isReadable: Bool { input.isReadable }

  /// `nil` at the end.
  mutating func next(in file: String) throws(InputError) -> ImportRecords.Record? {
    while let row = try nextRow() {
      if passedOver.contains(row.table) { continue }
      guard let columns = try columns(of: row) else { continue }
      number += 1
      return columns.record(in: row.values, ImportName(file, row: number))
    }
    guard hasEnd else { throw .unreadable(input.name, reason: Self.endless) }
    if columns.isEmpty { throw .unreadable(input.name, reason: absence) }
    return nil
  }

  private mutating func nextRow() throws(InputError) -> SQLDump.Row? {
    var isComplete = false
    while true {
      do throws(SQLDump.Fault) {
        if let row = try dump.next() { return row }
      } catch {
        throw .unreadable(input.name, reason: "\(error)")
      }
      if isComplete { return nil }
      let more = try input.next()
      isComplete = more.isEmpty
      note(more)
      if isComplete { dump.finish() } else { dump.feed(more) }
    }
  }

  private static let endLength = 512
  private static let endless = """
    its last line, that the dump is complete, is missing: pg_dump or mysqldump failed, or the file \
    was cut off. The rows before are filed
    """

  private mutating func note(_ bytes: ArraySlice<UInt8>) {
    if ends.first.count < Self.endLength {
      ends.first += bytes.prefix(Self.endLength - ends.first.count)
    }
    ends.last = Array((ends.last + bytes.suffix(Self.endLength)).suffix(Self.endLength))
  }

  /// Whether a dump that begins as the programs write it also ends so. They leave out both lines
  /// with `--compact` and `--no-comments`. After an error, pg_dump ends the table's rows as usual.
  private var hasEnd: Bool {
    let first = String(decoding: ends.first, as: UTF8.self)
    let last = String(decoding: ends.last, as: UTF8.self)
    if first.contains("-- PostgreSQL database") {
      return last.contains("-- PostgreSQL database ") && last.contains(" complete")
    }
    let isOfMySQL = first.contains("-- MySQL dump ") || first.contains("-- MariaDB dump ")
    return !isOfMySQL || last.contains("-- Dump completed")
  }

  /// `nil` for a table that is passed over: it has no such column.
  private mutating func columns(of row: SQLDump.Row) throws(InputError) -> ReceiptColumns? {
    if let known = columns[row.table] { return known }
    guard !row.columns.isEmpty else {
      throw .unreadable(
        input.name,
        reason: "it doesn't name the columns of \(row.table); dump the table with its definition"
      )
    }
    let found: ReceiptColumns
    do throws(Fault) {
      found = try ReceiptColumns(row.columns, names)
    } catch {
      if table != nil { throw .unreadable(input.name, reason: sentence(error.description)) }
      passedOver.insert(row.table)
      return nil
    }
    if let other = columns.keys.first {
      throw .unreadable(
        input.name,
        reason: "\(other) and \(row.table) both have such columns; choose one with --table"
      )
    }
    columns[row.table] = found
    return found
  }

  private var absence: String {
    let tables = dump.tables.prefix(20).joined(separator: ", ")
    if dump.tables.isEmpty {
      return "it contains no rows of a table, as pg_dump or mysqldump write"
    }
    if let table, !dump.tables.contains(where: { $0 == table || $0.hasSuffix(".\(table)") }) {
      return "it contains no rows of \(table), but of: \(tables)"
    }
    return "no table in it has a column \(names.receipt); its tables: \(tables)"
  }

  private func sentence(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
