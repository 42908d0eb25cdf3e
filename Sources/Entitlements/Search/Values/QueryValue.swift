/// A value after an operator, as typed.
struct QueryValue {
  /// The text without the stars around it.
  var text: String
  /// The range including the stars.
  var range: Range<Int>
  var isQuoted = false
  var hasStarBefore = false
  var hasStarAfter = false

  /// Whether it is only a star, which matches any value.
  var isStar: Bool { text.isEmpty && hasStarAfter && !isQuoted }

  /// Parses values separated by commas.
  static func list(
    of name: Query.Name,
    from cursor: inout QueryCursor
  ) throws(QueryFault) -> [QueryValue] {
    var values: [QueryValue] = []
    repeat { values.append(try one(of: name, from: &cursor)) } while cursor.take(",")
    return values
  }

  private static func one(
    of name: Query.Name,
    from cursor: inout QueryCursor
  ) throws(QueryFault) -> QueryValue {
    let start = cursor.place
    var value = QueryValue(text: "", range: start..<start)
    value.hasStarBefore = cursor.take("*")
    if cursor.next == UInt8(ascii: "\"") {
      let quote = cursor.place
      guard let text = cursor.takeQuotation() else {
        throw QueryFault(.openQuote, at: quote..<quote + 1)
      }
      (value.text, value.isQuoted) = (text, true)
    } else {
      value.text = cursor.text(in: cursor.takeWord(upTo: ",*"))
    }
    value.hasStarAfter = cursor.take("*")
    if value.text.isEmpty, value.hasStarBefore, !value.hasStarAfter, !value.isQuoted {
      (value.hasStarBefore, value.hasStarAfter) = (false, true)
    }
    value.range = start..<cursor.place
    guard !value.range.isEmpty else {
      throw QueryFault(.valueExpected(name), at: start..<start)
    }
    let isStarred = value.hasStarBefore || value.hasStarAfter
    guard !isStarred || cursor.isAtDelimiter || cursor.next == UInt8(ascii: ",") else {
      throw QueryFault(.misplacedStar, at: start..<cursor.takeWord(upTo: ",").upperBound)
    }
    return value
  }
}
