package import Foundation

extension Query {
  /// Reads a text typed or pasted into a search field: a query, or a customer's message, in which
  /// only the identifiers are searched for.
  ///
  /// A text is a message if it contains an identifier and has more than one line, is too long for a
  /// query, is not a valid query, or is plain prose.
  package init(reading text: String, at instant: Date) throws(QueryFault) {
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
    case .email, .name, .country, .job, .note, .mark: true
    case .user, .order, .txn, .otxn, .token, .acct, .product, .key, .app: false
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
