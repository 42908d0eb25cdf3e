import Entitlements
import Foundation
import Receipts

/// Facts from a collections service answer: the user's items.
extension DocumentTranslation {
  mutating func extractMicrosoftCollection(_ items: [MicrosoftCollectionItem]) {
    purchases = items.count
    guard let factSource else { return }
    for item in items {
      guard let name = item.name else { continue }
      guard let status = item.status?.known else {
        let detail = "status \(item.status?.raw ?? "is missing") \(item.productID)"
        collector.add(factSource.notice(.other, chain: name, detail: detail))
        continue
      }
      collector.add(item.sale(name, status, statedAt: factSource.statedAt), by: factSource)
      if status == .revoked, item.recurrenceID != nil {
        // The purchase service's concurrent answer does not state the refund.
        collector.add(
          factSource.at(item.modifiedAt)
            .notice(.refunded, chain: name, order: name, detail: "status Revoked")
        )
      }
      // Version 8 has the order ID as the transaction ID.
      let order = item.orderID ?? item.transactionID
      collector.add(factSource.link(.storeOrder, order, of: name))
      collector.add(factSource.link(.appAccount, context.account, of: name))
    }
  }
}

extension MicrosoftCollectionItem {
  private var recurs: Bool { recurrenceID != nil || acquisitionType == "Recurring" }

  /// A subscription is named by its recurrence ID, which is the same for all its orders.
  fileprivate var name: String? {
    recurrenceID?.usable ?? MicrosoftNames.name(order: orderID ?? transactionID, product: productID)
      ?? id?.usable
  }

  fileprivate func sale(_ name: String, _ status: Status, statedAt: Date) -> RawSale {
    var sale = RawSale(
      transactionID: name,
      productID: productID,
      kind: ProductKind(microsoftKind: productKind?.known, recurs: recurs),
      quantity: quantity,
      purchasedAt: startsAt?.kept ?? acquiredAt,
      originalPurchasedAt: acquiredAt,
      expiresAt: endsAt.flatMap { $0.isNever ? nil : $0 },
      offer: isTrial == true || skuType == "Trial" ? .trial : nil
    )
    if sale.kind == .nonConsumable, sale.expiresAt != nil { sale.kind = .nonRenewing }
    let changedAt = modifiedAt?.kept ?? statedAt
    switch status {
    case .active: break
    case .expired:
      if sale.kind == .nonConsumable { sale.kind = .nonRenewing }
      sale.expiresAt = [sale.expiresAt, changedAt].compactMap(\.self).min()
    // A refund, as far as the store states it.
    case .revoked: (sale.cancelledAt, sale.cancellation) = (changedAt, .refunded)
    case .banned, .suspended: (sale.cancelledAt, sale.cancellation) = (changedAt, .revoked)
    }
    return sale
  }
}

/// Facts from a `recurrences/query` answer: subscriptions. The store states no periods: a
/// recurrence is one sale whose end moves with each renewal.
extension DocumentTranslation {
  mutating func extractMicrosoftRecurrence(_ recurrences: [MicrosoftRecurrence]) {
    purchases = recurrences.count
    guard let factSource else { return }
    for recurrence in recurrences {
      let productID = recurrence.productID ?? context.productID
      guard let name = recurrence.id.usable else { continue }
      guard let state = recurrence.state?.known else {
        let detail = "recurrenceState \(recurrence.state?.raw ?? "is missing")"
        collector.add(factSource.notice(.other, chain: name, detail: detail))
        continue
      }
      collector.add(recurrence.sale(name, productID, state), by: factSource)
      if recurrence.isTrial == true {
        // Once it is paid for, the sale itself no longer states it.
        let start = factSource.at(recurrence.startsAt)
        collector.add(
          start.notice(
            .offerRedeemed,
            chain: name,
            order: name,
            detail: recurrence.expiresAt?.kept.map { $0.ISO8601Format() }
          )
        )
      }
      if state != .none {
        let condition = recurrence.condition(state, at: factSource.statedAt)
        collector.add(factSource.status(of: name, condition, renews: recurrence.autoRenew))
      }
      collector.add(factSource.link(.appAccount, recurrence.userID, of: name))
    }
  }
}

extension MicrosoftRecurrence {
  /// The user that the app named when it requested the key.
  fileprivate var userID: String? {
    guard let beneficiary, beneficiary.hasPrefix("pub:"), beneficiary != "pub:NoUserIdProvided"
    else { return nil }
    return String(beneficiary.dropFirst(4))
  }

  /// `None` is the store's state for permanent ownership.
  fileprivate func sale(_ name: String, _ productID: String?, _ state: State) -> RawSale {
    RawSale(
      transactionID: name,
      productID: productID,
      kind: state == .none ? .nonConsumable : .autoRenewable,
      purchasedAt: startsAt,
      expiresAt: state == .none ? nil : expiresAt,
      offer: isTrial == true ? .trial : nil,
      country: market
    )
  }

  fileprivate func condition(_ state: State, at instant: Date) -> RenewalStatus.Condition {
    let grace = (expiresWithGraceAt?.kept).flatMap { instant < $0 ? $0 : nil }
    switch state {
    // The state changes minutes, sometimes hours, after the end of a period; access continues until
    // the renewal is decided (Microsoft Store, "Manage subscription products",
    // expirationTimeWithGrace).
    case .active:
      guard autoRenew != false, let grace, grace > expiresAt?.kept ?? .distantPast else {
        return .running
      }
      return .renewing(until: grace)
    case .inDunning: return grace.map { .gracePeriod(until: $0) } ?? .billingRetry(until: nil)
    case .inactive: return .ended(.voluntary)
    case .canceled: return .ended(.other)
    case .failed: return .ended(.billing)
    case .none: return .running
    }
  }
}

/// Facts from clawback queue events: refunds and reversed refunds. They name no user.
extension DocumentTranslation {
  /// `productType` is the event's product kind, in the values of the collections service.
  mutating func extractMicrosoftClawback(_ clawback: MicrosoftClawback, productType: String?) {
    statedAt = clawback.happenedAt
    number = clawback.id
    purchases = 1
    // RETAIL is the public store; anything else is a developer's sandbox.
    if let sandbox = clawback.sandboxID {
      environment = sandbox == "RETAIL" ? .production : .sandbox
    }
    guard let factSource, let state = clawback.state, let product = clawback.productID?.usable,
      let name = clawback.name
    else { return }
    collector.add(
      factSource.notice(
        state.notice,
        chain: name,
        order: name,
        detail: [state.detail, clawback.source].compactMap(\.self).joined(separator: " ")
      )
    )
    collector.add(factSource.link(.storeOrder, clawback.orderID, of: name))
    guard let isReversed = state.isReversed else { return }
    guard clawback.recurrenceID == nil else {
      collector.add(
        factSource.status(of: name, isReversed ? .revoked(at: factSource.statedAt) : .running)
      )
      return
    }
    let kind = productType.flatMap(MicrosoftCollectionItem.Kind.init)
    let sale = RawSale(
      transactionID: name,
      productID: product,
      kind: ProductKind(microsoftKind: kind),
      purchasedAt: clawback.purchasedAt,
      cancelledAt: isReversed ? factSource.statedAt : nil,
      cancellation: .refunded
    )
    collector.add(sale, by: factSource)
  }
}

extension MicrosoftClawback {
  /// The purchase's name in the ledger; `nil` if the event does not identify it.
  var name: String? {
    recurrenceID?.usable
      ?? productID?.usable.flatMap { MicrosoftNames.name(order: orderID, product: $0) }
  }
}

extension MicrosoftClawback.State {
  /// Whether access ends (`true`) or returns (`false`); `nil` if it does not change, as after a
  /// refund without return of the product.
  fileprivate var isReversed: Bool? {
    switch self {
    case .returned, .revoked: true
    case .chargebackReversal: false
    case .refunded, .other: nil
    }
  }

  fileprivate var notice: StoreEvent.Kind {
    switch self {
    case .returned, .revoked: .refunded
    case .chargebackReversal: .refundReversed
    case .refunded, .other: .other
    }
  }

  fileprivate var detail: String {
    switch self {
    case .returned: "Returned"
    case .revoked: "Revoked"
    case .refunded: "Refunded, and the user keeps it"
    case .chargebackReversal: "ChargebackReversal"
    case .other(let detail): detail
    }
  }
}
