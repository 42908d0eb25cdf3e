import Foundation

/// "Charged twice": looks for two charges and how they are related.
extension DiagnosisAnalysis {
  /// Days between charges that a customer sees together; the long one if there is no other.
  private static let window: Double = 35
  private static let longWindow: Double = 120

  func chargedTwice() -> Finding {
    var finding = Finding(.chargedTwice)
    let charges = chargedSales(where: isCharge)
    let named = charges.filter { file.subject.orders.contains($0.id) }
    let meant = named.isEmpty ? stated(among: charges) : named
    let anchor = (meant.isEmpty ? charges : meant).last
    let clues = MessageClues(in: file.subject.text)
    // Who gives only an order number may mean any other charge by the second one.
    let isStated =
      !clues.amounts.isEmpty || !clues.days.isEmpty
      || named.isEmpty && (isFocused || !meant.isEmpty)
    let near = anchor.map { others(than: $0, named: named, isStated: isStated) } ?? []
    let pairs = anchor.map { anchor in near.map { pair(anchor, $0) } } ?? []
    let deciding = pairs.min { left, right in
      if left.relation != right.relation { return left.relation < right.relation }
      return right.earlier.precedes(left.earlier)
    }
    checkOnFile(&finding, anchor, deciding)
    for relation in ChargeRelation.allCases {
      guard let kind = relation.check else { continue }
      let found = pairs.filter { $0.relation == relation }.max {
        $0.earlier.precedes($1.earlier)
      }
      let fallback: Diagnosis.Result = pairs.isEmpty ? .notApplicable : .pass
      finding.check(kind, for: found, else: fallback, placeholders, rows)
    }
    let unpaired: Diagnosis.Result = deciding == nil ? .notApplicable : .pass
    finding.check(.chargesRefunded, for: deciding?.refunded, else: unpaired, refundPlaceholders) {
      [row($0)]
    }
    let foreign = (named + near).filter { chain($0.chain)?.holder == .otherUser }.last
    finding.check(
      .chargesOwner,
      anchor == nil ? .notApplicable : file.user == nil ? .unknown : foreign == nil ? .pass : .fail,
      foreign.map { placeholders($0) } ?? [:],
      foreign.map { [row($0)] } ?? []
    )
    decideCharges(&finding, anchor, deciding, foreign)
    return finding
  }

  /// The charges that the message names by an amount, or else by more words of the product's title
  /// than of others; none if it does not distinguish them.
  private func stated(among charges: [Order]) -> [Order] {
    let priced = ofStatedPrice(charges)
    if !priced.isEmpty { return priced.count < charges.count ? priced : [] }
    let clauses = MessageClauses(file.subject.text).meant
    let words = DiagnosisInput.words(of: clauses.joined(separator: "\n"))
    let counts = charges.map { sale in
      DiagnosisInput.words(of: title(sale)).intersection(words)
        .filter { !$0.allSatisfy(\.isNumber) }.count
    }
    let most = counts.max() ?? 0
    let fitting = zip(charges, counts).filter { most > 0 && $1 == most }.map(\.0)
    // A product's name most likely does not mean a purchase of long ago.
    guard fitting.count < charges.count, let end = fitting.last.map(\.accessUntil),
      end.map({ $0.adding(days: DiagnosisInput.maxDaysAfterEnd) > instant }) ?? true
    else { return [] }
    return fitting
  }

  /// The charges that could be next to `anchor` on a bill: the other named ones, or those within
  /// about a month or of a purchase that was still running. If the message states which charge it
  /// is about, another product's that has nothing to do with it is not its second one.
  private func others(than anchor: Order, named: [Order], isStated: Bool) -> [Order] {
    if named.count > 1 { return named.filter { $0.id != anchor.id } }
    let all = (isFocused ? chains.filter { $0.holder != .otherUser } : scope).flatMap(\.sales)
      .filter { other in
        !isStated || other.productID == anchor.productID || other.chain == anchor.chain
          || pair(anchor, other).relation != .separate || isOfStatedPrice(other)
      }
    let near = all.filter { other in
      guard other.id != anchor.id, isCharge(other) else { return false }
      // A subscription that is reported as one sale has no date of its last charge.
      if other.store == .microsoft || other.store == .amazon, other.kind == .autoRenewable,
        isRunning(other, at: anchor.purchasedAt)
      {
        return true
      }
      let gap = abs(other.purchasedAt.timeIntervalSince(anchor.purchasedAt))
      if gap <= Self.window * 86_400 { return true }
      guard other.chain != anchor.chain else { return false }
      return pair(anchor, other).relation < .upgrade
    }
    if !near.isEmpty { return near.sorted { $0.precedes($1) } }
    // Without another recent charge, the previous or else the next one is meant, within a limit.
    let start = anchor.purchasedAt.adding(days: -Self.longWindow)
    let end = anchor.purchasedAt.adding(days: Self.longWindow)
    let around = all.filter {
      isCharge($0) && $0.id != anchor.id && start <= $0.purchasedAt && $0.purchasedAt <= end
        && (!isStated || named.isEmpty || pair(anchor, $0).relation != .separate)
    }
    .sorted { $0.precedes($1) }
    let before = around.last { $0.precedes(anchor) }
    return [before ?? around.first].compactMap(\.self)
  }

  private func checkOnFile(_ finding: inout Finding, _ anchor: Order?, _ deciding: ChargePair?) {
    guard let anchor else {
      finding.check(.chargesOnFile, .unknown)
      finding.check(.chargesAmounts, .notApplicable)
      return
    }
    let rows = deciding.map(rows) ?? [row(anchor)]
    finding.check(.chargesOnFile, deciding == nil ? .fail : .pass, placeholders(anchor), rows)
    let sales = deciding.map { [$0.later, $0.earlier] } ?? [anchor]
    let prices = sales.compactMap { $0.terms?.price }
    guard prices.count == sales.count, let first = prices.first, let last = prices.last else {
      return finding.check(.chargesAmounts, .unknown, [:], rows)
    }
    let placeholders: Placeholders = [.amount: .money(first), .otherAmount: .money(last)]
    finding.check(.chargesAmounts, first == last ? .pass : .fail, placeholders, rows)
  }

  private func decideCharges(
    _ finding: inout Finding,
    _ anchor: Order?,
    _ deciding: ChargePair?,
    _ foreign: Order?
  ) {
    // The other charge moved with a purchase that another user owns now.
    if deciding == nil, let movedAway {
      return finding.decide(movedAway)
    }
    guard let anchor else {
      if let free = sales().last, let reason = whyFree(free) {
        return decideFree(&finding, free, reason)
      }
      return finding.decide(emptyCause("charge"))
    }
    guard let deciding else { return finding.decide(.oneChargeOnFile, placeholders(anchor)) }
    if let foreign { return finding.decide(.chargeOfOtherUser, placeholders(foreign)) }
    if let refunded = deciding.refunded, deciding.relation < .renewal {
      let refund = refund(of: refunded)
      if refund.stage == .refundedInPart {
        return finding.decide(.partiallyRefunded, self.placeholders(refund))
      }
      return finding.decide(.secondChargeRefunded, refundPlaceholders(refunded))
    }
    // If one may have been a trial, or may have replaced the other, their relation is unknown.
    let unclear = [deciding.later, deciding.earlier].first(where: mayBeUnpaid)
    if let unclear = unclear ?? (mayReplace(deciding) ? deciding.later : nil) {
      return finding.decide(.oneChargeOnFile, placeholders(unclear))
    }
    finding.isOneTime = [deciding.later, deciding.earlier].allSatisfy {
      [.consumable, .nonConsumable, .nonRenewing].contains(kind(of: $0))
    }
    finding.decide(deciding.relation.verdict, placeholders(deciding))
    // While a refund of one is under way, no other is to be proposed.
    if deciding.relation == .duplicate || finding.recommendation == .refundDuplicate,
      let requested = [deciding.later, deciding.earlier].map(refund)
        .first(where: { $0.stage == .requested })
    {
      decideRequested(&finding, requested)
    }
  }

  private func refundPlaceholders(_ order: Order) -> Placeholders {
    placeholders(order, [.date: .day(order.cancelledAt ?? order.purchasedAt)])
  }

  private func placeholders(_ pair: ChargePair) -> Placeholders {
    let (first, second) = (pair.earlier.purchasedAt, pair.later.purchasedAt)
    let isOneDay = Wording.day(first) == Wording.day(second)
    let format = isOneDay ? PlaceholderValue.minute : PlaceholderValue.day
    return placeholders(
      pair.later,
      [.otherProduct: .text(title(pair.earlier)), .otherDate: format(first), .date: format(second)]
    )
  }

  private func rows(_ pair: ChargePair) -> [Diagnosis.Evidence] {
    [row(pair.later), row(pair.earlier), row(pair.later.evidence)]
  }
}

extension ChargeRelation {
  fileprivate var check: CheckKind? {
    switch self {
    case .duplicate: .chargesDuplicate
    case .twoStores: .chargesStores
    case .twoAccounts: .chargesAccounts
    case .overlap: .chargesOverlap
    case .upgrade: .chargesUpgrade
    case .renewal: .chargesRenewals
    case .again, .separate: nil
    }
  }

  fileprivate var verdict: VerdictCode {
    switch self {
    case .duplicate: .duplicateCharge
    case .twoStores: .boughtInTwoStores
    case .twoAccounts: .boughtWithTwoAccounts
    case .overlap: .twoSubscriptions
    case .upgrade: .chargedForUpgrade
    case .again: .boughtAgain
    case .renewal: .renewalsOfOneSubscription
    case .separate: .separatePurchases
    }
  }
}
