import Entitlements
import Foundation
import Receipts

/// Events of the clawback queue: money that went back, or came back to the store. They name no
/// user.
enum MicrosoftClawbackFacts {
  /// `productType` is the event's word for the kind of product, one of those of collections.
  static func tell(
    _ clawback: MicrosoftClawback,
    productType: String?,
    into telling: inout Telling
  ) {
    telling.statedAt = clawback.happenedAt
    telling.number = clawback.id
    telling.purchases = 1
    // RETAIL is everybody's store; anything else is a developer's sandbox.
    if let sandbox = clawback.sandboxID {
      telling.environment = sandbox == "RETAIL" ? .production : .sandbox
    }
    guard let witness = telling.witness, let state = clawback.state,
      let product = clawback.productID?.usable,
      let name = clawback.name
    else { return }
    telling.findings.add(
      witness.notice(
        state.notice,
        chain: name,
        order: name,
        detail: [state.word, clawback.source].compactMap(\.self).joined(separator: " ")
      )
    )
    telling.findings.add(witness.link(.storeOrder, clawback.orderID, of: name))
    guard let isTakenBack = state.isTakenBack else { return }
    guard clawback.recurrenceID == nil else {
      let condition = isTakenBack ? Standing.Condition.revoked(at: witness.statedAt) : .running
      telling.findings.add(
        Standing(chain: witness.chain(name), condition: condition, testimony: witness.testimony)
      )
      return
    }
    let kind = productType.flatMap(MicrosoftCollectionItem.Kind.init)
    let sale = Sale(
      transactionID: name,
      productID: product,
      kind: ProductKind(microsoftKind: kind),
      purchasedAt: clawback.purchasedAt,
      cancelledAt: isTakenBack ? witness.statedAt : nil,
      cancellation: .refunded
    )
    telling.findings.add(sale, by: witness)
  }
}

extension MicrosoftClawback {
  /// What the purchase goes by in the ledger; `nil` where the event does not say which it is.
  var name: String? {
    recurrenceID?.usable
      ?? productID?.usable.flatMap { MicrosoftFacts.name(order: orderID, product: $0) }
  }
}

extension MicrosoftClawback.State {
  /// Whether the user may keep it no longer, or has it again; `nil` where nothing changes for the
  /// user: a refund with which the store left the product in place.
  fileprivate var isTakenBack: Bool? {
    switch self {
    case .returned, .revoked: true
    case .chargebackReversal: false
    case .refunded, .other: nil
    }
  }

  fileprivate var notice: Notice.Kind {
    switch self {
    case .returned, .revoked: .refunded
    case .chargebackReversal: .refundReversed
    case .refunded, .other: .other
    }
  }

  fileprivate var word: String {
    switch self {
    case .returned: "Returned"
    case .revoked: "Revoked"
    case .refunded: "Refunded, and the user keeps it"
    case .chargebackReversal: "ChargebackReversal"
    case .other(let word): word
    }
  }
}
