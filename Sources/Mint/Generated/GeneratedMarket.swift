/// A storefront: its country, its currency and its price level.
package struct GeneratedMarket: Equatable, Sendable {
  /// ISO 3166-1, two letters.
  package let country: String
  /// The country in three letters, as Apple writes it.
  package let storefront: String
  /// ISO 4217.
  package let currency: String
  /// Minor units per US cent, in thousandths.
  let rate: Int64
  /// Prices are a multiple of this, less `charm`.
  let step: Int64
  let charm: Int64
  /// Users per thousand.
  let share: Int

  /// Converts minor units to thousandths of the currency's unit, as Apple writes prices.
  func thousandths(_ minorUnits: Int64) -> Int64 {
    switch currency {
    case "JPY", "KRW", "VND", "CLP": minorUnits * 1_000
    case "KWD": minorUnits
    default: minorUnits * 10
    }
  }

  /// The price in minor units.
  func price(_ cents: Int64) -> Int64 {
    max(step, (cents * rate / 1_000 + step - 1) / step * step) - charm
  }

  private init(
    _ country: String,
    _ storefront: String,
    _ currency: String,
    _ rate: Int64,
    _ step: Int64,
    _ charm: Int64,
    _ share: Int
  ) {
    self.country = country
    self.storefront = storefront
    self.currency = currency
    self.rate = rate
    self.step = step
    self.charm = charm
    self.share = share
  }

  static let all = [
    GeneratedMarket("US", "USA", "USD", 1_000, 100, 1, 330),
    GeneratedMarket("DE", "DEU", "EUR", 1_000, 100, 1, 110),
    GeneratedMarket("JP", "JPN", "JPY", 1_500, 100, 0, 110),
    GeneratedMarket("GB", "GBR", "GBP", 880, 100, 1, 90),
    GeneratedMarket("FR", "FRA", "EUR", 1_000, 100, 1, 60),
    GeneratedMarket("KR", "KOR", "KRW", 14_000, 1_000, 100, 50),
    GeneratedMarket("IN", "IND", "INR", 84_000, 10_000, 100, 50),
    GeneratedMarket("BR", "BRA", "BRL", 5_000, 100, 10, 50),
    GeneratedMarket("CA", "CAN", "CAD", 1_370, 100, 1, 40),
    GeneratedMarket("CH", "CHE", "CHF", 950, 50, 0, 20),
    GeneratedMarket("PL", "POL", "PLN", 4_200, 100, 1, 20),
    GeneratedMarket("SE", "SWE", "SEK", 11_000, 1_000, 0, 20),
    GeneratedMarket("MX", "MEX", "MXN", 19_000, 1_000, 0, 20),
    GeneratedMarket("KW", "KWT", "KWD", 3_070, 250, 0, 10),
    GeneratedMarket("VN", "VNM", "VND", 254_000, 1_000, 0, 10),
    GeneratedMarket("CL", "CHL", "CLP", 9_300, 1_000, 10, 10),
  ]
}
