package import Foundation

/// The amounts and days in a message about a purchase.
package struct MessageClues: Equatable, Sendable {
  package struct Amount: Hashable, Sendable {
    /// Billionths of the currency's unit.
    package let nanos: Int64
    /// `nil` if none is named, or if several currencies use its sign.
    package let currency: Currency?
  }

  /// A day; its year is `nil` if the message has none.
  package struct Day: Hashable, Sendable {
    package let year: Int?
    package let month: Int
    package let day: Int
  }

  /// In order of appearance, each once.
  package private(set) var amounts: [Amount] = []
  /// In order of appearance, each once. `3/11` is both 3 November and 11 March.
  package private(set) var days: [Day] = []

  private static let maxLength = 16_384
  private static let maxClues = 32
  /// The words between a day and its month: `17th of October`, `17 de octubre de 2026`.
  private static let joining: Set = ["st", "nd", "rd", "th", "of", "de"]

  package init(in message: String) {
    let words = Self.words(of: String(decoding: message.utf8.prefix(Self.maxLength), as: UTF8.self))
      .filter { !Self.joining.contains($0) }
    for (index, word) in words.enumerated() where word.first?.isNumber == true {
      let before = index > 0 ? words[index - 1] : ""
      let after = index + 1 < words.count ? words[index + 1] : ""
      let next = index + 2 < words.count ? words[index + 2] : ""
      if days.count < Self.maxClues { days += Self.days(word, before, after, next) }
      if amounts.count < Self.maxClues, let amount = Self.amount(word, before, after) {
        amounts.append(amount)
      }
    }
    (amounts, days) = (amounts.unique, days.unique)
  }

  /// Numbers with their separators, words, and currency signs.
  private static func words(of message: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isNumber = false
    func end() {
      while let last = word.last, ".,/-".contains(last) { word.removeLast() }
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for character in message.lowercased() {
      let isDigit = character.isASCII && character.isNumber
      let isSeparator = isNumber && !word.isEmpty && ".,/-".contains(character)
      if isDigit || isSeparator {
        if !isNumber { end() }
        isNumber = true
        word.append(character)
      } else if character.isLetter {
        if isNumber || character.isIdeograph { end() }
        isNumber = false
        word.append(character)
        if character.isIdeograph { end() }
      } else {
        end()
        isNumber = false
        if character.isCurrencySymbol { words.append(String(character)) }
      }
    }
    end()
    return words
  }

  /// Signs and names of a single currency; then those that several currencies share.
  private static let currencies: [String: String] = [
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "gbp": "GBP",
    "usd": "USD", "chf": "CHF", "₹": "INR", "inr": "INR", "₺": "TRY", "tl": "TRY", "try": "TRY",
    "₽": "RUB", "руб": "RUB", "rub": "RUB", "₩": "KRW", "원": "KRW", "krw": "KRW", "円": "JPY",
    "jpy": "JPY", "zł": "PLN", "pln": "PLN", "brl": "BRL", "reais": "BRL", "mxn": "MXN",
    "sar": "SAR", "aed": "AED", "元": "CNY", "块": "CNY", "cny": "CNY", "cad": "CAD", "aud": "AUD",
    "sek": "SEK", "nok": "NOK", "dkk": "DKK",
  ]
  private static let sharedSigns: Set = [
    "$", "¥", "￥", "dollar", "dollars", "bucks", "kr", "rs", "pesos", "ريال", "جنيه",
  ]

  private static func amount(_ word: String, _ before: String, _ after: String) -> Amount? {
    let names = [before, after]
    let code = names.compactMap { currencies[$0] }.first
    guard code != nil || names.contains(where: sharedSigns.contains) || hasDecimals(word),
      let nanos = nanos(word)
    else { return nil }
    return Amount(nanos: nanos, currency: code.flatMap { Currency($0) })
  }

  /// Two decimals that are neither a day nor a time: `9.99`, `39,99`.
  private static func hasDecimals(_ word: String) -> Bool {
    let parts = word.split { ".,".contains($0) }
    return parts.count == 2 && parts[1].count == 2 && (Int(parts[1]) ?? 0) > 12
  }

  /// A number's last separator with one or two digits after it begins the decimals; other
  /// separators group thousands.
  private static func nanos(_ word: String) -> Int64? {
    guard word.count <= 12, word.allSatisfy({ $0.isNumber || ".,".contains($0) }) else {
      return nil
    }
    let parts = word.split { ".,".contains($0) }
    let hasDecimals = parts.count > 1 && (parts.last?.count ?? 3) < 3
    let whole = Int64((hasDecimals ? parts.dropLast() : parts[...]).joined())
    let decimals = hasDecimals ? parts.last.map(String.init) ?? "" : ""
    guard let whole, let fraction = Int64((decimals + "00").prefix(2)), whole < 1_000_000_000 else {
      return nil
    }
    return whole * 1_000_000_000 + fraction * 10_000_000
  }

  private static func days(
    _ word: String,
    _ before: String,
    _ after: String,
    _ next: String
  ) -> [Day] {
    let parts = word.split { "./-".contains($0) }.map { $0.count <= 4 ? Int($0) ?? 0 : 0 }
    if word.contains(",") { return [] }
    switch parts.count {
    case 1:
      let year = parts[0]
      if let month = month(after) {
        return day(Int(next).flatMap { $0 > 1_999 ? $0 : nil }, month, year)
      }
      if let month = month(before) {
        return day(Int(after).flatMap { $0 > 1_999 ? $0 : nil }, month, year)
      }
      // `11月3日`, `11월 3일`
      let isMonth = ["月", "월"].contains(after)
      return isMonth ? Int(next).map { day(nil, year, $0) } ?? [] : []
    case 2:
      if hasDecimals(word) { return [] }
      let first = day(nil, parts[1], parts[0])
      return word.contains("/") ? first + day(nil, parts[0], parts[1]) : first
    case 3:
      if parts[0] > 1_999 { return day(parts[0], parts[1], parts[2]) }
      let year = parts[2] < 100 ? parts[2] + 2_000 : parts[2]
      let first = day(year, parts[1], parts[0])
      return word.contains("/") ? first + day(year, parts[0], parts[1]) : first
    default: return []
    }
  }

  private static func day(_ year: Int?, _ month: Int, _ day: Int) -> [Day] {
    // A leap year contains every possible day.
    CalendarDay(year ?? 2_000, month, day) == nil ? [] : [Day(year: year, month: month, day: day)]
  }

  /// The prefixes of month names in the languages of the tickets, by month.
  private static let months: [[String]] = [
    ["jan", "ene", "gen", "sty", "oca", "янв", "يناير", "जन"],
    ["feb", "fév", "fev", "lut", "şub", "фев", "فبراير", "फर", "फ़र"],
    ["mar", "mär", "maa", "mrt", "мар", "مارس", "मार्च"],
    ["apr", "avr", "abr", "kwi", "nis", "апр", "ابريل", "أبريل", "अप्रै"],
    ["may", "mai", "mag", "mei", "maj", "мая", "май", "مايو", "मई"],
    ["jun", "juin", "giu", "cze", "haz", "июн", "يونيو", "जून"],
    ["jul", "juil", "lug", "lip", "tem", "июл", "يوليو", "जुल"],
    ["aug", "août", "ago", "sie", "ağu", "авг", "اغسطس", "أغسطس", "अग"],
    ["sep", "set", "wrz", "eyl", "сен", "سبتمبر", "सित"],
    ["oct", "okt", "out", "ott", "paź", "eki", "окт", "اكتوبر", "أكتوبر", "अक्"],
    ["nov", "lis", "kas", "ноя", "نوفمبر", "नव"],
    ["dec", "dez", "déc", "dic", "gru", "ara", "дек", "ديسمبر", "दिस"],
  ]

  private static func month(_ word: String) -> Int? {
    guard word.count >= 2 else { return nil }
    return months.firstIndex { $0.contains { word.hasPrefix($0) } }.map { $0 + 1 }
  }
}

extension Character {
  fileprivate var isIdeograph: Bool {
    unicodeScalars.first.map { (0x2E80...0xD7A3).contains($0.value) } ?? false
  }
}

/// A stored value that a message may have meant. It is only a suggestion.
package struct NearMiss: Hashable, Sendable {
  /// The similarity between the message and the ledger.
  package enum Likeness: String, Sendable {
    /// An identifier with a typing error.
    case spelling
    /// The name of a user.
    case name
    /// The amount and the day of a charge.
    case charge
  }

  package var likeness: Likeness
  /// The value in the ledger: an order ID, a user ID or an e-mail address.
  package var text: String
  /// The text in the message that it replaces; `nil` if there is none.
  package var written: String?
  package var user: ID<User>?
  /// The user's name, or else the e-mail address.
  package var name: String?
  /// If many records match, the list of them and its query instead of one: `users "Eitan Levi"`.
  package var list: String?

  package init(
    _ likeness: Likeness,
    _ text: String,
    for written: String? = nil,
    user: ID<User>? = nil,
    name: String? = nil
  ) {
    self.likeness = likeness
    self.text = text
    self.written = written
    self.user = user
    self.name = name
  }

  /// Creates a suggestion of a list, if more records match than can be offered.
  package init(_ likeness: Likeness, list: String) {
    self.init(likeness, "")
    self.list = list
  }

  /// `Did you mean GPA.3399-0011-2233-44556, Rosa Marquez?`
  package var sentence: String {
    if let list { return "Several match: \(list)" }
    let names = [text, name].compactMap(\.self).filter { !$0.isEmpty }
    return "Did you mean \(names.unique.joined(separator: ", "))?"
  }

  /// The message with the suggestion instead of the text that it replaces.
  package func applied(to message: String) -> String {
    guard let written, message.contains(written) else {
      return likeness == .name
        ? "\(Identifier.userPrefix)\(text)\n\(message)" : "\(text)\n\(message)"
    }
    return message.replacing(written, with: text, maxReplacements: 1)
  }
}

extension MessageClues.Day {
  /// The time in which it is that day somewhere on Earth, for the last such day that began before
  /// `instant`. `nil` if the day does not exist in that year.
  package func range(before instant: Date) -> Range<Date>? {
    let now = Int64(instant.timeIntervalSince1970 * 1_000)
    let this = CalendarDay(at: now).year
    for year in self.year.map({ [$0] }) ?? [this, this - 1] {
      guard let day = CalendarDay(year, month, self.day) else { continue }
      let start = Date(timeIntervalSince1970: Double(day.start) / 1_000)
      let first = start.addingTimeInterval(-14 * 3_600)
      if first <= instant { return first..<start.addingTimeInterval(36 * 3_600) }
    }
    return nil
  }
}
