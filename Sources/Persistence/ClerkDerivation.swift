import Entitlements
import Foundation
internal import GRDB

/// What follows from the facts: the lives of chains, and then what their owners hold.
extension Clerk {
  mutating func derive() throws {
    for chain in touchedChains.sorted() { try derive(chain: chain) }
    for user in touchedUsers.sorted() { try derive(user: user) }
    if hasWritten { try advanceCounts(to: now) }
  }

  private func derive(chain: Int64) throws {
    let sales = try db.orders("WHERE sale.chain = ? AND sale.kind = 3", [chain])
    let standings = try db.standings("WHERE standing.chain = ?", [chain])
    let phases = ChainLife(sales: sales, standings: standings).phases.compactMap(PhaseRow.init)
    let known = try db.map(
      """
      SELECT phase."from", phase.until, phase.state, phase.reason, phase.renews, document.id
      FROM phase JOIN document ON document.n = phase.document
      WHERE phase.chain = ? ORDER BY phase."from"
      """,
      [chain],
      PhaseRow.init
    )
    let newest = sales.max { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
    let product = try newest.map {
      try db.number(
        "SELECT n FROM product WHERE id = ? AND store = ?",
        [$0.productID, $0.store.rawValue]
      )
    }
    let ends = phases.filter { SubscriptionState.codes[$0.state].grantsAccess }.map {
      $0.until ?? Date.distantFuture.milliseconds
    }
    let start = phases.first?.from
    try db.run(
      """
      UPDATE chain SET (product, startedAt, accessUntil) = (?1, ?2, ?3)
      WHERE n = ?4 AND (product, startedAt, accessUntil) IS NOT (?1, ?2, ?3)
      """,
      [product ?? nil, start, start.map { max($0, ends.max() ?? $0) }, chain]
    )
    guard phases != known else { return }
    let changed = Set(known).symmetricDifference(phases)
    let countedAt = try countedAt()
    for phase in known where changed.contains(phase) {
      if phase.contains(countedAt) { try count(phase.state, by: -1) }
      try db.run("DELETE FROM phase WHERE chain = ? AND \"from\" = ?", [chain, phase.from])
    }
    for phase in phases where changed.contains(phase) {
      if phase.contains(countedAt) { try count(phase.state, by: 1) }
      try db.run(
        """
        INSERT INTO phase (chain, "from", until, state, reason, renews, document)
        VALUES (?, ?, ?, ?, ?, ?, (SELECT n FROM document WHERE id = ?))
        """,
        [
          chain, phase.from, phase.until, phase.state, phase.reason, phase.renews, phase.evidence,
        ]
      )
    }
  }

  private mutating func derive(user: Int64) throws {
    let id = try db.first("SELECT id FROM user WHERE n = ?", [user]) { try $0.id(0) as ID<User> }
    guard let id else { return }
    let customs = try customsNow()
    var orders = try db.orders("WHERE sale.user = ?", [user])
    if customs.policy == .share { orders += try shared(with: id, but: user) }
    guard try isKnown(user, id, orders: orders) else { return try forget(user) }
    try write(user: user, id, orders)
    let acts = try db.acts("WHERE act.user = ? AND act.deed IN ('grant', 'withdraw')", [id.raw])
    let rights = EntitlementRules.entitlements(
      for: id,
      from: orders,
      lives: try lives(of: orders),
      grants: acts,
      catalog: catalog
    )
    try write(rights, of: user)
    try writeInventory(of: user, id, orders)
  }

  /// The phases of every chain that renews among the orders.
  private func lives(of orders: [Order]) throws -> [ID<Subscription>: [Phase]] {
    var lives: [ID<Subscription>: [Phase]] = [:]
    for chain in Set(orders.filter { $0.kind == .autoRenewable }.map(\.chain)) {
      guard let name = Subscription.Name(chain) else { continue }
      lives[chain] = try db.phases(of: name)
    }
    return lives
  }

  private func shared(with id: ID<User>, but user: Int64) throws -> [Order] {
    try db.orders(
      """
      WHERE sale.user IS NOT ?1 AND sale.chain IN (
        SELECT mention.chain FROM mention JOIN document ON document.n = mention.document
        WHERE document.claimant = ?2 AND document.claim = 'named')
      """,
      [user, id.raw]
    )
  }

  /// Somebody who was only assumed, and whose purchases proved to be another's, is forgotten.
  private func isKnown(_ user: Int64, _ id: ID<User>, orders: [Order]) throws -> Bool {
    if !orders.isEmpty { return true }
    return try db.count(
      """
      SELECT EXISTS (SELECT 1 FROM document WHERE user = ?1)
        OR EXISTS (SELECT 1 FROM chain WHERE user = ?1)
        OR EXISTS (SELECT 1 FROM act WHERE user = ?2 AND deed <> 'merge')
      """,
      [user, id.raw]
    ) > 0
  }
}
