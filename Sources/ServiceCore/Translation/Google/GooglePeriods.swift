import Entitlements
import Foundation
import Receipts

/// Estimates when a subscription period began, as Google states only the first start.
///
/// The estimate is never later than the true start, so that no artificial gap in access arises. If
/// all periods are equally long, it is exact.
struct GooglePeriods {
  /// The possible period lengths of base plans.
  private enum Length {
    case minutes(Int), days(Int), months(Int)

    static let production: [Length] = [
      .months(12), .months(8), .months(6), .months(4), .months(3), .months(2), .months(1),
      .days(28), .days(7),
    ]
    /// Periods of licence testers (Google Play, "Test your billing integration").
    static let test: [Length] = [.minutes(30), .minutes(15), .minutes(10), .minutes(5)]
  }

  /// Dates are clamped to month ends and stay so: 31 January, 28 February, 28 March.
  private static let tolerance: TimeInterval = 3 * 86_400

  let startedAt: Date
  let isTest: Bool

  /// The start of the period that `order` paid for.
  func beginning(of order: GoogleOrderID?, endingAt end: Date?, statedAt: Date) -> Date {
    guard let order, order.renewal != nil else { return startedAt }
    let charges = order.chargeCount
    // Renewals are in order even if nothing else is known.
    let earliest = startedAt.addingTimeInterval(TimeInterval(charges - 1))
    guard let end, let length = length(charges, end) else { return earliest }
    return max(earliest, min(Self.moved(end, by: length, -1), statedAt))
  }

  /// The length that fits all periods; else the longest that fits all but the first, which may be a
  /// trial or extended by a grace period.
  private func length(_ charges: Int, _ end: Date) -> Length? {
    let lengths = isTest ? Length.test : Length.production
    let tolerance = isTest ? 60 : Self.tolerance
    let fits = lengths.map { length in
      (length, abs(Self.moved(startedAt, by: length, charges).timeIntervalSince(end)))
    }
    if let best = fits.min(by: { $0.1 < $1.1 }), best.1 <= tolerance { return best.0 }
    return lengths.first { Self.moved(startedAt, by: $0, charges - 1) < end }
  }

  private static func moved(_ date: Date, by length: Length, _ count: Int) -> Date {
    switch length {
    case .minutes(let minutes): date.addingTimeInterval(TimeInterval(minutes * 60 * count))
    case .days(let days): date.addingTimeInterval(TimeInterval(days * 86_400 * count))
    case .months(let months):
      calendar.date(byAdding: .month, value: months * count, to: date) ?? date
    }
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
