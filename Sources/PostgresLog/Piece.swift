import Persistence

/// What one row holds of an entry: all of it, or a part of a long body.
struct Piece {
  /// The longest part of a body in one row. CockroachDB advises against longer ones.
  static let maxBytes = 512 << 10
  /// The most that one statement carries; CockroachDB takes up to 16 MiB.
  static let maxStatementBytes = 8 << 20

  let entry: LogEntry
  /// From 1 to `count`.
  let number: Int
  let count: Int
  let body: ArraySlice<UInt8>

  /// The pieces of an entry, at least one.
  static func pieces(of entry: LogEntry) -> [Piece] {
    let count = max(1, (entry.body.count + maxBytes - 1) / maxBytes)
    return split(entry.body, into: count).enumerated().map {
      Piece(entry: entry, number: $0 + 1, count: count, body: $1)
    }
  }

  /// Splits a body into that many parts. The last ones are empty if it is short; all are longer than
  /// usual if it would need more of them.
  static func split(_ body: [UInt8], into count: Int) -> [ArraySlice<UInt8>] {
    let size = max(maxBytes, (body.count + count - 1) / count)
    return (0..<count).map { body.dropFirst($0 * size).prefix(size) }
  }

  /// Groups values in order, so that no group is longer than a statement may be.
  static func batches<Value>(
    of values: [Value],
    bytes: (Value) -> Int
  ) -> [ArraySlice<Value>] {
    var batches: [ArraySlice<Value>] = []
    var (start, total) = (values.startIndex, 0)
    for (index, value) in values.enumerated() {
      if total + bytes(value) > maxStatementBytes, index > start {
        batches.append(values[start..<index])
        (start, total) = (index, 0)
      }
      total += bytes(value)
    }
    return start < values.endIndex ? batches + [values[start...]] : batches
  }
}
