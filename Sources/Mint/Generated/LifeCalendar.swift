import Basics
import Foundation

/// Calculates the billing periods of one subscription.
struct LifeCalendar {
  private let period: GeneratedShop.Period
  private let isSandbox: Bool

  init(_ period: GeneratedShop.Period?, isSandbox: Bool) {
    self.period = period ?? .month
    self.isSandbox = isSandbox
  }

  /// The minimum period in seconds. Sandbox periods are shorter (Apple, "Testing In-App Purchases
  /// with sandbox").
  var least: Int64 {
    switch (period, isSandbox) {
    case (.week, true): 180
    case (.month, true): 300
    case (.year, true): 3_600
    case (.week, false): 7 * 86_400
    case (.month, false): 28 * 86_400
    case (.year, false): 365 * 86_400
    }
  }

  var trial: Int64 { isSandbox ? 180 : 7 * 86_400 }

  /// The maximum number of periods.
  var most: Int {
    switch period {
    case _ where isSandbox: 12
    case .week: 150
    case .month: 72
    case .year: 8
    }
  }

  /// The length in months; `nil` if the length is fixed.
  private var months: Int? {
    switch period {
    case _ where isSandbox: nil
    case .week: nil
    case .month: 1
    case .year: 12
    }
  }

  /// The start of the period `count` after the one that starts at `start`; before it if negative.
  /// Reversible from a day that every month has.
  func moved(_ start: Int64, by count: Int) -> Int64 {
    guard let months else { return start + Int64(count) * least }
    let time = CivilTime(clamping: Date(timeIntervalSince1970: Double(start)))
    return Int64(time.adding(months: months * count).instant.timeIntervalSince1970)
  }

  /// `start`, moved back to day 28 if it is later in the month.
  func completed(_ start: Int64) -> Int64 {
    guard months != nil else { return start }
    let day = CivilTime(clamping: Date(timeIntervalSince1970: Double(start))).day
    return start - Int64(max(0, day - 28)) * 86_400
  }
}
