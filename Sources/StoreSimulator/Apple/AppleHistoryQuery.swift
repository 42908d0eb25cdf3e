import Foundation

/// The filters of a history request, and the requested page.
struct AppleHistoryQuery {
  typealias Entry = (purchase: SimulatedPurchase, charge: SimulatedCharge)
  private static let pageSize = 20

  private let from: Int64?
  private let until: Int64?
  private let products: Set<String>
  private let types: Set<String>
  private let ownership: String?
  private let isRevoked: Bool?
  private let isDescending: Bool
  private let after: Position?
  private let refundsOnly: Bool

  /// A position in the order of last changes; a revision is the text of a page's last position.
  private struct Position: Comparable {
    var changedAt: Int64
    var id: String

    static func < (one: Position, other: Position) -> Bool {
      (one.changedAt, one.id) < (other.changedAt, other.id)
    }

    var text: String { "\(changedAt)_\(id)" }

    init(_ charge: SimulatedCharge) {
      let changed = max(charge.purchasedAt, charge.cancelledAt ?? charge.purchasedAt)
      changedAt = Int64((changed.timeIntervalSince1970 * 1_000).rounded())
      id = charge.id
    }

    init?(_ text: String) {
      let parts = text.split(separator: "_", maxSplits: 1)
      guard parts.count == 2, let changedAt = Int64(parts[0]) else { return nil }
      self.changedAt = changedAt
      id = String(parts[1])
    }
  }

  /// `nil` for an invalid revision.
  init?(_ request: SimulatorRequest, refundsOnly: Bool) {
    from = request.value("startDate").flatMap { Int64($0) }
    until = request.value("endDate").flatMap { Int64($0) }
    products = Set(request.values("productId"))
    types = Set(request.values("productType"))
    ownership = request.value("inAppOwnershipType")
    isRevoked = request.value("revoked").map { $0 == "true" }
    isDescending = request.value("sort") == "DESCENDING"
    self.refundsOnly = refundsOnly
    guard let revision = request.value("revision"), !revision.isEmpty else {
      after = nil
      return
    }
    guard let position = Position(revision) else { return nil }
    after = position
  }

  func page(
    of purchases: [SimulatedPurchase]
  ) -> (entries: [Entry], revision: String, hasMore: Bool) {
    let all: [Entry] = purchases.flatMap { purchase in purchase.charges.map { (purchase, $0) } }
    let sorted = all.filter(matches).sorted { isBefore($0.charge, $1.charge) }
    let rest = sorted.filter { entry in after.map { isAfter(Position(entry.charge), $0) } ?? true }
    let entries = Array(rest.prefix(Self.pageSize))
    let revision = (entries.last.map { Position($0.charge) } ?? after)?.text ?? "0_"
    return (entries, revision, rest.count > entries.count)
  }

  private func isBefore(_ one: SimulatedCharge, _ other: SimulatedCharge) -> Bool {
    isDescending ? Position(other) < Position(one) : Position(one) < Position(other)
  }

  private func isAfter(_ position: Position, _ last: Position) -> Bool {
    isDescending ? position < last : last < position
  }

  private func matches(_ entry: Entry) -> Bool {
    let (purchase, charge) = entry
    if refundsOnly { return charge.refundedAt != nil }
    let bought = Int64((charge.purchasedAt.timeIntervalSince1970 * 1_000).rounded())
    let isShared = purchase.sharedFrom != nil
    return (from.map { bought >= $0 } ?? true) && (until.map { bought < $0 } ?? true)
      && (products.isEmpty || products.contains(charge.product))
      && (types.isEmpty || types.contains(Self.type(purchase.kind)))
      && (ownership.map { ($0 == "FAMILY_SHARED") == isShared } ?? true)
      && (isRevoked.map { ((charge.refundedAt ?? charge.revokedAt) != nil) == $0 } ?? true)
  }

  private static func type(_ kind: SimulatedProduct.Kind) -> String {
    switch kind {
    case .consumable: "CONSUMABLE"
    case .nonConsumable: "NON_CONSUMABLE"
    case .nonRenewing, .prepaid: "NON_RENEWABLE"
    case .subscription: "AUTO_RENEWABLE"
    }
  }
}
