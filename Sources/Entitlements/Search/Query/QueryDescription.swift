import Foundation

extension Query: CustomStringConvertible {
  /// The normal form: short, without control characters. Parsing it gives the same query.
  package var description: String { QueryPrinter(isMasking: false).text(of: normalized) }

  /// The normal form for display, with recognized secrets masked.
  package var echo: String { QueryPrinter(isMasking: true).text(of: normalized) }
}

/// Writes queries in normal form.
private struct QueryPrinter {
  var isMasking: Bool
  /// Whether words are quoted even if they need no quotes.
  var isQuoting = false

  func text(of query: Query) -> String {
    if query == .everything { return "" }
    let text = branches(of: query)
    // Words that together look like one identifier must be kept separate.
    guard !isQuoting, case .and = query, Identifier(lone: text) != nil else { return text }
    return QueryPrinter(isMasking: isMasking, isQuoting: true).text(of: query)
  }

  private func branches(of query: Query) -> String {
    guard case .or(let branches) = query else { return terms(of: query) }
    return branches.map(terms).joined(separator: " | ")
  }

  private func terms(of query: Query) -> String {
    guard case .and(let terms) = query else { return term(query) }
    return terms.map(term).joined(separator: " ")
  }

  private func term(_ query: Query) -> String {
    switch query {
    case .everything: "*"
    case .word(let text): shown(text, isQuoting ? QuerySpelling.quoted : QuerySpelling.word)
    case .field(let field): self.field(field)
    case .not(let query): "-\(term(query))"
    case .and, .or: "(\(branches(of: query)))"
    }
  }

  private func field(_ field: Query.Field) -> String {
    switch field {
    case .text(let field, let matches): text(field, matches)
    case .states(let states): "state:\(list(states, Query.states))"
    case .stores(let stores): "store:\(list(stores, Query.stores))"
    case .environments(let environments): "env:\(list(environments, Query.environments))"
    case .kinds(let kinds): "kind:\(list(kinds, Query.kinds))"
    case .has(let possessions): "has:\(list(possessions, Query.possessions))"
    case .qualities(let qualities): "is:\(list(qualities, Query.qualities))"
    case .currencies(let currencies):
      "ccy:\(currencies.map { $0.code.lowercased() }.joined(separator: ","))"
    case .time(let clock, let ranges): TimeSpelling.condition(clock, ranges)
    case .price(let ranges): PriceSpelling.condition(ranges)
    }
  }

  private func list<Value>(_ values: [Value], _ keywords: KeywordTable<Value>) -> String {
    values.map(keywords.word).joined(separator: ",")
  }

  private func text(_ field: Query.TextField, _ matches: [Query.TextMatch]) -> String {
    let parts = matches.compactMap(\.part)
    if parts.count == matches.count, field.byDefault != .contains {
      return
        "\(field.rawValue)~\(parts.map { shown($0, QuerySpelling.value) }.joined(separator: ","))"
    }
    let isExact = field.byDefault == .exact || matches.contains(where: \.isExact)
    let plain = isExact ? .exact : field.byDefault
    let sign = isExact && field.byDefault != .exact ? "=" : ":"
    let values = matches.map { value($0, plain: plain) }
    return "\(field.rawValue)\(sign)\(values.joined(separator: ","))"
  }

  /// A value with the stars that it needs if values without stars are matched as in `plain`.
  private func value(_ match: Query.TextMatch, plain: Query.TextField.Default) -> String {
    switch match {
    case .exact(let text): return shown(text, QuerySpelling.value)
    case .prefix(""): return "*"
    case .prefix(let text):
      return shown(text, QuerySpelling.value) + (plain == .prefix ? "" : "*")
    case .contains(let text):
      let value = shown(text, QuerySpelling.value)
      return plain == .contains ? value : "*\(value)*"
    }
  }

  private func shown(_ text: String, _ spelling: (String) -> String) -> String {
    guard isMasking else { return spelling(text) }
    let secrets = Identifier.all(in: text).filter(\.isSecret)
    return secrets.isEmpty
      ? spelling(text) : secrets.map { "‹\($0.masked)›" }.joined(separator: ",")
  }
}

extension Query.TextMatch {
  fileprivate var isExact: Bool { if case .exact = self { true } else { false } }

  fileprivate var part: String? { if case .contains(let text) = self { text } else { nil } }
}

/// Spells words and values, quoted if necessary.
enum QuerySpelling {
  /// A bare word, quoted if it would be parsed as something else.
  static func word(_ text: String) -> String {
    let cursor = QueryCursor(text)
    let letters = cursor.lettersAhead()
    let behind = text.utf8.dropFirst(letters.count).first
    let isField = !letters.isEmpty && behind.map("=:<>~!".utf8.contains) ?? false
    let isSign = text.utf8.first.map("-!".utf8.contains) ?? false
    let isPunctuated = text.utf8.last.map(",;".utf8.contains) ?? false
    return isField || isSign || isPunctuated || ["AND", "OR"].contains(text)
      ? quoted(text) : value(text, allowing: ",")
  }

  static func value(_ text: String) -> String { value(text, allowing: "") }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where mustEscape(scalar): quoted += "\\u{\(String(scalar.value, radix: 16))}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func value(_ text: String, allowing extra: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      if scalar.isASCII {
        return (0x21..<0x7F).contains(scalar.value)
          && (!"()|\"*\\,".unicodeScalars.contains(scalar) || extra.unicodeScalars.contains(scalar))
      }
      return !scalar.properties.isWhitespace && !mustEscape(scalar)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// Whether a terminal would interpret it, or it reorders or hides text.
  private static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    default: false
    }
  }
}

/// The shortest spelling of a time range.
enum TimeSpelling {
  static func condition(_ clock: Query.Clock, _ ranges: [Query.TimeRange]) -> String {
    let name = clock.rawValue
    guard ranges.count == 1, let range = ranges.first else {
      return "\(name):\(ranges.map(value).joined(separator: ","))"
    }
    switch (range.from?.wholeMilliseconds, range.until?.wholeMilliseconds) {
    case (let from?, nil):
      return clock == .purchased && !isJustAfterSecond(from)
        ? "since:\(time(from))" : name + compared(from, above: ">", from: ">=")
    case (nil, let until?):
      if clock == .purchased, !isJustAfterSecond(until) { return "until:\(end(until))" }
      if until == CalendarDay.endOfTime { return "\(name)<=\(end(until))" }
      return name + compared(until, above: "<=", from: "<")
    default: return "\(name):\(value(range))"
    }
  }

  /// Whether the instant is a millisecond after a whole second.
  private static func isJustAfterSecond(_ instant: Int64) -> Bool {
    instant > CalendarDay.startOfTime && (instant - CalendarDay.startOfTime) % 1_000 == 1
  }

  private static func compared(_ bound: Int64, above: String, from: String) -> String {
    isJustAfterSecond(bound) ? above + stamp(bound - 1) : from + time(bound)
  }

  private static func value(_ range: Query.TimeRange) -> String {
    let (from, until) = (range.from?.wholeMilliseconds, range.until?.wholeMilliseconds)
    guard let from, let until else {
      if from == nil, until == nil { return "*" }
      return "\(from.map(time) ?? "")..\(until.map(end) ?? "")"
    }
    return single(from, until) ?? "\(time(from))..\(end(until))"
  }

  /// A year, a month, a day or a time that is exactly the range.
  private static func single(_ from: Int64, _ until: Int64) -> String? {
    let day = CalendarDay(at: from)
    if from == day.start {
      let month = String(day.description.prefix(7))
      if day.day == 1, until == start(day.adding(months: 1)) { return month }
      if (day.month, day.day) == (1, 1), until == start(day.adding(months: 12)) {
        return String(month.prefix(4))
      }
      if until == day.end { return day.description }
    }
    let length: Int64 = from % 60_000 == 0 ? 60_000 : from % 1_000 == 0 ? 1_000 : 1
    if until - from == length { return stamp(from) }
    if until - from == 1_000, from % 1_000 == 0 { return stamp(from, hasSeconds: true) }
    return until - from == 1 ? stamp(from, hasSeconds: true, hasThousandths: true) : nil
  }

  private static func start(_ day: CalendarDay?) -> Int64 { day?.start ?? CalendarDay.endOfTime }

  /// The beginning of a range.
  private static func time(_ instant: Int64) -> String {
    let day = CalendarDay(at: instant)
    return day.start == instant ? day.description : stamp(instant)
  }

  /// The end of a range: its last day, or the first instant after it.
  private static func end(_ instant: Int64) -> String {
    let last = CalendarDay(at: instant - 1)
    return last.end == instant ? last.description : stamp(instant)
  }

  private static func stamp(
    _ instant: Int64,
    hasSeconds: Bool = false,
    hasThousandths: Bool = false
  ) -> String {
    let day = CalendarDay(at: instant)
    let milliseconds = Int(instant - day.start)
    let (minutes, rest) = (milliseconds / 60_000, milliseconds % 60_000)
    var text = "\(day)T\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    if rest > 0 || hasSeconds { text += ":\(padded(rest / 1_000, 2))" }
    if rest % 1_000 > 0 || hasThousandths { text += ".\(padded(rest % 1_000, 3))" }
    return text + "Z"
  }
}

extension CalendarDay: CustomStringConvertible {
  /// `2026-11-21`.
  var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

/// The number with zeros before it, in at least so many digits.
func padded(_ number: Int, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// The shortest spelling of a price range.
enum PriceSpelling {
  static func condition(_ ranges: [Query.PriceRange]) -> String {
    guard ranges.count == 1, let range = ranges.first else {
      return "price:\(ranges.map(value).joined(separator: ","))"
    }
    let currency = range.currency?.code.lowercased() ?? ""
    switch (range.from, range.through) {
    case (let from?, nil):
      return isBeside(from, 1)
        ? "price>\(number(from - 1))\(currency)" : "price>=\(number(from))\(currency)"
    case (nil, let through?):
      return isBeside(through, -1)
        ? "price<\(number(through + 1))\(currency)" : "price<=\(number(through))\(currency)"
    default: return "price:\(value(range))"
    }
  }

  private static func value(_ range: Query.PriceRange) -> String {
    let currency = range.currency?.code.lowercased() ?? ""
    switch (range.from, range.through) {
    case (nil, nil): return "*\(currency)"
    case (let from?, let through?) where from == through: return number(from) + currency
    case (let from?, nil): return "\(number(from))\(currency).."
    case (let from, let through):
      return "\(from.map(number) ?? "")..\(through.map(number) ?? "")\(currency)"
    }
  }

  /// Whether the amount is one billionth above or below one with fewer digits.
  private static func isBeside(_ nanos: Int64, _ step: Int64) -> Bool {
    nanos.magnitude < Int64.max.magnitude && (nanos - step) % 10 == 0 && nanos % 10 != 0
  }

  /// The decimal number without trailing zeros.
  private static func number(_ nanos: Int64) -> String {
    let (whole, rest) = nanos.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    var fraction = padded(Int(rest), 9)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(nanos < 0 ? "-" : "")\(whole)\(fraction.isEmpty ? "" : ".\(fraction)")"
  }
}
