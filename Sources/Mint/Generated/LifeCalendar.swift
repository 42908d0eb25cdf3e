import Basics
import Foundation

/// The periods of one subscription, counted from the beginning of one of them.
struct LifeCalendar {
  private let period: GeneratedShop.Period
  private let isSandbox: Bool

  init(_ period: GeneratedShop.Period?, isSandbox: Bool) {
    self.period = period ?? .month
    self.isSandbox = isSandbox
  }

  /// No period is shorter; seconds. The sandbox is quick (Apple, "Testing In-App Purchases with
  /// sandbox").
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

  /// So many renewals are believable.
  var most: Int {
    switch period {
    case _ where isSandbox: 12
    case .week: 150
    case .month: 72
    case .year: 8
    }
  }

  /// Months, or `nil` for periods that are all of one length.
  private var months: Int? {
    switch period {
    case _ where isSandbox: nil
    case .week: nil
    case .month: 1
    case .year: 12
    }
  }

  /// The beginning of the period so many after that which begins at `start`, before it where
  /// `count` is negative. From a day that every month has, there and back are the same.
  func moved(_ start: Int64, by count: Int) -> Int64 {
    guard let months else { return start + Int64(count) * least }
    let time = CivilTime(clamping: Date(timeIntervalSince1970: Double(start)))
    return Int64(time.adding(months: months * count).instant.timeIntervalSince1970)
  }

  /// `start`, or up to three days before where not every month has its day.
  func settled(_ start: Int64) -> Int64 {
    guard months != nil else { return start }
    let day = CivilTime(clamping: Date(timeIntervalSince1970: Double(start))).day
    return start - Int64(max(0, day - 28)) * 86_400
  }
}
