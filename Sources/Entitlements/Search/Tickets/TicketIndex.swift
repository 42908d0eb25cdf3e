/// Numbers by key, in their order. Keys may share a bucket, so that callers must compare again.
struct TicketIndex {
  typealias Entry = (key: UInt32, number: Int)

  private static let buckets = 1_024
  /// The beginning of each bucket in `numbers`, and the end of the last one.
  private var starts: [Int]
  private var numbers: [Int]

  /// Builds the index with a counting sort.
  init(_ entries: [Entry]) {
    starts = Array(repeating: 0, count: Self.buckets + 1)
    for entry in entries { starts[Self.bucket(of: entry.key) + 1] += 1 }
    for bucket in 0..<Self.buckets { starts[bucket + 1] += starts[bucket] }
    var indices = starts
    numbers = Array(repeating: 0, count: entries.count)
    for entry in entries {
      let bucket = Self.bucket(of: entry.key)
      numbers[indices[bucket]] = entry.number
      indices[bucket] += 1
    }
  }

  subscript(key: UInt32) -> ArraySlice<Int> {
    let bucket = Self.bucket(of: key)
    return numbers[starts[bucket]..<starts[bucket + 1]]
  }

  /// The first two characters of a word.
  static func key(of word: ArraySlice<UInt16>) -> UInt32 {
    UInt32(word.first ?? 0) << 16 | UInt32(word.dropFirst().first ?? 0)
  }

  private static func bucket(of key: UInt32) -> Int {
    Int((key &* 0x9E37_79B1) >> 22)
  }
}
