package import Foundation

// Apple's sales with one original transaction ID are of one subscription group, in which a buyer
// has one plan at a time. An at-once change of plan ends the former sale ("isUpgraded").
// Notifications state only the new sale, and older documents still show the former one as running.

extension [Order] {
  /// The sales with the end of each that a change of plan replaced: where the first later sale of
  /// another product in its chain begins. A refund that the store dates otherwise stays.
  ///
  /// A renewal with another plan may be charged up to a day before the end. It replaces nothing,
  /// unless the new plan ends before the old one, as a yearly plan's end must not count for it.
  package var withReplacements: [Order] {
    guard let first = firstIndex(where: \.mayBeReplaced),
      self[first...].contains(where: { $0.productID != self[first].productID })
    else { return self }
    let chains = Dictionary(grouping: indices.filter { self[$0].mayBeReplaced }) { self[$0].chain }
    var sales = self
    for chain in chains.values {
      let inTime = chain.sorted { self[$0].precedes(self[$1]) }
      for (position, index) in inTime.enumerated() {
        let later = inTime[(position + 1)...].lazy.map { self[$0] }
        let overlapping = later.prefix { $0.purchasedAt < self[index].expiresAt ?? .distantPast }
        guard let successor = overlapping.first(where: self[index].isReplaced(by:)) else {
          continue
        }
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

  /// How much the end of a plan, as a receipt states it, may differ from the beginning of the next.
  private static let tolerance: TimeInterval = 60

  /// Whether a change of plan to `other`, a later sale of the same chain, ended this one.
  ///
  /// A receipt gives no reason for a cancellation, and Apple refunds the rest of an upgraded period
  /// itself. Either is the change of plan if the other sale began at that time.
  fileprivate func isReplaced(by other: Order) -> Bool {
    guard productID != other.productID, purchasedAt < other.purchasedAt, let expiresAt else {
      return false
    }
    if let cancelledAt {
      if cancellation == nil || cancellation == .refunded {
        return abs(cancelledAt.timeIntervalSince(other.purchasedAt)) <= Self.tolerance
      }
      guard cancellation == .upgraded, other.purchasedAt < cancelledAt else { return false }
    }
    return other.purchasedAt.addingTimeInterval(Self.longestEarliness) < expiresAt
      || other.expiresAt.map { $0 < expiresAt } ?? false
  }

  /// When the store took the sale back; a change of plan does not, as it was paid for.
  package var takenBackAt: Date? { cancellation == .upgraded ? nil : cancelledAt }
}
