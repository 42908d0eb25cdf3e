import Foundation

/// "The trial charged me", "no trial was offered", "the code failed": looks for the sale's offer
/// and for an earlier one.
extension DiagnosisAnalysis {
  func trialOrOffer() -> Finding {
    var finding = Finding(.trialOrOffer)
    let sales = sales { $0.cancellation != .upgraded }
    // A family-shared subscription's offer is the family member's.
    let renewing = sales.filter { $0.kind == .autoRenewable }
    let paid = renewing.filter { $0.terms?.ownership != .familyShared }
    // A one-time purchase without an offer does not explain a question about a subscription.
    let others = sales.filter { sale in
      if isConsumable(sale) { return mayBeOffered(sale) }
      return isFocused || sale.kind != .nonConsumable || sale.offer != nil
    }
    let sold = renewing.isEmpty ? others : paid
    let real = sold.filter { Environment?.some($0.environment).isReal }
    // A test purchase is meant only if there is no real one.
    let hasReal = scope.contains { $0.isProduction && !$0.sales.isEmpty }
    let tests = hasReal ? [] : sold
    let pending = real.isEmpty ? realPending : nil
    // The subscription moved to another user.
    let moved = renewing.isEmpty && !isFocused ? movedAway : nil
    guard pending == nil, moved == nil, let sale = real.last ?? tests.last,
      let chain = chain(sale.chain)
    else {
      finding.check(.trialSale, resultWithoutSale)
      finding.omit(.trialRuns, .trialEnded, .trialBefore, .trialOffer)
      if let moved {
        finding.decide(moved)
      } else if let pending, !sold.isEmpty {
        finding.decide(.purchasePending, pendingPlaceholders(pending))
      } else if let rejected = lastRejection {
        finding.decide(.receiptRejected, rejectionPlaceholders(rejected))
      } else {
        finding.decide(emptyCause(renewing.isEmpty ? "subscription" : "subscription of their own"))
      }
      return finding
    }
    let before = chain.sales.last { $0.precedes(sale) }
    // A win-back offer may be free, too (App Store Server API, offerDiscountType). A one-time
    // purchase for nothing has no period that is charged afterwards.
    let isFree =
      sale.kind == .autoRenewable && sale.offer != nil && sale.terms?.price?.nanos == 0
    let runs =
      sale.offer == .trial && sale.state(at: instant) == .trial && chain.state != .gracePeriod
      || isFree && sale.state(at: instant).grantsAccess
    let follows =
      before?.offer == .trial && sale.offer != .trial && !isFree && chain.lapse(before: sale) == nil
    let replaced = before.flatMap { follows && isUpgrade(from: $0, to: sale) ? $0 : nil }
    let ended = follows && replaced == nil || sale.offer == nil && hasOutlastedTrial(sale)
    let earlier = earlierOffer(than: sale)
    var placeholders = placeholders(sale)
    finding.check(.trialSale, .pass, placeholders, rows(chain))
    placeholders[.until] = sale.expiresAt.map(PlaceholderValue.day)
    finding.check(.trialRuns, runs ? .fail : .pass, placeholders, runs ? [row(sale)] : [])
    finding.check(
      .trialEnded,
      ended ? .fail : .pass,
      placeholders,
      ended ? [row(sale)] + (before.map { [row($0)] } ?? []) : []
    )
    placeholders[.otherDate] = earlier.map { PlaceholderValue.day($0.purchasedAt) }
    placeholders[.otherProduct] = earlier.map { .text(title($0)) }
    finding.check(
      .trialBefore,
      earlier == nil ? .pass : .fail,
      placeholders,
      earlier.map { [row($0)] } ?? []
    )
    let offer = offerPhrase(of: sale, chain)
    placeholders[.reason] = offer.map(PlaceholderValue.text)
    finding.check(.trialOffer, offer == nil ? .fail : .pass, placeholders, [row(sale)])
    decideTrial(&finding, sale, chain, runs: runs, ended: ended, replaced, earlier, offer)
    return finding
  }

  /// Whether a question about an offer may be about this consumable: no trial is of one, and
  /// watching an advertisement (Google, `purchaseType`) redeems nothing.
  private func mayBeOffered(_ consumable: Order) -> Bool {
    guard let offer = consumable.offer, offer != .promotional("rewarded") else { return false }
    return TicketConcepts(in: file.subject.text).strength(of: .trial) == 0
  }

  /// The last sale with an introductory offer before `sale`, by any user of the store account: a
  /// group has only one (StoreKit, introductory offers). An offer that `sale` continues is its own.
  func earlierOffer(than sale: Order) -> Order? {
    chains.filter { $0.store == sale.store && $0.record.environment == sale.environment }
      .flatMap(\.sales)
      .filter { other in
        other.precedes(sale)
          && (other.offer == .trial || other.offer == .introductory)
          && areOfOneGroup(other, sale) != false
      }
      .max { $0.precedes($1) }
  }

  /// `nil` if unknown: receipts name no group, and there may be no catalog.
  func areOfOneGroup(_ one: Order, _ other: Order) -> Bool? {
    // Apple's purchases of one group share an original transaction; Google's plan changes name a
    // token.
    if one.productID == other.productID || isOfOneLine(one, other) { return true }
    guard let group = item(of: one)?.group, let others = item(of: other)?.group else { return nil }
    return group == others
  }

  private func isOfOneLine(_ one: Order, _ other: Order) -> Bool {
    one.chain == other.chain || predecessors.chain(before: other.chain) == one.chain
  }

  private func offerPhrase(of sale: Order, _ chain: SubscriptionAnalysis) -> String? {
    switch sale.offer {
    case .trial: return "a free trial"
    case .introductory: return "an introductory price"
    case .promotional(let id): return "a promotional offer, \(id)"
    case nil: break
    }
    let redeemed = chain.last(.offerRedeemed)
    guard let redeemed, chain.sale(of: redeemed)?.id == sale.id else { return nil }
    return "an offer was redeemed"
  }

  private func decideTrial(
    _ finding: inout Finding,
    _ sale: Order,
    _ chain: SubscriptionAnalysis,
    runs: Bool,
    ended: Bool,
    _ replaced: Order?,
    _ earlier: Order?,
    _ offer: String?
  ) {
    func decide(_ verdict: VerdictCode, _ others: Placeholders = [:]) {
      finding.decide(verdict, placeholders(sale, others))
    }
    if runs {
      let renews = chain.renewalStatements.last?.renews
      let reason: PlaceholderValue? = renews.map {
        $0 ? "it is charged then" : "renewal is off, and it is not charged"
      }
      return decide(
        .trialRunning,
        [.until: sale.expiresAt.map(PlaceholderValue.day), .reason: reason, .amount: nil]
      )
    }
    let refund = refund(of: sale)
    if refund.stage == .refunded { return finding.decide(.refundedAlready, placeholders(refund)) }
    let isUnpaid = chain.state == .gracePeriod || chain.state == .billingRetry
    if ended, isUnpaid, let trouble = verdict(on: chain) {
      return finding.decide(trouble, accessPlaceholders(trouble, chain))
    }
    if ended { return decide(.trialConverted) }
    if let replaced { return decide(.chargedForUpgrade, formerPlaceholders(replaced)) }
    if whyFree(sale) == .trial, isUnpaid ? !isOutdated(chain) : !chain.state.grantsAccess {
      return decide(.nothingWasCharged, [.reason: .phrase(.trial)])
    }
    if let offer { return decide(.offerApplied, [.reason: .text(offer)]) }
    if let earlier {
      return decide(
        .trialUsedBefore,
        [.otherProduct: .text(title(earlier)), .otherDate: .day(earlier.purchasedAt)]
      )
    }
    decide(.noOfferOnSale)
  }
}
