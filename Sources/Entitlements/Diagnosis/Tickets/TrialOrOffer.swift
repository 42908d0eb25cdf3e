import Foundation

/// "The trial charged me", "no trial was offered", "the code failed": which offer was the sale made
/// with, and which had been used before?
extension CaseReading {
  func trialOrOffer() -> Finding {
    var finding = Finding(.trialOrOffer)
    let lasting = sales { !self.isConsumable($0) && $0.cancellation != .upgraded }
    // Offers are of subscriptions, and of what a family member shares that member's alone.
    let renewing = lasting.filter { $0.kind == .autoRenewable }
    let paid = renewing.filter { $0.terms?.ownership != .familyShared }
    // A single purchase without an offer says nothing of the subscription that is meant.
    let others = lasting.filter { isFocused || $0.kind != .nonConsumable || $0.offer != nil }
    let sold = renewing.isEmpty ? others : paid
    let real = sold.filter { Environment?.some($0.environment).isReal }
    // A test is meant only where nothing real is on file.
    let hasReal = scope.contains { $0.isProduction && !$0.sales.isEmpty }
    let tests = hasReal ? [] : sold
    let pending = real.isEmpty ? realPending : nil
    // What was asked about went with the subscription, where that is another user's now.
    let moved = renewing.isEmpty && !isFocused ? movedAway : nil
    guard pending == nil, moved == nil, let sale = real.last ?? tests.last,
      let chain = chain(sale.chain)
    else {
      finding.check(.trialSale, chains.isEmpty ? .unknown : .fail)
      for check in [CheckKind.trialRuns, .trialEnded, .trialBefore, .trialOffer] {
        finding.check(check, .notApplicable)
      }
      if let moved {
        finding.decide(moved.verdict, moved.slots)
      } else if let pending, !sold.isEmpty {
        finding.decide(.purchasePending, pendingSlots(pending))
      } else if let rejected = lastRejection {
        finding.decide(.receiptRejected, rejectionSlots(rejected))
      } else {
        let empty = emptyCause(renewing.isEmpty ? "subscription" : "subscription of their own")
        finding.decide(empty.verdict, empty.slots)
      }
      return finding
    }
    let before = chain.sales.last { ($0.purchasedAt, $0.id) < (sale.purchasedAt, sale.id) }
    // An offer to come back may be free, too (App Store Server API, offerDiscountType).
    let isFree = sale.offer != nil && sale.terms?.price?.nanos == 0
    let runs =
      sale.offer == .trial && sale.state(at: instant) == .trial && chain.state != .gracePeriod
      || isFree && sale.state(at: instant).grantsAccess
    let ended =
      before?.offer == .trial && sale.offer != .trial && !isFree && chain.lapse(before: sale) == nil
      || sale.offer == nil && hasOutlastedTrial(sale)
    let earlier = earlierOffer(than: sale)
    var slots = slots(sale)
    finding.check(.trialSale, .pass, slots, rows(chain))
    slots[.until] = sale.expiresAt.map(SlotValue.day)
    finding.check(.trialRuns, runs ? .fail : .pass, slots, runs ? [row(sale)] : [])
    finding.check(
      .trialEnded,
      ended ? .fail : .pass,
      slots,
      ended ? [row(sale)] + (before.map { [row($0)] } ?? []) : []
    )
    slots[.otherDate] = earlier.map { SlotValue.day($0.purchasedAt) }
    slots[.otherProduct] = earlier.map { .text(title($0)) }
    finding.check(
      .trialBefore,
      earlier == nil ? .pass : .fail,
      slots,
      earlier.map { [row($0)] } ?? []
    )
    let offer = offerWords(of: sale, chain)
    slots[.reason] = offer.map(SlotValue.text)
    finding.check(.trialOffer, offer == nil ? .fail : .pass, slots, [row(sale)])
    decideTrial(&finding, sale, chain, runs: runs, ended: ended, earlier, offer)
    return finding
  }

  /// The last sale with an introductory offer before `sale`, by whomever of the store account: such
  /// an offer can be had once in a group of subscriptions (StoreKit, introductory offers). The one that `sale` follows on is its own.
  func earlierOffer(than sale: Order) -> Order? {
    chains.filter { $0.store == sale.store && $0.record.environment == sale.environment }
      .flatMap(\.sales)
      .filter { other in
        (other.purchasedAt, other.id) < (sale.purchasedAt, sale.id)
          && (other.offer == .trial || other.offer == .introductory)
          && areOfOneGroup(other, sale) != false
      }
      .max { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
  }

  /// `nil` where nothing tells: receipts name no group, and there may be no catalog.
  func areOfOneGroup(_ one: Order, _ other: Order) -> Bool? {
    // Apple's purchases of one group go on under one original transaction, and Google's changes of a
    // plan name the token before.
    if excludeEachOther(one, other) || isOfOneLine(one, other) {
      return true
    }
    return item(of: one)?.group == nil || item(of: other)?.group == nil ? nil : false
  }

  private func isOfOneLine(_ one: Order, _ other: Order) -> Bool {
    one.chain == other.chain || predecessors.chain(before: other.chain) == one.chain
  }

  private func offerWords(of sale: Order, _ chain: ChainReading) -> String? {
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
    _ chain: ChainReading,
    runs: Bool,
    ended: Bool,
    _ earlier: Order?,
    _ offer: String?
  ) {
    func decide(_ verdict: VerdictCode, _ others: [Slot: SlotValue?] = [:]) {
      finding.decide(verdict, slots(sale, others.compacted))
    }
    if runs {
      let renews = chain.renewalWords.last?.renews
      let words: SlotValue? = renews.map {
        $0 ? "it is charged then" : "renewal is off, and it is not charged"
      }
      return decide(
        .trialRunning,
        [.until: sale.expiresAt.map(SlotValue.day), .reason: words, .amount: nil]
      )
    }
    let refund = refund(of: sale)
    if refund.stage == .refunded { return finding.decide(.refundedAlready, slots(refund)) }
    let isUnpaid = chain.state == .gracePeriod || chain.state == .billingRetry
    if ended, isUnpaid, let trouble = verdict(on: chain) {
      return finding.decide(trouble, accessSlots(trouble, chain))
    }
    if ended { return decide(.trialConverted) }
    if whyFree(sale) == .trial, !chain.state.grantsAccess, !isUnpaid {
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
