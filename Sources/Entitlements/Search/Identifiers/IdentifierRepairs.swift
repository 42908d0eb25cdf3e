extension Identifier {
  /// The maximum number of names and repairs.
  private static let maxCandidates = 16

  /// The words in a text that look like an app's user IDs: letters with digits, underscores or full
  /// stops, such as `u_hf5rn`, `ursula.k` or `anonymous-4711`. The user need not exist.
  package static func userIDs(in text: String) -> [String] {
    let scanned = ScannedText(text)
    let isMember = { (byte: UInt8) in byte.isBase64URL || byte == 0x2E }
    var found: [String] = []
    var position = 0
    while position < scanned.bytes.count, found.count < maxCandidates {
      let start = scanned.end(from: position) { !isMember($0) }
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
    var value = "GPA."
    for (index, digit) in digits.enumerated() {
      if [4, 8, 12].contains(index) { value += "-" }
      value.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return Identifier(.googleOrder, value, at: text.original(word.lowerBound..<end))
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte
    case 0x4F, 0x6F: 0x30
    case 0x49, 0x6C, 0x69: 0x31
    default: nil
    }
  }
}
