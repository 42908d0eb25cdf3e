/// Identifiers that a mail program broke into two lines.
extension Found {
  /// The length of the end of a line, and of the beginning of the next, that are joined.
  private static let joinedLength = 64

  /// The identifiers that only two lines together contain: without the break, the `>` of a quotation
  /// and the `=` of quoted-printable at the end of a line (RFC 2045, section 6.7).
  static func broken(in text: ScannedText) -> [Found] {
    var found: [Found] = []
    var index = 0
    while index < text.bytes.count {
      let end = text.end(from: index) { !$0.isLineBreak }
      var next = end + (text.starts(with: "\r\n", at: end) ? 2 : 1)
      next = text.end(from: next) { $0 == 0x3E || $0 == 0x20 }
      let isSoft = end > index && text[end - 1] == 0x3D
      let first = text.start(before: isSoft ? end - 1 : end) { $0 == 0x20 }
      let isPart = { (byte: UInt8) in byte.isAlphanumeric || byte == 0x2D || byte == 0x2E }
      if next < text.bytes.count, isPart(text[first - 1]) || text[first - 1] == 0x40,
        isPart(text[next]) || text[next] == 0x40
      {
        let start = text.start(before: first, limit: joinedLength) { !$0.isLineBreak }
        let rest = text.end(from: next) { !$0.isLineBreak }
        let parts = (start..<first, next..<min(rest, next + joinedLength))
        found += joined(text, parts.0, parts.1, isSoft).filter {
          $0.range.lowerBound >= found.last?.range.upperBound ?? 0
        }
      }
      index = end + 1
    }
    return found
  }

  private static func joined(
    _ text: ScannedText,
    _ first: Range<Int>,
    _ second: Range<Int>,
    _ isSoft: Bool
  ) -> [Found] {
    let line = ScannedText(joining: first, second, of: text)
    let finders = (isSoft ? [emails] : []) + [googleOrders, hexadecimals, appleOrders]
    let found = finders.reduce([]) { merged($0, $1(line, false)) }
    return found.compactMap { found in
      guard found.range.lowerBound < first.count, found.range.upperBound > first.count,
        found.kind != .appleOrder || isWhole(line, found, at: first.count)
      else { return nil }
      let end = second.lowerBound + found.range.upperBound - first.count
      return Found(found.kind, first.lowerBound + found.range.lowerBound..<end, found.value)
    }
  }

  /// Whether two words form one of Apple's order IDs of the usual length, and not only a name and
  /// a number: the second has letters, too, unless an order is spoken of.
  private static func isWhole(_ line: ScannedText, _ found: Found, at middle: Int) -> Bool {
    let (first, second) = (found.range.lowerBound..<middle, middle..<found.range.upperBound)
    let hasDigits = [first, second].allSatisfy { line.bytes[$0].contains(where: \.isDigit) }
    let isCode = hasDigits && line.bytes[second].contains(where: \.isLetter)
    return found.value.utf8.count == usualLength
      && (isCode || line.speaksOfOrder(before: found.range.lowerBound))
  }
}
