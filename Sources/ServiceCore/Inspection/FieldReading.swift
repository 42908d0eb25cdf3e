import Basics
import Entitlements
import Foundation
import Receipts

/// A human-readable form of a field in a store's JSON: an instant or an amount, which stores write
/// as numbers in units of their own.
struct FieldReading {
  private(set) var instant: Date?
  private(set) var gloss: String?

  /// `siblings` are the members of the enclosing object, among them an amount's currency.
  init(_ name: String, _ value: JSONValue, among siblings: [JSONValue.Member]) {
    instant = Self.instant(name, value)
    gloss = instant?.formatted(.iso8601) ?? Self.amount(name, value, siblings)?.description
  }

  /// Lowercase suffixes of the names of millisecond fields.
  private static let instantNames = ["date", "date_ms", "date-ms", "millis", "time", "timestamp"]
  /// The RFC 7519 claims that are instants, in seconds.
  private static let claims: Set<String> = ["exp", "nbf", "iat"]
  /// From 2000 until 2100; other numbers are not instants.
  private static let seconds = 946_684_800..<4_102_444_800

  private static func instant(_ name: String, _ value: JSONValue) -> Date? {
    if let instant = value.instant { return instant }
    guard let count = value.looseText.flatMap(Int.init) else { return nil }
    if claims.contains(name) {
      return seconds.contains(count) ? Date(timeIntervalSince1970: Double(count)) : nil
    }
    let lower = name.lowercased()
    guard instantNames.contains(where: lower.hasSuffix), seconds.contains(count / 1_000) else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(count) / 1_000)
  }

  private static func amount(
    _ name: String,
    _ value: JSONValue,
    _ siblings: [JSONValue.Member]
  ) -> Money? {
    if value.isObject { return money(value) }
    func currency(_ names: [String]) -> Currency? {
      names.lazy.compactMap { name in siblings.first { $0.name == name }?.value.string }
        .first.flatMap { Currency($0) }
    }
    guard let count = value.looseText.flatMap(Int64.init) else { return nil }
    if name.hasSuffix("Micros") {
      let stem = name.replacing("AmountMicros", with: "").replacing("Micros", with: "")
      let names = ["\(stem)CurrencyCode", "priceCurrencyCode", "currencyCode", "currency"]
      return currency(names).flatMap { Money(micros: count, $0) }
    }
    // Apple only: no other store writes an amount next to a currency of this name.
    guard name == "price" || name == "renewalPrice" else { return nil }
    return currency(["currency"]).flatMap { Money(milliunits: count, $0) }
  }

  /// Google's `Money`.
  private static func money(_ value: JSONValue) -> Money? {
    guard let currency = value["currencyCode"]?.string.flatMap({ Currency($0) }) else { return nil }
    let units = value["units"]?.looseText.flatMap(Int64.init)
    let nanos = value["nanos"]?.looseText.flatMap(Int64.init)
    guard units != nil || nanos != nil else { return nil }
    return Money(units: units ?? 0, nanos: nanos ?? 0, currency)
  }
}
