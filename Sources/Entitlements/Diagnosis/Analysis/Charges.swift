import Foundation

/// How two charges are related, by their importance to a customer who sees both on a bill.
enum ChargeRelation: Int, CaseIterable, Comparable {
  case duplicate, twoStores, twoAccounts, overlap, upgrade, again, renewal, separate

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Why a sale took no money, as part of a sentence.
enum FreeReason: String, CaseIterable {
  case testPurchase = "it was a test purchase"
  case familyShared = "it is shared by a family member"
  case trial = "it was a free trial"
  case priceOfNothing = "it was free"
}

/// Two charges, the earlier one first.
struct ChargePair {
  var relation: ChargeRelation
  var earlier: Order
  var later: Order

  /// The one of them that was refunded, if any.
  var refunded: Order? { [later, earlier].first { $0.takenBackAt != nil } }
}

extension DiagnosisAnalysis {
  /// The time within which two sales of one consumable count as an accidental double tap.
  private static let doubleTap: TimeInterval = 600

  /// Whether the sale took money, as far as is known; a receipt states no price.
  func isCharge(_ order: Order) -> Bool { whyFree(order) == nil }

  /// Why a sale took no money; `nil` if it did.
  func whyFree(_ order: Order) -> FreeReason? {
    if !Environment?.some(order.environment).isReal { return .testPurchase }
    if order.terms?.ownership == .familyShared { return .familyShared }
    if order.offer == .trial || isWithinTrial(order) { return .trial }
    if let price = order.terms?.price, price.nanos <= 0 { return .priceOfNothing }
    // Google's `purchaseType` of a one-time purchase: paid for by a code or an advertisement.
    let isGiven =
      order.offer == .promotional("promo code") || order.offer == .promotional("rewarded")
    return order.store == .google && isGiven ? .priceOfNothing : nil
  }

  /// The end of the trial in a sale of Microsoft or Amazon. They report one sale from first to
  /// last, and its trial only while that runs.
  func trialEnd(of sale: Order) -> Date? {
    guard sale.store == .microsoft || sale.store == .amazon, sale.offer != .trial else {
      return nil
    }
    let ends = chain(sale.chain)?.notices.compactMap { notice in
      notice.kind == .offerRedeemed && notice.order == sale.id ? notice.detail?.instant : nil
    }
    return ends?.max()
  }

  /// Whether the sale ends with its trial. Of a slightly later end it is unknown if it was paid.
  private func isWithinTrial(_ sale: Order) -> Bool {
    guard let end = trialEnd(of: sale) else { return false }
    return sale.expiresAt.map { $0 <= end.addingTimeInterval(3_600) } ?? true
  }

  /// Whether it is unknown if the sale was paid: it exceeds its trial by less than a period.
  func mayBeUnpaid(_ sale: Order) -> Bool {
    trialEnd(of: sale) != nil && !isWithinTrial(sale) && !hasOutlastedTrial(sale)
  }

  /// Whether a period followed the trial, as far as is known; a failed charge also delays the end.
  func hasOutlastedTrial(_ sale: Order) -> Bool {
    guard let end = trialEnd(of: sale), let until = sale.expiresAt else { return false }
    let isUnpaid = chain(sale.chain)?.phase?.reason == .billing
    return end.adding(days: isUnpaid ? 25 : 2) <= until
  }

  func pair(_ one: Order, _ other: Order) -> ChargePair {
    // If both began at once, the one that names the other is later (prepaid plans, topped up).
    let isInOrder =
      one.purchasedAt == other.purchasedAt && one.chain != other.chain
      ? predecessors.chain(before: one.chain) != other.chain && one.id <= other.id
        || predecessors.chain(before: other.chain) == one.chain
      : !other.precedes(one)
    let (earlier, later) = isInOrder ? (one, other) : (other, one)
    return ChargePair(relation: relation(earlier, later), earlier: earlier, later: later)
  }

  /// Whether the later purchase may have replaced the earlier one without a report: Microsoft and
  /// Amazon name no predecessor.
  func mayReplace(_ pair: ChargePair) -> Bool {
    let (earlier, later) = (pair.earlier, pair.later)
    guard pair.relation == .twoAccounts || pair.relation == .overlap,
      earlier.store == .microsoft || earlier.store == .amazon,
      earlier.productID != later.productID
    else { return false }
    return (chain(earlier.chain)?.lastStatedAt ?? .distantPast) < later.purchasedAt
  }

  /// Whether a whole period fits in between: the charge for the change may be missing.
  private func mayMissPeriod(between earlier: Order, and later: Order) -> Bool {
    guard let end = earlier.expiresAt else { return false }
    let period = end.timeIntervalSince(earlier.purchasedAt)
    return later.purchasedAt.timeIntervalSince(end) >= 0.9 * period
  }

  private func relation(_ earlier: Order, _ later: Order) -> ChargeRelation {
    let isSuccessor = predecessors.chain(before: later.chain) == earlier.chain
    if earlier.chain == later.chain || isSuccessor {
      // A renewal is sold up to a day before the end of the previous period.
      let isCut = earlier.expiresAt.map { later.purchasedAt < $0.adding(days: -1) } ?? false
      if earlier.productID != later.productID || isCut, earlier.chain == later.chain,
        let chain = chain(later.chain), chain.hasLapsed(between: earlier, and: later)
      {
        return .again
      }
      if earlier.cancellation == .upgraded { return .upgrade }
      if earlier.productID != later.productID {
        return mayMissPeriod(between: earlier, and: later) ? .renewal : .upgrade
      }
      // Google numbers the charges of a subscription: each is for its own period, although a grace
      // period makes the previous one seem longer.
      let isNumbered = later.store == .google
      let isTwice = isCut && !isSuccessor && !isNumbered && earlier.cancelledAt == nil
      return isTwice ? .duplicate : .renewal
    }
    let isSame = earlier.productID == later.productID && earlier.store == later.store
    if kind(of: earlier) == .consumable || kind(of: later) == .consumable
      || mayBeConsumable(earlier, later) || isSame && canRepeat(later)
    {
      let gap = later.purchasedAt.timeIntervalSince(earlier.purchasedAt)
      return isSame && gap <= Self.doubleTap ? .duplicate : .separate
    }
    guard isRunning(earlier, at: later.purchasedAt), giveSame(earlier, later) else {
      return .separate
    }
    if earlier.store != later.store { return .twoStores }
    return excludeEachOther(earlier, later) ? .twoAccounts : .overlap
  }

  /// Whether both may be one consumable: neither receipts nor Google state it, and only a catalog
  /// tells it from a lasting product that two accounts bought.
  private func mayBeConsumable(_ one: Order, _ other: Order) -> Bool {
    one.productID == other.productID && one.store == other.store
      && [one, other].allSatisfy { kind(of: $0) == .unknown && $0.expiresAt == nil }
  }

  /// Whether the order had not ended at `instant`.
  func isRunning(_ order: Order, at instant: Date) -> Bool {
    guard order.kind == .autoRenewable else {
      return order.expiresAt.map { instant < $0 } ?? true
    }
    return order.expiresAt.map { instant < $0 } ?? false
  }

  func giveSame(_ one: Order, _ other: Order) -> Bool {
    let keys = EntitlementRules.keys(of: one, file.catalog)
    if !Set(keys).isDisjoint(with: EntitlementRules.keys(of: other, file.catalog)) { return true }
    // Without a catalog, only the name can be compared: `premium`, and Google's `premium:monthly`.
    guard file.catalog == nil, one.store != other.store else { return false }
    return one.productName == other.productName
  }

  /// Whether one account can buy the product again while it has it: Apple sells a non-renewing
  /// subscription each time, like a consumable.
  private func canRepeat(_ order: Order) -> Bool {
    order.store == .apple && kind(of: order) == .nonRenewing
  }

  /// Whether one account of their store cannot have both at once: the same product, or two plans
  /// that the store itself keeps apart. A catalog's group may have more than those.
  private func excludeEachOther(_ one: Order, _ other: Order) -> Bool {
    if canRepeat(one) || canRepeat(other) { return false }
    if one.productID == other.productID { return true }
    guard let group = item(of: one)?.group, group == item(of: other)?.group else { return false }
    return switch one.store {
    // A group of the App Store, and an Amazon subscription with its tiers and terms.
    case .apple, .amazon: true
    // Two subscriptions of Google run side by side, two base plans of one do not.
    case .google: one.productName == other.productName
    case .microsoft: false
    }
  }

  /// Whether the plan changed at once while the earlier period ran: the later charge is neither a
  /// renewal nor the end of a trial. Other stores sell the new plan as another purchase.
  func isUpgrade(from earlier: Order, to later: Order) -> Bool {
    guard later.store == .apple, earlier.chain == later.chain,
      earlier.productID != later.productID, let end = earlier.expiresAt
    else { return false }
    // A renewal may be sold up to a day before the period ends.
    return later.purchasedAt < (earlier.cancellation == .upgraded ? end : end.adding(days: -1))
  }

  /// The plan that an upgrade replaced, and its charge if it had one.
  func formerPlaceholders(_ former: Order) -> Placeholders {
    let chargedAt = isCharge(former) ? PlaceholderValue.day(former.purchasedAt) : nil
    return [.otherProduct: .text(title(former)), .otherDate: chargedAt]
  }
}

extension Order {
  /// The product's ID without its base plan or term.
  var productName: Substring { productID.prefix { $0 != ":" } }
}

/// How far the refund of one sale has progressed.
struct RefundAnalysis {
  enum Stage: Equatable {
    case none, requested, declined, refunded, refundedInPart, reversed, refundedOrRevoked, replaced
  }

  var sale: Order
  var stage: Stage
  /// When the stage was reached; the time of purchase if there is none.
  var at: Date
  /// The event that states it, if any.
  var notice: StoreEvent?
}

extension DiagnosisAnalysis {
  /// The refund in question among the sales of one store: of the sale that the question names; else
  /// of the last sale with a refund reported; else of the newest charge or sale. Of sales at other
  /// prices than it states only if none is at one of those.
  func refundTarget(at store: Store) -> RefundAnalysis? {
    let all = chargedSales { $0.store == store }
    // Ignores what a family member paid if the user paid for something too.
    let paid = all.filter { $0.terms?.ownership != .familyShared }
    let real = (paid.isEmpty ? all : paid).filter { $0.environment == .production }
    let known = !real.isEmpty ? real : paid.isEmpty ? all : paid
    let priced = ofStatedPrice(known)
    let sold = priced.isEmpty ? known : priced
    let analyses = sold.map(refund)
    let named = analyses.filter { file.subject.orders.contains($0.sale.id) }
    if let match = named.max(by: { ($0.at, $0.sale.id) < ($1.at, $1.sale.id) }) { return match }
    let reported = analyses.filter { $0.stage != .none && $0.stage != .replaced }
    if let latest = reported.max(by: { ($0.at, $0.sale.id) < ($1.at, $1.sale.id) }),
      latest.sale.id == sold.last?.id || isRecent(latest)
    {
      return latest
    }
    return analyses.last { isCharge($0.sale) } ?? analyses.last
  }

  /// The sales at a price that the question states. Others of their products may be, too: a receipt
  /// states no price.
  func ofStatedPrice(_ sales: [Order]) -> [Order] {
    let products = Set(sales.filter(isOfStatedPrice).map(\.productID))
    return sales.filter { sale in
      sale.terms?.price == nil ? products.contains(sale.productID) : isOfStatedPrice(sale)
    }
  }

  func isOfStatedPrice(_ sale: Order) -> Bool {
    statedAmounts.contains { $0.fits(sale.terms?.price) }
  }

  /// Whether the refund is recent enough to be the one in question.
  private func isRecent(_ analysis: RefundAnalysis) -> Bool {
    instant <= analysis.at.adding(days: Self.recentLoss)
  }

  func refund(of sale: Order) -> RefundAnalysis {
    let notices =
      chain(sale.chain).map { chain in
        chain.notices.filter { $0.kind.isOfRefund && chain.sale(of: $0)?.id == sale.id }
      } ?? []
    let part = notices.last { $0.kind == .refundedInPart }
    // That Google ended a purchase early does not tell whether the money was returned.
    let isOnlyEnded =
      sale.store == .google && sale.cancellation == .revoked && !isReversed(sale)
    if let cancelledAt = sale.cancelledAt, cancelledAt <= instant, !isOnlyEnded {
      let stated = notices.last { $0.kind == .refunded }
      let stage: RefundAnalysis.Stage =
        switch sale.cancellation {
        case .refunded where part?.evidence == sale.evidence: .refundedInPart
        case .refunded: .refunded
        case .upgraded: .replaced
        case .revoked: .refundedOrRevoked
        case nil: stated == nil ? .refundedOrRevoked : .refunded
        }
      return RefundAnalysis(sale: sale, stage: stage, at: cancelledAt, notice: stated ?? part)
    }
    // After a full refund, an earlier partial one does not matter.
    let isRefunded = notices.contains { $0.kind == .refunded }
    guard let last = notices.last(where: { !isRefunded || $0.kind != .refundedInPart }) else {
      return RefundAnalysis(sale: sale, stage: .none, at: sale.purchasedAt, notice: nil)
    }
    let stage: RefundAnalysis.Stage =
      switch last.kind {
      case .refundDeclined: .declined
      case .refundReversed: .reversed
      case .refunded: .refunded
      case .refundedInPart: .refundedInPart
      default: .requested
      }
    return RefundAnalysis(sale: sale, stage: stage, at: last.statedAt, notice: last)
  }

  /// Whether a document reports that this very sale was reversed.
  private func isReversed(_ sale: Order) -> Bool {
    let ids: [ID<Order>?] = sale.id.reversalIDs
    return chain(sale.chain)?.notices.contains { $0.isReversal && ids.contains($0.order) } ?? false
  }

  func placeholders(_ refund: RefundAnalysis) -> Placeholders {
    placeholders(refund.sale, [.date: .day(refund.at), .otherDate: .day(refund.sale.purchasedAt)])
  }

  func rows(_ refund: RefundAnalysis) -> [Diagnosis.Evidence] {
    [row(refund.sale)] + (refund.notice.map { [row($0)] } ?? [row(refund.sale.evidence)])
  }

  /// The verdict on a sale that took no money: a test only if nothing else is stored.
  func withoutCharge(_ reason: FreeReason) -> VerdictCode {
    let isTestOnly = reason == .testPurchase && !scope.contains(where: \.isProduction)
    return isTestOnly ? .sandboxOnly : .nothingWasCharged
  }

  /// Decides on a charge if only `sale` is stored, which took no money. A family-shared purchase
  /// does not show what else was paid for.
  func decideFree(_ finding: inout Finding, _ sale: Order, _ reason: FreeReason) {
    guard reason == .familyShared, let chain = chain(sale.chain) else {
      return finding.decide(withoutCharge(reason), placeholders(sale, [.reason: .phrase(reason)]))
    }
    let verdict =
      chain.state.grantsAccess ? .familyShared : verdict(on: chain) ?? .familyAccessEnded
    finding.decide(verdict, accessPlaceholders(verdict, chain))
  }

  /// Decides if the ledger has no sale of the store.
  func decideWithoutSale(_ finding: inout Finding, at store: Store) {
    if let other = sales(where: isCharge).last ?? sales().last, other.store != store {
      if whyFree(other) == .testPurchase {
        return finding.decide(.sandboxOnly, placeholders(other))
      }
      return finding.decide(.boughtInOtherStore, placeholders(other))
    }
    if let (verdict, placeholders) = unsold(at: store) {
      return finding.decide(verdict, placeholders)
    }
    if let rejected = lastRejection {
      return finding.decide(.receiptRejected, rejectionPlaceholders(rejected))
    }
    finding.decide(emptyCause("purchase at \(Wording.name(of: store))"))
  }

  /// The verdict on a purchase without a sale that was cancelled while pending, or refunded.
  private func unsold(at store: Store) -> (VerdictCode, Placeholders)? {
    guard let chain = scope.last(where: { $0.store == store && $0.sales.isEmpty }) else {
      return nil
    }
    if chain.wasCancelledWhilePending { return (.pendingCancelled, calledOffPlaceholders(chain)) }
    guard let refund = chain.last(.refunded), refund.statementSource.authority == .full else {
      return nil
    }
    let bought = chain.last(.purchased)
    let placeholders: Placeholders = [
      .product: .text(bought?.detail ?? title(chain)), .date: .day(refund.statedAt),
      .otherDate: bought.map { PlaceholderValue.day($0.statedAt) },
      .store: .store(store),
    ]
    return (.refundedAlready, placeholders)
  }

  /// The store of a cancelled pending purchase and when it was cancelled, if known.
  func calledOffPlaceholders(_ chain: SubscriptionAnalysis) -> Placeholders {
    let stated = chain.last(.pendingCancelled)
    let statusAt = chain.lastRenewalStatus?.statedAt
    let placeholders: Placeholders = [
      .date: (stated?.statedAt ?? statusAt).map(PlaceholderValue.day),
      .store: chain.store.map(PlaceholderValue.store),
    ]
    return placeholders
  }
}

extension StoreEvent.Kind {
  var isOfRefund: Bool {
    switch self {
    case .refundRequested, .refunded, .refundedInPart, .refundDeclined, .refundReversed: true
    default: false
    }
  }
}
