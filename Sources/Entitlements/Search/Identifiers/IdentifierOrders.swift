/// Order IDs as in customers' e-mails.
extension Found {
  /// `GPA.` and 17 digits in four groups. The length of the last group distinguishes them from card
  /// numbers, so that they are recognized without `GPA.` too.
  static let googleOrders: Finder = { text, _ in
    var found: [Found] = []
    for word in text.words where word.lowerBound >= found.last?.range.upperBound ?? 0 {
      let isNamed = text.string(word).uppercased() == "GPA"
      guard isNamed || word.count == 4 else { continue }
      var index = word.lowerBound
      if isNamed { index = text.end(from: word.upperBound) { ".: #".utf8.contains($0) } }
      guard let (groups, end) = groups(text, from: index, isNamed) else { continue }
      var (value, last) = ((isNamed ? "GPA." : "") + groups, end)
      if let renewal = renewal(text, at: end) {
        value += text.string(end..<renewal)
        last = renewal
      }
      found.append(Found(.googleOrder, word.lowerBound..<last, value))
    }
    return found
  }

  /// Groups of 4, 4, 4 and 5 digits. After `GPA.`, spaces and line breaks between them are allowed.
  private static func groups(
    _ text: ScannedText,
    from start: Int,
    _ isNamed: Bool
  ) -> (groups: String, end: Int)? {
    var (groups, index): ([String], Int) = ([], start)
    if !isNamed, [0x2D, 0x2E, 0x2B].contains(text[start - 1]) { return nil }
    for count in [4, 4, 4, 5] {
      if !groups.isEmpty {
        let next = isNamed ? text.end(from: index) { $0 == 0x2D || $0.isSpace } : index + 1
        guard text[index] == 0x2D || isNamed, (1...4).contains(next - index) else { return nil }
        index = next
      }
      let end = text.end(from: index, of: \.isDigit)
      guard end - index == count else { return nil }
      groups.append(text.string(index..<end))
      index = end
    }
    let isPart = text[index].isLetter || (text[index] == 0x2D && text[index + 1].isDigit)
    return isPart ? nil : (groups.joined(separator: "-"), index)
  }

  /// The end of a renewal's number: `..0`.
  private static func renewal(_ text: ScannedText, at index: Int) -> Int? {
    guard text.starts(with: "..", at: index) else { return nil }
    let end = text.end(from: index + 2, of: \.isDigit)
    return (1...4).contains(end - index - 2) && !text[end].isLetter ? end : nil
  }

  /// Apple's order IDs: `M`, then bytes and digits. Upper-case IDs are always accepted,
  /// lower-case and divided ones only after an order keyword, or if the text has nothing else.
  static let appleOrders: Finder = { text, isLone in
    var found: [Found] = []
    for word in text.words where text[word.lowerBound] | 0x20 == 0x6D {
      guard word.lowerBound >= found.last?.range.upperBound ?? 0,
        let range = appleOrder(text, word, isLone)
      else { continue }
      let value = text.bytes[range].filter(\.isAlphanumeric)
      found.append(Found(.appleOrder, range, String(decoding: value, as: UTF8.self).uppercased()))
    }
    return found
  }

  /// The lengths include the `M`. The usual length is today's.
  private static let (appleOrderLengths, usualLength) = (9...13, 10)

  private static func appleOrder(
    _ text: ScannedText,
    _ word: Range<Int>,
    _ isLone: Bool
  ) -> Range<Int>? {
    let isWhole = appleOrderLengths.contains(word.count)
    guard isWhole else { return dividedAppleOrder(text, word, isLone) }
    let bytes = text.bytes[word]
    guard bytes.contains(where: \.isDigit) else { return nil }
    let isPlain = isLone || (isCode(bytes) && !isPartOfName(text, word))
    return isPlain || text.speaksOfOrder(before: word.lowerBound) ? word : nil
  }

  /// Whether the bytes and digits are not a word with a number. Lower-case bytes, of which the
  /// first may be a capital, need more evidence.
  private static func isCode(_ bytes: ArraySlice<UInt8>) -> Bool {
    if isWordAndNumber(bytes) { return false }
    if !bytes.contains(where: \.isSmall) { return true }
    return !bytes.dropFirst().contains(where: \.isCapital)
      && bytes.count(where: \.isDigit) > 1
  }

  /// `MICROSOFT365`, `MARCH2026`: bytes, then only digits.
  private static func isWordAndNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    let word = bytes.prefix(while: \.isLetter)
    return word.count >= 4 && bytes.dropFirst(word.count).allSatisfy(\.isDigit)
  }

  /// Whether the word is part of a longer name, such as a file name.
  private static func isPartOfName(_ text: ScannedText, _ word: Range<Int>) -> Bool {
    let isJoiner = { (byte: UInt8) in "-_.@".utf8.contains(byte) }
    let before = isJoiner(text[word.lowerBound - 1]) && text[word.lowerBound - 2].isAlphanumeric
    return before || (isJoiner(text[word.upperBound]) && text[word.upperBound + 1].isAlphanumeric)
  }

  /// Groups that together have today's length: `MK4X 7P2Q RS`.
  private static func dividedAppleOrder(
    _ text: ScannedText,
    _ first: Range<Int>,
    _ isLone: Bool
  ) -> Range<Int>? {
    guard first.count < usualLength, !text[first.lowerBound - 1].isAlphanumeric else { return nil }
    var (groups, length) = ([first], first.count)
    while length < usualLength, let last = groups.last {
      guard text[last.upperBound] == 0x20 || text[last.upperBound] == 0x2D else { return nil }
      let next = last.upperBound + 1
      let group = next..<text.end(from: next, of: \.isAlphanumeric)
      guard !group.isEmpty else { return nil }
      groups.append(group)
      length += group.count
    }
    guard length == usualLength, groups.allSatisfy({ isGroup(text.bytes[$0]) }),
      groups.reduce(0, { $0 + text.bytes[$1].count(where: \.isDigit) }) > 1,
      isLone || text.speaksOfOrder(before: first.lowerBound)
    else { return nil }
    return groups.first.flatMap { first in groups.last.map { first.lowerBound..<$0.upperBound } }
  }

  /// Whether a group is not an ordinary word.
  private static func isGroup(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count < 3 || bytes.contains(where: \.isDigit) || !bytes.contains(where: \.isSmall)
  }
}
