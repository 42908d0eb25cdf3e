import Basics
import Entitlements
import Foundation
import Receipts

/// Charges taken back, as `purchases.voidedpurchases.list` answers. It names no product, so there
/// is no sale to state: the notice names the order that was voided.
enum GoogleVoidedFacts {
  static func tell(_ payload: JSONValue, into telling: inout Telling) {
    guard let list = GoogleVoidedList(payload) else { return }
    telling.isOneAccount = list.purchases.count < 2
    telling.purchases = list.purchases.count
    if list.purchases.count == 1 { telling.statedAt = list.purchases.first?.voidedAt }
    guard let witness = telling.witness else { return }
    for purchase in list.purchases {
      guard let chain = GoogleNames.chain(of: purchase.orderID, token: purchase.purchaseToken)
      else { continue }
      let name = GoogleNames.Name(transaction: purchase.orderID?.raw.usable ?? chain, chain: chain)
      for kind in purchase.notices {
        telling.findings.add(
          witness.at(purchase.voidedAt).notice(
            kind,
            chain: chain,
            order: name.transaction,
            detail: purchase.words
          )
        )
      }
      telling.addLinks(
        of: name,
        order: purchase.orderID,
        token: purchase.purchaseToken,
        by: witness
      )
    }
  }
}

extension GoogleVoidedList.Purchase {
  /// A charge that was given back without its rights is not listed. Of several units some may go
  /// back, and the rest stays (Voided Purchases API, `voidedQuantity`).
  fileprivate var notices: [Notice.Kind] {
    quantity == nil ? [.refunded, .revoked] : [.refundedInPart]
  }

  /// Google's numbers with their meanings.
  fileprivate var words: String? {
    var words: [String] = []
    if let source {
      let word = source.known.map { "\($0)" } ?? "unknown"
      words.append("voidedSource \(source.raw) (\(word))")
    }
    if let reason {
      let word = reason.known.map { "\($0)" } ?? "unknown"
      words.append("voidedReason \(reason.raw) (\(word))")
    }
    if let quantity { words.append("voidedQuantity \(quantity)") }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
