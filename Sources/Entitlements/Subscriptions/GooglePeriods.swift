import Basics
package import Foundation

/// Estimates when a subscription period began, as Google states only the first start.
///
/// If all periods are equally long, the estimate is exact: a renewal that is paid in a grace period
/// keeps its date. A recovery from account hold moves it (Google Play, "Subscription lifecycle").
/// Otherwise the estimate is the earliest possible start, so that no artificial gap in access
/// arises.
package struct GooglePeriods {
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
  private var tolerance: TimeInterval { isTest ? 60 : 3 * 86_400 }
  private var lengths: [Length] { isTest ? Length.test : Length.production }

  private let startedAt: Date
  private let isTest: Bool

  package init(startedAt: Date, isTest: Bool) {
    self.startedAt = startedAt
    self.isTest = isTest
  }

  /// The start of the period that the last of several charges paid for. `end` is its end as stated
  /// at `statedAt`, later than the paid end if the next charge has failed by then.
  package func beginning(
    ofCharge charges: Int,
    endingAt end: Date?,
    statedAt: Date,
    isUnpaid: Bool
  ) -> Date {
    guard charges > 1 else { return startedAt }
    // Renewals are in order even if nothing else is known.
    let earliest = startedAt.addingTimeInterval(TimeInterval(charges - 1))
    guard let end else { return earliest }
    let paidUntil = isUnpaid && !isTest ? paidEnd(charges, end, statedAt) : end
    guard let length = length(charges, paidUntil) else { return earliest }
    return max(earliest, min(Self.moved(paidUntil, by: length, -1), statedAt))
  }

  /// The grace periods that Google Play Console offers, in days.
  private static let graces: [Double] = [0, 3, 7, 14, 30]

  /// The end of the paid periods before a grace period that ends at `end` and had begun by
  /// `statedAt`: the one that a length of all periods, or of all after a trial, fits best.
  private func paidEnd(_ charges: Int, _ end: Date, _ statedAt: Date) -> Date {
    let ends = Self.graces.map { end.addingTimeInterval(-$0 * 86_400) }
      .filter { $0 <= statedAt.addingTimeInterval(3_600) }
    let fits = ends.map { end in
      (end, lengths.map { distance(charges, $0, from: end) }.min() ?? .infinity)
    }
    if let best = fits.min(by: { $0.1 < $1.1 }), best.1 <= tolerance { return best.0 }
    return ends.first { trialLength(charges, $0) != nil } ?? end
  }

  /// The free trials that are usual, in days, and that of licence testers.
  private static let usualTrials: [TimeInterval] = [3, 5, 7, 10, 14, 30].map { $0 * 86_400 }
  private static let testTrials: [TimeInterval] = [180]
  /// How long account hold and a grace period before it last at most. Both last 60 days together.
  private static let (maxHold, maxTestHold): (TimeInterval, TimeInterval) = (61 * 86_400, 900)

  /// The length that fits all periods; else the longest that fits all but the first, which may be a
  /// trial. If the first is no usual trial, a hold may have moved the date.
  private func length(_ charges: Int, _ end: Date) -> Length? {
    let fits = lengths.map { ($0, distance(charges, $0, from: end)) }
    if let best = fits.min(by: { $0.1 < $1.1 }), best.1 <= tolerance { return best.0 }
    let maxHold = isTest ? Self.maxTestHold : Self.maxHold
    let followsHold = { (length: Length) in
      let late = end.timeIntervalSince(Self.moved(startedAt, by: length, charges))
      return late > 0 && late <= maxHold
    }
    return trialLength(charges, end) ?? lengths.first(where: followsHold)
      ?? lengths.first { Self.moved(startedAt, by: $0, charges - 1) < end }
  }

  private func distance(_ charges: Int, _ length: Length, from end: Date) -> TimeInterval {
    abs(Self.moved(startedAt, by: length, charges).timeIntervalSince(end))
  }

  /// The longest length that fits all periods but the first, which is as long as a usual trial.
  private func trialLength(_ charges: Int, _ end: Date) -> Length? {
    let trials = isTest ? Self.testTrials : Self.usualTrials
    return lengths.first { length in
      let first = Self.moved(end, by: length, 1 - charges).timeIntervalSince(startedAt)
      return trials.contains { abs($0 - first) <= tolerance / 3 }
    }
  }

  private static func moved(_ date: Date, by length: Length, _ count: Int) -> Date {
    switch length {
    case .minutes(let minutes): date.addingTimeInterval(TimeInterval(minutes * 60 * count))
    case .days(let days): date.addingTimeInterval(TimeInterval(days * 86_400 * count))
    case .months(let months):
      Calendar.gmt.date(byAdding: .month, value: months * count, to: date) ?? date
    }
  }
}

// A Google order states no beginning in the purchase, whose end moves after the charge: in a grace
// period, if the developer defers the next charge, and by a revocation. If the first order goes on
// under another token (replacement mode DEFERRED), the purchase begins anew and the order does not.

extension [Order] {
  /// The sales of one chain, with each of Google's dated by the first answer that shows it.
  package func withBeginnings(from renewalStatuses: [RenewalStatus]) -> [Order] {
    guard contains(where: { $0.store == .google && $0.kind == .autoRenewable }) else { return self }
    let answers = renewalStatuses.answers
    let documents = Set(answers.map(\.evidence))
    var lastStatedAt = Date.distantPast
    var beginnings: [ID<Order>: Date] = [:]
    for sale in inOrderOfCharges {
      let first = answers.partitioningIndex { $0.statedAt > lastStatedAt }
      // An order states its own beginning.
      if !sale.isDatedByOrder, documents.contains(sale.evidence), first < answers.count {
        beginnings[sale.id] = sale.beginning(by: answers[first])
      }
      lastStatedAt = Swift.max(lastStatedAt, sale.statedAt)
    }
    guard !beginnings.isEmpty else { return self }
    return map { sale in
      beginnings[sale.id].map { start in sale.changing { $0.purchasedAt = start } } ?? sale
    }
    .sorted { $0.precedes($1) }
  }
}

extension [Order] {
  /// Google's sales of one chain by the number of their charge.
  var inOrderOfCharges: [Order] {
    sorted { ($0.googleCharges, $0.id) < ($1.googleCharges, $1.id) }
  }
}

extension [RenewalStatus] {
  /// The answers that state an end, in time.
  var answers: [RenewalStatus] {
    filter { $0.paidUntil != nil && $0.condition != .pending }
      .sorted { $0.statementSource < $1.statementSource }
  }
}

extension Order {
  /// The number of charges of a Google subscription including this one: 2 for `GPA.…..0`; 1 for
  /// other sales.
  var googleCharges: Int {
    guard store == .google, let dots = transactionID.range(of: "..") else { return 1 }
    let number = transactionID[dots.upperBound...].prefix { $0.isNumber }
    return Int(number).map { Swift.min($0, 10_000) + 2 } ?? 1
  }

  /// The clocks of Google and of the machine that asks differ by less.
  private static var tolerance: TimeInterval { 3_600 }

  /// The beginning by an earlier answer; `nil` if the stated one is as good.
  fileprivate func beginning(by answer: RenewalStatus) -> Date? {
    guard googleCharges > 1 else {
      let isEarlier = answer.statedAt.addingTimeInterval(Self.tolerance) < purchasedAt
      return isEarlier && transactionID == originalTransactionID ? answer.statedAt : nil
    }
    guard answer.statedAt < statedAt, answer.paidUntil != expiresAt else { return nil }
    return GooglePeriods(startedAt: originalPurchasedAt, isTest: environment != .production)
      .beginning(
        ofCharge: googleCharges,
        endingAt: answer.paidUntil,
        statedAt: answer.statedAt,
        isUnpaid: answer.condition.isUnpaid
      )
  }
}
