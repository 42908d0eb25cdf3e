/// The words of one language for the concepts of support tickets.
struct TicketLanguage: Sendable {
  private let phrases: [TicketPhrase]
  /// The phrases by the first two letters of the words they begin with.
  private let places: [UInt32: [Int]]
  /// Words and beginnings of words of six letters or more by their first letter, for misspellings.
  private let longWords: [UInt16: [(word: TicketToken, isStem: Bool)]]
  private let knownWords: [UInt32: [(word: TicketToken, isStem: Bool)]]

  /// Lines of `concept = phrase; phrase`. In a phrase `a|b` is either, `a*` what begins so, and a
  /// space parts words between which a few others may stand. `@name = a|b` names choices.
  init(isSpaced: Bool, _ table: String) {
    var phrases: [TicketPhrase] = []
    var macros: [(name: String, text: String)] = []
    // By bytes, and folded a line at a time: the tables are read at the first question.
    for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
      guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = Substring(line[..<sign]).filter { $0 != " " }
      var text = String(Substring(line[line.index(after: sign)...]))
      for macro in macros where text.utf8.contains(UInt8(ascii: "@")) {
        text = text.replacing(macro.name, with: macro.text)
      }
      if name.hasPrefix("@") {
        macros.append((name, text.filter { $0 != " " }))
      } else if let concept = TicketConcept(rawValue: name) {
        let gap = isSpaced ? (concept.denied.isEmpty ? 3 : 2) : 6
        let folded = TicketTokenizer.folded(text)
        phrases += folded.utf8.split(separator: UInt8(ascii: ";")).map { phrase in
          TicketPhrase(
            concept: concept,
            slots: phrase.split(separator: UInt8(ascii: " ")).map(Self.choices),
            gap: gap
          )
        }
      }
    }
    self.init(phrases)
  }

  private init(_ phrases: [TicketPhrase]) {
    var places: [UInt32: [Int]] = [:]
    var (long, known): ([UInt16: [(TicketToken, Bool)]], [UInt32: [(TicketToken, Bool)]]) =
      ([:], [:])
    for (place, phrase) in phrases.enumerated() {
      let beginnings = Set(phrase.slots.first?.compactMap { $0.words.first.map(Self.key) } ?? [])
      for beginning in beginnings { places[beginning, default: []].append(place) }
      for choice in phrase.slots.joined() where choice.words.count == 1 {
        let word = choice.words[0]
        known[Self.key(word), default: []].append((word, choice.isStem))
        if word.count >= 6, word[0] < 0x2E80 {
          long[word[0], default: []].append((word, choice.isStem))
        }
      }
    }
    self.phrases = phrases
    self.places = places
    longWords = long
    knownWords = known
  }

  /// The choices of a place in a phrase that is folded.
  private static func choices(_ slot: Substring.UTF8View) -> [TicketPhrase.Choice] {
    slot.split(separator: UInt8(ascii: "|")).compactMap { choice in
      let words = TicketTokenizer.split(folded: Substring(choice))
      return words.isEmpty
        ? nil : TicketPhrase.Choice(words: words, isStem: choice.last == UInt8(ascii: "*"))
    }
  }

  private static func key(_ word: TicketToken) -> UInt32 {
    UInt32(word[0]) << 16 | UInt32(word.count > 1 ? word[1] : 0)
  }

  /// The concepts whose phrases stand in a text.
  func concepts(in tokens: [TicketToken]) -> Set<TicketConcept> {
    let tokens = corrected(tokens)
    var found: Set<TicketConcept> = []
    for (place, token) in tokens.enumerated() {
      // A number with decimals is an amount, whatever its digits.
      let keys =
        TicketPhrase.Choice.isAmount(token)
        ? [Self.key(token), Self.key(TicketTokenizer.currency)] : [Self.key(token)]
      for key in keys {
        for candidate in places[key] ?? [] where !found.contains(phrases[candidate].concept) {
          if phrases[candidate].stands(in: tokens, at: place) {
            found.insert(phrases[candidate].concept)
          }
        }
      }
    }
    return found
  }

  /// So many unknown words are compared with the known ones.
  private static let maxCorrections = 100

  /// The words, where those of seven letters or more that are one edit away from a long word of
  /// the table have its spelling.
  private func corrected(_ tokens: [TicketToken]) -> [TicketToken] {
    var tokens = tokens
    var rest = Self.maxCorrections
    for place in tokens.indices where rest > 0 {
      let token = tokens[place]
      guard token.count >= 7, token[0] >= 0x61, let words = longWords[token[0]] else { continue }
      let isKnown = knownWords[Self.key(token)]?.contains { word, isStem in
        isStem ? token.starts(with: word) : token == word
      }
      if isKnown == true { continue }
      rest -= 1
      let near = words.first { Self.isOneEdit(from: $0.word, to: token, isStem: $0.isStem) }
      if let near { tokens[place] = near.word }
    }
    return tokens
  }

  /// Whether one letter is missing, added, changed or swapped with its neighbour.
  private static func isOneEdit(
    from word: TicketToken,
    to token: TicketToken,
    isStem: Bool
  ) -> Bool {
    guard token.count + 1 >= word.count, isStem || token.count <= word.count + 1 else {
      return false
    }
    let start = zip(word, token).prefix { $0 == $1 }.count
    guard start < word.count else { return !isStem }
    let rests = [(1, 1), (1, 0), (0, 1)]
    for (inWord, inToken) in rests where start + inToken <= token.count {
      let (rest, other) = (word[(start + inWord)...], token[(start + inToken)...])
      if isStem ? other.starts(with: rest) : other.elementsEqual(rest) { return true }
    }
    guard start + 1 < word.count, start + 1 < token.count, word[start] == token[start + 1],
      word[start + 1] == token[start]
    else { return false }
    let (rest, other) = (word[(start + 2)...], token[(start + 2)...])
    return isStem ? other.starts(with: rest) : other.elementsEqual(rest)
  }
}
