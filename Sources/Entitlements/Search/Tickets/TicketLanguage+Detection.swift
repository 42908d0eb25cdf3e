extension TicketLanguage {
  /// The languages that share a script tell themselves apart by their commonest words.
  private enum Latin: Int, CaseIterable {
    case english, german, french, spanish, italian, portuguese, dutch, polish, turkish, hindi

    var words: String {
      switch self {
      case .english: englishWords
      case .german: germanWords
      case .french: frenchWords
      case .spanish: spanishWords
      case .italian: italianWords
      case .portuguese: portugueseWords
      case .dutch: dutchWords
      case .polish: polishWords
      case .turkish: turkishWords
      case .hindi: hindiWords
      }
    }

    var language: TicketLanguage {
      switch self {
      case .english: .english
      case .german: .german
      case .french: .french
      case .spanish: .spanish
      case .italian: .italian
      case .portuguese: .portuguese
      case .dutch: .dutch
      case .polish: .polish
      case .turkish: .turkish
      case .hindi: .hindi
      }
    }
  }

  /// Each common word, and the languages it belongs to.
  private static let commonWords: [TicketToken: [Int]] = {
    var words: [TicketToken: [Int]] = [:]
    for latin in Latin.allCases {
      for word in Set(TicketTokenizer.split(latin.words)) {
        words[word, default: []].append(latin.rawValue)
      }
    }
    return words
  }()

  /// The languages that a text may be written in, judged by its letters and commonest words.
  static func languages(of tokens: [TicketToken]) -> [TicketLanguage] {
    var counts: [Script: Int] = [:]
    var scores = [Int](repeating: 0, count: Latin.allCases.count)
    for token in tokens {
      guard let script = Script(of: token) else { continue }
      counts[script, default: 0] += 1
      let latin = script == .latin ? commonWords[token] ?? [] : []
      // What several languages share tells less.
      for language in latin { scores[language] += 12 / latin.count }
    }
    // Japanese is written with Chinese characters too.
    if counts[.kana, default: 0] > 1 { counts[.han] = nil }
    let isMostlyLatin = counts.allSatisfy { $0.key == .latin || $0.value < 3 }
    var languages = counts.compactMap { script, count in
      count > 1 || counts.count == 1 ? script.language : nil
    }
    let best = scores.max() ?? 0
    if isMostlyLatin {
      languages += Latin.allCases.filter { best < 24 || scores[$0.rawValue] * 5 >= best * 3 }
        .map(\.language)
    } else if counts[.devanagari] != nil, counts[.latin] != nil {
      languages.append(.english)
    }
    return languages
  }

  private enum Script: Hashable {
    case latin, cyrillic, arabic, devanagari, han, kana, hangul

    init?(of token: TicketToken) {
      switch token.first ?? 0 {
      case 0x61...0x7A, 0xC0...0x24F: self = .latin
      case 0x400...0x4FF: self = .cyrillic
      case 0x600...0x6FF: self = .arabic
      case 0x900...0x97F: self = .devanagari
      case 0x3040...0x30FF: self = .kana
      case 0x4E00...0x9FFF: self = .han
      case 0xAC00...0xD7A3: self = .hangul
      default: return nil
      }
    }

    var language: TicketLanguage? {
      switch self {
      case .latin: nil
      case .cyrillic: .russian
      case .arabic: .arabic
      case .devanagari: .hindi
      case .han: .chinese
      case .kana: .japanese
      case .hangul: .korean
      }
    }
  }
}
