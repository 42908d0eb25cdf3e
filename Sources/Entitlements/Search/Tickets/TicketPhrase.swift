/// A few words that, in this order, express a concept.
struct TicketPhrase {
  /// What may stand in one place of a phrase: words that follow each other.
  struct Choice {
    var words: [TicketToken]
    /// Whether the last word is only the beginning of one.
    var isStem: Bool

    /// Where it ends if it stands there.
    func end(in tokens: [TicketToken], at start: Int) -> Int? {
      guard start + words.count <= tokens.count else { return nil }
      for place in words.indices {
        let (word, token) = (words[place], tokens[start + place])
        let isLast = place == words.count - 1
        let fits = isLast && isStem ? token.starts(with: word) : token == word
        if !fits, !(word == TicketTokenizer.currency && Self.isAmount(token)) { return nil }
      }
      return start + words.count
    }

    /// Digits with two decimals, such as `12.99`.
    static func isAmount(_ token: TicketToken) -> Bool {
      token.count >= 4 && token[token.count - 3] == 0x2E && token.allSatisfy { $0 < 0x3A }
    }
  }

  let concept: TicketConcept
  let slots: [[Choice]]
  /// How many other words may stand between two of its places.
  let gap: Int

  /// Whether it begins there; each of its places is taken where it comes first.
  func stands(in tokens: [TicketToken], at start: Int) -> Bool {
    var place = start
    for (index, slot) in slots.enumerated() {
      let reach = place..<min(place + (index == 0 ? 0 : gap) + 1, tokens.count)
      var end: Int?
      search: for begin in reach {
        for choice in slot {
          end = choice.end(in: tokens, at: begin)
          if end != nil { break search }
        }
      }
      guard let end else { return false }
      place = end
    }
    return !slots.isEmpty
  }
}
