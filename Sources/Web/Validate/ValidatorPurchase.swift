import Basics
import Entitlements
import Foundation
import Receipts

/// A purchase chain as reported to clients: its relevant sale and its state.
///
/// Clients determine ownership only from `isExpired` and `expiryDate`, so both must reflect the end
/// of access.
struct ValidatorPurchase: Sendable {
  /// The tolerated clock difference to a store.
  private static let maxSkew: TimeInterval = 86_400

  let record: ChainRecord
  let sale: Order
  /// Further details from the store's answer.
  var details = PurchaseDetails()
  /// The client's product name, if it differs from the store's.
  var name: String?
  /// Whether nothing is left of it by the ledger's own records.
  var isUsedUp = false
  private let at: Date
  private let phase: Phase?

  /// `nil` for a chain without a sale: it is not paid for or only hearsay.
  init?(_ record: ChainRecord, at now: Date) {
    var record = record
    record.sales = record.sales.filter(\.isConfirmed)
    guard let first = record.sales.first else { return nil }
    let isAhead = first.purchasedAt > now && first.purchasedAt < now + Self.maxSkew
    let instant = isAhead ? first.purchasedAt : now
    let begun = record.sales.filter { $0.purchasedAt <= instant }
    let lasting = begun.enumerated().max {
      ($0.element.accessEnd, $0.offset) < ($1.element.accessEnd, $1.offset)
    }
    sale = begun.last { $0.accessEnd > instant } ?? lasting?.element ?? first
    phase = record.phases.last { $0.contains(instant) }
    at = instant
    self.record = record
  }

  var renews: Bool { sale.kind == .autoRenewable }

  /// The product ID for clients: without Google's base plan.
  var productID: String { name ?? Self.clientProductID(sale.productID, of: sale.store) }

  static func clientProductID(_ id: String, of store: Store) -> String {
    guard store == .google, let colon = id.firstIndex(of: ":") else { return id }
    return String(id[..<colon])
  }

  /// Whether a client's product name means this product; clients may append an offer.
  func isOf(_ name: String) -> Bool {
    let plain = name.split(separator: "@", maxSplits: 1).first.map(String.init) ?? name
    return [name, plain].contains { $0 == sale.productID || $0 == productID }
  }

  /// When a non-renewing purchase was cancelled. A later sale of the same chain is a separate
  /// purchase.
  private var reversedAt: Date? {
    let date = record.sales.lazy.compactMap(\.cancelledAt).max()
    guard let date, date <= at, !record.sales.contains(where: { $0.purchasedAt > date }) else {
      return nil
    }
    return date
  }

  var state: SubscriptionState {
    if renews { return phase?.state ?? sale.state(at: at) }
    guard reversedAt != nil else { return sale.state(at: at) }
    let last = record.sales.last { $0.cancelledAt != nil }
    return last?.cancellation == .revoked ? .revoked : .refunded
  }

  /// Why it ended.
  var reason: ExpiryReason? { phase?.reason }

  /// Whether the user has access now.
  var isOwned: Bool { state.grantsAccess }

  /// When access ends or ended; `nil` for permanent access.
  var endsAt: Date? {
    guard isOwned else { return [ended, at].compactMap(\.self).min() }
    let end = state == .gracePeriod ? phase?.until ?? sale.accessUntil : sale.accessUntil
    return end.flatMap { $0 > at ? $0 : nil }
  }

  private var ended: Date? {
    guard renews else { return reversedAt ?? sale.accessUntil ?? sale.purchasedAt }
    let from = phase.flatMap { $0.state.grantsAccess ? nil : $0.from }
    return [sale.accessUntil, from].compactMap(\.self).min()
  }

  /// Whether the store may have renewed it since the last answer: it ended only by time, and
  /// nothing states that it was to end.
  var isOpen: Bool {
    guard renews, !isOwned, state != .refunded, state != .revoked, renewal != false else {
      return false
    }
    guard let end = sale.accessUntil, let last = record.renewalStatuses.last else { return true }
    switch last.condition {
    case .ended, .revoked: return false
    case .gracePeriod(let until), .renewing(let until): return last.statedAt < max(until, end)
    case .running, .billingRetry, .paused, .pending: return last.statedAt < end
    }
  }

  /// Whether it will renew, if known.
  var renewal: Bool? {
    switch state {
    case .autoRenewOff, .refunded, .revoked: false
    case .expired where phase?.reason == .voluntary || phase?.reason == .replaced: false
    default: phase?.renews ?? record.renewalStatuses.last { $0.renews != nil }?.renews
    }
  }

  private var intentChangedAt: Date? {
    guard let renewal else { return nil }
    let reported = record.notices.last { [.renewalTurnedOn, .renewalTurnedOff].contains($0.kind) }
    if let reported, (reported.kind == .renewalTurnedOn) == renewal {
      return reported.statementSource.statedAt
    }
    // The first of the latest statements with this value, if an earlier one differs.
    let known = record.renewalStatuses.filter { $0.renews != nil }
    guard let other = known.lastIndex(where: { $0.renews != renewal }), other + 1 < known.count
    else { return nil }
    return known[other + 1].statedAt
  }

  var isConsumed: Bool { isUsedUp || record.isConsumed(sale) }

  var isAcknowledged: Bool? {
    if renews || sale.kind == .nonRenewing { return details.isAcknowledged }
    return record.isConsumed(sale)
      || record.notices.contains { $0.kind == .acknowledged && isOfSale($0) }
  }

  private func isOfSale(_ notice: StoreEvent) -> Bool { notice.order.map { $0 == sale.id } ?? true }

  /// The purchase token, a secret that the requesting client already has.
  var token: String? {
    record.links.last { $0.kind == .purchaseToken }?.value
  }
}

extension Order {
  /// Permanent access ends last.
  fileprivate var accessEnd: Date { accessUntil ?? .distantFuture }
}

extension ValidatorPurchase {
  /// The members that clients know (seed-endpoints.md §1.4). `asked` is the client's ID of the
  /// requested transaction.
  func json(asked: String?) -> JSONValue {
    let hasExpiry = renews || sale.expiresAt != nil
    return [
      "id": .string(productID),
      "platform": .text(platform?.name),
      "purchaseId": .string(purchaseID),
      "transactionId": .string(transactionID(asked: asked)),
      "purchaseDate": .milliseconds(firstPurchasedAt),
      "lastRenewalDate": renews ? .milliseconds(sale.purchasedAt) : nil,
      "expiryDate": .milliseconds(endsAt),
      "isExpired": hasExpiry || !isOwned ? .bool(!isOwned) : nil,
      "renewalIntent": renews ? renewal.map { $0 ? "Renew" : "Lapse" } : nil,
      "renewalIntentChangeDate": renews ? .milliseconds(intentChangedAt) : nil,
      "cancelationReason": renews || !isOwned ? .string(cancelation.rawValue) : nil,
      "isBillingRetryPeriod": renews
        ? .bool(state == .billingRetry || state == .gracePeriod) : nil,
      "isTrialPeriod": renews ? .bool(sale.offer == .trial) : nil,
      "isIntroPeriod": renews ? .bool(sale.offer == .introductory) : nil,
      "discountId": .text(discountID),
      "priceConsentStatus": renews ? .text(priceConsent?.rawValue) : nil,
      "quantity": .whole(sale.quantity),
      "isAcknowledged": sale.store == .google ? .flag(isAcknowledged) : nil,
      "isConsumed": (sale.store == .google || isUsedUp) && !hasExpiry ? .bool(isConsumed) : nil,
    ]
  }

  private var platform: ValidatorRequest.Platform? {
    switch sale.store {
    case .apple: .apple
    case .google: .google
    case .microsoft: .microsoft
    case .amazon: nil
    }
  }

  /// The first purchase of the product; the chain may have begun with another product.
  private var firstPurchasedAt: Date {
    let same = record.sales.filter { $0.productID == sale.productID }
    let first = same.lazy.map(\.purchasedAt).min() ?? sale.purchasedAt
    return same.count == record.sales.count ? min(first, sale.originalPurchasedAt) : first
  }

  private var purchaseID: String {
    sale.store == .google ? token ?? sale.originalTransactionID : sale.originalTransactionID
  }

  /// Google's client uses the order number, or the token if the device knows no number. Renewals
  /// append to the number, which the client may not know yet.
  func transactionID(asked: String?) -> String {
    guard sale.store == .google else { return sale.transactionID }
    if let asked, asked == token { return asked }
    let order = sale.transactionID.split(separator: "/").first.map(String.init)
    guard let order, order.hasPrefix("GPA.") else { return token ?? sale.transactionID }
    let base = order.split(separator: ".").prefix(2).joined(separator: ".")
    guard let asked, asked == base || asked.hasPrefix("\(base)..") else { return order }
    return asked
  }

  /// Only Apple's own offer IDs, not descriptions used when it names none.
  private var discountID: String? {
    guard sale.store == .apple, case .promotional(let name) = sale.offer, !name.contains(" ")
    else { return nil }
    return name
  }

  private var priceConsent: PurchaseDetails.PriceConsent? {
    if let consent = details.priceConsent { return consent }
    let reported = record.notices.last {
      [.priceRiseAsked, .priceRiseAgreed].contains($0.kind)
        && $0.statementSource.statedAt >= sale.purchasedAt
    }
    return reported.map { $0.kind == .priceRiseAgreed ? .agreed : .notified }
  }
}
