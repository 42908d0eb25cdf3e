/// A text to look for, whatever the case of its ASCII letters; made for trees of hundreds of
/// thousands of nodes that are searched at every key.
struct Needle {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = text.utf8.map(Self.folded) }

  var isEmpty: Bool { bytes.isEmpty }

  func isFound(in text: String) -> Bool {
    guard let first = bytes.first else { return true }
    let found = text.utf8.withContiguousStorageIfAvailable { hay in
      guard hay.count >= bytes.count else { return false }
      for start in 0...(hay.count - bytes.count) where Self.folded(hay[start]) == first {
        if bytes.indices.allSatisfy({ Self.folded(hay[start + $0]) == bytes[$0] }) { return true }
      }
      return false
    }
    // Every native string is contiguous; what is not is searched the slow way.
    return found ?? text.lowercased().contains(String(decoding: bytes, as: UTF8.self))
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}

extension Array where Element == Int {
  /// Where `value` stands in an ascending array.
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
