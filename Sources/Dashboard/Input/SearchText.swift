/// A search text that ignores the case of ASCII letters. Fast enough to search trees of hundreds of
/// thousands of nodes at every key.
struct SearchText {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = text.utf8.map(Self.folded) }

  var isEmpty: Bool { bytes.isEmpty }

  func isFound(in text: String) -> Bool {
    guard let first = bytes.first else { return true }
    let found = text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard utf8.count >= bytes.count else { return false }
      for start in 0...(utf8.count - bytes.count) where Self.folded(utf8[start]) == first {
        if bytes.indices.allSatisfy({ Self.folded(utf8[start + $0]) == bytes[$0] }) { return true }
      }
      return false
    }
    // Every native string is contiguous; others take the slow path.
    return found ?? text.lowercased().contains(String(decoding: bytes, as: UTF8.self))
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}

extension Array where Element == Int {
  /// The index of `value` in an ascending array.
  func position(of value: Int) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == value ? low : nil
  }
}
