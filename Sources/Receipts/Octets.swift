extension Array where Element == UInt8 {
  /// A copy of the bytes in `range`; empty when that does not lie within `bytes`.
  init(copying bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else {
      self = []
      return
    }
    self.init(unsafeUninitializedCapacity: range.count) { buffer, count in
      for index in 0..<range.count { buffer[index] = bytes[range.lowerBound + index] }
      count = range.count
    }
  }
}

extension String {
  /// The bytes in `range` as text; `nil` when they are not UTF-8.
  init?(utf8 bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count,
      let text = try? UTF8Span(validating: bytes.extracting(range))
    else { return nil }
    self = String(copying: text)
  }
}
