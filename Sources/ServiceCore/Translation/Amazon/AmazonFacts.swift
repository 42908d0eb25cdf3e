import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from Amazon's documents. The Receipt Verification Service names no app; the context does.
extension DocumentTranslation {
  mutating func extractAmazon(_ examination: DocumentExamination, _ bytes: [UInt8]) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .amazonReceipt: extractAmazonReceipt(payload)
    case .amazonRefusal:
      if let receipt = AmazonRefusal.receipt(in: payload) {
        extractAmazonReceipt(receipt, isRefused: true)
      }
    case .amazonNotification: extractAmazonNotification(payload, bytes)
    default: break
    }
  }
}

/// Facts from a Receipt Verification Service answer. Amazon states neither charges nor periods, and
/// the receipt ID is the same for all renewals, so a receipt is one sale whose end moves. The ID is
/// a secret; the sale has a name derived from it.
///
/// A receipt that Amazon refuses is cancelled (Receipt Verification Service, status 410): a
/// permanent purchase was refunded, a subscription that is still paid was revoked.
extension DocumentTranslation {
  mutating func extractAmazonReceipt(_ payload: JSONValue, isRefused: Bool = false) {
    guard let receipt = AmazonReceipt(payload) else { return }
    purchases = 1
    guard let factSource, let secret = receipt.receiptID?.usable ?? context.purchaseToken?.usable
    else { return }
    let name = SecretName.name(for: secret)
    let instant = factSource.statedAt
    collector.add(receipt.sale(name, at: instant, isRefused: isRefused), by: factSource)
    if receipt.isSubscription {
      if receipt.hadTrial {
        // Once it is paid for, the sale itself no longer states it.
        let start = factSource.at(receipt.purchasedAt)
        collector.add(
          start.notice(
            .offerRedeemed,
            chain: name,
            order: name,
            detail: receipt.freeTrialEndsAt.map { $0.ISO8601Format() }
          )
        )
      }
      if !receipt.promotions.isEmpty {
        let start = factSource.at(receipt.purchasedAt)
        collector.add(start.notice(.offerRedeemed, chain: name, order: name))
      }
      collector.add(
        factSource.status(
          of: name,
          receipt.condition(at: instant, isRefused: isRefused),
          renews: isRefused ? false : receipt.isAutoRenewing,
          nextProductID: receipt.deferredSKU?.usable,
          paidUntil: receipt.paidUntil
        )
      )
    }
    collector.add(factSource.link(.purchaseToken, secret, of: name))
    collector.add(factSource.link(.appAccount, context.account, of: name))
  }
}

extension AmazonReceipt {
  /// If the product type is unknown, renewal dates identify a subscription.
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

  /// `product:term`, the catalog name, as with Google's base plans.
  private var catalogID: String? {
    guard let productID, isSubscription, let termSKU = termSKU?.usable, termSKU != productID else {
      return productID
    }
    return "\(productID):\(termSKU)"
  }

  /// The sandbox uses one date for the end of trial, grace period and term, so no state follows.
  private var hasSandboxDates: Bool {
    environment == .sandbox && gracePeriodEndsAt != nil && gracePeriodEndsAt == renewsAt
  }

  private func graceEnd(after instant: Date) -> Date? {
    gracePeriodEndsAt?.kept.flatMap { instant < $0 && !hasSandboxDates ? $0 : nil }
  }

  /// A receipt of a subscription that does not renew states only its end.
  fileprivate var paidUntil: Date? { (endsAt ?? renewsAt ?? freeTrialEndsAt)?.kept }

  /// Whether it has ended by a date that always ends validity.
  private func isOver(at instant: Date) -> Bool { endsAt?.kept.map { $0 <= instant } ?? false }

  fileprivate func sale(_ name: String, at instant: Date, isRefused: Bool) -> RawSale {
    var sale = RawSale(
      transactionID: name,
      productID: catalogID,
      kind: kind,
      quantity: quantity,
      purchasedAt: purchasedAt,
      offer: isSubscription ? offer(at: instant) : nil,
      country: countryCode
    )
    if isSubscription { sale.expiresAt = paidUntil }
    // A customer who cancels the order is refunded, as is one whose permanent purchase ends. A
    // subscription that ends with its term was cancelled for the next one.
    if isOver(at: instant), !isSubscription || cancelReason?.known == .customer && !endsWithTerm {
      (sale.cancelledAt, sale.cancellation) = (endsAt, .refunded)
    } else if isRefused, !isSubscription || paidUntil.map({ instant < $0 }) ?? true {
      (sale.cancelledAt, sale.cancellation) = (instant, isSubscription ? .revoked : .refunded)
    }
    return sale
  }

  /// Whether it ends a whole number of terms after its start: `cancelDate` is also the date when a
  /// subscription expired (Receipt Verification Service, `cancelDate`).
  private var endsWithTerm: Bool {
    guard let start = purchasedAt?.kept, let end = endsAt?.kept, start < end else { return false }
    if let trial = freeTrialEndsAt?.kept, abs(trial.timeIntervalSince(end)) < 3_600 { return true }
    let days = end.timeIntervalSince(start) / 86_400
    guard abs(days - days.rounded()) < 1.0 / 24 else { return false }
    // A receipt of an ended subscription no longer states its trial.
    if [3, 7, 14, 30].contains(Int(days.rounded())) { return true }
    let parts = term?.split(separator: " ") ?? []
    let count = parts.first.flatMap { Int($0) } ?? 1
    let from = [start, freeTrialEndsAt?.kept].compactMap(\.self)
    let unit = parts.last?.lowercased() ?? "month"
    return from.contains { from in
      if unit.hasPrefix("week") {
        return Int(end.timeIntervalSince(from) / 86_400 + 0.5) % (7 * count) == 0
      }
      let months = count * (unit.hasPrefix("year") || unit.hasPrefix("annual") ? 12 : 1)
      return (1...120).contains { number in
        let date = CivilTime(clamping: from).adding(months: number * months).instant
        return abs(date.timeIntervalSince(end)) < 3_600
      }
    }
  }

  fileprivate var hadTrial: Bool { freeTrialEndsAt?.kept != nil && !hasSandboxDates }

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

  fileprivate func condition(at instant: Date, isRefused: Bool) -> RenewalStatus.Condition {
    if isRefused || isOver(at: instant) { return .ended(reason) }
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

/// Facts from Amazon's real-time notifications, which state only that something changed.
extension DocumentTranslation {
  mutating func extractAmazonNotification(_ payload: JSONValue, _ bytes: [UInt8]) {
    purchases = 0
    let envelope = (try? JSONReader.value(bytes)).flatMap(AmazonEnvelope.init)
    number = envelope?.messageID
    statedAt = envelope?.sentAt
    // Subscription messages of Amazon SNS itself consist of the envelope only.
    if let envelope, envelope.type.known != .notification {
      add(notice: .test, envelope.type.raw)
      return
    }
    guard let notification = AmazonNotification(payload) else { return }
    statedAt = notification.sentAt ?? envelope?.sentAt
    let kind = notification.change?.known?.notice ?? .other
    let changeName = notification.change?.raw ?? "unknown notification"
    guard let factSource, let secret = notification.receiptID?.usable else {
      add(notice: kind, changeName)
      return
    }
    let name = SecretName.name(for: secret)
    collector.add(factSource.notice(kind, chain: name, detail: changeName))
    collector.add(factSource.link(.purchaseToken, secret, of: name))
    collector.add(factSource.link(.appAccount, notification.userID, of: name))
    collector.add(factSource.link(.predecessor, notification.cancelledReceiptID, of: name))
  }
}

extension AmazonNotification.Change {
  /// Amazon Appstore, "Real-time notifications".
  fileprivate var notice: StoreEvent.Kind {
    switch self {
    case .subscriptionPurchased, .consumablePurchased, .entitlementPurchased: .purchased
    case .subscriptionConverted, .subscriptionRenewed: .renewed
    case .autoRenewalOff: .renewalTurnedOff
    case .autoRenewalOn: .renewalTurnedOn
    case .inGracePeriod: .graceBegan
    case .outOfGracePeriod: .recovered
    case .modifiedDeferred: .planChangeChosen
    case .modifiedImmediately: .planChanged
    case .subscriptionCancelled, .subscriptionExpired: .expired
    case .consumableCancelled, .entitlementCancelled: .refunded
    // A reminder of an end that was decided earlier.
    case .subscriptionScheduledToEnd: .other
    }
  }
}
