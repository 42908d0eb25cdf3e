import Foundation

/// "My coins are missing": checks whether they are verified, not refunded, delivered and used.
extension DiagnosisAnalysis {
  /// Google refunds unacknowledged purchases after three days; a later refund is another one.
  private static let unacknowledged = 71.0 / 24 * 86_400...4.0 * 86_400

  /// The inventory of one sale.
  private struct Stock {
    var granted = 0
    var used = 0
    var remaining = 0
    var lastUsedAt: Date?
  }

  func consumableMissing() -> Finding {
    var finding = Finding(.consumableMissing)
    let sold = sales(where: isConsumable)
    let real = sold.filter { Environment?.some($0.environment).isReal }
    if let rejected = lastRejection {
      finding.check(.coinsReceipt, .fail, rejectionPlaceholders(rejected), [row(rejected.id)])
    } else {
      finding.check(.coinsReceipt, documents.isEmpty ? .unknown : .pass)
    }
    // A pending purchase counts if it was ordered after the last sale.
    let waiting = pendingCoins(after: real.last?.purchasedAt)
    guard waiting == nil, let sale = real.last ?? sold.last, let chain = chain(sale.chain) else {
      finding.check(.coinsSale, resultWithoutSale)
      finding.omit(.coinsOwner, .coinsKept, .coinsCatalog)
      finding.omit(.coinsAcknowledged, .coinsLeft, .coinsUsed)
      if let waiting {
        finding.decide(.purchasePending, pendingPlaceholders(waiting))
      } else {
        decideWithoutCoins(&finding)
      }
      return finding
    }
    let stock = stock(of: sale)
    let isAcknowledged = chain.last(.acknowledged, .consumed) != nil
    check(&finding, sale, chain, stock, isAcknowledged)
    decide(&finding, sale, chain, stock, isAcknowledged)
    return finding
  }

  /// Whether the question names a stored consumable by a word of its title.
  var namesConsumable: Bool {
    let mentioned = DiagnosisInput.words(of: file.subject.text)
    return sales(where: isConsumable).contains { sale in
      let name = DiagnosisInput.words(of: title(sale)).filter { !$0.allSatisfy(\.isNumber) }
      return !name.isDisjoint(with: mentioned)
    }
  }

  private func stock(of sale: Order) -> Stock? {
    let items = file.inventory.filter { $0.source == sale.id }
    guard !items.isEmpty else { return nil }
    var stock = Stock()
    for item in items {
      stock.granted = stock.granted.addingReportingOverflow(item.granted).partialValue
      stock.used = stock.used.addingReportingOverflow(item.used).partialValue
      let left = item.remaining(at: instant)
      stock.remaining = stock.remaining.addingReportingOverflow(left).partialValue
    }
    let uses = file.acts.filter { act in
      guard case .consume(sale.id, _, _) = act.kind else { return false }
      return act.statementSource.isKnown(at: instant)
    }
    stock.lastUsedAt = uses.map(\.statedAt).max()
    return stock
  }

  /// A one-time purchase that has been pending since a time after `instant`.
  private func pendingCoins(after instant: Date?) -> SubscriptionAnalysis? {
    guard let instant else { return nil }
    return scope.last { chain in
      guard chain.isPending, chain.isProduction, chain.sales.isEmpty else { return false }
      return chain.lastStatedAt.map { $0 > instant } ?? false
    }
  }

  /// Whether Google states that it refunded a sale because it was not acknowledged; `nil` if it
  /// states no reason (Voided Purchases API, `voidedReason`).
  func isVoidedUnacknowledged(_ sale: Order) -> Bool? {
    let stated = chain(sale.chain)?.notices.compactMap { notice in
      notice.order == sale.id && notice.kind == .refunded ? notice.detail : nil
    }
    return stated?.last { $0.contains("voidedReason") }.map { $0.contains("voidedReason 8") }
  }

  private func isUnacknowledged(_ sale: Order, _ isAcknowledged: Bool) -> Bool {
    guard sale.store == .google, !isAcknowledged, let cancelledAt = sale.cancelledAt else {
      return false
    }
    if let isVoidedUnacknowledged = isVoidedUnacknowledged(sale) { return isVoidedUnacknowledged }
    return Self.unacknowledged.contains(cancelledAt.timeIntervalSince(sale.purchasedAt))
  }

  private func check(
    _ finding: inout Finding,
    _ sale: Order,
    _ chain: SubscriptionAnalysis,
    _ stock: Stock?,
    _ isAcknowledged: Bool
  ) {
    var placeholders = placeholders(sale)
    let rows = [row(sale), row(sale.evidence)]
    finding.check(.coinsSale, .pass, placeholders, rows)
    let owner: Diagnosis.Result =
      file.user == nil ? .unknown : chain.holder == .subject ? .pass : .fail
    finding.check(.coinsOwner, owner, [:], [row(chain)])
    let known: Diagnosis.Result =
      file.catalog == nil ? .unknown : item(of: sale) == nil ? .fail : .pass
    finding.check(.coinsCatalog, known, placeholders, [row(sale)])
    let acknowledged: Diagnosis.Result =
      if sale.store != .google {
        .notApplicable
      } else if isUnacknowledged(sale, isAcknowledged) {
        .fail
      } else {
        isAcknowledged ? .pass : .unknown
      }
    finding.check(.coinsAcknowledged, acknowledged, placeholders, [row(sale)])
    placeholders[.date] = sale.cancelledAt.map(PlaceholderValue.day)
    let isTaken = sale.cancelledAt.map { $0 <= instant } ?? false
    finding.check(.coinsKept, isTaken ? .fail : .pass, placeholders, isTaken ? rows : [])
    placeholders[.count] = stock.map { .count($0.remaining) }
    placeholders[.date] = stock?.lastUsedAt.map(PlaceholderValue.day)
    let left: Diagnosis.Result =
      stock.map { $0.remaining > 0 || isTaken ? .pass : .fail } ?? .unknown
    finding.check(
      .coinsLeft,
      isTaken ? .notApplicable : left,
      placeholders,
      isTaken ? [] : [row(sale)]
    )
    let used: Diagnosis.Result = stock.map { $0.used > 0 ? .pass : .fail } ?? .unknown
    finding.check(.coinsUsed, used, placeholders, [row(sale)])
  }

  private func decide(
    _ finding: inout Finding,
    _ sale: Order,
    _ chain: SubscriptionAnalysis,
    _ stock: Stock?,
    _ isAcknowledged: Bool
  ) {
    func decide(_ verdict: VerdictCode, _ others: Placeholders = [:]) {
      finding.decide(verdict, placeholders(sale, others))
    }
    if let rejected = lastRejection, rejected.receivedAt > sale.purchasedAt, !isFocused {
      return finding.decide(.receiptRejected, rejectionPlaceholders(rejected))
    }
    if !sale.isConfirmed { return decide(.saleUnconfirmed) }
    let isTakenBack = sale.cancelledAt.map { $0 <= instant } ?? false
    if chain.holder == .otherUser || chain.holder == .nobody && !isTakenBack {
      return decide(chain.holder == .nobody ? .ownedByNobody : .ownedByOtherUser)
    }
    if !chain.isProduction { return decide(.sandboxOnly) }
    if let cancelledAt = sale.cancelledAt, cancelledAt <= instant {
      let dates: Placeholders = [
        .date: .day(cancelledAt), .otherDate: .day(sale.purchasedAt), .reason: Self.noAccess,
      ]
      if isUnacknowledged(sale, isAcknowledged) { return decide(.refundedUnacknowledged, dates) }
      return decide(sale.cancellation == .revoked ? .purchaseRevoked : .purchaseRefunded, dates)
    }
    if file.catalog != nil, item(of: sale) == nil { return decide(.productNotInCatalog) }
    guard let stock else { return decide(.deliveryUnknown) }
    if stock.used > 0 {
      if stock.remaining > 0 {
        return decide(.consumablePartlyUsed, [.count: .count(stock.remaining)])
      }
      return decide(.consumableUsedUp, [.otherDate: stock.lastUsedAt.map(PlaceholderValue.day)])
    }
    if let consumed = chain.last(.consumed) {
      return decide(.consumedAtStore, [.otherDate: .day(consumed.statedAt)])
    }
    decide(.consumableNotDelivered, [.count: .count(stock.remaining)])
  }

  private func decideWithoutCoins(_ finding: inout Finding) {
    let others = sales(where: { self.kind(of: $0) == .unknown })
    if let waiting = pendingCoins(after: others.last?.purchasedAt) {
      return finding.decide(.purchasePending, pendingPlaceholders(waiting))
    }
    // Google does not state the product's kind, and there is no catalog.
    if let sale = others.last {
      let refund = refund(of: sale)
      if refund.stage == .refunded {
        return finding.decide(.purchaseRefunded, placeholders(refund))
      }
      return finding.decide(.deliveryUnknown, placeholders(sale))
    }
    if let pending = scope.last(where: \.isPending) {
      return finding.decide(.purchasePending, pendingPlaceholders(pending))
    }
    if let called = scope.last(where: { $0.notices.last?.kind == .pendingCancelled }),
      let notice = called.notices.last
    {
      return finding.decide(
        .pendingCancelled,
        [.date: .day(notice.statedAt), .store: called.store.map(PlaceholderValue.store)]
      )
    }
    if let rejected = lastRejection {
      return finding.decide(.receiptRejected, rejectionPlaceholders(rejected))
    }
    finding.decide(emptyCause("consumable"))
  }
}
