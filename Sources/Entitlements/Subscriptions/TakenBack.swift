import Foundation

// A purchase of Google's goes on reading as if nothing had been taken back: its orders and the list
// of voids tell of that, and of no product. What they tell stays true whatever the purchase reads.

extension [Order] {
  /// The sales with what the store told elsewhere of their being taken back.
  ///
  /// Rights that the store took (`revoked`) end there for good. Money alone (`refunded`) takes none:
  /// access that ended about then went with it.
  package func takenBack(by notices: some Sequence<Notice>) -> [Order] {
    let told = Dictionary(grouping: notices.lazy.filter(\.takesBack), by: \.order)
    guard !told.isEmpty else { return self }
    return map { sale in told[sale.id].map(sale.takenBack) ?? sale }
  }
}

extension Notice {
  /// Whether it tells of a sale what the purchase itself does not.
  package var takesBack: Bool {
    guard kind == .refunded || kind == .revoked, testimony.authority == .full else { return false }
    return order?.raw.hasPrefix("\(Store.google.rawValue):") ?? false
  }
}

extension Order {
  /// Stores come to terms with themselves within a day.
  private static let day: TimeInterval = 86_400

  fileprivate func takenBack(by notices: [Notice]) -> Order {
    func first(_ kind: Notice.Kind) -> Date? {
      notices.lazy.filter { $0.kind == kind }.map(\.testimony.statedAt).min()
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
