import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from Google Play's documents. Bare answers name neither app nor token; the context does.
extension DocumentTranslation {
  mutating func extractGoogle(_ examination: DocumentExamination, _ bytes: [UInt8]) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .googleSubscription where payload["expiryTimeMillis"] != nil:
      extractGoogleLegacySubscription(payload)
    case .googleSubscription: extractGoogleSubscription(payload)
    case .googleProduct: extractGoogleProduct(payload)
    case .googlePurchase: extractGooglePurchase(payload)
    case .googleOrder: extractGoogleOrder(payload)
    case .googleVoided: extractGoogleVoided(payload)
    case .googleRTDN: extractGoogleNotification(payload, bytes)
    default: break
    }
  }
}

/// Names of Google's purchases. A sale is named by its order ID; its chain by the order ID of the
/// first charge, to which renewals append a number, or else by a hash of its token.
enum GoogleNames {
  struct Name: Equatable {
    var transaction: String
    var chain: String
  }

  /// One line item of a purchase and its charge.
  struct Line {
    var productID: String
    var orderID: GoogleOrderID?
  }

  /// `nil` if neither order nor token is known.
  static func chain(of order: GoogleOrderID?, token: String?) -> String? {
    order?.base.usable ?? token?.usable.map(SecretName.name)
  }

  /// A name for each line item of a purchase.
  ///
  /// Products bought together share an order ID but are separate sales: the first by name has the
  /// order ID, the others append their product ID.
  static func names(of lines: [Line], token: String?) -> [Name?] {
    let named = lines.map { ($0, chain(of: $0.orderID, token: token)) }
    var first: [String: String] = [:]
    for case (let line, let chain?) in named {
      first[chain] = min(first[chain] ?? line.productID, line.productID)
    }
    return named.map { line, chain in
      guard let chain else { return nil }
      let transaction = line.orderID?.raw.usable ?? chain
      let suffix = line.productID == first[chain] ? "" : "/\(line.productID)"
      return Name(transaction: transaction + suffix, chain: chain + suffix)
    }
  }
}

extension GoogleOrderID {
  /// The previous charge, if this is a renewal.
  var previous: GoogleOrderID {
    guard let renewal else { return self }
    return GoogleOrderID(renewal == 0 ? base : "\(base)..\(renewal - 1)")
  }

  /// The number of charges including this one, capped because the number is untrusted.
  var chargeCount: Int { renewal.map { min($0, 10_000) + 2 } ?? 1 }
}

extension DocumentTranslation {
  /// Adds the links of a Google purchase: token, order ID, the app's account ID and the replaced
  /// purchase.
  mutating func addLinks(
    of name: GoogleNames.Name,
    order: GoogleOrderID?,
    token: String?,
    account: String? = nil,
    predecessor: String? = nil,
    by factSource: FactSource
  ) {
    collector.add(factSource.link(.purchaseToken, token, of: name.chain))
    collector.add(factSource.link(.storeOrder, order?.raw, of: name.chain))
    collector.add(factSource.link(.appAccount, account, of: name.chain))
    collector.add(factSource.link(.predecessor, predecessor, of: name.chain))
  }
}

/// Estimates when a subscription period began, as Google states only the first start.
///
/// If all periods are equally long, the estimate is exact: a renewal that is paid in a grace period
/// keeps its date. A recovery from account hold moves it (Google Play, "Subscription lifecycle").
/// Otherwise the estimate is the earliest possible start, so that no artificial gap in access arises.
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

  /// The free trials that are usual, in days, and that of licence testers.
  private static let usualTrials: [TimeInterval] = [3, 5, 7, 10, 14, 30].map { $0 * 86_400 }
  private static let testTrials: [TimeInterval] = [180]
  /// How long account hold and a grace period before it last at most. Both last 60 days together.
  private static let (maxHold, maxTestHold): (TimeInterval, TimeInterval) = (61 * 86_400, 900)

  /// The length that fits all periods; else the longest that fits all but the first, which may be a
  /// trial. If the first is no usual trial, a hold may have moved the date.
  private func length(_ charges: Int, _ end: Date) -> Length? {
    let lengths = isTest ? Length.test : Length.production
    let tolerance = isTest ? 60 : Self.tolerance
    let fits = lengths.map { length in
      (length, abs(Self.moved(startedAt, by: length, charges).timeIntervalSince(end)))
    }
    if let best = fits.min(by: { $0.1 < $1.1 }), best.1 <= tolerance { return best.0 }
    let trials = isTest ? Self.testTrials : Self.usualTrials
    let followsTrial = { (length: Length) in
      let first = Self.moved(end, by: length, 1 - charges).timeIntervalSince(startedAt)
      return trials.contains { abs($0 - first) <= tolerance / 3 }
    }
    let maxHold = isTest ? Self.maxTestHold : Self.maxHold
    let followsHold = { (length: Length) in
      let late = end.timeIntervalSince(Self.moved(startedAt, by: length, charges))
      return late > 0 && late <= maxHold
    }
    return lengths.first(where: followsTrial) ?? lengths.first(where: followsHold)
      ?? lengths.first { Self.moved(startedAt, by: $0, charges - 1) < end }
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
