import Foundation

extension Complaint {
  /// So much of a letter is read, in bytes: who complains does so early.
  private static let longestLetter = 16_384

  /// What a letter is about, judged by its words in English, German, French, Spanish, Japanese or
  /// Chinese: the likeliest first; empty where no word tells. A hint, no more.
  package static func kinds(in letter: String) -> [Complaint] {
    let beginning = String(decoding: letter.utf8.prefix(longestLetter), as: UTF8.self)
    let words = LetterWords.split(beginning)
    let told = ComplaintTable.phrases(in: words)
    var weights: [Complaint: Int] = [:]
    for phrase in told { weights[phrase.complaint, default: 0] += phrase.weight }
    addStores(named: beginning, words, to: &weights)
    return allCases.enumerated().filter { weights[$1] != nil }
      .sorted { left, right in
        let weight = (left: weights[left.element] ?? 0, right: weights[right.element] ?? 0)
        return weight.left == weight.right ? left.offset < right.offset : weight.left > weight.right
      }
      .map(\.element)
  }

  /// Who wants money back seldom says from whom: the store's name or its order ID does.
  private static func addStores(
    named letter: String,
    _ words: [String],
    to weights: inout [Complaint: Int]
  ) {
    let kinds = Set(Identifier.all(in: letter).map(\.kind))
    let stores: [(Complaint, Identifier.Kind, [String])] = [
      (.refundApple, .appleOrder, ["apple", "itunes", "iphone", "ipad", "ios", "mac"]),
      (.refundGoogle, .googleOrder, ["google", "android", "samsung", "pixel"]),
    ]
    for (complaint, order, names) in stores where weights[complaint] != nil {
      let isNamed = kinds.contains(order) || words.contains(where: names.contains)
      if isNamed { weights[complaint, default: 0] += 1 }
    }
  }
}

/// The words of a letter, without case, accents and punctuation. In scripts that are written
/// without spaces every character is a word.
enum LetterWords {
  static func split(_ letter: String) -> [String] {
    let plain = letter.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
      locale: nil
    )
    var words: [String] = []
    var word = ""
    // In `doesn't` the apostrophe joins, in `l'achat` it parts.
    var isAfterApostrophe = false
    for scalar in plain.unicodeScalars {
      if scalar == "'" || scalar == "’" {
        isAfterApostrophe = !word.isEmpty
        continue
      }
      defer { isAfterApostrophe = false }
      let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      let isWhole = isLetter && scalar.value >= 0x2E80
      let isJoined = scalar == "t" && word.hasSuffix("n")
      if !isLetter || isWhole || (isAfterApostrophe && !isJoined) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isWhole {
        words.append(String(scalar))
      } else if isLetter {
        word.unicodeScalars.append(scalar)
      }
    }
    return word.isEmpty ? words : words + [word]
  }
}
