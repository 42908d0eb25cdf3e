/// The orders that customers' e-mails show.
extension Found {
  /// `GPA.` and 17 digits in four groups; the last group tells the groups from a card number's, so
  /// that they are known without `GPA.` too.
  static let googleOrders: Finder = { text, _ in
    var found: [Found] = []
    for word in text.words where word.lowerBound >= found.last?.range.upperBound ?? 0 {
      let isNamed = text.string(word).uppercased() == "GPA"
      guard isNamed || word.count == 4 else { continue }
      var place = word.lowerBound
      if isNamed { place = text.end(from: word.upperBound) { ".: #".utf8.contains($0) } }
      guard let (groups, end) = groups(text, from: place, isNamed) else { continue }
      var (value, last) = ((isNamed ? "GPA." : "") + groups, end)
      if let renewal = renewal(text, at: end) {
        value += text.string(end..<renewal)
        last = renewal
      }
      found.append(Found(.googleOrder, word.lowerBound..<last, value))
    }
    return found
  }

  /// Groups of 4, 4, 4 and 5 digits. After `GPA.`, spaces and line breaks may stand between them.
  private static func groups(
    _ text: ScannedText,
    from start: Int,
    _ isNamed: Bool
  ) -> (groups: String, end: Int)? {
    var (groups, place): ([String], Int) = ([], start)
    if !isNamed, [0x2D, 0x2E, 0x2B].contains(text[start - 1]) { return nil }
    for count in [4, 4, 4, 5] {
      if !groups.isEmpty {
        let next = isNamed ? text.end(from: place) { $0 == 0x2D || $0.isSpace } : place + 1
        guard text[place] == 0x2D || isNamed, (1...4).contains(next - place) else { return nil }
        place = next
      }
      let end = text.end(from: place, of: \.isDigit)
      guard end - place == count else { return nil }
      groups.append(text.string(place..<end))
      place = end
    }
    let isPart = text[place].isLetter || (text[place] == 0x2D && text[place + 1].isDigit)
    return isPart ? nil : (groups.joined(separator: "-"), place)
  }

  /// Where the number of a renewal ends: `..0`.
  private static func renewal(_ text: ScannedText, at place: Int) -> Int? {
    guard text.starts(with: "..", at: place) else { return nil }
    let end = text.end(from: place + 2, of: \.isDigit)
    return (1...4).contains(end - place - 2) && !text[end].isLetter ? end : nil
  }

  /// Apple's order IDs: `M`, then letters and digits. Capitals are taken as they stand; small
  /// letters and divided IDs where the text speaks of an order, or has nothing else.
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

  /// With the `M`. Today's are ten characters long.
  private static let (appleOrderLengths, usualLength) = (9...13, 10)

  private static func appleOrder(
    _ text: ScannedText,
    _ word: Range<Int>,
    _ isLone: Bool
  ) -> Range<Int>? {
    let isWhole = appleOrderLengths.contains(word.count)
    guard isWhole else { return dividedAppleOrder(text, word, isLone) }
    let letters = text.bytes[word]
    guard letters.contains(where: \.isDigit) else { return nil }
    let isPlain = isLone || (isCode(letters) && !isPartOfName(text, word))
    return isPlain || text.speaksOfOrder(before: word.lowerBound) ? word : nil
  }

  /// Whether the letters and digits are no word with a number. Of small letters, among which there
  /// may be a capital where a sentence begins, more is asked.
  private static func isCode(_ letters: ArraySlice<UInt8>) -> Bool {
    if isWordAndNumber(letters) { return false }
    if !letters.contains(where: \.isSmall) { return true }
    return !letters.dropFirst().contains(where: \.isCapital)
      && letters.count(where: \.isDigit) > 1
  }

  /// `MICROSOFT365`, `MARCH2026`: letters, then digits only.
  private static func isWordAndNumber(_ letters: ArraySlice<UInt8>) -> Bool {
    let word = letters.prefix(while: \.isLetter)
    return word.count >= 4 && letters.dropFirst(word.count).allSatisfy(\.isDigit)
  }

  /// Whether the word is a piece of something longer, such as a file's name.
  private static func isPartOfName(_ text: ScannedText, _ word: Range<Int>) -> Bool {
    let isJoint = { (byte: UInt8) in "-_.@".utf8.contains(byte) }
    let before = isJoint(text[word.lowerBound - 1]) && text[word.lowerBound - 2].isAlphanumeric
    return before || (isJoint(text[word.upperBound]) && text[word.upperBound + 1].isAlphanumeric)
  }

  /// Groups that together are of today's length: `MK4X 7P2Q RS`.
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

  /// Whether a group is no word of a sentence.
  private static func isGroup(_ letters: ArraySlice<UInt8>) -> Bool {
    letters.count < 3 || letters.contains(where: \.isDigit) || !letters.contains(where: \.isSmall)
  }
}
