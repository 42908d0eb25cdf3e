package import Entitlements
package import Foundation
internal import GRDB

/// The same words of the same instant are one act: another is said a little later.
package typealias Attempts = @Sendable (_ attempt: Int) throws -> Filing

/// Purchases that a user wants as theirs, each with what gives it to them.
package struct RedemptionDraft: Sendable {
  package struct Part: Sendable {
    package var chain: ID<Subscription>
    package var sale: ID<Order>
    /// By which the chain becomes the user's.
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
  /// Whether a sale that anybody redeemed is refused, the same user as well.
  package var isOnce: Bool
  package var at: Date

  package init(user: ID<User>, parts: [Part], isOnce: Bool, at: Date) {
    self.user = user
    self.parts = parts
    self.isOnce = isOnce
    self.at = at
  }
}

extension Ledger {
  /// Gives the user those of the purchases that nobody was named for, in one transaction with the
  /// look at whose they are: of two who want one purchase, one gets it.
  package func redeem(
    _ draft: RedemptionDraft
  ) async throws(LedgerError) -> [ID<Order>: Redeemed] {
    try await write { clerk in
      let user = clerk.memory.customs.identities.canonical(draft.user)
      var outcomes: [ID<Order>: Redeemed] = [:]
      for part in draft.parts {
        outcomes[part.sale] = try clerk.redeem(part, for: user, draft)
      }
      return outcomes
    }
  }

  /// Which of these sales were redeemed.
  package func redeemed(
    _ sales: [ID<Order>]
  ) async throws(LedgerError) -> Set<ID<Order>> {
    try await read { db in
      Set(try sales.filter { try db.isRedeemed($0) })
    }
  }

  /// How often what these sales hold was used.
  package func uses(
    of sales: [ID<Order>]
  ) async throws(LedgerError) -> [ID<Order>: Uses] {
    try await read { db in try db.uses(of: sales) }
  }

  /// Files that so many uses were used up, where so many are left of what `granted` says there were
  /// in all: of two who want the last one, one gets it.
  ///
  /// - Returns: How many are left then; `nil` where there were too few, and nothing was filed.
  package func consume(
    _ count: Int,
    of item: String,
    in sale: ID<Order>,
    granted: Int,
    filing: @escaping Attempts
  ) async throws(LedgerError) -> Int? {
    try await write { clerk in
      let used = try clerk.db.uses(of: [sale])[sale]?.count(of: item) ?? 0
      guard count > 0, used <= granted, count <= granted - used else { return nil }
      try clerk.fileAnew(filing)
      return granted - used - count
    }
  }

  /// Which of these chains somebody was named for.
  package func named(
    among chains: [ID<Subscription>]
  ) async throws(LedgerError) -> Set<ID<Subscription>> {
    try await read { db in
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

extension Clerk {
  /// Files an act that is not on file yet.
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
  ) throws -> Redeemed {
    let isSpent = try db.isRedeemed(part.sale)
    if draft.isOnce, isSpent { return .spent }
    let holder = try holder(of: part.chain, besides: user)
    if let holder, holder != user { return .taken }
    if holder == nil {
      try file(part.claim)
      try settleTouchedAccounts()
      // Who was named first may keep it, whoever they are by now.
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

  /// Who was named for the chain: the one who counts by the policy. Nobody was for what merely
  /// follows from other purchases of the store account, and nobody is any more who was forgotten.
  /// Where all who claim a purchase share it, everybody's own claim counts for them.
  private mutating func holder(
    of chain: ID<Subscription>,
    besides user: ID<User>
  ) throws -> ID<User>? {
    guard let name = Subscription.Name(chain), try db.number(of: name) != nil,
      let n = try number(of: chain), let row = try self.chain(n)
    else { return nil }
    guard let claims = try claims(on: row) else { return nil }
    let named = claims.named.filter { $0.basis != .forgotten }
    let holders = Ownership.holders(by: named, claims.holder, memory.customs.policy)
    if holders.contains(user) { return user }
    return Ownership.owner(by: named, claims.holder, memory.customs.policy)
  }
}

extension Database {
  fileprivate func isRedeemed(_ sale: ID<Order>) throws -> Bool {
    guard let number = try number(of: sale) else { return false }
    return try count("SELECT EXISTS (SELECT 1 FROM redemption WHERE sale = ?)", [number]) > 0
  }

  /// What the acts on file come to.
  func uses(of sales: [ID<Order>]) throws -> [ID<Order>: Uses] {
    var uses: [ID<Order>: Uses] = [:]
    for sale in sales where sale.isUsable {
      let acts = try map(
        "SELECT key, sum(count) FROM act WHERE transactionID = ? GROUP BY key",
        [sale.raw]
      ) { (item: try $0.optionalText(0), count: try $0.count(1)) }
      for act in acts { uses[sale, default: Uses()].add(act.count, of: act.item) }
    }
    return uses
  }
}
