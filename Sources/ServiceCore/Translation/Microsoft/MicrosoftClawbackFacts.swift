import Entitlements
import Foundation
import Receipts

/// Facts from clawback queue events: refunds and reversed refunds. They name no user.
enum MicrosoftClawbackFacts {
  /// `productType` is the event's product kind, in the values of the collections service.
  static func extract(
    _ clawback: MicrosoftClawback,
    productType: String?,
    into translation: inout DocumentTranslation
  ) {
    translation.statedAt = clawback.happenedAt
    translation.number = clawback.id
    translation.purchases = 1
    // RETAIL is the public store; anything else is a developer's sandbox.
    if let sandbox = clawback.sandboxID {
      translation.environment = sandbox == "RETAIL" ? .production : .sandbox
    }
    guard let factSource = translation.factSource, let state = clawback.state,
      let product = clawback.productID?.usable,
      let name = clawback.name
    else { return }
    translation.collector.add(
      factSource.notice(
        state.notice,
        chain: name,
        order: name,
        detail: [state.detail, clawback.source].compactMap(\.self).joined(separator: " ")
      )
    )
    translation.collector.add(factSource.link(.storeOrder, clawback.orderID, of: name))
    guard let isReversed = state.isReversed else { return }
    guard clawback.recurrenceID == nil else {
      let condition =
        isReversed ? RenewalStatus.Condition.revoked(at: factSource.statedAt) : .running
      translation.collector.add(
        RenewalStatus(
          chain: factSource.chain(name),
          condition: condition,
          statementSource: factSource.statementSource
        )
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
    translation.collector.add(sale, by: factSource)
  }
}

extension MicrosoftClawback {
  /// The purchase's name in the ledger; `nil` if the event does not identify it.
  var name: String? {
    recurrenceID?.usable
      ?? productID?.usable.flatMap { MicrosoftFacts.name(order: orderID, product: $0) }
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
