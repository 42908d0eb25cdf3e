/// A currency by its ISO 4217 code. An unlisted code is accepted, with two decimal places.
package struct Currency: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
  /// Three capital bytes.
  package let code: String

  private enum CodingKeys: String, CodingKey {
    case code = "code"
  }

  /// Accepts three bytes in either case; otherwise returns `nil`.
  package init?(_ code: String) {
    let bytes = code.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
    guard bytes.count == 3, bytes.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
    self.code = String(decoding: bytes, as: UTF8.self)
  }

  /// The decimal places of the currency's minor unit (ISO 4217, list one): 2 for US cents, 0 for
  /// yen, 3 for Kuwait's fils.
  package var places: Int {
    switch code {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
      "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    case "CLF", "UYW": 4
    default: 2
    }
  }

  package var description: String { code }

  package static func < (left: Self, right: Self) -> Bool { left.code < right.code }
}

/// An amount in one currency, exact to the billionth of its unit, the highest precision of any
/// store (Google's nanos; Apple states thousandths). Never converted or rounded.
package struct Money: Hashable, Codable, Sendable, CustomStringConvertible {
  /// Billionths of the currency's unit: 9.99 dollars are 9,990,000,000.
  package let nanos: Int64
  package let currency: Currency

  private enum CodingKeys: String, CodingKey {
    case nanos = "nanos", currency = "currency"
  }

  private static let nanosPerUnit: Int64 = 1_000_000_000

  package init(nanos: Int64, _ currency: Currency) {
    self.nanos = nanos
    self.currency = currency
  }

  /// Google's `Money`: whole units, and billionths of the same sign. `nil` beyond nine thousand
  /// million units, and if the signs contradict each other.
  package init?(units: Int64, nanos: Int64, _ currency: Currency) {
    guard nanos.magnitude < Self.nanosPerUnit.magnitude,
      units == 0 || nanos == 0 || (units < 0) == (nanos < 0)
    else { return nil }
    let whole = units.multipliedReportingOverflow(by: Self.nanosPerUnit)
    let sum = whole.partialValue.addingReportingOverflow(nanos)
    guard !whole.overflow, !sum.overflow else { return nil }
    self.init(nanos: sum.partialValue, currency)
  }

  /// Apple's `price`: thousandths of the currency's unit.
  package init?(milliunits: Int64, _ currency: Currency) {
    self.init(milliunits, times: 1_000_000, currency)
  }

  /// Google's `priceAmountMicros`: millionths of the currency's unit.
  package init?(micros: Int64, _ currency: Currency) { self.init(micros, times: 1_000, currency) }

  /// A whole number of the currency's minor unit: cents, or yen.
  package init?(minorUnits: Int64, _ currency: Currency) {
    self.init(minorUnits, times: Self.nanosPerMinorUnit(currency), currency)
  }

  private init?(_ count: Int64, times nanos: Int64, _ currency: Currency) {
    let product = count.multipliedReportingOverflow(by: nanos)
    guard !product.overflow else { return nil }
    self.init(nanos: product.partialValue, currency)
  }

  /// Digits with at most nine after a decimal point, and optionally a minus before them: `9.99`.
  package init?(decimal text: String, _ currency: Currency) {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    let fraction = parts.count == 2 ? Array(parts[1]) : []
    guard fraction.count <= 9 else { return nil }
    var nanos: Int64 = 0
    for digit in Array(parts[0]) + fraction + [UInt8](repeating: 0x30, count: 9 - fraction.count) {
      guard (0x30...0x39).contains(digit) else { return nil }
      let shifted = nanos.multipliedReportingOverflow(by: 10)
      let sum = shifted.partialValue.addingReportingOverflow(Int64(digit - 0x30))
      guard !shifted.overflow, !sum.overflow else { return nil }
      nanos = sum.partialValue
    }
    self.init(nanos: isNegative ? -nanos : nanos, currency)
  }

  /// Parses the format of `description`: digits, a space, and the currency's code.
  package init?(text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let currency = Currency(String(parts[1])) else { return nil }
    self.init(decimal: String(parts[0]), currency)
  }

  /// The amount in the currency's minor unit, such as cents; `nil` if it is not a whole number.
  package var minorUnits: Int64? {
    let (quotient, rest) = nanos.quotientAndRemainder(dividingBy: Self.nanosPerMinorUnit(currency))
    return rest == 0 ? quotient : nil
  }

  /// The amount with at least the currency's decimal places: `9.99 USD`, `1200 JPY`.
  package var description: String { "\(decimal) \(currency.code)" }

  /// The amount alone: `9.99`.
  var decimal: String {
    let (whole, rest) = nanos.magnitude.quotientAndRemainder(
      dividingBy: Self.nanosPerUnit.magnitude
    )
    let minPlaces = currency.places
    var (fraction, places) = (rest, 9)
    while places > minPlaces, fraction.isMultiple(of: 10) {
      fraction /= 10
      places -= 1
    }
    let sign = nanos < 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(whole)" }
    let digits = String(fraction)
    let zeros = String(repeating: "0", count: places - digits.utf8.count)
    return "\(sign)\(whole).\(zeros)\(digits)"
  }

  private static func nanosPerMinorUnit(_ currency: Currency) -> Int64 {
    (0..<9 - currency.places).reduce(1) { nanos, _ in nanos * 10 }
  }
}
