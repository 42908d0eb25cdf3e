import Entitlements
import Testing

@Suite struct `Money is exact` {
  private func currency(_ code: String) throws -> Currency { try #require(Currency(code)) }

  @Test(
    arguments: [
      ("9.99", "USD", "9.99 USD", 999), ("1200", "JPY", "1200 JPY", 1200),
      ("1.5", "KWD", "1.500 KWD", 1500), ("-3", "EUR", "-3.00 EUR", -300),
      ("0", "USD", "0.00 USD", 0), ("0.07", "usd", "0.07 USD", 7),
    ] as [(String, String, String, Int64)]
  )
  func `decimals become minor units by the currency's places`(
    _ text: String,
    _ code: String,
    _ shown: String,
    _ minor: Int64
  ) throws {
    let money = try #require(Money(decimal: text, try currency(code)))
    #expect(money.description == shown)
    #expect(money.minorUnits == minor)
    #expect(Money(minorUnits: minor, money.currency) == money)
  }

  @Test func `what is finer than a cent is kept and shown`() throws {
    let money = try #require(Money(milliunits: 9_995, try currency("USD")))
    #expect(money.description == "9.995 USD")
    #expect(money.minorUnits == nil)
  }

  @Test func `every store's way of writing comes to the same amount`() throws {
    let dollars = try currency("USD")
    let expected = Money(nanos: 9_990_000_000, dollars)
    #expect(Money(units: 9, nanos: 990_000_000, dollars) == expected)
    #expect(Money(milliunits: 9_990, dollars) == expected)
    #expect(Money(micros: 9_990_000, dollars) == expected)
    #expect(Money(minorUnits: 999, dollars) == expected)
  }

  @Test(arguments: [
    "", "-", ".", "1.", ".5", "1.2.3", "1,5", "1e3", "+1", " 1", "9999999999", "1.0000000001",
  ])
  func `what is no amount, or beyond all amounts, is none`(_ text: String) throws {
    #expect(Money(decimal: text, try currency("USD")) == nil)
  }

  @Test func `amounts of two signs and of too many units are none`() throws {
    let dollars = try currency("USD")
    #expect(Money(units: 1, nanos: -1, dollars) == nil)
    #expect(Money(units: .max, nanos: 0, dollars) == nil)
    #expect(Money(units: 0, nanos: .min, dollars) == nil)
    #expect(Money(minorUnits: .max, dollars) == nil)
    #expect(Money(units: -1, nanos: -500_000_000, dollars)?.description == "-1.50 USD")
  }

  @Test(arguments: ["", "US", "USDX", "U1D", "ÜSD", "us "])
  func `a currency has three letters`(_ code: String) { #expect(Currency(code) == nil) }
}
