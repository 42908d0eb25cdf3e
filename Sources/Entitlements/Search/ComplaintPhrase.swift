/// A few words that, in this order, tell what a letter is about.
struct ComplaintPhrase {
  /// One word of it: what it may be, and how many other words may stand before it.
  private struct Slot {
    var choices: [Choice]
    var gap: Int
  }

  private struct Choice {
    var text: String
    /// Whether it is only the beginning of the word.
    var isStem: Bool

    func fits(_ word: String) -> Bool { isStem ? word.hasPrefix(text) : word == text }
  }

  let complaint: Complaint
  let weight: Int
  private let slots: [Slot]

  /// How many words may stand between two of a phrase, and between two that `..` parts.
  private static let (gap, wideGap) = (3, 12)

  /// Words with spaces between them: `a|b` is either, `a*` what begins so, `..` a longer way
  /// between two words. Characters that are words of their own follow each other closely where no
  /// space parts them.
  init(_ complaint: Complaint, _ weight: Int, _ text: some StringProtocol) {
    (self.complaint, self.weight) = (complaint, weight)
    var slots: [Slot] = []
    var gap = 0
    for part in text.split(separator: " ") {
      if part == ".." {
        gap = Self.wideGap
        continue
      }
      let choices = part.split(separator: "|").map { choice in
        (words: LetterWords.split(String(choice)), isStem: choice.hasSuffix("*"))
      }
      let length = choices.map { $0.words.count }.max() ?? 0
      for place in 0..<length {
        let alike = choices.compactMap { choice in
          choice.words.indices.contains(place)
            ? Choice(text: choice.words[place], isStem: choice.isStem) : nil
        }
        slots.append(Slot(choices: alike, gap: place == 0 ? gap : 0))
      }
      gap = Self.gap
    }
    self.slots = slots
  }

  /// How the words it may begin with begin.
  var beginnings: Set<String> {
    Set((slots.first?.choices ?? []).map { ComplaintTable.beginning(of: $0.text) })
  }

  /// Whether it begins at that place; each of its words is taken where it comes first.
  func stands(in words: [String], at start: Int) -> Bool {
    var place = start
    for slot in slots {
      let reach = place..<min(place + slot.gap + 1, words.count)
      let found = reach.first { place in slot.choices.contains { $0.fits(words[place]) } }
      guard let found else { return false }
      place = found + 1
    }
    return !slots.isEmpty
  }
}

/// Every phrase of every language, by how they begin.
enum ComplaintTable {
  private static let all: [ComplaintPhrase] = [english, german, french, spanish, japanese, chinese]
    .joined().flatMap { complaint, weight, phrases in
      phrases.split(separator: ";").map { ComplaintPhrase(complaint, weight, $0) }
    }

  private static let places: [String: [Int]] = {
    var places: [String: [Int]] = [:]
    for (place, phrase) in all.enumerated() {
      for beginning in phrase.beginnings { places[beginning, default: []].append(place) }
    }
    return places
  }()

  /// The phrases that stand in a letter, each once, in the order of the table.
  static func phrases(in words: [String]) -> [ComplaintPhrase] {
    var found: Set<Int> = []
    for (place, word) in words.enumerated() {
      for candidate in places[beginning(of: word)] ?? []
      where !found.contains(candidate) && all[candidate].stands(in: words, at: place) {
        found.insert(candidate)
      }
    }
    return found.sorted().map { all[$0] }
  }

  /// As many letters as every stem has.
  static func beginning(of word: String) -> String { String(word.prefix(2)) }
}
