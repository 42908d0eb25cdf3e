import Foundation

/// Reads the records of a CSV file (RFC 4180) one by one. Also accepts semicolons and tabs between
/// fields, bare line feeds and a byte order mark.
struct CSVReader {
  struct Record {
    /// The number of the record, from 1; a spreadsheet shows it beside the row.
    var row: Int
    var fields: [String]
    /// Why it cannot be read.
    var problem: String?
  }

  /// A forgotten quotation mark must not read the whole file into one record.
  private let maxRecordBytes: Int
  private static let chunkBytes = 65_536
  private static let (quote, lineFeed, carriageReturn) = (
    UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")
  )

  private(set) var input: ByteSource
  private var chunk: [UInt8] = []
  private var position = 0
  private var row = 0
  private var separator = UInt8(ascii: ",")

  init(_ path: String, maxRecordBytes: Int = 1 << 20) throws(InputError) {
    self.init(try ByteSource(path), maxRecordBytes: maxRecordBytes)
  }

  init(_ input: ByteSource, maxRecordBytes: Int) {
    (self.input, self.maxRecordBytes) = (input, maxRecordBytes)
  }

  func close() { input.close() }

  /// The part of the file that was read, of 1.
  var share: Double? { input.share }

  /// Whether reading the next record may block.
  var mayBlock: Bool { position == chunk.count && !input.isReadable }

  /// The first record, which names the columns. Its separators are those of the file.
  mutating func header() throws(InputError) -> Record? {
    try fillFirstLine()
    if chunk.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    separator = Self.separator(in: chunk[position...])
    return try next()
  }

  /// The next record that is not an empty line; `nil` at the end.
  mutating func next() throws(InputError) -> Record? {
    while let record = try nextLine() {
      if record.fields != [""] || record.problem != nil { return record }
    }
    return nil
  }

  /// The most frequent separator of the first line; quoted ones don't count.
  private static func separator(in bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == lineFeed || byte == carriageReturn { break }
      counts[byte, default: 0] += 1
    }
    let known = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    return known.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? known[0]
  }

  private mutating func nextLine() throws(InputError) -> Record? {
    guard try peek() != nil else { return nil }
    row += 1
    var record = Record(row: row, fields: [])
    var field: [UInt8] = []
    var (length, isQuoted, wasQuoted) = (0, false, false)
    let space = UInt8(ascii: " ")
    let limit = maxRecordBytes

    func append(_ byte: UInt8) {
      if length <= limit { field.append(byte) }
    }
    func endField() {
      defer { wasQuoted = false }
      guard length <= limit else { return }
      if let text = String(validating: field, as: UTF8.self) {
        record.fields.append(text)
      } else {
        record.problem = "It is not UTF-8 text."
      }
      field.removeAll(keepingCapacity: true)
    }

    while let byte = try peek() {
      advance()
      length += 1
      // The rest of it is only skipped.
      if length == limit + 1 {
        record.problem = "It has more than \(limit) bytes; a quotation may have no end."
        (record.fields, field) = ([], [])
      }
      switch byte {
      case Self.quote where isQuoted:
        if try peek() == Self.quote {
          advance()
          append(byte)
        } else {
          isQuoted = false
        }
      case _ where isQuoted: append(byte)
      case Self.quote where !wasQuoted && field.allSatisfy({ $0 == space }):
        (isQuoted, wasQuoted, field) = (true, true, [])
      case separator: endField()
      case Self.carriageReturn, Self.lineFeed:
        if byte == Self.carriageReturn, try peek() == Self.lineFeed { continue }
        endField()
        return record
      default: append(byte)
      }
    }
    endField()
    if isQuoted { record.problem = "A quotation in it has no end." }
    return record
  }

  private mutating func advance() { position += 1 }

  /// The next byte; `nil` at the end.
  private mutating func peek() throws(InputError) -> UInt8? {
    if position == chunk.count, try !fill() { return nil }
    return chunk[position]
  }

  /// Reads the first line, or a chunk of it: a pipe may give it in parts.
  private mutating func fillFirstLine() throws(InputError) {
    _ = try fill()
    while chunk.count < Self.chunkBytes,
      !chunk.contains(Self.lineFeed), !chunk.contains(Self.carriageReturn)
    {
      let start = chunk
      let isMore = try fill()
      chunk = start + chunk
      if !isMore { return }
    }
  }

  /// Reads the next chunk; false at the end.
  private mutating func fill() throws(InputError) -> Bool {
    position = 0
    chunk = Array(try input.next())
    return !chunk.isEmpty
  }
}
