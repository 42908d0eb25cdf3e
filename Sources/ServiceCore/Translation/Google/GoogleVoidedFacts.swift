import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from a `purchases.voidedpurchases.list` answer: voided charges. It names no product, so it
/// yields events of the voided orders, not sales.
enum GoogleVoidedFacts {
  static func extract(_ payload: JSONValue, into translation: inout DocumentTranslation) {
    guard let list = GoogleVoidedList(payload) else { return }
    translation.isOneAccount = list.purchases.count < 2
    translation.purchases = list.purchases.count
    if list.purchases.count == 1 { translation.statedAt = list.purchases.first?.voidedAt }
    guard let factSource = translation.factSource else { return }
    for purchase in list.purchases {
      guard let chain = GoogleNames.chain(of: purchase.orderID, token: purchase.purchaseToken)
      else { continue }
      let name = GoogleNames.Name(transaction: purchase.orderID?.raw.usable ?? chain, chain: chain)
      for kind in purchase.notices {
        translation.collector.add(
          factSource.at(purchase.voidedAt).notice(
            kind,
            chain: chain,
            order: name.transaction,
            detail: purchase.detail
          )
        )
      }
      translation.addLinks(
        of: name,
        order: purchase.orderID,
        token: purchase.purchaseToken,
        by: factSource
      )
    }
  }
}

extension GoogleVoidedList.Purchase {
  /// A charge refunded without revoking access is not listed. With several units, some may be
  /// refunded (Voided Purchases API, `voidedQuantity`).
  fileprivate var notices: [StoreEvent.Kind] {
    quantity == nil ? [.refunded, .revoked] : [.refundedInPart]
  }

  /// Google's codes with their meanings.
  fileprivate var detail: String? {
    var parts: [String] = []
    if let source {
      let name = source.known.map { "\($0)" } ?? "unknown"
      parts.append("voidedSource \(source.raw) (\(name))")
    }
    if let reason {
      let name = reason.known.map { "\($0)" } ?? "unknown"
      parts.append("voidedReason \(reason.raw) (\(name))")
    }
    if let quantity { parts.append("voidedQuantity \(quantity)") }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
