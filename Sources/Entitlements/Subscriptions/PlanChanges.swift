package import Foundation

// Apple's sales with one original transaction ID are of one subscription group, in which a buyer
// has one plan at a time. An at-once change of plan ends the former sale ("isUpgraded"). Notifications
// state only the new sale, and an older document still shows the former one as running.

extension [Order] {
  /// The sales with the end of each that a change of plan replaced: where the first later sale of
  /// another product in its chain begins. What the store itself stated of a refund stays.
  ///
  /// A renewal with another plan may be charged up to a day before the end. It replaces nothing,
  /// unless the new plan ends before the old one, as a yearly plan's end must not count for it.
  package var withReplacements: [Order] {
    guard let first = firstIndex(where: \.mayBeReplaced),
      self[first...].contains(where: { $0.productID != self[first].productID })
    else { return self }
    let chains = Dictionary(grouping: indices.filter { self[$0].mayBeReplaced }) { self[$0].chain }
    var sales = self
    for chain in chains.values where chain.contains(where: {
      self[$0].productID != self[chain[0]].productID
    }) {
      for index in chain {
        let successor = chain.lazy.map { self[$0] }.filter { self[index].isReplaced(by: $0) }
          .min { $0.precedes($1) }
        guard let successor else { continue }
        sales[index] = self[index].changing { sale in
          (sale.cancelledAt, sale.cancellation) = (successor.purchasedAt, .upgraded)
        }
      }
    }
    return sales
  }
}

extension Order {
  /// How long before the end of a period the next one may be charged.
  private static let longestEarliness: TimeInterval = 86_400

  fileprivate var mayBeReplaced: Bool { store == .apple && kind == .autoRenewable && isConfirmed }

  /// Whether a change of plan to `other`, a sale of the same chain, ended this one.
  fileprivate func isReplaced(by other: Order) -> Bool {
    guard productID != other.productID, purchasedAt < other.purchasedAt,
      cancelledAt == nil || cancellation == .upgraded, let end = accessUntil,
      other.purchasedAt < end
    else { return false }
    // An upgrade that the store stated without a date ends by the statement at the latest.
    if cancellation == .upgraded { return true }
    return other.purchasedAt.addingTimeInterval(Self.longestEarliness) < end
      || other.expiresAt.map { $0 < end } ?? false
  }

  /// When the store took the sale back; a change of plan does not, as it was paid for.
  package var takenBackAt: Date? { cancellation == .upgraded ? nil : cancelledAt }
}
