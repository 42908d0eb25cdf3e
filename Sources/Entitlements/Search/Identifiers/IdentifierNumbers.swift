/// Transaction IDs in a text: numbers that are nothing else.
extension Found {
  static let transactions: Finder = { text, isLone in
    if isLone { return loneTransaction(text).map { [$0] } ?? [] }
    return text.words.compactMap { word in
      (9...20).contains(word.count) && text.bytes[word].allSatisfy(\.isDigit)
        && !isOtherNumber(text, word) ? Found(.transaction, word, text.string(word)) : nil
    }
  }

  /// Digits; with spaces, more than a telephone number and not beginning like a payment card's.
  private static func loneTransaction(_ text: ScannedText) -> Found? {
    let core = text.core
    let digits = text.bytes[core].filter(\.isDigit)
    let isDivided = digits.count < core.count
    guard text.bytes[core].allSatisfy({ $0.isDigit || $0 == 0x20 }),
      ((isDivided ? 14 : 1)...20).contains(digits.count),
      !isDivided || digits.first == 0x31 || digits.starts(with: "20".utf8)
    else { return nil }
    return Found(.transaction, core, String(decoding: digits, as: UTF8.self))
  }

  private static func isOtherNumber(_ text: ScannedText, _ word: Range<Int>) -> Bool {
    text[word.lowerBound] == 0x30 || isPartOfNumber(text, word) || isTime(text.bytes[word])
      || isTelephone(text, word) || text.speaksOfOtherNumber(before: word.lowerBound)
  }

  /// Amounts, decimals, versions, numbers in groups.
  private static func isPartOfNumber(_ text: ScannedText, _ word: Range<Int>) -> Bool {
    let isJoiner = { (byte: UInt8) in ".,-/'".utf8.contains(byte) }
    let (before, behind) = (text[word.lowerBound - 1], text[word.upperBound])
    if "+$%".utf8.contains(before) || behind == 0x25 { return true }
    // The euro, pound and yen signs, which have several bytes.
    let sign = text.bytes[max(0, word.lowerBound - 3)..<word.lowerBound]
    if ["€", "£", "¥"].contains(where: { sign.suffix($0.utf8.count).elementsEqual($0.utf8) }) {
      return true
    }
    // Lists of identifiers have commas too, but numbers of that length on both sides.
    let isBehindNumber = isJoiner(before) && text[word.lowerBound - 2].isDigit
    let isBeforeNumber = isJoiner(behind) && text[word.upperBound + 1].isDigit
    let isListed = { (byte: UInt8) in byte == 0x2C || byte == 0x2F }
    return (isBehindNumber && !(isListed(before) && isLong(text, before: word.lowerBound - 1)))
      || (isBeforeNumber && !(isListed(behind) && isLong(text, behind: word.upperBound)))
  }

  private static func isLong(_ text: ScannedText, before index: Int) -> Bool {
    index - text.start(before: index, limit: 9, of: \.isDigit) >= 9
  }

  private static func isLong(_ text: ScannedText, behind index: Int) -> Bool {
    (index + 1..<index + 10).allSatisfy { text[$0].isDigit }
  }

  /// A time of this century in milliseconds since 1970, or digits that begin with a date:
  /// `20261121`, followed by hours, minutes and seconds.
  private static func isTime(_ digits: ArraySlice<UInt8>) -> Bool {
    if digits.count == 13 { return digits.first == 0x31 }
    guard [10, 12, 14].contains(digits.count), digits.starts(with: "20".utf8) else { return false }
    let pairs = Array(digits).map { Int($0 - 0x30) }
    let (month, day) = (pairs[4] * 10 + pairs[5], pairs[6] * 10 + pairs[7])
    let hours = pairs[8] * 10 + pairs[9]
    return (1...12).contains(month) && (1...31).contains(day) && hours < 24
  }

  /// The maximum number of digits including country and area code.
  private static let maxTelephoneDigits = 13

  /// Whether preceding keywords or digit groups make it a telephone number: `+49 171 2345678901`,
  /// `(0171) 234567890`.
  private static func isTelephone(_ text: ScannedText, _ word: Range<Int>) -> Bool {
    guard word.count <= maxTelephoneDigits else { return false }
    if text.speaksOfTelephone(before: word.lowerBound) { return true }
    let start = text.start(before: word.lowerBound, limit: 16) { byte in
      byte.isDigit || " ()-./".utf8.contains(byte)
    }
    if text[start - 1] == 0x2B { return true }
    // A group of that length is an identifier itself.
    if text[start - 1].isDigit { return false }
    let first = text.end(from: start) { !$0.isDigit }
    return first < word.lowerBound && text[first] == 0x30
  }
}
