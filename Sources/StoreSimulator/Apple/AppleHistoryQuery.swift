import Foundation

/// The filters of a request for a history, and the page that it asks for.
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
  private let after: Mark?
  private let refundsOnly: Bool

  /// A place in the order of last changes; a revision is the text of the last one on a page.
  private struct Mark: Comparable {
    var changedAt: Int64
    var id: String

    static func < (one: Mark, other: Mark) -> Bool {
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

  /// `nil` for a revision that was never given.
  init?(_ request: StoreRequest, refundsOnly: Bool) {
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
    guard let mark = Mark(revision) else { return nil }
    after = mark
  }

  func page(
    of purchases: [SimulatedPurchase]
  ) -> (entries: [Entry], revision: String, hasMore: Bool) {
    let all: [Entry] = purchases.flatMap { purchase in purchase.charges.map { (purchase, $0) } }
    let sorted = all.filter(isWanted).sorted { isBefore($0.charge, $1.charge) }
    let rest = sorted.filter { entry in after.map { isAfter(Mark(entry.charge), $0) } ?? true }
    let entries = Array(rest.prefix(Self.pageSize))
    let revision = (entries.last.map { Mark($0.charge) } ?? after)?.text ?? "0_"
    return (entries, revision, rest.count > entries.count)
  }

  private func isBefore(_ one: SimulatedCharge, _ other: SimulatedCharge) -> Bool {
    isDescending ? Mark(other) < Mark(one) : Mark(one) < Mark(other)
  }

  private func isAfter(_ mark: Mark, _ last: Mark) -> Bool {
    isDescending ? mark < last : last < mark
  }

  private func isWanted(_ entry: Entry) -> Bool {
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
