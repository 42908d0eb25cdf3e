package import Entitlements
package import Foundation
internal import GRDB

/// Creates the filing of an operator action for an attempt. Equal actions at the same instant are
/// one, so each attempt uses a slightly later instant.
package typealias Attempts = @Sendable (_ attempt: Int) throws -> Filing

/// Purchases that a user redeems, each with its claim.
package struct RedemptionDraft: Sendable {
  package struct Part: Sendable {
    package var chain: ID<Subscription>
    package var sale: ID<Order>
    /// The claim that gives the chain to the user.
    package var claim: PurchaseClaim

    package init(
      chain: ID<Subscription>,
      sale: ID<Order>,
      claim: PurchaseClaim
    ) {
      self.chain = chain
      self.sale = sale
      self.claim = claim
    }
  }

  package var user: ID<User>
  package var parts: [Part]
  /// Whether to reject a sale that any user, including this one, has redeemed.
  package var isOnce: Bool
  package var at: Date

  package init(user: ID<User>, parts: [Part], isOnce: Bool, at: Date) {
    self.user = user
    self.parts = parts
    self.isOnce = isOnce
    self.at = at
  }
}

extension PlayFabRecords {
  /// Gives the user the purchases that no user was namedClaims for. Checks and claims in one transaction,
  /// so that only one of two concurrent users gets a purchase.
  package func redeem(
    _ draft: RedemptionDraft
  ) async throws(LedgerError) -> [ID<Order>: RedemptionResult] {
    try await ledger.write { writer in
      let user = writer.memory.ownershipContext.identities.canonical(draft.user)
      var outcomes: [ID<Order>: RedemptionResult] = [:]
      for part in draft.parts {
        outcomes[part.sale] = try writer.redeem(part, for: user, draft)
      }
      return outcomes
    }
  }

  /// Returns those of these sales that were redeemed.
  package func redeemed(
    _ sales: [ID<Order>]
  ) async throws(LedgerError) -> Set<ID<Order>> {
    try await ledger.read { db in
      Set(try sales.filter { try db.isRedeemed($0) })
    }
  }

  /// The used quantities of these sales.
  package func uses(
    of sales: [ID<Order>]
  ) async throws(LedgerError) -> [ID<Order>: ConsumptionCounts] {
    try await ledger.read { db in try db.uses(of: sales) }
  }

  /// Consumes `count` uses if that many of `granted` are left, in one transaction.
  ///
  /// - Returns: The remaining uses; `nil` if there were too few and nothing was filed.
  package func consume(
    _ count: Int,
    of item: String,
    in sale: ID<Order>,
    granted: Int,
    filing: @escaping Attempts
  ) async throws(LedgerError) -> Int? {
    try await ledger.write { writer in
      let used = try writer.db.uses(of: [sale])[sale]?.count(of: item) ?? 0
      guard count > 0, used <= granted, count <= granted - used else { return nil }
      try writer.fileAnew(filing)
      return granted - used - count
    }
  }

  /// Returns those of these chains that a user was namedClaims for.
  package func named(
    among chains: [ID<Subscription>]
  ) async throws(LedgerError) -> Set<ID<Subscription>> {
    try await ledger.read { db in
      Set(
        try chains.filter { chain in
          guard let name = Subscription.Name(chain), let number = try db.number(of: name) else {
            return false
          }
          return try db.count(
            """
            SELECT lastClaim IS NOT NULL OR EXISTS (SELECT 1 FROM claim WHERE claim.chain = chain.n)
            FROM chain WHERE n = ?
            """,
            [number]
          ) > 0
        }
      )
    }
  }
}

extension LedgerWriter {
  /// Files an operator action that is not stored yet.
  fileprivate mutating func fileAnew(_ filing: Attempts) throws {
    for attempt in 0..<1_000 {
      if case .filed = try file(try filing(attempt)) { return }
    }
    throw LedgerError.refused(rule: "too many acts at one instant")
  }

  fileprivate mutating func redeem(
    _ part: RedemptionDraft.Part,
    for user: ID<User>,
    _ draft: RedemptionDraft
  ) throws -> RedemptionResult {
    let isSpent = try db.isRedeemed(part.sale)
    if draft.isOnce, isSpent { return .spent }
    let holder = try holder(of: part.chain, besides: user)
    if let holder, holder != user { return .taken }
    if holder == nil {
      try file(part.claim)
      try resolveTouchedAccounts()
      // The user namedClaims first may keep it, whichever user that now is.
      guard try owner(of: part.chain) == user else { return .taken }
    }
    if let sale = try db.number(of: part.sale), !isSpent {
      try db.run(
        "INSERT INTO redemption (sale, redeemedAt) VALUES (?, ?)",
        [sale, draft.at.milliseconds]
      )
      hasWritten = true
    }
    return holder == nil || draft.isOnce ? .given : .had
  }

  /// The user namedClaims for the chain who counts by the policy. Excludes owners by inference from other
  /// purchases of the store account, and erased users. Under the sharing policy, a user's own claim
  /// counts.
  private mutating func holder(
    of chain: ID<Subscription>,
    besides user: ID<User>
  ) throws -> ID<User>? {
    guard let name = Subscription.Name(chain), try db.number(of: name) != nil,
      let n = try number(of: chain), let row = try self.chain(n)
    else { return nil }
    guard let claims = try claims(on: row) else { return nil }
    let namedClaims = claims.named.filter { $0.basis != .forgotten }
    let holders = Ownership.holders(by: namedClaims, claims.holder, memory.ownershipContext.policy)
    if holders.contains(user) { return user }
    return Ownership.owner(by: namedClaims, claims.holder, memory.ownershipContext.policy)
  }
}

extension Database {
  fileprivate func isRedeemed(_ sale: ID<Order>) throws -> Bool {
    guard let number = try number(of: sale) else { return false }
    return try count("SELECT EXISTS (SELECT 1 FROM redemption WHERE sale = ?)", [number]) > 0
  }

  /// The sums of the stored consumptions.
  func uses(of sales: [ID<Order>]) throws -> [ID<Order>: ConsumptionCounts] {
    var uses: [ID<Order>: ConsumptionCounts] = [:]
    for sale in sales where sale.isUsable {
      let acts = try map(
        "SELECT key, sum(count) FROM act WHERE transactionID = ? GROUP BY key",
        [sale.raw]
      ) { (item: try $0.optionalText(0), count: try $0.count(1)) }
      for act in acts { uses[sale, default: ConsumptionCounts()].add(act.count, of: act.item) }
    }
    return uses
  }
}
