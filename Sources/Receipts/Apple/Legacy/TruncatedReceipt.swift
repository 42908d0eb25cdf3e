/// Finds the attributes in a truncated receipt. It cannot be verified, but may still show what it
/// was.
enum TruncatedReceipt {
  /// What is left of the content of the payload's SET; `nil` if the cut lies before it.
  ///
  /// Reads only the headers on the way and clips each stated length to the data:
  /// ContentInfo, [0], SignedData, version, digestAlgorithms, encapContentInfo, [0], eContent.
  static func attributes(in bytes: Span<UInt8>) -> Range<Int>? {
    guard let info = enter(bytes, 0..<bytes.count, Tag.sequence),
      let wrapper = enter(bytes, skip(bytes, info, 1), Tag.context0),
      let data = enter(bytes, wrapper, Tag.sequence),
      let encapsulated = enter(bytes, skip(bytes, data, 2), Tag.sequence),
      let content = enter(bytes, skip(bytes, encapsulated, 1), Tag.context0)
    else { return nil }
    // Of content in chunks only the first is shown; Xcode's has one.
    let octets =
      enter(bytes, content, Tag.octetString)
      ?? enter(bytes, content, Tag.constructedOctetString)
      .flatMap { enter(bytes, $0, Tag.octetString) }
    return octets.flatMap { octets in
      enter(bytes, octets, Tag.set)
        ?? enter(bytes, octets, Tag.octetString).flatMap { enter(bytes, $0, Tag.set) }
    }
  }

  /// The content of the first element in `range`, clipped to the range.
  private static func enter(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>?,
    _ tag: UInt8
  ) -> Range<Int>? {
    guard let range, range.count > 2, bytes[range.lowerBound] == tag else { return nil }
    let first = bytes[range.lowerBound + 1]
    let octets = first < 0x80 ? 0 : Int(first & 0x7F)
    let start = range.lowerBound + 2 + octets
    guard octets <= 8, start <= range.upperBound else { return nil }
    guard first != 0x80 else { return start..<range.upperBound }
    var length = octets == 0 ? UInt64(first) : 0
    for offset in range.lowerBound + 2..<start { length = length << 8 | UInt64(bytes[offset]) }
    return start..<start + Int(min(length, UInt64(range.upperBound - start)))
  }

  /// The range behind the first `count` elements, which must be complete.
  private static func skip(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ count: Int
  ) -> Range<Int>? {
    var reader = BERReader(range)
    for _ in 0..<count {
      guard (try? reader.next(bytes)) != nil else { return nil }
    }
    return reader.position..<range.upperBound
  }
}
