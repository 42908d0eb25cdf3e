/// Order IDs as in customers' e-mails.
extension Found {
  /// `GPA.` and 17 digits in four groups. The length of the last group distinguishes them from card
  /// numbers, so that they are recognized without `GPA.` too.
  static let googleOrders: Finder = { text, _ in
    inWords(of: text) { word in
      let isNamed = text.string(word).uppercased() == "GPA"
      guard isNamed || word.count == 4 else { return nil }
      var index = word.lowerBound
      if isNamed { index = text.end(from: word.upperBound) { ".: #".utf8.contains($0) } }
      guard let (groups, end) = groups(text, from: index, isNamed) else { return nil }
      var (value, last) = ((isNamed ? "GPA." : "") + groups, end)
      if let renewal = renewal(text, at: end) {
        value += text.string(end..<renewal)
        last = renewal
      }
      return Found(.googleOrder, word.lowerBound..<last, value)
    }
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
    inWords(of: text) { word in
      guard text[word.lowerBound] | 0x20 == 0x6D, let range = appleOrder(text, word, isLone) else {
        return nil
      }
      let value = text.bytes[range].filter(\.isAlphanumeric)
      return Found(.appleOrder, range, String(decoding: value, as: UTF8.self).uppercased())
    }
  }

  /// The lengths include the `M`. The usual length is today's.
  private static let appleOrderLengths = 9...13
  static let usualLength = 10

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

extension Identifier {
  /// The maximum number of repairs, and of user IDs.
  private static let (maxCandidates, maxUserIDs) = (16, 64)

  /// The beginning of a text that names a user by an ID of any form: `user:ada`.
  package static let userPrefix = "user:"

  /// The words in a text that look like an app's user IDs: letters with digits, underscores or full
  /// stops, such as `u_hf5rn`, `ursula.k` or `anonymous-4711`, after the word that `user:` begins
  /// the text with. The user need not exist.
  package static func userIDs(in text: String) -> [String] {
    let scanned = ScannedText(text)
    let isMember = { (byte: UInt8) in byte.isBase64URL || byte == 0x2E }
    var found: [String] = []
    var position = 0
    if text.hasPrefix(userPrefix) {
      found.append(String(text.dropFirst(userPrefix.count).prefix { !$0.isWhitespace }))
    }
    while position < scanned.bytes.count, found.count < maxUserIDs {
      // A sentence of a script without spaces may end directly before it.
      let start = scanned.end(from: position) { !isMember($0) || $0 == 0x2E }
      let end = scanned.end(from: start, of: isMember)
      position = end
      let core = scanned.start(before: end) { ".-_".utf8.contains($0) }
      guard start < core, (4...64).contains(core - start), scanned[start - 1] != 0x40,
        scanned[end] != 0x40
      else { continue }
      let word = scanned.bytes[start..<core]
      let isMarked =
        word.contains(where: \.isDigit) || word.contains(0x5F) || word.contains(0x2E)
      if word.contains(where: \.isLetter), isMarked { found.append(scanned.string(start..<core)) }
    }
    return found.unique
  }

  /// The order IDs that near misses in a text may mean: with letters typed for digits, other
  /// separators between groups, or a digit too few or too many. They are suggestions. An ID that
  /// lacks digits is a prefix to search for.
  package static func repairs(in text: String) -> [Identifier] {
    let known = all(in: text)
    let scanned = ScannedText(text)
    var found: [Identifier] = []
    for word in scanned.words where found.count < maxCandidates {
      let isKnown = known.contains { $0.range.overlaps(scanned.original(word)) }
      if isKnown || word.lowerBound < (found.last?.range.upperBound ?? 0) { continue }
      if let order = googleOrder(in: scanned, from: word) { found.append(order) }
    }
    return found
  }

  /// `GPA` and the characters after it, with letters that resemble digits read as digits.
  private static func googleOrder(in text: ScannedText, from word: Range<Int>) -> Identifier? {
    guard
      text.string(word.lowerBound..<min(word.lowerBound + 3, word.upperBound)).uppercased()
        == "GPA"
    else { return nil }
    var position = word.lowerBound + 3
    var (digits, end): ([UInt8], Int) = ([], position)
    // The maximum length of seventeen digits with separators.
    while position < text.bytes.count, position - word.lowerBound < 48, digits.count <= 18 {
      if let digit = digit(text[position]) {
        digits.append(digit)
        end = position + 1
      } else if text.starts(with: "..", at: position) || !" .-:#_/".utf8.contains(text[position]) {
        break
      }
      position += 1
    }
    guard (15...18).contains(digits.count), !text[end].isLetter else { return nil }
    return Identifier(.googleOrder, googleOrder(digits), at: text.original(word.lowerBound..<end))
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte
    case 0x4F, 0x6F: 0x30
    case 0x49, 0x6C, 0x69: 0x31
    default: nil
    }
  }

  /// The maximum length of a varied text, which limits the number of spellings.
  private static let maxVariedLength = 48

  /// Spellings that differ by one typing error: a character changed, added, omitted, or swapped
  /// with its neighbour. Empty for identifiers that are not typed.
  package var slips: [String] {
    switch kind {
    case .googleOrder:
      let digits = base.utf8.filter { (0x30...0x39).contains($0) }
      return Self.slips(of: digits, Self.digits).filter { $0.count == 17 }.map(Self.googleOrder)
    case .transaction:
      return Self.slips(of: Array(value.utf8), Self.digits).map(Self.text)
    case .appleOrder:
      let rest = Array(value.utf8.dropFirst())
      return Self.slips(of: rest, Self.digits + Self.capitals).map { "M" + Self.text($0) }
    case .email:
      let bytes = Array(value.lowercased().utf8)
      let separators = Array("._-@".utf8)
      return withoutTag
        + Self.slips(of: bytes, Self.capitals.map { $0 + 0x20 } + Self.digits + separators)
        .map(Self.text)
    case .appAccount, .purchaseToken, .stripe, .receipt, .signedPayload, .document, .record:
      return []
    }
  }

  private static let digits = Array("0123456789".utf8)
  private static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// `GPA.` and digits in their groups.
  static func googleOrder(_ digits: [UInt8]) -> String {
    var value = "GPA."
    for (index, digit) in digits.enumerated() {
      if [4, 8, 12].contains(index) { value += "-" }
      value.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return value
  }

  /// The address without its `+` tag, which mail servers ignore.
  private var withoutTag: [String] {
    guard let plus = value.firstIndex(of: "+"), let at = value.lastIndex(of: "@"), plus < at else {
      return []
    }
    return [String(value[..<plus] + value[at...])]
  }

  /// Spellings of a user ID that differ by one typing error; empty for one without digits, which
  /// is a word like others.
  package static func slips(ofUserID id: String) -> [String] {
    let bytes = Array(id.utf8)
    guard (5...maxIDLength).contains(bytes.count), bytes.contains(where: \.isDigit),
      !bytes.contains(0x2E)
    else { return [] }
    return slips(of: bytes, capitals.map { $0 + 0x20 } + digits + Array("-_".utf8)).map(Self.text)
  }

  /// The maximum length of a user ID with a typing error.
  private static let maxIDLength = 20

  private static func slips(of text: [UInt8], _ alphabet: [UInt8]) -> [[UInt8]] {
    guard text.count <= maxVariedLength else { return [] }
    var slips: [[UInt8]] = []
    for index in text.indices {
      for byte in alphabet where byte != text[index] {
        var changed = text
        changed[index] = byte
        slips.append(changed)
      }
      var shorter = text
      shorter.remove(at: index)
      slips.append(shorter)
      if index > 0, text[index] != text[index - 1] {
        var exchanged = text
        exchanged.swapAt(index, index - 1)
        slips.append(exchanged)
      }
    }
    for index in 0...text.count {
      for byte in alphabet {
        var longer = text
        longer.insert(byte, at: index)
        slips.append(longer)
      }
    }
    return slips
  }

  /// The maximum number of word groups to look up as names.
  private static let maxNames = 128

  /// Groups of two and three adjacent words that may be the name of a person.
  package static func names(in text: String) -> [String] {
    let words = text.prefix(4_096).split { !$0.isLetter && $0 != "-" && $0 != "'" }
    var names: [String] = []
    for index in words.indices {
      for count in 2...3 where index + count <= words.count && names.count < maxNames {
        names.append(words[index..<(index + count)].joined(separator: " "))
      }
    }
    return names.unique
  }
}
