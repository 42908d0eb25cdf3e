package import Foundation

extension Query {
  /// Parses a query: adjacent terms must all match; `OR` or `|` separates alternatives, `-` or `!`
  /// negates a term, parentheses group terms.
  ///
  /// An identifier that was copied with spaces in it is one word. An empty text matches everything;
  /// relative times are relative to `instant`, the present.
  package init(parsing text: String, at instant: Date) throws(QueryError) {
    let length = text.utf8.count
    guard length <= Self.longestText else {
      throw QueryError(.tooLong, at: Self.longestText..<length)
    }
    if !text.utf8.contains(UInt8(ascii: "\"")), let identifier = Identifier(lone: text),
      identifier.isSpaced(in: text)
    {
      self = .word(identifier.value)
    } else {
      var parser = QueryParser(text, at: instant)
      self = try parser.query().normalized
    }
  }
}

/// Parses the structure of a query; the recursion is as deep as the parentheses.
private struct QueryParser {
  private var cursor: QueryCursor
  private let instant: Date
  private var depth = 0

  init(_ text: String, at instant: Date) {
    cursor = QueryCursor(text)
    self.instant = instant
  }

  mutating func query() throws(QueryError) -> Query {
    cursor.skipSpace()
    if cursor.next == nil { return .everything }
    let query = try alternatives()
    // Only a parenthesis ends the alternatives before the end of the text.
    guard cursor.next == nil else {
      throw QueryError(.strayParenthesis, at: cursor.position..<cursor.position + 1)
    }
    return query
  }

  private mutating func alternatives() throws(QueryError) -> Query {
    var branches = [try conjunction()]
    while cursor.take("|") || cursor.take(word: "OR") { branches.append(try conjunction()) }
    return .or(branches)
  }

  /// Terms up to a closing parenthesis, the next alternative or the end.
  private mutating func conjunction() throws(QueryError) -> Query {
    var terms: [Query] = []
    var isTermDue = true
    while true {
      cursor.skipSpace()
      let start = cursor.position
      if cursor.take(word: "AND") {
        guard !isTermDue else { throw QueryError(.termExpected, at: start..<cursor.position) }
        isTermDue = true
      } else if try isAtEndOfConjunction(isTermDue) {
        return .and(terms)
      } else {
        terms.append(try term())
        isTermDue = false
      }
    }
  }

  private func isAtEndOfConjunction(_ isTermDue: Bool) throws(QueryError) -> Bool {
    var ahead = cursor
    let isEnd = ahead.next == nil || ahead.take(")") || ahead.take("|") || ahead.take(word: "OR")
    if isEnd, isTermDue { throw QueryError(.termExpected, at: cursor.position..<ahead.position) }
    return isEnd
  }

  private mutating func term() throws(QueryError) -> Query {
    let start = cursor.position
    var isNegated = false
    while cursor.take("-") || cursor.take("!") { isNegated.toggle() }
    let query: Query
    switch cursor.next {
    case UInt8(ascii: "("): query = try group()
    case UInt8(ascii: "\""): query = .word(try quotation())
    case _ where cursor.isAtDelimiter:
      throw QueryError(.termExpected, at: start..<cursor.position)
    default: query = try fieldOrWord()
    }
    return isNegated ? .not(query) : query
  }

  private mutating func group() throws(QueryError) -> Query {
    let start = cursor.position
    cursor.advance()
    depth += 1
    guard depth <= Query.maxNestingDepth else { throw QueryError(.tooDeep, at: start..<start + 1) }
    let query = try alternatives()
    guard cursor.take(")") else { throw QueryError(.openParenthesis, at: start..<start + 1) }
    depth -= 1
    return query
  }

  private mutating func quotation() throws(QueryError) -> String {
    let start = cursor.position
    guard let text = cursor.takeQuotation() else {
      throw QueryError(.openQuote, at: start..<start + 1)
    }
    // Words match prefixes anyway, so a star after them has no effect.
    _ = cursor.take("*")
    return text
  }

  private mutating func fieldOrWord() throws(QueryError) -> Query {
    let start = cursor.position
    let letters = cursor.lettersAhead()
    let typed = cursor.text(in: letters)
    var ahead = cursor
    ahead.advance(letters.count)
    guard !letters.isEmpty, let sign = Query.Operator(takenFrom: &ahead) else { return try word() }
    if let name = Query.Name(typed) {
      let signs = letters.upperBound..<ahead.position
      cursor = ahead
      let values = try QueryValue.list(of: name, from: &cursor)
      let condition = QueryCondition(
        name: name,
        sign: sign,
        signs: signs,
        values: values,
        instant: instant
      )
      return try condition.query()
    }
    // Some identifiers look like a field with a value.
    let token = ahead.text(in: cursor.takeWord())
    if Identifier(lone: token) != nil { return .word(token) }
    let names = SpellingSuggestions.of(typed, in: Query.Name.allCases.map(\.rawValue))
    throw QueryError(
      .unknownField,
      at: start..<letters.upperBound,
      suggestions: Query.Name.meant(by: typed) ?? names.map { "\($0)\(sign.rawValue)" }
    )
  }

  private mutating func word() throws(QueryError) -> Query {
    let range = cursor.takeWord()
    var bytes = cursor.bytes[range]
    // In running text, commas and semicolons follow words without belonging to them.
    let end = bytes.lastIndex { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ";") }
    if let end { bytes = bytes[...end] }
    if bytes.last == UInt8(ascii: "*") { bytes.removeLast() }
    if bytes.contains(UInt8(ascii: "*")) { throw QueryError(.misplacedStar, at: range) }
    return bytes.isEmpty ? .everything : .word(String(decoding: bytes, as: UTF8.self))
  }
}

extension Query.Operator {
  private static let longestFirst = allCases.sorted { $0.rawValue.count > $1.rawValue.count }

  /// The operator that is next, the longer one of two with the same beginning.
  fileprivate init?(takenFrom cursor: inout QueryCursor) {
    guard let found = Self.longestFirst.first(where: { cursor.take(text: $0.rawValue) }) else {
      return nil
    }
    self = found
  }
}

extension Query {
  /// Reads a text typed or pasted into a search field: a query, or a customer's message, in which
  /// only the identifiers are searched for.
  ///
  /// A text is a message if it contains an identifier and has more than one line, is too long for a
  /// query, is not a valid query, or is plain prose.
  package init(reading text: String, at instant: Date) throws(QueryError) {
    let isLong = text.utf8.count > Self.longestText
    if isLong || Self.hasLines(text), let query = Self.identifiers(in: text) {
      self = query
      return
    }
    do {
      let query = try Query(parsing: text, at: instant)
      self = query.isProse ? Self.identifiers(in: text) ?? query : query
    } catch {
      guard !isLong, Self.looksWritten(text), let query = Self.identifiers(in: text) else {
        throw error
      }
      self = query
    }
  }

  /// Any of the identifiers in a text; `nil` if there is none.
  private static func identifiers(in text: String) -> Query? {
    let words = Identifier.all(in: text).map { Query.word($0.value) }
    return words.isEmpty ? nil : Query.or(words).normalized
  }

  /// The minimum number of plain words without a condition that are prose, not a query.
  private static let minWordsOfProse = 5

  private var isProse: Bool {
    guard case .and(let terms) = self, terms.count >= Self.minWordsOfProse else { return false }
    return terms.allSatisfy { if case .word = $0 { true } else { false } }
  }

  private static func looksWritten(_ text: String) -> Bool {
    text.split(whereSeparator: \.isWhitespace).count >= minWordsOfProse
  }

  /// Whether there is a line break inside, not only around the text.
  private static func hasLines(_ text: String) -> Bool {
    text.drop { $0.isWhitespace }.split(whereSeparator: \.isNewline).count {
      !$0.allSatisfy(\.isWhitespace)
    } > 1
  }
}

extension Query.TextField {
  /// Whether the field's values are compared case-insensitively: only for text that people write,
  /// not for identifiers of stores and programs.
  package var ignoresCase: Bool {
    switch self {
    case .email, .name, .country, .job, .note, .assigned, .mark: true
    case .user, .order, .txn, .otxn, .token, .acct, .product, .key, .app, .doc, .rejection:
      false
    }
  }

  /// The values under which the ledger may have `value`, the likeliest first: an order with and
  /// without its renewal number, a country by both of its codes.
  package func spellings(of value: String) -> [String] {
    let identifier = Identifier(lone: value)
    return switch (self, identifier?.kind) {
    case (.order, .googleOrder), (.txn, .googleOrder), (.otxn, .googleOrder),
      (.order, .appleOrder), (.acct, .appAccount), (.email, .email):
      ((identifier?.spellings ?? []) + [value]).unique
    case (.country, _): CountryCodes.both(value) ?? [value.uppercased()]
    default: [value]
    }
  }
}
