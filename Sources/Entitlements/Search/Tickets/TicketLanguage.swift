/// One language's vocabulary for the concepts of support tickets.
struct TicketLanguage: Sendable {
  private let table: TicketTable
  /// Phrases by the first two characters of their first words.
  private let phrasesByStart: TicketIndex
  /// Choices of a single word by their first two characters.
  private let knownWords: TicketIndex
  /// Choices of six characters or more by their first character, for misspellings.
  private let longWords: TicketIndex

  init(_ table: TicketTable) {
    self.table = table
    var (known, long, first): ([TicketIndex.Entry], [TicketIndex.Entry], [TicketIndex.Entry]) =
      ([], [], [])
    for (index, phrase) in table.phrases.enumerated() {
      for (number, slot) in phrase.slots.enumerated() {
        for choice in table.slots[slot] {
          let word = table.firstWord(of: table.choices[choice])
          let key = TicketIndex.key(of: word)
          if number == 0 { first.append((key, index)) }
          guard table.choices[choice].words.count == 1 else { continue }
          known.append((key, choice))
          if word.count >= 6, let letter = word.first, letter < 0x2E80 {
            long.append((UInt32(letter), choice))
          }
        }
      }
    }
    phrasesByStart = TicketIndex(first)
    knownWords = TicketIndex(known)
    longWords = TicketIndex(long)
  }

  /// The concepts whose phrases occur in a text.
  func concepts(in tokens: [TicketToken]) -> Set<TicketConcept> {
    let tokens = corrected(tokens)
    var found: Set<TicketConcept> = []
    for (index, token) in tokens.enumerated() {
      // A number with decimals is an amount, whatever its digits are.
      let starts = token.isAmount ? [token, TicketTokenizer.currency] : [token]
      for start in starts {
        for candidate in phrasesByStart[TicketIndex.key(of: start[...])] {
          let phrase = table.phrases[candidate]
          if !found.contains(phrase.concept), table.stands(phrase, in: tokens, at: index) {
            found.insert(phrase.concept)
          }
        }
      }
    }
    return found
  }

  /// The maximum number of unknown words that are compared with the known ones.
  private static let maxCorrections = 100

  /// The words, with the table's spelling for those of seven characters or more that are one edit
  /// away from a long word in it.
  private func corrected(_ tokens: [TicketToken]) -> [TicketToken] {
    var tokens = tokens
    var rest = Self.maxCorrections
    for index in tokens.indices where rest > 0 {
      let token = tokens[index]
      guard token.count >= 7, token[0] >= 0x61 else { continue }
      let isKnown = knownWords[TicketIndex.key(of: token[...])].contains { choice in
        let word = table.firstWord(of: table.choices[choice])
        return table.choices[choice].isStem
          ? token.starts(with: word) : token.elementsEqual(word)
      }
      if isKnown { continue }
      rest -= 1
      let near = longWords[UInt32(token[0])].first { choice in
        let word = table.firstWord(of: table.choices[choice])
        return word.isOneEdit(from: token, asStem: table.choices[choice].isStem)
      }
      if let near { tokens[index] = TicketToken(table.firstWord(of: table.choices[near])) }
    }
    return tokens
  }
}

extension ArraySlice<UInt16> {
  /// Whether one character is missing, added, changed or swapped with its neighbour, compared with
  /// `token`, or with its beginning for a stem.
  fileprivate func isOneEdit(from token: TicketToken, asStem isStem: Bool) -> Bool {
    guard token.count + 1 >= count, isStem || token.count <= count + 1 else { return false }
    let same = zip(self, token).prefix { $0 == $1 }.count
    guard same < count else { return !isStem }
    let own = dropFirst(same)
    let its = token[same...]
    func fits(_ rest: ArraySlice, _ other: ArraySlice) -> Bool {
      isStem ? other.starts(with: rest) : other.elementsEqual(rest)
    }
    let hasMore = !its.isEmpty
    if hasMore, fits(own.dropFirst(), its.dropFirst()) || fits(own, its.dropFirst()) { return true }
    if fits(own.dropFirst(), its) { return true }
    guard own.count > 1, its.count > 1, own.first == its.dropFirst().first,
      its.first == own.dropFirst().first
    else { return false }
    return fits(own.dropFirst(2), its.dropFirst(2))
  }
}

/// Numbers by key, in their order. Keys may share a bucket, so that callers must compare again.
struct TicketIndex {
  typealias Entry = (key: UInt32, number: Int)

  private static let buckets = 1_024
  /// The beginning of each bucket in `numbers`, and the end of the last one.
  private var starts: [Int]
  private var numbers: [Int]

  /// Builds the index with a counting sort.
  init(_ entries: [Entry]) {
    starts = Array(repeating: 0, count: Self.buckets + 1)
    for entry in entries { starts[Self.bucket(of: entry.key) + 1] += 1 }
    for bucket in 0..<Self.buckets { starts[bucket + 1] += starts[bucket] }
    var indices = starts
    numbers = Array(repeating: 0, count: entries.count)
    for entry in entries {
      let bucket = Self.bucket(of: entry.key)
      numbers[indices[bucket]] = entry.number
      indices[bucket] += 1
    }
  }

  subscript(key: UInt32) -> ArraySlice<Int> {
    let bucket = Self.bucket(of: key)
    return numbers[starts[bucket]..<starts[bucket + 1]]
  }

  /// The first two characters of a word.
  static func key(of word: ArraySlice<UInt16>) -> UInt32 {
    UInt32(word.first ?? 0) << 16 | UInt32(word.dropFirst().first ?? 0)
  }

  private static func bucket(of key: UInt32) -> Int {
    Int((key &* 0x9E37_79B1) >> 22)
  }
}
