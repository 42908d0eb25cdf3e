package import Basics
package import Foundation

package enum SimulatedStore: String, Codable, CaseIterable, Sendable {
  case apple, google, microsoft, amazon
}

/// A product of a simulated store.
package struct SimulatedProduct: Codable, Equatable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case consumable
    case nonConsumable = "non-consumable"
    case nonRenewing = "non-renewing"
    case subscription, prepaid

    package var isSubscription: Bool { self == .subscription || self == .prepaid }
  }

  package var id: String
  package var app: String
  package var store: SimulatedStore
  package var kind: Kind
  /// Products of one group replace each other. A lower level is the better product.
  package var group = "premium"
  package var level = 1
  package var period: ISO8601Duration?
  package var trial: ISO8601Duration?
  /// Thousandths of the currency's unit.
  package var price: Int64
  /// The price of the first period with the introductory offer.
  package var introductoryPrice: Int64?
  package var currency = "USD"

  /// Google's base plan, Amazon's term.
  package var plan: String { (period ?? .month).text.lowercased() }
}

/// The products of a new world: one app, with the same products in every store.
package enum SimulatedShop {
  package static let app = "com.example.reader"
  package static let appleID: Int64 = 1_462_807_315

  package static let products: [SimulatedProduct] = SimulatedStore.allCases.flatMap(goods)

  private static func goods(of store: SimulatedStore) -> [SimulatedProduct] {
    func product(
      _ id: String,
      _ kind: SimulatedProduct.Kind,
      _ price: Int64,
      level: Int = 1,
      period: ISO8601Duration? = nil,
      trial: ISO8601Duration? = nil
    ) -> SimulatedProduct {
      SimulatedProduct(
        id: id,
        app: app,
        store: store,
        kind: kind,
        level: level,
        period: period,
        trial: trial,
        price: price,
        introductoryPrice: kind == .subscription ? price / 2 : nil
      )
    }
    var goods = [
      product("plus.weekly", .subscription, 2_990, level: 2, period: .week),
      product("plus.monthly", .subscription, 7_990, level: 2, period: .month, trial: .week),
      product("plus.yearly", .subscription, 59_990, level: 2, period: .year, trial: .month),
      product("max.monthly", .subscription, 14_990, period: .month),
      product("lifetime", .nonConsumable, 99_990),
      product("coins.100", .consumable, 1_990),
      product("season", .nonRenewing, 19_990),
    ]
    if store == .google {
      goods.append(product("plus.prepaid", .prepaid, 8_990, level: 2, period: .month))
    }
    return goods
  }
}

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
    span.months > 0
      ? span.months * appleRate
      : Self.minutes(appleRate, [(5, 3), (15, 5), (30, 10)], otherwise: 15)
  }

  /// developer.android.com/google/play/billing/test.
  private func google(_ span: ISO8601Duration) -> Int {
    Self.minutes(span.months, [(1, 5), (3, 10), (6, 15)], otherwise: 30)
  }

  /// Amazon's table of accelerated subscriptions.
  private func amazon(_ span: ISO8601Duration) -> Int {
    Self.minutes(span.months, [(0, 5), (1, 10), (2, 15), (3, 20), (6, 25)], otherwise: 30)
  }

  private static func minutes(
    _ value: Int,
    _ table: [(upTo: Int, minutes: Int)],
    otherwise: Int
  ) -> Int {
    table.first { value <= $0.upTo }?.minutes ?? otherwise
  }
}
