import Foundation

/// How far the refund of one sale has progressed.
struct RefundAnalysis {
  enum Stage: Equatable {
    case none, requested, declined, refunded, refundedInPart, reversed, takenBack, replaced
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
  /// of the last sale with a refund reported; else of the newest charge or sale.
  func refundTarget(at store: Store) -> RefundAnalysis? {
    let all = sales { $0.store == store }
    // Ignores what a family member paid if the user paid for something too.
    let paid = all.filter { $0.terms?.ownership != .familyShared }
    let real = (paid.isEmpty ? all : paid).filter { $0.environment == .production }
    let sold = !real.isEmpty ? real : paid.isEmpty ? all : paid
    let analyses = sold.map(refund)
    let named = analyses.filter { file.subject.orders.contains($0.sale.id) }
    if let match = named.max(by: { ($0.at, $0.sale.id) < ($1.at, $1.sale.id) }) { return match }
    let known = analyses.filter { $0.stage != .none && $0.stage != .replaced }
    if let latest = known.max(by: { ($0.at, $0.sale.id) < ($1.at, $1.sale.id) }),
      latest.sale.id == sold.last?.id || isRecent(latest)
    {
      return latest
    }
    return analyses.last { isCharge($0.sale) } ?? analyses.last
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
    if let cancelledAt = sale.cancelledAt, cancelledAt <= instant {
      let stated = notices.last { $0.kind == .refunded }
      let stage: RefundAnalysis.Stage =
        switch sale.cancellation {
        case .refunded where part?.statementSource.evidence == sale.evidence: .refundedInPart
        case .refunded: .refunded
        case .upgraded: .replaced
        case .revoked: .takenBack
        case nil: stated == nil ? .takenBack : .refunded
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
    return RefundAnalysis(sale: sale, stage: stage, at: last.statementSource.statedAt, notice: last)
  }

  func placeholders(_ refund: RefundAnalysis) -> Placeholders {
    placeholders(
      refund.sale,
      [
        .date: .day(refund.at), .otherDate: .day(refund.sale.purchasedAt),
      ]
    )
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
    let empty = emptyCause("purchase at \(Wording.name(of: store))")
    finding.decide(empty.verdict, empty.placeholders)
  }
}

extension DiagnosisAnalysis {
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
    let placeholders: [Placeholder: PlaceholderValue?] = [
      .product: .text(bought?.detail ?? title(chain)), .date: .day(refund.statementSource.statedAt),
      .otherDate: bought.map { PlaceholderValue.day($0.statementSource.statedAt) },
      .store: .store(store),
    ]
    return (.refundedAlready, placeholders.compacted)
  }

  /// The store of a cancelled pending purchase and when it was cancelled, if known.
  func calledOffPlaceholders(_ chain: SubscriptionAnalysis) -> Placeholders {
    let stated = chain.last(.pendingCancelled)
    let statusAt = chain.lastRenewalStatus?.statedAt
    let placeholders: [Placeholder: PlaceholderValue?] = [
      .date: (stated?.statementSource.statedAt ?? statusAt).map(PlaceholderValue.day),
      .store: chain.store.map(PlaceholderValue.store),
    ]
    return placeholders.compacted
  }
}

extension StoreEvent.Kind {
  fileprivate var isOfRefund: Bool {
    switch self {
    case .refundRequested, .refunded, .refundedInPart, .refundDeclined, .refundReversed: true
    default: false
    }
  }
}
