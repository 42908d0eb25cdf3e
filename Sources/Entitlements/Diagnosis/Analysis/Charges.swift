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
  var refunded: Order? {
    [later, earlier].first { $0.cancelledAt != nil && $0.cancellation != .upgraded }
  }
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
      : (one.purchasedAt, one.id) <= (other.purchasedAt, other.id)
    let (earlier, later) = isInOrder ? (one, other) : (other, one)
    return ChargePair(relation: relation(earlier, later), earlier: earlier, later: later)
  }

  /// Whether the later purchase may have replaced the earlier one without a report: Microsoft and
  /// Amazon name no predecessor, and one account has one plan of a group.
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
    if kind(of: earlier) == .consumable || kind(of: later) == .consumable {
      let gap = later.purchasedAt.timeIntervalSince(earlier.purchasedAt)
      let isSame = earlier.productID == later.productID && earlier.store == later.store
      return isSame && gap <= Self.doubleTap ? .duplicate : .separate
    }
    guard isRunning(earlier, at: later.purchasedAt), giveSame(earlier, later) else {
      return .separate
    }
    if earlier.store != later.store { return .twoStores }
    return excludeEachOther(earlier, later) ? .twoAccounts : .overlap
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

  /// Whether one store account cannot have both at once: the same product, or two of one group.
  func excludeEachOther(_ one: Order, _ other: Order) -> Bool {
    if one.productID == other.productID { return true }
    guard let group = item(of: one)?.group else { return false }
    return group == item(of: other)?.group
  }
}

extension Order {
  /// The product's ID without its base plan or term.
  var productName: Substring { productID.prefix { $0 != ":" } }
}
