import Foundation

// Google's purchase resource does not show a reversal: it is only in the orders and in the list of
// voided purchases, which name no product. Their statements stay true whatever the purchase shows.

extension [Order] {
  /// The sales with the reversals that the store reported elsewhere.
  ///
  /// A revocation (`revoked`) ends the entitlements for good. A refund alone (`refunded`) does not,
  /// but access that ended at about that time ended with it.
  package func takenBack(by notices: some Sequence<StoreEvent>) -> [Order] {
    let stated = Dictionary(grouping: notices.lazy.filter(\.isReversal), by: \.order)
    guard !stated.isEmpty else { return self }
    return map { sale in stated[sale.id].map(sale.takenBack) ?? sale }
  }
}

extension StoreEvent {
  /// Whether it reports a reversal that the purchase itself does not show.
  package var isReversal: Bool {
    guard kind == .refunded || kind == .revoked, statementSource.authority == .full else {
      return false
    }
    return order?.raw.hasPrefix("\(Store.google.rawValue):") ?? false
  }
}

extension Order {
  /// The time within which a store's statements become consistent.
  private static let day: TimeInterval = 86_400

  fileprivate func takenBack(by notices: [StoreEvent]) -> Order {
    func first(_ kind: StoreEvent.Kind) -> Date? {
      notices.lazy.filter { $0.kind == kind }.map(\.statementSource.statedAt).min()
    }
    if let revokedAt = first(.revoked) {
      return changing { sale in
        sale.cancelledAt = min(cancelledAt ?? revokedAt, revokedAt)
        sale.cancellation = first(.refunded) == nil ? .revoked : .refunded
      }
    }
    guard cancelledAt == nil, let refundedAt = first(.refunded), let end = accessUntil,
      end <= refundedAt + Self.day
    else { return self }
    return changing { sale in
      sale.cancelledAt = end < refundedAt - Self.day ? refundedAt : end
      sale.cancellation = .refunded
    }
  }
}
