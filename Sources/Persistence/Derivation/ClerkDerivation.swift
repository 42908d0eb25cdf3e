import Entitlements
import Foundation
internal import GRDB

/// What follows from the facts: the lives of chains, and then what their owners hold.
extension Clerk {
  mutating func derive() throws {
    var pending = touchedChains
    for (user, change) in touchedUsers.sorted(by: { $0.key < $1.key }) {
      var desk = DerivationDesk()
      try desk.read(salesOfUser: user, in: db)
      for chain in desk.chains.intersection(pending).sorted() {
        try derive(chain: chain, &desk)
        pending.remove(chain)
      }
      try derive(user: user, change, &desk)
    }
    for chain in pending.sorted() {
      var desk = DerivationDesk()
      try desk.read(salesOfChain: chain, in: db)
      try derive(chain: chain, &desk)
    }
    (touchedChains, touchedUsers) = ([], [:])
    try leaveWord()
    try flushChains()
    try tally.flush(to: db)
    if hasWritten { try advanceCounts(to: now) }
  }

  private mutating func derive(chain: Int64, _ desk: inout DerivationDesk) throws {
    guard var row = try self.chain(chain) else { return }
    let sales = desk.sales(of: chain)
    var standings = try desk.read(standingsOf: row, in: db)
    let isUnsold = !standings.isEmpty && !desk.chains.contains(chain)
    if isUnsold, try isSoldByNumber(chain) { standings = [] }
    let isGoogles = !sales.isEmpty && row.claims.chain.raw.hasPrefix("\(Store.google.rawValue):")
    if isGoogles {
      standings += try desk.read(standingsBeside: row, in: db).news(after: sales, standings)
    }
    let takings = desk.takings[chain] ?? []
    var life = ChainLife(sales: sales, standings: standings, notices: takings).phases
    if isGoogles, let successor = try successor(of: chain) {
      life = life.replaced(at: successor.at, by: successor.evidence)
    }
    desk.lives[row.claims.chain] = life
    let phases = try life.compactMap { phase in
      PhaseRow(
        phase,
        document: try desk.number(of: phase.evidence.raw) ?? number(of: phase.evidence)
      )
    }
    let known = try db.map(PhaseRow.query, [chain], PhaseRow.init)
    let newest = sales.indices.max { sales[$0].precedes(sales[$1]) }.map { sales[$0] }
    let ends = phases.filter { SubscriptionState.codes[$0.state].grantsAccess }.map {
      $0.until ?? Date.distantFuture.milliseconds
    }
    row.product = try newest.map { try number(of: Catalog.Product($0.store, $0.productID)) }
    row.startedAt = phases.first?.from
    row.accessUntil = row.startedAt.map { max($0, ends.max() ?? $0) }
    chains[chain] = row
    guard phases != known else { return }
    try write(phases, over: known, of: chain)
  }

  /// Whether a purchase that went by its token until its store gave it a number is on file by that:
  /// then nothing is to be said of it by its token.
  private func isSoldByNumber(_ chain: Int64) throws -> Bool {
    try db.count(
      """
      SELECT EXISTS (SELECT 1 FROM link AS own JOIN link AS same
          ON same.value = own.value AND same.kind = own.kind AND same.chain <> own.chain
        WHERE own.chain = ? AND own.kind = 'purchaseToken'
          AND EXISTS (SELECT 1 FROM "order" AS sale WHERE sale.chain = same.chain))
      """,
      [chain]
    ) > 0
  }

  /// When another purchase took the place of the chain's, and what tells of that one.
  private func successor(of chain: Int64) throws -> (at: Date, evidence: ID<Document>)? {
    try db.first(Self.successor, [chain]) { (try $0.instant(0), try $0.id(1)) }
  }

  private static let successor = """
    SELECT sale.purchasedAt, document.id FROM link AS own
    CROSS JOIN link AS later ON later.value = own.value AND later.kind = 'predecessor'
    CROSS JOIN chain ON chain.n = later.chain
      AND chain.shop = (SELECT shop FROM chain WHERE n = ?1)
    CROSS JOIN "order" AS sale ON sale.chain = later.chain
    CROSS JOIN document ON document.n = sale.evidence
    WHERE own.chain = ?1 AND own.kind = 'purchaseToken'
      AND document.provenance NOT IN ('sharedSecret', 'none')
      AND NOT EXISTS (
        SELECT 1 FROM link AS mine CROSS JOIN link AS same
          ON same.value = mine.value AND same.kind = 'purchaseToken' AND same.chain = later.chain
        WHERE mine.chain = ?1 AND mine.kind = 'purchaseToken')
    ORDER BY sale.purchasedAt, document.id LIMIT 1
    """

  private mutating func write(
    _ phases: [PhaseRow],
    over known: [PhaseRow],
    of chain: Int64
  ) throws {
    let wanted = Dictionary(phases.map { ($0.from, $0) }) { $1 }
    let kept = Dictionary(known.map { ($0.from, $0) }) { $1 }
    for phase in known where wanted[phase.from] != phase {
      if phase.contains(memory.countedAt) { tally.count(state: phase.state, by: -1) }
      guard wanted[phase.from] == nil else { continue }
      try db.run("DELETE FROM phase WHERE chain = ? AND \"from\" = ?", [chain, phase.from])
    }
    for phase in phases where kept[phase.from] != phase {
      if phase.contains(memory.countedAt) { tally.count(state: phase.state, by: 1) }
      try db.run(
        """
        INSERT INTO phase (chain, "from", until, state, reason, renews, document)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (chain, "from") DO UPDATE
        SET (until, state, reason, renews, document) = (?3, ?4, ?5, ?6, ?7)
        """,
        [chain, phase.from, phase.until, phase.state, phase.reason, phase.renews, phase.document]
      )
    }
  }

  private mutating func derive(
    user: Int64,
    _ change: UserChange,
    _ desk: inout DerivationDesk
  ) throws {
    guard let known = try UserStanding(of: user, in: db) else { return }
    if memory.customs.policy == .share { try desk.read(salesSharedWith: known.id, user, in: db) }
    let orders = desk.orders
    guard try isKnown(user, known.id, orders: orders) else {
      if memory.isTelling, try hasRights(user) { toldUsers.insert(known.id) }
      return try forget(user, known)
    }
    try write(user: user, known, change, desk)
    let acts =
      memory.hasActs
      ? try db.acts("WHERE act.user = ? AND act.deed IN ('grant', 'withdraw')", [known.id.raw]) : []
    try desk.read(livesBesideIn: db)
    let rights = EntitlementRules.entitlements(
      for: known.id,
      from: orders,
      lives: desk.lives,
      grants: acts,
      catalog: memory.catalog
    )
    if try write(rights, of: user, desk) { toldUsers.insert(known.id) }
    try writeInventory(of: user, known.id, desk)
  }

  /// Somebody who was only assumed, and whose purchases proved to be another's, is forgotten.
  private func isKnown(_ user: Int64, _ id: ID<User>, orders: [Order]) throws -> Bool {
    if !orders.isEmpty { return true }
    return try db.count(
      """
      SELECT EXISTS (SELECT 1 FROM document WHERE user = ?1)
        OR EXISTS (SELECT 1 FROM chain WHERE user = ?1)
        OR EXISTS (SELECT 1 FROM claim WHERE user = ?2)
        OR EXISTS (SELECT 1 FROM act WHERE user = ?2 AND deed <> 'merge')
      """,
      [user, id.raw]
    ) > 0
  }
}
