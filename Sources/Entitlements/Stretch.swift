import Foundation

/// An unbroken time of access, made of sales that touch or overlap.
struct Stretch {
  var from: Date
  /// `nil` for access without end.
  var until: Date?
  /// The sale that lasts longest.
  var source: Order

  init(_ order: Order) {
    from = order.purchasedAt
    until = order.accessUntil
    source = order
  }

  /// Takes `order`, which begins no earlier than any sale before it, in; false if a gap lies
  /// between.
  mutating func extend(by order: Order) -> Bool {
    if let until, until < order.purchasedAt { return false }
    if order.outlasts(source) { source = order }
    if let end = until { until = order.accessUntil.map { max(end, $0) } }
    return true
  }
}

extension EntitlementRules {
  /// Of the stretches `orders` form, the one that lasts longest; of equals the earlier one.
  static func longestStretch(of orders: [Order]) -> Stretch? {
    var stretches: [Stretch] = []
    for order in orders.sorted(by: { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }) {
      if let last = stretches.indices.last, stretches[last].extend(by: order) { continue }
      stretches.append(Stretch(order))
    }
    return stretches.max { left, right in
      let ends = (left.until ?? .distantFuture, right.until ?? .distantFuture)
      return ends.0 == ends.1 ? left.from > right.from : ends.0 < ends.1
    }
  }
}

extension Order {
  /// Whether access by this sale ends after that by `other`; at the same end, a sale that was
  /// not taken back outlasts one that was.
  fileprivate func outlasts(_ other: Order) -> Bool {
    let ends = (accessUntil ?? .distantFuture, other.accessUntil ?? .distantFuture)
    if ends.0 != ends.1 { return ends.0 > ends.1 }
    return cancelledAt == nil && other.cancelledAt != nil
  }
}
