import Entitlements
import Foundation
import Receipts

/// When a period of a subscription began, which Google tells of the first one only.
///
/// The beginning is never taken for later than it was: access must not have a gap that nobody had.
/// Where all periods have been equally long, it is exact.
struct GooglePeriods {
  /// The lengths that base plans can have.
  private enum Length {
    case minutes(Int), days(Int), months(Int)

    static let production: [Length] = [
      .months(12), .months(8), .months(6), .months(4), .months(3), .months(2), .months(1),
      .days(28), .days(7),
    ]
    /// A licence tester's (Google Play, "Test your billing integration").
    static let test: [Length] = [.minutes(30), .minutes(15), .minutes(10), .minutes(5)]
  }

  /// Month ends are cut short, and stay so: 31 January, 28 February, 28 March.
  private static let tolerance: TimeInterval = 3 * 86_400

  let startedAt: Date
  let isTest: Bool

  /// The beginning of the period that `order` paid for.
  func beginning(of order: GoogleOrderID?, endingAt end: Date?, statedAt: Date) -> Date {
    guard let order, order.renewal != nil else { return startedAt }
    let charges = order.chargeCount
    // Renewals follow each other, whatever else is unknown.
    let least = startedAt.addingTimeInterval(TimeInterval(charges - 1))
    guard let end, let length = length(charges, end) else { return least }
    return max(least, min(Self.moved(end, by: length, -1), statedAt))
  }

  /// The length that fits all periods; else the longest of which all but the first fit, which is
  /// another where it was a trial, or a grace period has moved the end.
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
