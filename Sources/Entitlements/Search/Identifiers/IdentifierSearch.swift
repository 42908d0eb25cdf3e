extension Identifier {
  /// Every identifier in a text, in order of appearance, each once. The text may be anything, a
  /// whole letter with its headers included; the work grows with its length only.
  ///
  /// What could as well be an amount, a date, a version, a telephone number or a name is left out
  /// of running text; a text that is one word is taken for an identifier if it can be one.
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

  /// The identifier that a text is as a whole, but for space and punctuation around it. Order and
  /// transaction IDs may be divided by spaces and dashes.
  package init?(lone text: String) { self.init(loneIn: ScannedText(text)) }

  /// Long texts with spaces are letters, not identifiers; only documents are longer than the other
  /// limit, and receipts may be broken into lines.
  private static let (longestSpaced, longestName) = (64, 1_024)

  private init?(loneIn text: ScannedText) {
    let core = text.core
    let isSpaced = text.end(from: core.lowerBound) { !$0.isSpace } < core.upperBound
    guard !core.isEmpty,
      core.count <= (isSpaced ? Self.longestSpaced : Self.longestName)
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

/// A stretch of a text that is an identifier.
struct Found {
  /// `nil` for what looks like identifiers and is none: nothing is searched for in it.
  var kind: Identifier.Kind?
  var range: Range<Int>
  var value: String

  init(_ kind: Identifier.Kind?, _ range: Range<Int>, _ value: String = "") {
    self.kind = kind
    self.range = range
    self.value = value
  }

  /// Looks for one kind of thing. What it finds is in order and apart. The flag says that the text
  /// is expected to be an identifier as a whole, so that less evidence will do.
  typealias Finder = @Sendable (ScannedText, _ isLone: Bool) -> [Found]

  /// The surest shapes first: what one has found the next ones do not see.
  static let finders: [Finder] = [
    signedPayloads, receipts, headers, purchaseTokens, attachments, hexadecimals, records, emails,
    googleOrders, stripeIDs, appleOrders, transactions,
  ]

  /// Both lists in order, without what of the second lies over anything of the first.
  static func merged(_ taken: [Found], _ others: [Found]) -> [Found] {
    var merged: [Found] = []
    merged.reserveCapacity(taken.count + others.count)
    var place = 0
    for other in others {
      while place < taken.count, taken[place].range.upperBound <= other.range.lowerBound {
        merged.append(taken[place])
        place += 1
      }
      if place < taken.count, taken[place].range.lowerBound < other.range.upperBound { continue }
      merged.append(other)
    }
    merged += taken[place...]
    return merged
  }
}
