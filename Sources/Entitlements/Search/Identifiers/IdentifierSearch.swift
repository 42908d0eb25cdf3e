extension Identifier {
  /// Every identifier in a text, in order of appearance, each once. The text may be anything,
  /// including a whole e-mail with headers; the time is proportional to its length.
  ///
  /// In running text, anything that could also be an amount, a date, a version, a telephone number
  /// or a name is skipped. A text of one word is read as an identifier if possible.
  package static func all(in text: String) -> [Identifier] {
    let scanned = ScannedText(text)
    if let identifier = Identifier(loneIn: scanned) { return [identifier] }
    let found = Found.finders.reduce([]) { Found.merged($0, $1(scanned, false)) }
    var seen: [Kind: Set<String>] = [:]
    return found.compactMap { found in
      guard let kind = found.kind, seen[kind, default: []].insert(found.value).inserted else {
        return nil
      }
      return Identifier(kind, found.value, at: scanned.original(found.range))
    }
  }

  /// The identifier that a text is as a whole, ignoring space and punctuation around it. Order and
  /// transaction IDs may contain spaces and dashes.
  package init?(lone text: String) { self.init(loneIn: ScannedText(text)) }

  /// Longer texts with spaces are not identifiers. Only documents exceed the other limit, and
  /// receipts may be broken into lines.
  private static let (maxSpacedLength, maxLength) = (64, 1_024)

  private init?(loneIn text: ScannedText) {
    let core = text.core
    let isSpaced = text.end(from: core.lowerBound) { !$0.isSpace } < core.upperBound
    guard !core.isEmpty,
      core.count <= (isSpaced ? Self.maxSpacedLength : Self.maxLength)
        || Found.beginsDocument(text, at: core.lowerBound)
    else { return nil }
    for find in Found.finders {
      for found in find(text, true) where found.range == core {
        guard let kind = found.kind else { continue }
        self.init(kind, found.value, at: text.original(core))
        return
      }
    }
    return nil
  }
}

/// A range of a text that is an identifier.
struct Found {
  /// `nil` for text that only resembles identifiers and is excluded from the search.
  var kind: Identifier.Kind?
  var range: Range<Int>
  var value: String

  init(_ kind: Identifier.Kind?, _ range: Range<Int>, _ value: String = "") {
    self.kind = kind
    self.range = range
    self.value = value
  }

  /// Finds one kind of identifier, in order and without overlaps. `isLone` is whether the text is
  /// expected to be an identifier as a whole, so that less evidence suffices.
  typealias Finder = @Sendable (ScannedText, _ isLone: Bool) -> [Found]

  /// The most distinctive kinds first: later finders skip what earlier ones have found.
  static let finders: [Finder] = [
    signedPayloads, receipts, headers, purchaseTokens, attachments, hexadecimals, records, emails,
    googleOrders, stripeIDs, appleOrders, transactions,
  ]

  /// Both lists in order, without entries of the second that overlap one of the first.
  static func merged(_ taken: [Found], _ others: [Found]) -> [Found] {
    var merged: [Found] = []
    merged.reserveCapacity(taken.count + others.count)
    var index = 0
    for other in others {
      while index < taken.count, taken[index].range.upperBound <= other.range.lowerBound {
        merged.append(taken[index])
        index += 1
      }
      if index < taken.count, taken[index].range.lowerBound < other.range.upperBound { continue }
      merged.append(other)
    }
    merged += taken[index...]
    return merged
  }
}
