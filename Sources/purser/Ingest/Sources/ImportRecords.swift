import Entitlements
import Foundation
import Receipts

/// The documents in a file, one after the other, and in the files of an archive.
struct ImportRecords: Sendable {
  struct Record {
    var name: ImportName
    var bytes: [UInt8]
  }

  /// What is read now.
  private enum Reader: Sendable {
    case whole(ByteSource)
    case lines(InputLines)
    case objects(InputLines, FieldNames)
    case rows(CSVReader, ReceiptColumns)
    case dump(DumpRows)

    var source: ByteSource {
      switch self {
      case .whole(let source): source
      case .lines(let lines), .objects(let lines, _): lines.input
      case .rows(let rows, _): rows.input
      case .dump(let rows): rows.input
      }
    }
  }

  private enum State: Sendable {
    case unopened(ByteSource)
    case archive(TarArchive)
    case reading(Reader)
    case ended
  }

  private let file: String
  private let format: RecordFormat
  private let limit: Int
  private var state: State
  /// The current file in messages: with the archive's name before it.
  private var current: String
  private var number = 0

  init(_ file: String, _ format: RecordFormat, limit: Int) throws(InputError) {
    self.init(try ByteSource(file, limit: limit), of: file, format, limit: limit)
  }

  init(_ source: ByteSource, of file: String, _ format: RecordFormat, limit: Int) {
    (self.file, self.format, self.limit, current) = (file, format, limit, file)
    state = .unopened(source)
  }

  /// The part that was read, of 1; `nil` for a pipe.
  var share: Double? {
    switch state {
    case .unopened: 0
    case .archive(let archive): archive.source.share
    case .reading(let reader): reader.source.share
    case .ended: 1
    }
  }

  /// Whether reading may block, because the rest of the next document has yet to arrive.
  mutating func mayBlock() -> Bool {
    switch state {
    case .unopened(let source): return source.isPipe
    case .archive(let archive): return !archive.source.isReadable
    case .ended: return false
    case .reading(let reader):
      switch reader {
      case .lines(var lines):
        defer { state = .reading(.lines(lines)) }
        return lines.mayBlock()
      case .objects(var lines, let names):
        defer { state = .reading(.objects(lines, names)) }
        return lines.mayBlock()
      case .rows(let rows, _): return rows.mayBlock
      case .whole(let source): return !source.isReadable
      case .dump(let rows): return !rows.isReadable
      }
    }
  }

  func close() {
    switch state {
    case .unopened(let source): source.close()
    case .archive(let archive): archive.source.close()
    case .reading(let reader): reader.source.close()
    case .ended: break
    }
  }

  /// Reads the beginning of the first file, so that a missing column is reported before any work.
  mutating func open() throws(InputError) {
    while true {
      switch state {
      case .unopened(var source):
        state = .ended
        if try source.isTar() { state = .archive(TarArchive(source)) } else { try begin(source) }
      case .archive, .reading, .ended: return
      }
    }
  }

  /// The next document, without bytes where there is none; `nil` at the end.
  mutating func next() throws(InputError) -> Record? {
    while true {
      switch state {
      case .ended: return nil
      case .unopened: try open()
      case .archive(var archive):
        state = .ended
        defer { if case .ended = state { archive.source.close() } }
        switch try archive.nextEntry() {
        case nil: return nil
        case .file(let name):
          current = "\(file): \(name)"
          try begin(ByteSource(entryOf: archive, current, limit: limit))
        case .passedOver(let name, let kind):
          state = .archive(archive)
          return .failed(ImportName("\(file): \(name)"), "it is \(kind) in an archive")
        }
      case .reading(let reader):
        state = .ended
        if let record = try read(reader) { return record }
        leave()
      }
    }
  }

  private mutating func begin(_ source: ByteSource) throws(InputError) {
    number = 0
    switch format {
    case .whole: state = .reading(.whole(source))
    case .lines: state = .reading(.lines(InputLines(source)))
    case .objects(let names): state = .reading(.objects(InputLines(source), names))
    case .dump(let names, let table):
      state = .reading(.dump(DumpRows(source, names, table: table)))
    case .rows(let names):
      var rows = CSVReader(source, maxRecordBytes: ReceiptText.maxCharacters + 1 << 20)
      guard let header = try rows.header(), header.problem == nil else {
        throw .unreadable(current, reason: "it is not a CSV file in UTF-8 with a header row")
      }
      do throws(Fault) {
        state = .reading(.rows(rows, try ReceiptColumns(header.fields, names)))
      } catch {
        throw .unsuitable(current, reason: error.description)
      }
    }
  }

  /// The next document of the file, which stays open; `nil` at its end.
  private mutating func read(_ reader: Reader) throws(InputError) -> Record? {
    var reader = reader
    defer { state = .reading(reader) }
    switch reader {
    case .whole(var source):
      guard number == 0 else { return nil }
      number = 1
      var bytes: [UInt8] = []
      while bytes.count <= ReceiptText.maxCharacters {
        let more = try source.next()
        if more.isEmpty { break }
        bytes += more
      }
      reader = .whole(source)
      return Record(
        name: ImportName(current),
        bytes: Array(bytes.prefix(ReceiptText.maxCharacters + 1))
      )
    case .lines(var lines):
      let line = try lines.next()
      number += 1
      reader = .lines(lines)
      return line.map { Record(name: ImportName(current, line: number), bytes: $0) }
    case .objects(var lines, let names):
      let line = try lines.next()
      number += 1
      reader = .objects(lines, names)
      guard let line else { return nil }
      let name = ImportName(current, line: number)
      return line.isEmpty ? Record(name: name, bytes: []) : names.record(in: line, name)
    case .rows(var rows, let columns):
      let row = try rows.next()
      reader = .rows(rows, columns)
      return row.map { Self.record(in: $0, columns, ImportName(current, row: $0.row)) }
    case .dump(var rows):
      let record = try rows.next(in: current)
      reader = .dump(rows)
      return record
    }
  }

  private static func record(
    in row: CSVReader.Record,
    _ columns: ReceiptColumns,
    _ name: ImportName
  ) -> Record {
    if let problem = row.problem {
      return .failed(name, problem.prefix(1).lowercased() + problem.dropFirst().dropLast())
    }
    return columns.record(in: row.fields.map { Array($0.utf8) }, name)
  }

  /// Goes on with the archive, if the file was in one.
  private mutating func leave() {
    guard case .reading(let reader) = state else { return }
    if let archive = reader.source.archive {
      state = .archive(archive)
    } else {
      reader.source.close()
      state = .ended
    }
  }
}
