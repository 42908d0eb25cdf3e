/// The phrases of one language for the concepts of support tickets.
///
/// It is kept in a few long arrays: a table has thousands of words, and an array for each would take
/// longer to make than a message takes to search.
struct TicketTable {
  /// What may stand in one slot of a phrase: words that follow each other.
  struct Choice {
    /// Their places in `words`.
    var words: Range<Int>
    /// Whether the last word is only the beginning of one.
    var isStem: Bool
  }

  /// A few slots that, filled in this order, express a concept.
  struct Phrase {
    let concept: TicketConcept
    /// Their places in `slots`.
    let slots: Range<Int>
    /// How many other words may stand between two of them.
    let gap: Int
  }

  fileprivate(set) var phrases: [Phrase] = []
  /// Places in `choices`.
  fileprivate(set) var slots: [Range<Int>] = []
  fileprivate(set) var choices: [Choice] = []
  /// Places in `letters`.
  fileprivate(set) var words: [Range<Int>] = []
  fileprivate(set) var letters: TicketToken = []

  /// Lines of `concept = phrase; phrase`. In a phrase `a|b` is either, `a*` what begins so, and a
  /// space parts words between which a few others may stand. `@name = a|b` names choices, for the
  /// lines below.
  ///
  /// It is read at the first question, and so by bytes: few of the words are not plain.
  init(isSpaced: Bool, _ text: String) {
    var reader = TicketTableReader(isSpaced: isSpaced)
    for line in Array(text.utf8).split(separator: UInt8(ascii: "\n")) { reader.read(line) }
    self = reader.table
  }

  fileprivate init() {}
}

// MARK: Phrases in a message

extension TicketTable {
  /// Whether the phrase begins there; each of its slots is filled where it comes first.
  func stands(_ phrase: Phrase, in tokens: [TicketToken], at start: Int) -> Bool {
    var place = start
    for slot in phrase.slots {
      let gap = slot == phrase.slots.lowerBound ? 0 : phrase.gap
      guard let end = end(of: slots[slot], in: tokens, from: place, gap: gap) else { return false }
      place = end
    }
    return !phrase.slots.isEmpty
  }

  /// Where the first of the choices ends that stands there, or a few words later.
  private func end(
    of slot: Range<Int>,
    in tokens: [TicketToken],
    from place: Int,
    gap: Int
  ) -> Int? {
    for begin in place..<min(place + gap + 1, tokens.count) {
      for choice in choices[slot] where stands(choice, in: tokens, at: begin) {
        return begin + choice.words.count
      }
    }
    return nil
  }

  private func stands(_ choice: Choice, in tokens: [TicketToken], at start: Int) -> Bool {
    guard start + choice.words.count <= tokens.count else { return false }
    return choice.words.allSatisfy { place in
      let token = tokens[start + place - choice.words.lowerBound]
      let word = letters[words[place]]
      let isStem = choice.isStem && place == choice.words.upperBound - 1
      return (isStem ? token.starts(with: word) : token.elementsEqual(word))
        || word.elementsEqual(TicketTokenizer.currency) && token.isAmount
    }
  }

  /// The letters of the choice's first word.
  func firstWord(of choice: Choice) -> ArraySlice<UInt16> {
    letters[words[choice.words.lowerBound]]
  }
}

extension TicketToken {
  /// Digits with two decimals, such as `12.99`.
  var isAmount: Bool { count >= 4 && self[count - 3] == 0x2E && allSatisfy { $0 < 0x3A } }
}

// MARK: Reading

/// Reads a table's lines, one after the other.
private struct TicketTableReader {
  let isSpaced: Bool
  var table = TicketTable()
  private var macros: [(name: ArraySlice<UInt8>, choices: Range<Int>)] = []
  private var tokenizer = TicketTokenizer()

  init(isSpaced: Bool) { self.isSpaced = isSpaced }

  mutating func read(_ line: ArraySlice<UInt8>) {
    guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { return }
    let name = line[..<sign].prefix { $0 != UInt8(ascii: " ") }
    let start = table.choices.count
    if name.first == UInt8(ascii: "@") {
      readChoices(of: line[(sign + 1)...]) { _, _ in }
      macros.append((name, start..<table.choices.count))
    } else if let concept = TicketConcept(rawValue: String(decoding: name, as: UTF8.self)) {
      readPhrases(of: concept, line[(sign + 1)...])
    }
  }

  private mutating func readPhrases(of concept: TicketConcept, _ text: ArraySlice<UInt8>) {
    let gap = isSpaced ? (concept.denied.isEmpty ? 3 : 2) : 6
    var (phrase, slot) = (table.slots.count, table.choices.count)
    readChoices(of: text) { reader, mark in
      if mark == UInt8(ascii: "|") { return }
      let choices = slot..<reader.table.choices.count
      slot = choices.upperBound
      if !choices.isEmpty { reader.table.slots.append(choices) }
      if mark == UInt8(ascii: " ") { return }
      let slots = phrase..<reader.table.slots.count
      phrase = slots.upperBound
      if slots.isEmpty { return }
      reader.table.phrases.append(TicketTable.Phrase(concept: concept, slots: slots, gap: gap))
    }
  }

  /// Adds the choices of a text, and tells after each which mark it ended with; the last with `;`.
  private mutating func readChoices(
    of text: ArraySlice<UInt8>,
    _ end: (inout Self, UInt8) -> Void
  ) {
    var start = text.startIndex
    for place in text.indices {
      switch text[place] {
      case UInt8(ascii: "|"), UInt8(ascii: " "), UInt8(ascii: ";"):
        add(text[start..<place])
        end(&self, text[place])
        start = place + 1
      default: break
      }
    }
    add(text[start...])
    end(&self, UInt8(ascii: ";"))
  }

  private mutating func add(_ choice: ArraySlice<UInt8>) {
    guard let first = choice.first else { return }
    if first == UInt8(ascii: "@") {
      let macro = macros.first { $0.name.elementsEqual(choice) }
      table.choices += macro.map { table.choices[$0.choices] } ?? []
      return
    }
    let isStem = choice.last == UInt8(ascii: "*")
    let start = table.words.count
    let text = isStem ? choice.dropLast() : choice
    if text.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }) {
      add(word: text.lazy.map { UInt16($0) })
    } else {
      for word in tokenizer.split(String(decoding: text, as: UTF8.self)) { add(word: word) }
    }
    if start == table.words.count { return }
    table.choices.append(TicketTable.Choice(words: start..<table.words.count, isStem: isStem))
  }

  private mutating func add(word: some Sequence<UInt16>) {
    let start = table.letters.count
    table.letters.append(contentsOf: word)
    table.words.append(start..<table.letters.count)
  }
}
