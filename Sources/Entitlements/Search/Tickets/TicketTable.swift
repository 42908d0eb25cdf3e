/// The entries of a vocabulary, a file of `CTexts` in UTF-8: lines of `name = text`, each
/// continued by the lines below it that begin with a space. A line without an equals sign is a
/// comment. `TicketTable` explains the texts.
struct TicketVocabulary: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  init(_ file: some Collection<UInt8>) { rest = Array(file)[...] }

  mutating func next() -> (name: ArraySlice<UInt8>, text: ArraySlice<UInt8>)? {
    while !rest.isEmpty {
      let line = rest[..<endOfEntry]
      rest = rest[line.endIndex...].dropFirst()
      guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      return (line[..<sign].prefix { $0 != UInt8(ascii: " ") }, line[(sign + 1)...])
    }
    return nil
  }

  /// The index of the first newline that no space follows.
  private var endOfEntry: Int {
    var end = rest.startIndex
    while let newline = rest[end...].firstIndex(of: UInt8(ascii: "\n")) {
      end = newline + 1
      if end == rest.endIndex || rest[end] != UInt8(ascii: " ") { return newline }
    }
    return rest.endIndex
  }

  /// The text of the entry `common`, the first one: the language's most common words, which tell
  /// it from other languages of its script; `nil` for a language whose script is enough.
  var commonWords: String? {
    var entries = self
    guard let first = entries.next(), first.name.elementsEqual("common".utf8) else { return nil }
    return String(decoding: first.text, as: UTF8.self)
  }
}

/// One language's phrases for the concepts of support tickets.
///
/// They are stored in a few long arrays: an array for each of the thousands of words would take
/// longer to make than searching a message.
struct TicketTable {
  /// An alternative for one slot of a phrase: consecutive words.
  struct Choice {
    /// Indices in `words`.
    var words: Range<Int>
    /// Whether the last word is a prefix.
    var isStem: Bool
  }

  /// Slots that express a concept if they are filled in this order.
  struct Phrase {
    let concept: TicketConcept
    /// Indices in `slots`.
    let slots: Range<Int>
    /// The maximum number of other words between two slots.
    let gap: Int
  }

  fileprivate(set) var phrases: [Phrase] = []
  /// Indices in `choices`.
  fileprivate(set) var slots: [Range<Int>] = []
  fileprivate(set) var choices: [Choice] = []
  /// Indices in `units`.
  fileprivate(set) var words: [Range<Int>] = []
  fileprivate(set) var units: TicketToken = []

  /// Parses the entries `concept = phrase; phrase` of a vocabulary. In a phrase `a|b` is an
  /// alternative, `a*` a prefix, and a space separates words between which a few others are
  /// allowed. `@name = a|b` names choices for the entries below.
  ///
  /// The first use of a language waits for this, so it reads bytes: most words are plain ASCII.
  init(isSpaced: Bool, _ vocabulary: TicketVocabulary) {
    var reader = TicketTableReader(isSpaced: isSpaced)
    for (name, text) in vocabulary { reader.read(name, text) }
    self = reader.table
  }

  fileprivate init() {}
}

// MARK: Phrases in a message

extension TicketTable {
  /// Whether the phrase begins at `start`; each slot takes its first match.
  func stands(_ phrase: Phrase, in tokens: [TicketToken], at start: Int) -> Bool {
    var index = start
    for slot in phrase.slots {
      let gap = slot == phrase.slots.lowerBound ? 0 : phrase.gap
      guard let end = end(of: slots[slot], in: tokens, from: index, gap: gap) else { return false }
      index = end
    }
    return !phrase.slots.isEmpty
  }

  /// The end of the first of the choices that occurs at `index`, or up to `gap` words later.
  private func end(
    of slot: Range<Int>,
    in tokens: [TicketToken],
    from index: Int,
    gap: Int
  ) -> Int? {
    for begin in index..<min(index + gap + 1, tokens.count) {
      for choice in choices[slot] where stands(choice, in: tokens, at: begin) {
        return begin + choice.words.count
      }
    }
    return nil
  }

  private func stands(_ choice: Choice, in tokens: [TicketToken], at start: Int) -> Bool {
    guard start + choice.words.count <= tokens.count else { return false }
    return choice.words.allSatisfy { index in
      let token = tokens[start + index - choice.words.lowerBound]
      let word = units[words[index]]
      let isStem = choice.isStem && index == choice.words.upperBound - 1
      return (isStem ? token.starts(with: word) : token.elementsEqual(word))
        || word.elementsEqual(TicketTokenizer.currency) && token.isAmount
    }
  }

  /// The characters of the choice's first word.
  func firstWord(of choice: Choice) -> ArraySlice<UInt16> {
    units[words[choice.words.lowerBound]]
  }
}

extension TicketToken {
  /// Whether it is digits with two decimals, such as `12.99`.
  var isAmount: Bool { count >= 4 && self[count - 3] == 0x2E && allSatisfy { $0 < 0x3A } }
}

// MARK: Reading

/// Parses a table's lines.
private struct TicketTableReader {
  let isSpaced: Bool
  var table = TicketTable()
  private var macros: [(name: ArraySlice<UInt8>, choices: Range<Int>)] = []
  private var tokenizer = TicketTokenizer()

  init(isSpaced: Bool) { self.isSpaced = isSpaced }

  mutating func read(_ name: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) {
    let start = table.choices.count
    if name.first == UInt8(ascii: "@") {
      readChoices(of: text) { _, _ in }
      macros.append((name, start..<table.choices.count))
    } else if let concept = TicketConcept(rawValue: String(decoding: name, as: UTF8.self)) {
      readPhrases(of: concept, text)
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
      if mark != UInt8(ascii: ";") { return }
      let slots = phrase..<reader.table.slots.count
      phrase = slots.upperBound
      if slots.isEmpty { return }
      reader.table.phrases.append(TicketTable.Phrase(concept: concept, slots: slots, gap: gap))
    }
  }

  /// Adds a text's choices, and calls `end` after each with its separator; `;` after the last.
  private mutating func readChoices(
    of text: ArraySlice<UInt8>,
    _ end: (inout Self, UInt8) -> Void
  ) {
    var start = text.startIndex
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "|"), UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: ";"):
        add(text[start..<index])
        end(&self, text[index])
        start = index + 1
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
    let start = table.units.count
    table.units.append(contentsOf: word)
    table.words.append(start..<table.units.count)
  }
}
