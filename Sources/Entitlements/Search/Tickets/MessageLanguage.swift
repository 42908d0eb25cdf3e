import CTexts
import Synchronization

/// A language that customers write in and receive answers in, by its ISO 639-1 code.
package enum MessageLanguage: String, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case italian = "it"
  case portuguese = "pt"
  case dutch = "nl"
  case polish = "pl"
  case turkish = "tr"
  case russian = "ru"
  case arabic = "ar"
  case hindi = "hi"
  case chinese = "zh"
  case japanese = "ja"
  case korean = "ko"

  /// The language that a message is most likely written in; `nil` if its words are inconclusive.
  package static func likeliest(in message: String) -> MessageLanguage? {
    // Addresses belong to no language, although `com` is a word in some.
    let words = TicketText(message).own.split(whereSeparator: \.isWhitespace)
    let tokens = words.flatMap(Self.withoutAddress).flatMap { TicketTokenizer.split($0) }
    let (scripts, scores) = counted(tokens)
    // Products and stores keep their Latin names in every language.
    let others = scripts.filter { $0.key != .latin }
    if let (script, count) = others.max(by: { $0.value < $1.value }), count > 1,
      count * 3 >= scripts[.latin, default: 0]
    {
      return script.language
    }
    let best = scores.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
    if let best, best.value >= twoWords { return best.key }
    // A few words with at most one that is common: compares the vocabulary of tickets.
    guard tokens.count > 1 else { return nil }
    let concepts = latin.map { ($0.language, $0.language.tickets.concepts(in: tokens).count) }
    let most = concepts.map(\.1).max() ?? 0
    let likely = concepts.filter { $0.1 == most }.map(\.0)
    if most > 0, likely.count == 1 { return likely[0] }
    // One word may be a name, or another language's: it decides only among the likely ones, or as
    // half of the message.
    guard let best, best.value >= oneWord, likely.contains(best.key) else { return nil }
    return most > 0 || best.value >= oneWord * ((tokens.count + 1) / 2) ? best.key : nil
  }

  /// The parts of a word that are no address. Words of scripts without spaces adjoin what is written
  /// in Latin script.
  private static func withoutAddress(_ word: Substring) -> [Substring] {
    guard isAddress(word) else { return [word] }
    var parts: [Substring] = []
    var rest = word[...]
    while let first = rest.unicodeScalars.first {
      let isLatin = first.value < 0x370
      let part = rest.unicodeScalars.prefix { ($0.value < 0x370) == isLatin }
      // An address may be of another script as a whole.
      if part.first == "@" { return [] }
      parts.append(Substring(part))
      rest = rest[part.endIndex...]
    }
    return parts.filter { !isAddress($0) }
  }

  /// Whether a word has an at sign, or a full stop between letters or digits, as domains have.
  private static func isAddress(_ word: Substring) -> Bool {
    func isPart(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    let bytes = Array(word.utf8)
    return bytes.contains(UInt8(ascii: "@"))
      || bytes.indices.dropFirst().dropLast().contains {
        bytes[$0] == UInt8(ascii: ".") && isPart(bytes[$0 - 1]) && isPart(bytes[$0 + 1])
      }
  }

  /// The score of a word that is common in one language only, and of two.
  private static let (oneWord, twoWords) = (12, 24)

  /// The languages that a text may be written in, by its scripts and most common words.
  static func candidates(of tokens: [TicketToken]) -> [MessageLanguage] {
    let (scripts, scores) = counted(tokens)
    let isMostlyLatin = scripts.allSatisfy { $0.key == .latin || $0.value < 3 }
    var languages = scripts.compactMap { script, count in
      count > 1 || scripts.count == 1 ? script.language : nil
    }
    let best = scores.values.max() ?? 0
    if isMostlyLatin {
      languages += latin.map(\.language).filter {
        best < twoWords || scores[$0, default: 0] * 5 >= best * 3
      }
    } else if scripts[.devanagari] != nil, scripts[.latin] != nil {
      languages.append(.english)
    }
    return languages
  }

  /// The number of tokens of each script, and the scores of the languages in Latin script.
  private static func counted(
    _ tokens: [TicketToken]
  ) -> (scripts: [Script: Int], scores: [MessageLanguage: Int]) {
    var scripts: [Script: Int] = [:]
    var scores: [MessageLanguage: Int] = [:]
    for token in tokens {
      guard let script = Script(of: token) else { continue }
      scripts[script, default: 0] += 1
      let languages = script == .latin ? commonWords[token] ?? [] : []
      // A word that several languages share counts less.
      for language in languages { scores[language, default: 0] += oneWord / languages.count }
    }
    // Japanese also uses Chinese characters.
    if scripts[.kana, default: 0] > 1 { scripts[.han] = nil }
    return (scripts, scores)
  }

  /// Each common word of the languages in Latin script, with its languages.
  private static let commonWords: [TicketToken: [MessageLanguage]] = {
    var words: [TicketToken: [MessageLanguage]] = [:]
    for (language, text) in latin {
      for word in Set(TicketTokenizer.split(text)) { words[word, default: []].append(language) }
    }
    return words
  }()

  /// The languages in Latin script, which are distinguished by their most common words.
  private static let latin: [(language: MessageLanguage, words: String)] = allCases.compactMap {
    language in language.vocabulary.commonWords.map { (language, $0) }
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

    var language: MessageLanguage? {
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

extension MessageLanguage {
  /// The language's name in English and in itself.
  package var title: String {
    switch self {
    case .english: "English"
    case .german: "German  Deutsch"
    case .french: "French  Français"
    case .spanish: "Spanish  Español"
    case .italian: "Italian  Italiano"
    case .portuguese: "Portuguese  Português"
    case .dutch: "Dutch  Nederlands"
    case .polish: "Polish  Polski"
    case .turkish: "Turkish  Türkçe"
    case .russian: "Russian  Русский"
    case .arabic: "Arabic  العربية"
    case .hindi: "Hindi  हिन्दी"
    case .chinese: "Chinese  简体中文"
    case .japanese: "Japanese  日本語"
    case .korean: "Korean  한국어"
    }
  }

  /// The phrases for the concepts of tickets, parsed on first use.
  var tickets: TicketLanguage {
    Self.parsed.withLock { parsed in
      if let known = parsed[self] { return known }
      let isSpaced = ![.chinese, .japanese, .korean].contains(self)
      let tickets = TicketLanguage(TicketTable(isSpaced: isSpaced, vocabulary))
      parsed[self] = tickets
      return tickets
    }
  }

  private static let parsed = Mutex<[MessageLanguage: TicketLanguage]>([:])

  private var vocabulary: TicketVocabulary {
    let file = purser_vocabulary_of(rawValue)
    return TicketVocabulary(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
