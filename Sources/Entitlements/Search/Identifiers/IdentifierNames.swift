/// IDs of users, documents and rows in a text.
extension Found {
  /// UUIDs, and SHA-256 hashes of documents.
  static let hexadecimals: Finder = { text, _ in
    inWords(of: text) { word in
      guard text.bytes[word].allSatisfy(\.isHexadecimal) else { return nil }
      if word.count == 64 { return Found(.document, word, text.string(word).lowercased()) }
      guard word.count == 8, let end = uuidEnd(text, from: word) else { return nil }
      let range = word.lowerBound..<end
      return Found(.appAccount, range, text.string(range).lowercased())
    }
  }

  /// The end of four more groups of hexadecimal digits, each with a hyphen before it.
  private static func uuidEnd(_ text: ScannedText, from first: Range<Int>) -> Int? {
    var index = first.upperBound
    for count in [4, 4, 4, 12] {
      let end = text.end(from: index + 1, of: \.isAlphanumeric)
      guard text[index] == 0x2D, end - index - 1 == count,
        text.bytes[index + 1..<end].allSatisfy(\.isHexadecimal)
      else { return nil }
      index = end
    }
    return index
  }

  private static let prefixes = Store.allCases.flatMap { store in
    Environment.allCases.map { Array("\(store.rawValue):\($0.rawValue):".utf8) }
  }

  /// The ledger's own IDs of sales and chains: `apple:production:com.example.app:1000`.
  static let records: Finder = { text, _ in
    inWords(of: text) { word in
      let ahead = text.bytes[word.lowerBound...]
      guard text[word.upperBound] == 0x3A,
        let beginning = prefixes.first(where: { ahead.starts(with: $0) })
      else { return nil }
      let app = word.lowerBound + beginning.count
      let colon = text.end(from: app) { $0.isBase64URL || $0 == 0x2E }
      guard colon > app, text[colon] == 0x3A else { return nil }
      var end = text.end(from: colon + 1) {
        $0.isBase64URL || $0.isBase64 || ":.=".utf8.contains($0)
      }
      end = max(colon, text.start(before: end) { ":.".utf8.contains($0) })
      guard end > colon + 1 else { return nil }
      return Found(.record, word.lowerBound..<end, text.string(word.lowerBound..<end))
    }
  }

  /// The maximum lengths of the parts of an e-mail address (RFC 5321, section 4.5.3.1).
  private static let (maxLocalPart, maxDomain) = (64, 255)

  static let emails: Finder = { text, isLone in
    var found: [Found] = []
    for at in text.bytes.indices where text[at] == 0x40 {
      guard let range = email(text, at: at, isLone),
        range.lowerBound >= found.last?.range.upperBound ?? 0
      else { continue }
      found.append(Found(.email, range, text.string(range).lowercased()))
    }
    return found
  }

  private static func email(_ text: ScannedText, at: Int, _ isLone: Bool) -> Range<Int>? {
    // A word of another script before or behind an address does not belong to it.
    var (start, script): (Int, Script?) = (at, nil)
    while at - start <= maxLocalPart, let step = step(text, before: start, also: ".+_%'-"),
      belongs(text, start - step, to: &script)
    {
      start -= step
    }
    guard at - start <= maxLocalPart else { return nil }
    start = text.end(from: start) { ".'-".utf8.contains($0) }
    var end = at + 1
    script = nil
    while end - at <= maxDomain, let step = step(text, behind: end, also: ".-") {
      // Each label has its own script: `почта.com`.
      if text[end] == 0x2E { script = nil }
      guard belongs(text, end, to: &script) else { break }
      end += step
    }
    end = max(at + 1, text.start(before: end) { ".-".utf8.contains($0) })
    guard start < at, end > at + 1, end - at <= maxDomain else { return nil }
    let labels = text.bytes[at + 1..<end].split(separator: 0x2E, omittingEmptySubsequences: false)
    guard labels.allSatisfy({ !$0.isEmpty }), labels.count > 1 || isLone else { return nil }
    // A domain that ends in digits is an IP address or invalid.
    let isDomain = labels.last.map { $0.count > 1 && !$0.contains(where: \.isDigit) } ?? false
    return isDomain || isLone || labels.last?.starts(with: "xn--".utf8) == true ? start..<end : nil
  }

  private enum Script { case latin, greek, cyrillic, other }

  /// Whether the character at an index is of the script, or of none as digits are. Sets the script
  /// if it is not known yet.
  private static func belongs(_ text: ScannedText, _ index: Int, to script: inout Script?) -> Bool {
    let own: Script
    switch text[index] {
    case 0xC3...0xCA: own = .latin
    case 0xCD...0xCF: own = .greek
    case 0xD0...0xD3: own = .cyrillic
    // Arabic punctuation: the comma, the semicolon, the question mark and the full stop.
    case 0xD8 where [0x8C, 0x9B, 0x9F].contains(text[index + 1]): return false
    case 0xDB where text[index + 1] == 0x94: return false
    case 0xCB...0xDF: own = .other
    case let byte where byte.isLetter: own = .latin
    default: return true
    }
    guard script == nil || script == own else { return false }
    script = own
    return true
  }

  /// The length in bytes of the letter, digit or other allowed character there. Letters of European
  /// and Semitic scripts count, those of scripts without spaces do not.
  private static func step(_ text: ScannedText, behind index: Int, also: String) -> Int? {
    let byte = text[index]
    if byte.isAlphanumeric || also.utf8.contains(byte) { return 1 }
    return (0xC3...0xDF).contains(byte) ? 2 : nil
  }

  private static func step(_ text: ScannedText, before index: Int, also: String) -> Int? {
    let byte = text[index - 1]
    if byte.isAlphanumeric || also.utf8.contains(byte) { return 1 }
    return (0xC3...0xDF).contains(text[index - 2]) && byte >= 0x80 ? 2 : nil
  }

  private static let stripePrefixes = ["cus", "sub", "in", "ch", "pi", "si"].map { Array($0.utf8) }

  /// `cus_`, `sub_` and similar prefixes, followed by letters and digits.
  static let stripeIDs: Finder = { text, isLone in
    inWords(of: text) { word in
      guard text[word.upperBound] == 0x5F, text[word.lowerBound - 1] != 0x5F,
        stripePrefixes.contains(where: text.bytes[word].elementsEqual)
      else { return nil }
      let end = text.end(from: word.upperBound + 1, of: \.isAlphanumeric)
      let tail = text.bytes[word.upperBound + 1..<max(end, word.upperBound + 1)]
      // `in_app` and `sub_total` are program identifiers.
      let isRandom = tail.contains(where: \.isDigit) || tail.contains(where: \.isCapital)
      guard tail.count >= 8, isRandom, isLone || text[end] != 0x5F else { return nil }
      return Found(.stripe, word.lowerBound..<end, text.string(word.lowerBound..<end))
    }
  }
}

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
