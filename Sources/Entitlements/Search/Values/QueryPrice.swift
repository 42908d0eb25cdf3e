/// Parses a price or a price range: `10`, `9.99usd`, `5..10`, `..10eur`, `*`.
struct PriceParser {
  private let value: QueryValue
  private let name: Query.Name

  init(of value: QueryValue, in name: Query.Name) {
    self.value = value
    self.name = name
  }

  func range(_ sign: Query.Operator) throws(QueryFault) -> Query.PriceRange {
    if value.hasStarBefore || value.hasStarAfter { return try starred(sign) }
    let ends = value.ends
    guard ends.count == 2 else { return try compared(ends[0], sign) }
    guard !sign.isComparison else {
      throw QueryFault(.singleValueExpected(name), at: value.range)
    }
    let from = try ends[0].isEmpty ? nil : price(ends[0])
    let through = try ends[1].isEmpty ? nil : price(ends[1])
    guard from != nil || through != nil else { throw QueryFault(.numberExpected, at: value.range) }
    if let first = from?.currency, let last = through?.currency, first != last {
      throw QueryFault(.twoCurrencies, at: value.range)
    }
    let range = Query.PriceRange(
      from: from?.nanos,
      through: through?.nanos,
      currency: from?.currency ?? through?.currency
    )
    guard !range.isEmpty else { throw QueryFault(.emptyRange, at: value.range) }
    return range
  }

  /// A star means any price, and with a currency after it any price in that currency.
  private func starred(_ sign: Query.Operator) throws(QueryFault) -> Query.PriceRange {
    let currency = value.text.isEmpty ? nil : Currency(value.text)
    guard !sign.isComparison, currency == nil ? value.isStar : !value.hasStarAfter else {
      throw QueryFault(.numberExpected, at: value.range)
    }
    return Query.PriceRange(from: nil, through: nil, currency: currency)
  }

  private func compared(
    _ text: String,
    _ sign: Query.Operator
  ) throws(QueryFault) -> Query.PriceRange {
    let (nanos, currency) = try price(text)
    let next = nanos.addingReportingOverflow(sign == .isAbove ? 1 : sign == .isBelow ? -1 : 0)
    guard !next.overflow else { throw QueryFault(.numberOutOfRange, at: value.range) }
    let bound = next.partialValue
    return switch sign {
    case .isAbove, .isAtLeast: Query.PriceRange(from: bound, through: nil, currency: currency)
    case .isBelow, .isAtMost: Query.PriceRange(from: nil, through: bound, currency: currency)
    case .matches, .equals, .differs, .contains:
      Query.PriceRange(from: bound, through: bound, currency: currency)
    }
  }

  /// A number, optionally with a currency code before or after it.
  private func price(_ text: String) throws(QueryFault) -> (nanos: Int64, currency: Currency?) {
    let isNumeric = { (byte: UInt8) in (0x30...0x39).contains(byte) || "-.".utf8.contains(byte) }
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: isNumeric),
      let last = bytes.lastIndex(where: isNumeric)
    else { throw QueryFault(.numberExpected, at: value.range) }
    let code = Array(bytes[..<first] + bytes[(last + 1)...])
    guard bytes[first...last].allSatisfy(isNumeric), first == 0 || last == bytes.count - 1 else {
      throw QueryFault(.numberExpected, at: value.range)
    }
    let currency = code.isEmpty ? nil : Currency(String(decoding: code, as: UTF8.self))
    guard code.isEmpty || currency != nil else {
      throw QueryFault(.currencyExpected, at: value.range)
    }
    return (try nanos(String(decoding: bytes[first...last], as: UTF8.self)), currency)
  }

  private func nanos(_ number: String) throws(QueryFault) -> Int64 {
    // XXX is the standard's code for no currency.
    if let money = Currency("XXX").flatMap({ Money(decimal: number, $0) }) { return money.nanos }
    let parts = number.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber = parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains("-") }
    throw QueryFault(isNumber ? .numberOutOfRange : .numberExpected, at: value.range)
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
