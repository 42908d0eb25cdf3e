/// Names of users, documents and rows in a text.
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

  /// Where four more groups of hexadecimal digits end, each with a hyphen before it.
  private static func uuidEnd(_ text: ScannedText, from first: Range<Int>) -> Int? {
    var place = first.upperBound
    for count in [4, 4, 4, 12] {
      let end = text.end(from: place + 1, of: \.isAlphanumeric)
      guard text[place] == 0x2D, end - place - 1 == count,
        text.bytes[place + 1..<end].allSatisfy(\.isHexadecimal)
      else { return nil }
      place = end
    }
    return place
  }

  private static let beginnings = Store.allCases.flatMap { store in
    Environment.allCases.map { Array("\(store.rawValue):\($0.rawValue):".utf8) }
  }

  /// The ledger's own names of sales and chains: `apple:production:com.example.app:1000`.
  static let records: Finder = { text, _ in
    var found: [Found] = []
    for word in text.words where text[word.upperBound] == 0x3A {
      let ahead = text.bytes[word.lowerBound...]
      guard word.lowerBound >= found.last?.range.upperBound ?? 0,
        let beginning = beginnings.first(where: { ahead.starts(with: $0) })
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

  /// The lengths that e-mail addresses may have (RFC 5321, section 4.5.3.1).
  private static let (longestLocalPart, longestDomain) = (64, 255)

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
    while at - start <= longestLocalPart, let step = step(text, before: start, also: ".+_%'-") {
      start -= step
    }
    guard at - start <= longestLocalPart else { return nil }
    start = text.end(from: start) { ".'-".utf8.contains($0) }
    var end = at + 1
    while end - at <= longestDomain, let step = step(text, behind: end, also: ".-") { end += step }
    end = max(at + 1, text.start(before: end) { ".-".utf8.contains($0) })
    guard start < at, end > at + 1, end - at <= longestDomain else { return nil }
    let labels = text.bytes[at + 1..<end].split(separator: 0x2E, omittingEmptySubsequences: false)
    guard labels.allSatisfy({ !$0.isEmpty }), labels.count > 1 || isLone else { return nil }
    // A domain that ends in digits is an IP address, or none at all.
    let isDomain = labels.last.map { $0.count > 1 && !$0.contains(where: \.isDigit) } ?? false
    return isDomain || isLone || labels.last?.starts(with: "xn--".utf8) == true ? start..<end : nil
  }

  /// The length of the letter, digit or other allowed character there: letters of European and
  /// Semitic scripts count, those of scripts that are written without spaces do not.
  private static func step(_ text: ScannedText, behind place: Int, also: String) -> Int? {
    let byte = text[place]
    if byte.isAlphanumeric || also.utf8.contains(byte) { return 1 }
    return (0xC3...0xDF).contains(byte) ? 2 : nil
  }

  private static func step(_ text: ScannedText, before place: Int, also: String) -> Int? {
    let byte = text[place - 1]
    if byte.isAlphanumeric || also.utf8.contains(byte) { return 1 }
    return (0xC3...0xDF).contains(text[place - 2]) && byte >= 0x80 ? 2 : nil
  }

  private static let stripePrefixes = ["cus", "sub", "in", "ch", "pi", "si"].map { Array($0.utf8) }

  /// `cus_`, `sub_` and their like with letters and digits behind them.
  static let stripeIDs: Finder = { text, isLone in
    var found: [Found] = []
    for word in text.words where text[word.upperBound] == 0x5F && text[word.lowerBound - 1] != 0x5F
    {
      guard stripePrefixes.contains(where: text.bytes[word].elementsEqual) else { continue }
      let end = text.end(from: word.upperBound + 1, of: \.isAlphanumeric)
      let tail = text.bytes[word.upperBound + 1..<max(end, word.upperBound + 1)]
      // `in_app` and `sub_total` are words of programs.
      let isRandom = tail.contains(where: \.isDigit) || tail.contains(where: \.isCapital)
      guard tail.count >= 8, isRandom, isLone || text[end] != 0x5F else { continue }
      found.append(Found(.stripe, word.lowerBound..<end, text.string(word.lowerBound..<end)))
    }
    return found
  }
}
