package import Entitlements
package import Foundation
internal import GRDB

extension PlayFabRecords {
  /// Gives the user purchases by claims, except those that another user was named for. Checks and
  /// claims in one transaction, so that only one of two concurrent users gets a purchase.
  ///
  /// `isOnce` rejects a sale that any user, including this one, has redeemed.
  package func redeem(
    _ items: [ClaimedSale],
    for user: ID<User>,
    isOnce: Bool,
    at instant: Date
  ) async throws(LedgerError) -> [ID<Order>: RedemptionResult] {
    let redemption = Redemption(items: items, user: user, isOnce: isOnce)
    return try await ledger.submit(redemption, at: instant)
  }

  /// Returns those of these sales that were redeemed.
  package func redeemed(_ sales: [ID<Order>]) async throws(LedgerError) -> Set<ID<Order>> {
    try await ledger.read { db in Set(try sales.filter { try db.isRedeemed($0) }) }
  }

  /// The used quantities of these sales.
  package func uses(
    of sales: [ID<Order>]
  ) async throws(LedgerError) -> [ID<Order>: ConsumptionCounts] {
    try await ledger.read { db in try db.uses(of: sales) }
  }

  /// Consumes uses if that many of `granted` are left, in one transaction. `act` is the filing of
  /// the operator action, unlike any other.
  ///
  /// - Returns: The remaining uses; `nil` if there were too few and nothing was filed.
  package func consume(
    _ count: Int,
    of item: String,
    in sale: ID<Order>,
    granted: Int,
    act: Filing
  ) async throws(LedgerError) -> Int? {
    let consumption = Consumption(count: count, item: item, sale: sale, granted: granted, act: act)
    return try await ledger.submit(consumption, at: act.document.receivedAt)
  }

  /// Returns those of these chains that a user was named for.
  package func named(
    among chains: [ID<Subscription>]
  ) async throws(LedgerError) -> Set<ID<Subscription>> {
    try await ledger.read { db in
      Set(
        try chains.filter { chain in
          try db.rowID(of: chain).map { try db.exists(Self.namedChain, [$0]) } ?? false
        }
      )
    }
  }

  private static let namedChain = """
    SELECT 1 FROM chain WHERE n = ? AND (
      lastClaim IS NOT NULL OR EXISTS (SELECT 1 FROM claim WHERE claim.chain = chain.n))
    """
}

/// A sale with the claim on its purchase.
package struct ClaimedSale: Codable, Sendable {
  package var sale: ID<Order>
  package var claim: PurchaseClaim

  package init(_ sale: ID<Order>, _ claim: PurchaseClaim) {
    (self.sale, self.claim) = (sale, claim)
  }
}

/// Gives sales to a user.
struct Redemption: LedgerChange {
  static let kind = EntryKind.redemption

  private enum CodingKeys: String, CodingKey {
    case items = "items", user = "user", isOnce = "isOnce"
  }

  var items: [ClaimedSale]
  var user: ID<User>
  /// Whether a sale can be redeemed only once, by anybody.
  var isOnce: Bool

  func apply(
    at instant: Date,
    by writer: inout LedgerWriter
  ) throws -> [ID<Order>: RedemptionResult] {
    try writer.deriveEarlierChanges()
    let user = writer.memory.ownershipContext.identities.canonical(user)
    var outcomes: [ID<Order>: RedemptionResult] = [:]
    for item in items {
      outcomes[item.sale] = try writer.redeem(
        item.sale,
        by: item.claim,
        for: user,
        isOnce: isOnce,
        at: instant
      )
    }
    return outcomes
  }
}

/// Consumes uses of a sale. The outcome is what is left, or `nil` if it was too few.
struct Consumption: LedgerChange {
  static let kind = EntryKind.consumption

  var filings: [Filing] {
    get { [act] }
    set { act = newValue.first ?? act }
  }

  private enum CodingKeys: String, CodingKey {
    case count = "count", item = "item", sale = "sale", granted = "granted", act = "act"
  }

  var count: Int
  var item: String
  var sale: ID<Order>
  var granted: Int
  var act: Filing

  func apply(at _: Date, by writer: inout LedgerWriter) throws -> Int? {
    let used = try writer.db.uses(of: [sale])[sale]?.count(of: item) ?? 0
    guard count > 0, used <= granted, count <= granted - used else { return nil }
    guard case .filed = try writer.file(act) else {
      throw LedgerError.refused(rule: "two acts are the same document")
    }
    return granted - used - count
  }
}

extension LedgerWriter {
  fileprivate mutating func redeem(
    _ sale: ID<Order>,
    by claim: PurchaseClaim,
    for user: ID<User>,
    isOnce: Bool,
    at instant: Date
  ) throws -> RedemptionResult {
    let isSpent = try db.isRedeemed(sale)
    if isOnce, isSpent { return .spent }
    let holder = try holder(of: claim.chain, besides: user)
    if let holder, holder != user { return .taken }
    if holder == nil {
      try file(claim)
      try resolveTouchedAccounts()
      // The user named first may keep it, whichever user that now is.
      guard try owner(of: claim.chain) == user else { return .taken }
    }
    if let row = try db.rowID(of: sale), !isSpent {
      try run(
        "INSERT INTO redemption (sale, redeemedAt) VALUES (?, ?)",
        [row, instant.milliseconds]
      )
    }
    return holder == nil || isOnce ? .given : .had
  }

  /// The user named for the chain who counts by the policy. Excludes owners by inference from other
  /// purchases of the store account, and erased users. Under the sharing policy, a user's own claim
  /// counts.
  private mutating func holder(
    of chain: ID<Subscription>,
    besides user: ID<User>
  ) throws -> ID<User>? {
    guard try db.rowID(of: chain) != nil, let n = try rowID(of: chain),
      let row = try self.chain(n), let claims = try claims(on: row)
    else { return nil }
    let namedClaims = claims.named.filter { $0.basis != .forgotten }
    let holders = Ownership.holders(by: namedClaims, claims.holder, memory.ownershipContext.policy)
    if holders.contains(user) { return user }
    return Ownership.owner(by: namedClaims, claims.holder, memory.ownershipContext.policy)
  }
}

extension Database {
  fileprivate func isRedeemed(_ sale: ID<Order>) throws -> Bool {
    try rowID(of: sale).map { try exists("SELECT 1 FROM redemption WHERE sale = ?", [$0]) } ?? false
  }

  /// The sums of the stored consumptions.
  func uses(of sales: [ID<Order>]) throws -> [ID<Order>: ConsumptionCounts] {
    var uses: [ID<Order>: ConsumptionCounts] = [:]
    try forEach(
      """
      SELECT transactionID, key, sum(count) FROM act
      WHERE transactionID IN (SELECT value FROM json_each(?)) GROUP BY transactionID, key
      """,
      [sales.filter(\.isUsable).map(\.raw).json]
    ) { cells in
      uses[try cells.id(0), default: ConsumptionCounts()]
        .add(try cells.count(2), of: try cells.optionalText(1))
    }
    return uses
  }
}
