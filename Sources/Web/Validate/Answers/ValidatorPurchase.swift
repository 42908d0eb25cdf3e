import Basics
import Entitlements
import Foundation
import Receipts

/// A chain as clients are told of it: by the sale that decides, and by how it stands.
///
/// Clients look at nothing but `isExpired` and `expiryDate` to tell whether somebody has a product:
/// what gives no access must end there.
struct ValidatorPurchase: Sendable {
  /// A store's clock may be ahead of ours.
  private static let mostSkew: TimeInterval = 86_400

  let record: ChainRecord
  let sale: Order
  /// What the store's own answer tells beyond that.
  var details = ValidatorDetails()
  /// What the client calls the product, where that is not the store's name.
  var name: String?
  private let at: Date
  private let phase: Phase?

  /// `nil` for a chain without a sale: it is not paid for, or only hearsay.
  init?(_ record: ChainRecord, at now: Date) {
    var record = record
    record.sales = record.sales.filter(\.isConfirmed)
    guard let first = record.sales.first else { return nil }
    let isAhead = first.purchasedAt > now && first.purchasedAt < now + Self.mostSkew
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

  /// The product, as the client knows it: without Google's base plan.
  var productID: String { name ?? Self.clientProductID(sale.productID, of: sale.store) }

  static func clientProductID(_ id: String, of store: Store) -> String {
    guard store == .google, let colon = id.firstIndex(of: ":") else { return id }
    return String(id[..<colon])
  }

  /// Whether this is the product that a client names: clients may add an offer to it.
  func isOf(_ name: String) -> Bool {
    let plain = name.split(separator: "@", maxSplits: 1).first.map(String.init) ?? name
    return [name, plain].contains { $0 == sale.productID || $0 == productID }
  }

  /// The instant at which what does not renew was taken back. A sale that was made after that, of
  /// the same chain, is another purchase.
  private var takenBackAt: Date? {
    let taken = record.sales.lazy.compactMap(\.cancelledAt).max()
    guard let taken, taken <= at, !record.sales.contains(where: { $0.purchasedAt > taken }) else {
      return nil
    }
    return taken
  }

  var state: SubscriptionState {
    if renews { return phase?.state ?? sale.state(at: at) }
    guard takenBackAt != nil else { return sale.state(at: at) }
    let last = record.sales.last { $0.cancelledAt != nil }
    return last?.cancellation == .revoked ? .revoked : .refunded
  }

  /// Why it ended, where it did.
  var reason: ExpiryReason? { phase?.reason }

  /// Whether the user may use it now.
  var isOwned: Bool { state.grantsAccess }

  /// When access ends or ended; `nil` for what lasts.
  var endsAt: Date? {
    guard isOwned else { return [ended, at].compactMap(\.self).min() }
    let end = state == .gracePeriod ? phase?.until ?? sale.accessUntil : sale.accessUntil
    return end.flatMap { $0 > at ? $0 : nil }
  }

  private var ended: Date? {
    guard renews else { return takenBackAt ?? sale.accessUntil ?? sale.purchasedAt }
    let from = phase.flatMap { $0.state.grantsAccess ? nil : $0.from }
    return [sale.accessUntil, from].compactMap(\.self).min()
  }

  /// Whether the store may have renewed it since it was last heard: time alone has ended it, and
  /// nothing says that it was to end.
  var isOpen: Bool {
    guard renews, !isOwned, state != .refunded, state != .revoked, renewal != false else {
      return false
    }
    guard let end = sale.accessUntil, let last = record.standings.last else { return true }
    switch last.condition {
    case .ended, .revoked: return false
    case .gracePeriod(let until), .renewing(let until): return last.statedAt < max(until, end)
    case .running, .billingRetry, .paused, .pending: return last.statedAt < end
    }
  }

  /// Whether it is to renew, as far as anybody said.
  var renewal: Bool? {
    switch state {
    case .autoRenewOff, .refunded, .revoked: false
    case .expired where phase?.reason == .voluntary || phase?.reason == .replaced: false
    default: phase?.renews ?? record.standings.last { $0.renews != nil }?.renews
    }
  }

  private var intentChangedAt: Date? {
    guard let renewal else { return nil }
    let told = record.notices.last { [.renewalTurnedOn, .renewalTurnedOff].contains($0.kind) }
    if let told, (told.kind == .renewalTurnedOn) == renewal { return told.testimony.statedAt }
    // The first of the statements in a row that say so, where one before said otherwise.
    let said = record.standings.filter { $0.renews != nil }
    guard let other = said.lastIndex(where: { $0.renews != renewal }), other + 1 < said.count
    else { return nil }
    return said[other + 1].statedAt
  }

  var isConsumed: Bool {
    record.notices.contains { $0.kind == .consumed && isOfSale($0) }
  }

  var isAcknowledged: Bool? {
    if renews || sale.kind == .nonRenewing { return details.isAcknowledged }
    return isConsumed || record.notices.contains { $0.kind == .acknowledged && isOfSale($0) }
  }

  private func isOfSale(_ notice: Notice) -> Bool { notice.order.map { $0 == sale.id } ?? true }

  /// The purchase's token, a secret that whoever asks about it has.
  var token: String? {
    record.links.last { $0.kind == .purchaseToken }?.value
  }
}

extension Order {
  /// What does not end ends last.
  fileprivate var accessEnd: Date { accessUntil ?? .distantFuture }
}

extension ValidatorPurchase {
  /// The members that clients know (seed-endpoints.md §1.4). `asked` is what the client calls the
  /// transaction that it asks about.
  func json(asked: String?) -> JSONValue {
    let isTold = renews || sale.expiresAt != nil
    return [
      "id": .string(productID),
      "platform": .text(platform?.name),
      "purchaseId": .string(purchaseID),
      "transactionId": .string(transactionID(asked: asked)),
      "purchaseDate": .milliseconds(firstPurchasedAt),
      "lastRenewalDate": renews ? .milliseconds(sale.purchasedAt) : nil,
      "expiryDate": .milliseconds(endsAt),
      "isExpired": isTold || !isOwned ? .bool(!isOwned) : nil,
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
      "isConsumed": sale.store == .google && !isTold ? .bool(isConsumed) : nil,
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

  /// The first purchase of the product: a chain may have begun with another one.
  private var firstPurchasedAt: Date {
    let same = record.sales.filter { $0.productID == sale.productID }
    let first = same.lazy.map(\.purchasedAt).min() ?? sale.purchasedAt
    return same.count == record.sales.count ? min(first, sale.originalPurchasedAt) : first
  }

  private var purchaseID: String {
    sale.store == .google ? token ?? sale.originalTransactionID : sale.originalTransactionID
  }

  /// Google's client goes by the order's number, or else by the token. Renewals add to the number,
  /// which a client may not have heard of.
  func transactionID(asked: String?) -> String {
    guard sale.store == .google else { return sale.transactionID }
    let order = sale.transactionID.split(separator: "/").first.map(String.init)
    guard let order, order.hasPrefix("GPA.") else { return token ?? sale.transactionID }
    let base = order.split(separator: ".").prefix(2).joined(separator: ".")
    guard let asked, asked == base || asked.hasPrefix("\(base)..") else { return order }
    return asked
  }

  /// Apple's offers only; words of ours stand where it names none.
  private var discountID: String? {
    guard sale.store == .apple, case .promotional(let name) = sale.offer, !name.contains(" ")
    else { return nil }
    return name
  }

  private var priceConsent: ValidatorDetails.PriceConsent? {
    if let consent = details.priceConsent { return consent }
    let told = record.notices.last {
      [.priceRiseAsked, .priceRiseAgreed].contains($0.kind)
        && $0.testimony.statedAt >= sale.purchasedAt
    }
    return told.map { $0.kind == .priceRiseAgreed ? .agreed : .notified }
  }
}
