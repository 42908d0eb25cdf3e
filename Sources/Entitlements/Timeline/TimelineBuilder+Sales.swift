import Foundation

/// Sales and their reversals.
extension TimelineBuilder {
  /// `former` is the last sale of the chain that this one replaced.
  mutating func extractSales(of chain: ChainRecord, after former: Order?) {
    var before = former
    beginSales()
    for sale in chain.sales {
      var event = TimelineEvent(
        kind(of: sale, after: before, in: chain),
        id: "sale:\(sale.id)",
        at: sale.purchasedAt,
        chain: chain.id,
        evidence: [sale.evidence]
      )
      if let terms = sale.terms?.statementSource.evidence, terms != sale.evidence {
        event.evidence.append(terms)
      }
      event.describe(sale)
      event.until = chain.boughtEnd(of: sale)
      if event.kind == .planChanged { event.formerProductID = before?.productID }
      addSale(event, of: sale.id)
      before = sale
    }
  }

  private func kind(
    of sale: Order,
    after before: Order?,
    in chain: ChainRecord
  ) -> TimelineEvent.Kind {
    if sale.terms?.ownership == .familyShared { return .familyShared }
    guard let before, sale.kind == .autoRenewable else {
      // The sales before a renewal may not be stored.
      if sale.kind == .autoRenewable, sale.originalPurchasedAt < sale.purchasedAt {
        return sale.offer == .introductory ? .introductoryBegan : .renewed
      }
      return beginning(of: sale) ?? .purchased
    }
    let ends = before.accessUntil ?? .distantFuture
    let lapsed =
      chain.phase(before: sale.purchasedAt).map { !$0.state.grantsAccess }
      ?? (ends < sale.purchasedAt)
    if before.productID != sale.productID, !lapsed || before.cancellation == .upgraded {
      return .planChanged
    }
    if lapsed {
      switch chain.phase(before: sale.purchasedAt)?.state {
      case .billingRetry: return .recovered
      case .paused: return .resumed
      default: return beginning(of: sale) ?? .resubscribed
      }
    }
    if chain.phase(before: sale.purchasedAt)?.state == .gracePeriod { return .recovered }
    if before.offer == .trial, sale.offer != .trial { return .trialConverted }
    return before.chain == sale.chain ? .renewed : .resubscribed
  }

  private func beginning(of sale: Order) -> TimelineEvent.Kind? {
    switch sale.offer {
    case .trial: .trialBegan
    case .introductory: .introductoryBegan
    case .promotional, nil: nil
    }
  }

  mutating func extractCancellations(of chain: ChainRecord, _ predecessors: PlanReplacements) {
    let cancelled = chain.sales.enumerated().compactMap { number, sale in
      sale.cancelledAt.map { (number: number, sale: sale, at: $0) }
    }
    // Anchors are ordered by time, and a later sale may be reversed before an earlier one.
    for (number, sale, cancelledAt) in cancelled.sorted(by: {
      ($0.at, $0.number) < ($1.at, $1.number)
    }) {
      if sale.cancellation == .upgraded {
        let next = chain.sales.dropFirst(number + 1).prefix(1) + predecessors.sales(after: chain.id)
        if let index = successor(at: cancelledAt, among: next) {
          change(index) { event in
            event.kind = .planChanged
            event.formerProductID = event.formerProductID ?? sale.productID
            event.evidence.append(sale.evidence)
          }
          continue
        }
      }
      let kind: TimelineEvent.Kind =
        switch sale.cancellation {
        case .refunded: .refunded
        case .revoked: .revoked
        case .upgraded: .replaced
        case nil: .refundedOrRevoked
        }
      var event = TimelineEvent(
        kind,
        id: "back:\(sale.id)",
        at: cancelledAt,
        chain: chain.id,
        evidence: [sale.evidence]
      )
      event.describe(sale)
      addCancellation(event, of: sale.id)
    }
  }

  /// The event of the sale that replaced one that ended at `end`.
  private mutating func successor(at end: Date, among sales: ArraySlice<Order>) -> Int? {
    let near = sales.first {
      abs($0.purchasedAt.timeIntervalSince(end)) <= Self.maxDistance
    }
    guard let near else { return nil }
    return saleEvent(of: near.id)
  }
}

extension ChainRecord {
  /// The end of the period as it was bought, by the store's first answer about it: a grace period,
  /// a reversal and an extension move the end that the sale states.
  fileprivate func boughtEnd(of sale: Order) -> Date? {
    let first = renewalStatuses.partitioningIndex { $0.statedAt >= sale.purchasedAt }
    let answer = renewalStatuses[first...].first { $0.paidUntil != nil }
    guard let answer, sale.kind == .autoRenewable, self.sale(by: answer.statedAt)?.id == sale.id,
      let end = answer.paidUntil, end > sale.purchasedAt
    else { return sale.expiresAt }
    switch answer.condition {
    case .running, .renewing, .paused: return end
    case .gracePeriod, .billingRetry, .ended, .revoked, .pending: return sale.expiresAt
    }
  }
}

extension TimelineEvent {
  mutating func describe(_ sale: Order) {
    order = sale.id
    store = sale.store
    environment = sale.environment
    productID = sale.productID
    price = sale.terms?.price
    quantity = sale.quantity
    offer = sale.offer
  }
}

/// Events of a chain between its sales.
extension TimelineBuilder {
  mutating func extractPhases(of chain: ChainRecord) {
    var last: Phase?
    var isRenewing: Bool?
    for phase in chain.phases {
      if phase.from > instant {
        extractFuture(phase, after: last, in: chain)
        return
      }
      let length = phase.until.map { $0.timeIntervalSince(phase.from) }
      if let (kind, topic) = entry(of: phase, after: last, in: chain) {
        var event = event(kind, phase, chain)
        event.until = phase.endIfKnown
        event.reason = phase.reason
        anchor(add(event), as: topic, length: length)
      }
      if let renews = phase.renews, renews != isRenewing, phase.state.grantsAccess {
        if !renews {
          anchor(add(event(.renewalTurnedOff, phase, chain)), as: .renewalOff, length: length)
        } else if isRenewing == false {
          anchor(add(event(.renewalTurnedOn, phase, chain)), as: .renewalOn, length: length)
        }
      }
      isRenewing = phase.renews
      last = phase
    }
  }

  /// `nil` if a sale, or the end of one, already has the event.
  private func entry(
    of phase: Phase,
    after last: Phase?,
    in chain: ChainRecord
  ) -> (TimelineEvent.Kind, Topic)? {
    if last?.state == phase.state, last?.reason == phase.reason { return nil }
    return switch phase.state {
    case .gracePeriod: (.graceBegan, .grace)
    case .billingRetry: (last?.state == .gracePeriod ? .graceEnded : .holdBegan, .hold)
    case .paused: (.paused, .paused)
    case .pending: (.pending, .pending)
    case .expired where phase.reason != .replaced: (.expired, .expired)
    case .revoked where !chain.sales.contains { $0.cancelledAt == phase.from }: (.revoked, .revoked)
    case .active, .trial, .introductory, .autoRenewOff, .refunded, .revoked, .expired, .unverified:
      nil
    }
  }

  /// Adds the next expected event: a renewal, or the end of access.
  private mutating func extractFuture(_ phase: Phase, after last: Phase?, in chain: ChainRecord) {
    guard let last, last.state.grantsAccess, !phase.state.grantsAccess else { return }
    let isPaid = last.state != .gracePeriod && last.renews != false && phase.state == .expired
    var event = event(isPaid ? .renewalDue : .accessEnds, phase, chain)
    event.isScheduled = true
    include(event)
  }

  private func event(
    _ kind: TimelineEvent.Kind,
    _ phase: Phase,
    _ chain: ChainRecord
  ) -> TimelineEvent {
    TimelineEvent(
      kind,
      id: "phase:\(chain.id):\(kind.rawValue):\(phase.from.milliseconds)",
      at: phase.from,
      in: chain,
      product: chain.sale(by: phase.from)?.productID,
      evidence: phase.evidence
    )
  }
}

extension Phase {
  /// The end of a grace period or a pause. Other phases only end with the next statement.
  fileprivate var endIfKnown: Date? {
    switch state {
    case .gracePeriod, .paused: until
    default: nil
    }
  }
}
