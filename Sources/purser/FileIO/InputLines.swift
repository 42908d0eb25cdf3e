import Foundation
import Receipts

/// Reads the lines of a stream as bytes without line ends. Truncates a line once it is longer than
/// any receipt.
struct InputLines {
  private static let limit = ReceiptText.maxCharacters + 1

  private(set) var input: ByteSource
  private var chunk: [UInt8] = []
  private var position = 0

  init(_ input: ByteSource) { self.input = input }

  init(_ input: InputReader) { self.init(ByteSource(input, "standard input")) }

  /// Whether reading the next line may block, because the rest of it has yet to arrive. Buffers what
  /// has arrived of it.
  mutating func mayBlock() -> Bool {
    if chunk[position...].contains(UInt8(ascii: "\n")) { return false }
    chunk.removeSubrange(..<position)
    position = 0
    while chunk.count < Self.limit {
      guard input.isReadable else { return true }
      // At the end, and after an error, reading the line does not block.
      guard let added = try? input.next(), !added.isEmpty else { return false }
      chunk += added
      if added.contains(UInt8(ascii: "\n")) { return false }
    }
    return false
  }

  /// The next line; `nil` at the end of the stream.
  mutating func next() throws(InputError) -> [UInt8]? {
    var line: [UInt8] = []
    var isAny = false
    while true {
      if position == chunk.count, try !fill() { return isAny ? Self.withoutReturn(line) : nil }
      isAny = true
      let rest = chunk[position...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let part = rest[..<(end ?? rest.endIndex)]
      line.append(contentsOf: part.prefix(Self.limit - line.count))
      position = end.map { $0 + 1 } ?? chunk.count
      if end != nil { return Self.withoutReturn(line) }
    }
  }

  private static func withoutReturn(_ line: [UInt8]) -> [UInt8] {
    line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
  }

  /// Reads the next chunk; `false` at the end.
  private mutating func fill() throws(InputError) -> Bool {
    position = 0
    chunk = Array(try input.next())
    return !chunk.isEmpty
  }
}
