/// IDs of users, documents and rows in a text.
extension Found {
  /// UUIDs, and SHA-256 hashes of documents.
  static let hexadecimals: Finder = { text, _ in
    var found: [Found] = []
    for word in text.words where text.bytes[word].allSatisfy(\.isHexadecimal) {
      guard word.lowerBound >= found.last?.range.upperBound ?? 0 else { continue }
      if word.count == 64 {
        found.append(Found(.document, word, text.string(word).lowercased()))
      } else if word.count == 8, let end = uuidEnd(text, from: word) {
        let range = word.lowerBound..<end
        found.append(Found(.appAccount, range, text.string(range).lowercased()))
      }
    }
    return found
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
    var found: [Found] = []
    for word in text.words where text[word.upperBound] == 0x3A {
      let ahead = text.bytes[word.lowerBound...]
      guard word.lowerBound >= found.last?.range.upperBound ?? 0,
        let beginning = prefixes.first(where: { ahead.starts(with: $0) })
      else { continue }
      let app = word.lowerBound + beginning.count
      let colon = text.end(from: app) { $0.isBase64URL || $0 == 0x2E }
      guard colon > app, text[colon] == 0x3A else { continue }
      var end = text.end(from: colon + 1) {
        $0.isBase64URL || $0.isBase64 || ":.=".utf8.contains($0)
      }
      end = max(colon, text.start(before: end) { ":.".utf8.contains($0) })
      guard end > colon + 1 else { continue }
      let range = word.lowerBound..<end
      found.append(Found(.record, range, text.string(range)))
    }
    return found
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
    var start = at
    while at - start <= maxLocalPart, let step = step(text, before: start, also: ".+_%'-") {
      start -= step
    }
    guard at - start <= maxLocalPart else { return nil }
    start = text.end(from: start) { ".'-".utf8.contains($0) }
    var end = at + 1
    while end - at <= maxDomain, let step = step(text, behind: end, also: ".-") { end += step }
    end = max(at + 1, text.start(before: end) { ".-".utf8.contains($0) })
    guard start < at, end > at + 1, end - at <= maxDomain else { return nil }
    let labels = text.bytes[at + 1..<end].split(separator: 0x2E, omittingEmptySubsequences: false)
    guard labels.allSatisfy({ !$0.isEmpty }), labels.count > 1 || isLone else { return nil }
    // A domain that ends in digits is an IP address or invalid.
    let isDomain = labels.last.map { $0.count > 1 && !$0.contains(where: \.isDigit) } ?? false
    return isDomain || isLone || labels.last?.starts(with: "xn--".utf8) == true ? start..<end : nil
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
    var found: [Found] = []
    for word in text.words where text[word.upperBound] == 0x5F && text[word.lowerBound - 1] != 0x5F
    {
      guard stripePrefixes.contains(where: text.bytes[word].elementsEqual) else { continue }
      let end = text.end(from: word.upperBound + 1, of: \.isAlphanumeric)
      let tail = text.bytes[word.upperBound + 1..<max(end, word.upperBound + 1)]
      // `in_app` and `sub_total` are program identifiers.
      let isRandom = tail.contains(where: \.isDigit) || tail.contains(where: \.isCapital)
      guard tail.count >= 8, isRandom, isLone || text[end] != 0x5F else { continue }
      found.append(Found(.stripe, word.lowerBound..<end, text.string(word.lowerBound..<end)))
    }
    return found
  }
}
