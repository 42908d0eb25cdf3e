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
      event.until = sale.expiresAt
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
        case nil: .takenBack
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
