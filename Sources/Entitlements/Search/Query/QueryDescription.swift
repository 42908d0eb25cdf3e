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
