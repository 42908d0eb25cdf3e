/// An exact amount in Google's format: `units + nanos / 10⁹` (google.type.Money).
package struct GoogleMoney: Equatable, Sendable {
  /// ISO 4217.
  package let currencyCode: String?
  /// Whole units of the currency; absent in the body when 0.
  package let units: Int
  /// Billionths of a unit, -999,999,999 to 999,999,999, with the sign of `units`; absent when 0.
  package let nanos: Int

  /// `nil` if a part is not a number, or the signs differ.
  init?(_ fields: LenientFields) {
    var parts = (units: 0, nanos: 0)
    if fields["units"] != nil {
      guard let units = fields.integer("units") else { return nil }
      parts.units = units
    }
    if fields["nanos"] != nil {
      guard let nanos = fields.integer("nanos") else { return nil }
      parts.nanos = nanos
    }
    guard (-999_999_999...999_999_999).contains(parts.nanos),
      parts.units == 0 || parts.nanos == 0 || (parts.units < 0) == (parts.nanos < 0)
    else { return nil }
    currencyCode = fields.text("currencyCode")
    units = parts.units
    nanos = parts.nanos
  }

  /// Millionths of a unit; `nil` if that would not be exact, or does not fit 64 bits.
  package var micros: Int? {
    guard nanos % 1_000 == 0 else { return nil }
    let (whole, overflows) = units.multipliedReportingOverflow(by: 1_000_000)
    guard !overflows else { return nil }
    let (sum, carries) = whole.addingReportingOverflow(nanos / 1_000)
    return carries ? nil : sum
  }
}

/// A parsed order ID: `GPA.1234-5678-9012-34567` is the first charge, `…..0` the first renewal,
/// `…..1` the second. The format is undocumented, so it is for display and grouping only.
package struct GoogleOrderID: Equatable, Sendable {
  package let raw: String
  /// The ID without its renewal number; shared by the charges of one subscription.
  package let base: String
  /// 0 for the first renewal; `nil` for the first charge.
  package let renewal: Int?

  /// Keeps the original digits in `raw`.
  package init(_ raw: String) {
    self.raw = raw
    let digits = raw.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
    let head = raw.utf8.dropLast(digits)
    if digits > 0, head.suffix(2).elementsEqual("..".utf8),
      !head.suffix(3).elementsEqual("...".utf8),
      head.count > 2, let number = Int(raw.suffix(digits))
    {
      base = String(raw.dropLast(digits + 2))
      renewal = number
    } else {
      base = raw
      renewal = nil
    }
  }
}
