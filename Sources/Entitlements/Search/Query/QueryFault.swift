/// Why a text is not a valid query. It does not repeat the text, which may be a secret.
package struct QueryFault: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Error, Hashable {
    case tooLong, tooDeep
    case openQuote, openParenthesis, strayParenthesis
    /// A search term is missing.
    case termExpected
    case unknownField
    case unfitOperator(Query.Name)
    case valueExpected(Query.Name)
    case singleValueExpected(Query.Name)
    case unknownKeyword(Query.Name)
    case misplacedStar
    case numberExpected, numberOutOfRange, currencyExpected, twoCurrencies
    case timeExpected, noSuchDay, timeOutOfRange
    case emptyRange
  }

  package var reason: Reason
  /// The faulty token, in bytes of UTF-8; empty at the token's end if something is missing.
  package var range: Range<Int>
  /// Possible replacements, the likeliest first.
  package var suggestions: [String]

  package init(_ reason: Reason, at range: Range<Int>, suggestions: [String] = []) {
    self.reason = reason
    self.range = range
    self.suggestions = suggestions
  }

  package var sentence: String {
    switch reason {
    case .tooLong: "a query has at most \(Query.longestText) bytes; make it shorter"
    case .tooDeep: "parentheses can be nested \(Query.maxNestingDepth) deep; simplify the query"
    case .openQuote: "the quotation is not closed; end it with \""
    case .openParenthesis: "the parenthesis is not closed; end it with )"
    case .strayParenthesis: "no parenthesis was opened; put it in quotes to search for it"
    case .termExpected: "something to search for is expected, such as a name or state:grace"
    case .unknownField: "there is no such field; put the text in quotes to search for it"
    case .unfitOperator(let name):
      "\(name.rawValue) takes \(Self.listed(name.operators.map(\.rawValue), "and"))"
    case .valueExpected(let name): "a value of \(name.rawValue) is expected: \(name.meaning)"
    case .singleValueExpected(let name):
      switch name.subject {
      case .price: "one number is expected; its decimals follow a full stop"
      default: "one time is expected, without .. and commas"
      }
    case .unknownKeyword(let name): "\(name.rawValue) takes \(Self.listed(name.words, "or"))"
    case .misplacedStar:
      "a * must be at the end, or at both ends; put it in quotes to search for it"
    case .numberExpected: "a number is expected, such as 10 or 9.99"
    case .numberOutOfRange: "a number is expected below 9000000000, with at most nine decimals"
    case .currencyExpected: "a currency is expected by its three letters, such as usd"
    case .twoCurrencies: "both prices must be of one currency; nothing is converted"
    case .timeExpected: "a time is expected, such as 7d, yesterday, 2026-11 or 2026-11-21T10:00Z"
    case .noSuchDay: "the calendar has no such day or time"
    case .timeOutOfRange: "a time of the years 1 to 9999 is expected"
    case .emptyRange: "the range ends before it begins"
    }
  }

  /// The sentence, with the suggestions.
  package var description: String {
    suggestions.isEmpty ? sentence : "\(sentence); \(question)"
  }

  var question: String { "did you mean \(Self.listed(suggestions, "or"))?" }

  private static func listed(_ words: [String], _ conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
