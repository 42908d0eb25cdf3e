import Basics
import Entitlements
import Foundation
import Receipts

/// An answer of the Receipt Verification Service. Amazon tells neither charges nor periods, and the
/// receipt ID stays the same over all renewals: a receipt is one sale, whose end moves. The ID is a
/// secret, so the sale goes by a name made of it.
enum AmazonReceiptFacts {
  static func tell(_ payload: JSONValue, into telling: inout Telling) {
    guard let receipt = AmazonReceipt(payload) else { return }
    telling.purchases = 1
    guard let witness = telling.witness,
      let secret = receipt.receiptID?.usable ?? telling.context.purchaseToken?.usable
    else { return }
    let name = SecretName.name(for: secret)
    let instant = witness.statedAt
    telling.findings.add(receipt.sale(name, at: instant), by: witness)
    if receipt.isSubscription {
      if receipt.hadTrial {
        // The sale itself tells it no more once it is paid for.
        let start = witness.at(receipt.purchasedAt)
        telling.findings.add(
          start.notice(
            .offerRedeemed,
            chain: name,
            order: name,
            detail: receipt.freeTrialEndsAt.map { $0.ISO8601Format() }
          )
        )
      }
      if !receipt.promotions.isEmpty {
        let start = witness.at(receipt.purchasedAt)
        telling.findings.add(start.notice(.offerRedeemed, chain: name, order: name))
      }
      telling.findings.add(
        Standing(
          chain: witness.chain(name),
          condition: receipt.condition(at: instant),
          renews: receipt.isAutoRenewing,
          nextProductID: receipt.deferredSKU?.usable,
          paidUntil: receipt.paidUntil,
          testimony: witness.testimony
        )
      )
    }
    telling.findings.add(witness.link(.purchaseToken, secret, of: name))
    telling.findings.add(witness.link(.appAccount, telling.context.account, of: name))
  }
}

extension AmazonReceipt {
  /// Of what kind a product is that the store has no word of ours for, its renewals tell.
  fileprivate var isSubscription: Bool {
    productType?.known.map { $0 == .subscription } ?? (renewsAt != nil || term != nil)
  }

  private var kind: ProductKind {
    switch productType?.known {
    case .consumable: .consumable
    case .entitled: .nonConsumable
    case .subscription: .autoRenewable
    case nil: isSubscription ? .autoRenewable : .unknown
    }
  }

  /// `product:term`, the name by which catalogs know it, as with Google's base plans.
  private var catalogID: String? {
    guard let productID, isSubscription, let termSKU = termSKU?.usable, termSKU != productID else {
      return productID
    }
    return "\(productID):\(termSKU)"
  }

  /// A sandbox makes up one date for the end of trial, grace period and term: no state follows.
  private var isMadeUp: Bool {
    environment == .sandbox && gracePeriodEndsAt != nil && gracePeriodEndsAt == renewsAt
  }

  private func graceEnd(after instant: Date) -> Date? {
    gracePeriodEndsAt?.kept.flatMap { instant < $0 && !isMadeUp ? $0 : nil }
  }

  /// A receipt of a subscription whose renewal is off names its end alone.
  fileprivate var paidUntil: Date? { (endsAt ?? renewsAt ?? freeTrialEndsAt)?.kept }

  /// Whether it is over by then, by a date that is the end of validity in every case.
  private func isOver(at instant: Date) -> Bool { endsAt?.kept.map { $0 <= instant } ?? false }

  fileprivate func sale(_ name: String, at instant: Date) -> Sale {
    var sale = Sale(
      transactionID: name,
      productID: catalogID,
      kind: kind,
      quantity: quantity,
      purchasedAt: purchasedAt,
      offer: isSubscription ? offer(at: instant) : nil,
      country: countryCode
    )
    if isSubscription { sale.expiresAt = paidUntil }
    // A customer who cancels the order has the money back, and so has one whose lasting purchase
    // ends. A subscription that ends with a term was cancelled for the next one.
    if isOver(at: instant), !isSubscription || cancelReason?.known == .customer && !endsWithTerm {
      (sale.cancelledAt, sale.cancellation) = (endsAt, .refunded)
    }
    return sale
  }

  /// Whether it ends a whole number of terms after it began: `cancelDate` is also the day when a
  /// subscription expired (Receipt Verification Service, `cancelDate`).
  private var endsWithTerm: Bool {
    guard let start = purchasedAt?.kept, let end = endsAt?.kept, start < end else { return false }
    if let trial = freeTrialEndsAt?.kept, abs(trial.timeIntervalSince(end)) < 3_600 { return true }
    let days = end.timeIntervalSince(start) / 86_400
    guard abs(days - days.rounded()) < 1.0 / 24 else { return false }
    // A receipt of what has ended names its trial no more.
    if [3, 7, 14, 30].contains(Int(days.rounded())) { return true }
    let words = term?.split(separator: " ") ?? []
    let count = words.first.flatMap { Int($0) } ?? 1
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let from = [start, freeTrialEndsAt?.kept].compactMap(\.self)
    let unit = words.last?.lowercased() ?? "month"
    return from.contains { from in
      if unit.hasPrefix("week") {
        return Int(end.timeIntervalSince(from) / 86_400 + 0.5) % (7 * count) == 0
      }
      let months = count * (unit.hasPrefix("year") || unit.hasPrefix("annual") ? 12 : 1)
      return (1...120).contains { number in
        let meant = calendar.date(byAdding: .month, value: number * months, to: from)
        return meant.map { abs($0.timeIntervalSince(end)) < 3_600 } ?? false
      }
    }
  }

  fileprivate var hadTrial: Bool { freeTrialEndsAt?.kept != nil && !isMadeUp }

  private func isTrial(at instant: Date) -> Bool {
    hadTrial && freeTrialEndsAt?.kept.map { instant < $0 } ?? false
  }

  private func offer(at instant: Date) -> Order.Offer? {
    if isTrial(at: instant) { return .trial }
    let running = promotions.filter { $0.status?.known == .inProgress }.compactMap(\.type)
    guard let first = running.min() else { return nil }
    let introduces = running.contains {
      let type = $0.lowercased()
      return type.hasPrefix("introductory") || type.contains("lapsed")
    }
    return introduces ? .introductory : .promotional(first)
  }

  fileprivate func condition(at instant: Date) -> Standing.Condition {
    if isOver(at: instant) { return .ended(reason) }
    return graceEnd(after: instant).map { .gracePeriod(until: $0) } ?? .running
  }

  private var reason: ExpiryReason {
    guard let cancelReason else { return .unknown }
    return switch cancelReason.known {
    case .notYetKnown: .unknown
    case .customer: .voluntary
    case .system: .billing
    case .replaced: .replaced
    case .internal, nil: .other
    }
  }
}
