import Foundation

/// A parsed time, in milliseconds since 1970.
enum QueryTime: Equatable {
  /// A day, a month or a year.
  case calendar(Range<Int64>)
  /// An instant with the precision `length`.
  case stamp(Int64, length: Int64)
  /// An instant given by its distance from the present.
  case distance(Int64)
  case now(Int64)

  /// The beginning.
  var start: Int64 {
    switch self {
    case .calendar(let days): days.lowerBound
    case .stamp(let instant, _), .distance(let instant), .now(let instant): instant
    }
  }

  /// The first millisecond after it, for a comparison.
  var next: Int64 {
    switch self {
    case .calendar(let days): days.upperBound
    case .stamp(let instant, _), .distance(let instant), .now(let instant): instant + 1
    }
  }

  /// The end if it is the end of a range: days are included, an instant is not.
  var end: Int64 {
    if case .calendar(let days) = self { days.upperBound } else { start }
  }

  var isDistance: Bool { if case .distance = self { true } else { false } }
}

extension Query.TimeRange {
  static func since(_ time: QueryTime) -> Self { Self(from: time.start, until: nil) }
  static func until(_ time: QueryTime) -> Self { Self(from: nil, until: time.end) }
}

/// Parses a time or a time range for one field.
struct TimeParser {
  private let value: QueryValue
  private let name: Query.Name
  private let clock: Query.Clock
  private let words: TimeKeywords

  init(of value: QueryValue, in name: Query.Name, _ clock: Query.Clock, at instant: Date) {
    self.value = value
    self.name = name
    self.clock = clock
    words = TimeKeywords(now: instant.wholeMilliseconds, isAhead: clock.isAhead)
  }

  /// Parses a time that is not a range.
  func single() throws(QueryError) -> QueryTime {
    guard !value.hasStarBefore, !value.hasStarAfter else {
      throw QueryError(.timeExpected, at: value.range)
    }
    guard value.ends.count == 1 else {
      throw QueryError(.singleValueExpected(name), at: value.range)
    }
    return try time(value.text)
  }

  func range(_ sign: Query.Operator) throws(QueryError) -> Query.TimeRange {
    if value.isStar, !sign.isComparison {
      return Query.TimeRange(from: Int64?.none, until: Int64?.none)
    }
    let isRange = value.ends.count == 2 && !sign.isComparison
    let range = isRange ? try between() : Self.compared(try single(), sign, clock, words.now)
    guard !range.isEmpty else { throw QueryError(.emptyRange, at: value.range) }
    return range
  }

  private func between() throws(QueryError) -> Query.TimeRange {
    let ends = value.ends
    let from = try ends[0].isEmpty ? nil : time(ends[0])
    let until = try ends[1].isEmpty ? nil : time(ends[1])
    switch (from, until) {
    case (nil, nil): throw QueryError(.timeExpected, at: value.range)
    // Two distances may be in either order.
    case (let from?, let until?) where from.isDistance && until.isDistance:
      return Query.TimeRange(
        from: min(from.start, until.start),
        until: max(from.start, until.start)
      )
    default: return Query.TimeRange(from: from?.start, until: until?.end)
    }
  }

  private static func compared(
    _ time: QueryTime,
    _ sign: Query.Operator,
    _ clock: Query.Clock,
    _ now: Int64
  ) -> Query.TimeRange {
    // An event due within three days has not happened yet.
    let from = clock.isAhead && time.isDistance ? now : nil
    switch sign {
    case .isAbove: return Query.TimeRange(from: time.next, until: nil)
    case .isAtLeast: return Query.TimeRange(from: time.start, until: nil)
    case .isBelow: return Query.TimeRange(from: from, until: time.start)
    case .isAtMost: return Query.TimeRange(from: from, until: time.next)
    case .matches, .equals, .differs, .contains: break
    }
    switch time {
    case .calendar(let days): return Query.TimeRange(from: days.lowerBound, until: days.upperBound)
    case .stamp(let instant, let length):
      return Query.TimeRange(from: instant, until: instant + length)
    case .now(let instant), .distance(let instant):
      return clock.isAhead
        ? Query.TimeRange(from: now, until: instant) : Query.TimeRange(from: instant, until: nil)
    }
  }

  private func time(_ text: String) throws(QueryError) -> QueryTime {
    do { return try words.time(text) } catch {
      throw QueryError(error, at: value.range)
    }
  }
}

/// Parses a price or a price range: `10`, `9.99usd`, `5..10`, `..10eur`, `*`.
struct PriceParser {
  let value: QueryValue
  let name: Query.Name

  func range(_ sign: Query.Operator) throws(QueryError) -> Query.PriceRange {
    if value.hasStarBefore || value.hasStarAfter { return try starred(sign) }
    let ends = value.ends
    guard ends.count == 2 else { return try compared(ends[0], sign) }
    guard !sign.isComparison else {
      throw QueryError(.singleValueExpected(name), at: value.range)
    }
    let from = try ends[0].isEmpty ? nil : price(ends[0])
    let through = try ends[1].isEmpty ? nil : price(ends[1])
    guard from != nil || through != nil else { throw QueryError(.numberExpected, at: value.range) }
    if let first = from?.currency, let last = through?.currency, first != last {
      throw QueryError(.twoCurrencies, at: value.range)
    }
    let range = Query.PriceRange(
      from: from?.nanos,
      through: through?.nanos,
      currency: from?.currency ?? through?.currency
    )
    guard !range.isEmpty else { throw QueryError(.emptyRange, at: value.range) }
    return range
  }

  /// A star means any price, and with a currency after it any price in that currency.
  private func starred(_ sign: Query.Operator) throws(QueryError) -> Query.PriceRange {
    let currency = value.text.isEmpty ? nil : Currency(value.text)
    guard !sign.isComparison, currency == nil ? value.isStar : !value.hasStarAfter else {
      throw QueryError(.numberExpected, at: value.range)
    }
    return Query.PriceRange(from: nil, through: nil, currency: currency)
  }

  private func compared(
    _ text: String,
    _ sign: Query.Operator
  ) throws(QueryError) -> Query.PriceRange {
    let (nanos, currency) = try price(text)
    let next = nanos.addingReportingOverflow(sign == .isAbove ? 1 : sign == .isBelow ? -1 : 0)
    guard !next.overflow else { throw QueryError(.numberOutOfRange, at: value.range) }
    let bound = next.partialValue
    return switch sign {
    case .isAbove, .isAtLeast: Query.PriceRange(from: bound, through: nil, currency: currency)
    case .isBelow, .isAtMost: Query.PriceRange(from: nil, through: bound, currency: currency)
    case .matches, .equals, .differs, .contains:
      Query.PriceRange(from: bound, through: bound, currency: currency)
    }
  }

  /// A number, optionally with a currency code before or after it.
  private func price(_ text: String) throws(QueryError) -> (nanos: Int64, currency: Currency?) {
    let isNumeric = { (byte: UInt8) in (0x30...0x39).contains(byte) || "-.".utf8.contains(byte) }
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: isNumeric),
      let last = bytes.lastIndex(where: isNumeric)
    else { throw QueryError(.numberExpected, at: value.range) }
    let code = Array(bytes[..<first] + bytes[(last + 1)...])
    guard bytes[first...last].allSatisfy(isNumeric), first == 0 || last == bytes.count - 1 else {
      throw QueryError(.numberExpected, at: value.range)
    }
    let currency = code.isEmpty ? nil : Currency(String(decoding: code, as: UTF8.self))
    guard code.isEmpty || currency != nil else {
      throw QueryError(.currencyExpected, at: value.range)
    }
    return (try nanos(String(decoding: bytes[first...last], as: UTF8.self)), currency)
  }

  private func nanos(_ number: String) throws(QueryError) -> Int64 {
    // XXX is the standard's code for no currency.
    if let money = Currency("XXX").flatMap({ Money(decimal: number, $0) }) { return money.nanos }
    let parts = number.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber = parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains("-") }
    throw QueryError(isNumber ? .numberOutOfRange : .numberExpected, at: value.range)
  }
}

extension QueryValue {
  /// The texts before and after `..`; the whole text if there is none.
  var ends: [String] {
    let bytes = Array(text.utf8)
    let dots = bytes.indices.dropLast().first { bytes[$0] == 0x2E && bytes[$0 + 1] == 0x2E }
    guard let dots else { return [text] }
    return [bytes[..<dots], bytes[(dots + 2)...]].map { String(decoding: $0, as: UTF8.self) }
  }
}
