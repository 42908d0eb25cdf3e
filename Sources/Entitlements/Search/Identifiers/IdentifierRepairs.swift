extension Identifier {
  /// So many names and repairs are offered; a text that is full of them says nothing.
  private static let maxCandidates = 16

  /// The words of a text that look like an app's IDs of users: letters with digits, underscores or full
  /// stops, such as `u_hf5rn`, `ursula.k` or `anonymous-4711`. Whether there is such a user only the ledger knows.
  package static func userIDs(in text: String) -> [String] {
    let scanned = ScannedText(text)
    let isMember = { (byte: UInt8) in byte.isBase64URL || byte == 0x2E }
    var found: [String] = []
    var place = 0
    while place < scanned.bytes.count, found.count < maxCandidates {
      let start = scanned.end(from: place) { !isMember($0) }
      let end = scanned.end(from: start, of: isMember)
      place = end
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

  /// What near misses in a text could be meant: order IDs with letters typed for digits, with other
  /// marks between their groups, or with a digit too few or too many. They are offered, never
  /// assumed. An ID that lacks digits ends in what is known of it, so that it is a beginning to
  /// search for.
  package static func repairs(in text: String) -> [Identifier] {
    let known = all(in: text)
    let scanned = ScannedText(text)
    var found: [Identifier] = []
    for word in scanned.words where found.count < maxCandidates {
      let isTaken = known.contains { $0.range.overlaps(scanned.original(word)) }
      if isTaken || word.lowerBound < (found.last?.range.upperBound ?? 0) { continue }
      if let order = googleOrder(in: scanned, from: word) { found.append(order) }
    }
    return found
  }

  /// `GPA` and what follows it, with the letters that are read as digits in their place.
  private static func googleOrder(in text: ScannedText, from word: Range<Int>) -> Identifier? {
    guard
      text.string(word.lowerBound..<min(word.lowerBound + 3, word.upperBound)).uppercased()
        == "GPA"
    else { return nil }
    var place = word.lowerBound + 3
    var (digits, end): ([UInt8], Int) = ([], place)
    // As many characters as seventeen digits with marks and spaces between them take.
    while place < text.bytes.count, place - word.lowerBound < 48, digits.count <= 18 {
      if let digit = digit(text[place]) {
        digits.append(digit)
        end = place + 1
      } else if text.starts(with: "..", at: place) || !" .-:#_/".utf8.contains(text[place]) {
        break
      }
      place += 1
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
