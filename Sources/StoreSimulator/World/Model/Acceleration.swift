package import Basics
package import Foundation

/// Durations in a store's sandbox. Production purchases always follow the calendar.
package struct Acceleration: Codable, Equatable, Sendable {
  /// If false, sandboxes follow the calendar too.
  package var isOn: Bool
  /// App Store Connect's renewal rate: the length of a month in minutes; 3, 5, 15, 30 or 60.
  package var appleRate: Int

  package init(isOn: Bool = true, appleRate: Int = 5) {
    self.isOn = isOn
    self.appleRate = appleRate
  }

  /// The end of a period that began at an instant.
  package func end(
    of span: ISO8601Duration,
    from start: Date,
    for purchase: SimulatedPurchase
  ) -> Date {
    guard isOn, purchase.isSandbox else { return span.end(from: start) }
    let minutes: Int? =
      switch purchase.store {
      case .apple: apple(span)
      case .google: google(span)
      case .amazon: amazon(span)
      case .microsoft: nil
      }
    return minutes.map { start.addingTimeInterval(Double($0) * 60) } ?? span.end(from: start)
  }

  /// The end of a free trial that began at an instant.
  package func trialEnd(
    _ span: ISO8601Duration,
    from start: Date,
    for purchase: SimulatedPurchase
  ) -> Date {
    guard isOn, purchase.isSandbox else { return span.end(from: start) }
    return switch purchase.store {
    case .google: start.addingTimeInterval(3 * 60)
    case .amazon: start.addingTimeInterval(5 * 60)
    case .apple where span.months == 0 && span.days <= 3: start.addingTimeInterval(2 * 60)
    case .apple, .microsoft: end(of: span, from: start, for: purchase)
    }
  }

  /// The length of the grace period in seconds; 0 for none.
  package func grace(for purchase: SimulatedPurchase, period: ISO8601Duration) -> TimeInterval {
    let day: TimeInterval = 86_400
    let isWeekly = period.months == 0
    let isFast = isOn && purchase.isSandbox
    return switch purchase.store {
    case .apple where isFast: isWeekly ? 3 * 60 : Double(appleRate) * 60
    case .apple: isWeekly ? 6 * day : 16 * day
    case .google where isFast: 5 * 60
    case .google: isWeekly ? 3 * day : 7 * day
    case .microsoft: 3 * day
    case .amazon where isFast: 5 * 60
    case .amazon: 6 * day
    }
  }

  /// How long the store retries a failed renewal, grace period included.
  package func retry(for purchase: SimulatedPurchase, period: ISO8601Duration) -> TimeInterval {
    let day: TimeInterval = 86_400
    let isFast = isOn && purchase.isSandbox
    return switch purchase.store {
    case .apple where isFast: 2 * Double(appleRate) * 60
    case .google where isFast: 15 * 60
    case .apple, .google: 60 * day
    case .microsoft: 42 * day
    // Amazon does not retry after the grace period.
    case .amazon: grace(for: purchase, period: period)
    }
  }

  /// The number of renewals after which a sandbox turns renewal off; `nil` for no limit.
  package func lastRenewal(for purchase: SimulatedPurchase) -> Int? {
    guard isOn, purchase.isSandbox else { return nil }
    return switch purchase.store {
    case .apple: 12
    case .google: 6
    case .amazon: 4
    case .microsoft: nil
    }
  }

  private func apple(_ span: ISO8601Duration) -> Int {
    guard span.months == 0 else { return span.months * appleRate }
    return switch appleRate {
    case ...5: 3
    case ...15: 5
    case ...30: 10
    default: 15
    }
  }

  /// developer.android.com/google/play/billing/test.
  private func google(_ span: ISO8601Duration) -> Int {
    switch span.months {
    case ...1: 5
    case ...3: 10
    case ...6: 15
    default: 30
    }
  }

  /// Amazon's table of accelerated subscriptions.
  private func amazon(_ span: ISO8601Duration) -> Int {
    switch span.months {
    case 0: 5
    case 1: 10
    case 2: 15
    case 3: 20
    case ...6: 25
    default: 30
    }
  }
}
