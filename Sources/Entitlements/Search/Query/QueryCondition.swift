import Foundation

/// A field, an operator and values as typed, to be converted to a condition.
struct QueryCondition {
  let name: Query.Name
  let sign: Query.Operator
  let signs: Range<Int>
  let values: [QueryValue]
  let instant: Date

  func query() throws(QueryError) -> Query {
    guard name.operators.contains(sign) else { throw QueryError(.unfitOperator(name), at: signs) }
    let field = try field()
    return sign == .differs ? .not(.field(field)) : .field(field)
  }

  private func field() throws(QueryError) -> Query.Field {
    switch name.subject {
    case .text(let field): .text(field, try texts(of: field))
    case .state: .states(try words(Query.states))
    case .store: .stores(try words(Query.stores))
    case .environment: .environments(try words(Query.environments))
    case .kind: .kinds(try words(Query.kinds))
    case .possession: .has(try words(Query.possessions))
    case .quality: .qualities(try words(Query.qualities))
    case .currency: .currencies(try currencies())
    case .price: .price(try prices())
    case .since: .time(.purchased, [try bound { .since($0) }])
    case .until: .time(.purchased, [try bound { .until($0) }])
    case .on: .time(.purchased, try times(on: .purchased))
    case .time(let clock): .time(clock, try times(on: clock))
    }
  }

  private func texts(of field: Query.TextField) throws(QueryError) -> [Query.TextMatch] {
    var matches: [Query.TextMatch] = []
    for value in values {
      guard value.hasStarAfter || !value.hasStarBefore else {
        throw QueryError(.misplacedStar, at: value.range)
      }
      matches.append(match(value, in: field))
    }
    return matches
  }

  private func match(_ value: QueryValue, in field: Query.TextField) -> Query.TextMatch {
    if value.hasStarAfter {
      return value.hasStarBefore ? .contains(value.text) : .prefix(value.text)
    }
    if sign == .contains { return .contains(value.text) }
    // An empty prefix would match everything, which `""` does not mean.
    guard sign == .matches, !value.text.isEmpty else { return .exact(value.text) }
    return switch field.byDefault {
    case .exact: .exact(value.text)
    case .prefix: .prefix(value.text)
    case .contains: .contains(value.text)
    }
  }

  private func words<Value>(_ keywords: KeywordTable<Value>) throws(QueryError) -> [Value] {
    var known: [Value] = []
    for value in values {
      guard !value.hasStarBefore, !value.hasStarAfter,
        let word = keywords.value(of: value.text)
      else {
        throw QueryError(
          .unknownKeyword(name),
          at: value.range,
          suggestions: nearest(to: value.text)
        )
      }
      known.append(word)
    }
    return known
  }

  /// Similar keywords of this field, or the fields that have the keyword.
  private func nearest(to word: String) -> [String] {
    let elsewhere = Query.filters(for: word)
    if !elsewhere.isEmpty { return elsewhere }
    return SpellingSuggestions.of(word, in: name.words).map { "\(name.rawValue):\($0)" }
  }

  private func currencies() throws(QueryError) -> [Currency] {
    var currencies: [Currency] = []
    for value in values {
      guard let currency = Currency(value.text), !value.hasStarBefore, !value.hasStarAfter else {
        throw QueryError(.currencyExpected, at: value.range)
      }
      currencies.append(currency)
    }
    return currencies
  }

  private func prices() throws(QueryError) -> [Query.PriceRange] {
    if sign.isComparison, values.count > 1 { throw singleValueExpected }
    var ranges: [Query.PriceRange] = []
    for value in values {
      ranges.append(try PriceParser(value: value, name: name).range(sign))
    }
    return ranges
  }

  private func times(on clock: Query.Clock) throws(QueryError) -> [Query.TimeRange] {
    if sign.isComparison, values.count > 1 { throw singleValueExpected }
    var ranges: [Query.TimeRange] = []
    for value in values {
      let parser = TimeParser(of: value, in: name, clock, at: instant)
      ranges.append(try parser.range(sign))
    }
    return ranges
  }

  private func bound(_ range: (QueryTime) -> Query.TimeRange) throws(QueryError) -> Query.TimeRange
  {
    guard let value = values.first, values.count == 1 else { throw singleValueExpected }
    return range(try TimeParser(of: value, in: name, .purchased, at: instant).single())
  }

  /// The number that two values are if the comma between them is a decimal separator: `9,99`.
  private var decimal: String? {
    let isNumber = { (value: QueryValue) in
      (1...9).contains(value.text.utf8.count) && value.text.utf8.allSatisfy(\.isDigit)
    }
    guard name == .price, values.count == 2, values.allSatisfy(isNumber) else { return nil }
    return values.map(\.text).joined(separator: ".")
  }

  private var singleValueExpected: QueryError {
    let start = values.first?.range.lowerBound ?? signs.upperBound
    return QueryError(
      .singleValueExpected(name),
      at: start..<(values.last?.range.upperBound ?? start),
      suggestions: decimal.map { ["\(name.rawValue)\(sign.rawValue)\($0)"] } ?? []
    )
  }
}

extension Query.Operator {
  /// Whether it compares with one side of a single value.
  var isComparison: Bool {
    switch self {
    case .isAbove, .isAtLeast, .isBelow, .isAtMost: true
    case .matches, .equals, .differs, .contains: false
    }
  }
}

private protocol Keywords {
  var words: [String] { get }
  func knows(_ word: String) -> Bool
}

/// The keywords for the values of one type, case-insensitive.
struct KeywordTable<Value: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: Sendable,
  Keywords
{
  /// The main keyword for each value, in the order of the values.
  let words: [String]
  private let values: [String: Value]
  private let wordsByValue: [Value: String]

  /// Each value has its raw value as a keyword. `words` has better ones, the main one first.
  init(_ words: [Value: [String]] = [:]) {
    var (values, wordsByValue): ([String: Value], [Value: String]) = ([:], [:])
    for value in Value.allCases {
      let spellings = (words[value] ?? []) + [value.rawValue.lowercased()]
      for spelling in spellings { values[spelling] = value }
      wordsByValue[value] = spellings.first
    }
    self.values = values
    self.wordsByValue = wordsByValue
    self.words = Value.allCases.compactMap { wordsByValue[$0] }
  }

  func value(of word: String) -> Value? { values[word.lowercased()] }

  fileprivate func knows(_ word: String) -> Bool { value(of: word) != nil }

  func word(for value: Value) -> String { wordsByValue[value] ?? value.rawValue }
}

extension Query {
  static let states = KeywordTable<SubscriptionState>([
    .introductory: ["intro"], .gracePeriod: ["grace"], .billingRetry: ["hold", "retry"],
    .autoRenewOff: ["off"],
  ])
  static let stores = KeywordTable<Store>([
    .apple: ["apple", "appstore"], .google: ["google", "play"], .microsoft: ["microsoft", "ms"],
  ])
  static let environments = KeywordTable<Environment>([.production: ["prod"]])
  static let kinds = KeywordTable<ProductKind>([.autoRenewable: ["sub", "subscription"]])
  static let possessions = KeywordTable<Possession>()
  static let qualities = KeywordTable<Quality>()

  /// Other labels on the screens, and the conditions that search for them.
  static let otherLabels = [
    "rejected": "has:error", "refused": "has:error", "failed": "has:error",
    "sandboxed": "env:sandbox", "cancelled": "state:off", "canceled": "state:off",
    "refund": "state:refunded", "refunds": "state:refunded",
  ]

  /// The filters of which a word is a keyword.
  fileprivate static func filters(for word: String) -> [String] {
    let word = word.lowercased()
    let known = Name.allCases.filter { $0.knows(word) }.map { "\($0.rawValue):\(word)" }
    return known.isEmpty ? otherLabels[word].map { [$0] } ?? [] : known
  }

  /// The filters that the query's words may have meant: `state:refunded` for `refunded`.
  package var meantFilters: [String] {
    switch self {
    case .everything, .field: []
    case .word(let word): Self.filters(for: word)
    case .not(let query): query.meantFilters
    case .and(let branches), .or(let branches): branches.flatMap(\.meantFilters)
    }
  }
}

extension Query.Name {
  /// The keywords of the field's values; `nil` if it has other values.
  private var keywords: (any Keywords)? {
    switch subject {
    case .state: Query.states
    case .store: Query.stores
    case .environment: Query.environments
    case .kind: Query.kinds
    case .possession: Query.possessions
    case .quality: Query.qualities
    case .text, .currency, .price, .since, .until, .on, .time: nil
    }
  }

  /// The keywords that the field accepts; empty if it accepts other values.
  package var words: [String] { keywords?.words ?? [] }

  /// Whether `word` is a keyword of the field, in any case.
  func knows(_ word: String) -> Bool { keywords?.knows(word) ?? false }
}
