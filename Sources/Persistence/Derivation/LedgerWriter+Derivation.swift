import Entitlements
import Foundation
internal import GRDB

/// Derives the phases of chains, and then what their owners hold, from the facts.
extension LedgerWriter {
  mutating func derive() throws {
    let isFilling = memory.filledRows != nil
    if !isFilling { try deriveTouched() }
    try enqueueWebhooks()
    try flushChains(isEnd: true)
    (touchedChains, touchedUsers) = ([], [:])
    try counterChanges.flush(to: db)
    if isFilling { return keepFilledRows() }
    guard hasWritten else { return }
    try advanceCounts(to: now)
    try pruneArrivals(at: now)
  }

  mutating func deriveTouched() throws {
    var pending = touchedChains
    for (user, change) in touchedUsers.sorted(by: { $0.key < $1.key }) {
      var input = DerivationInput()
      try input.read(salesOfUser: user, in: db)
      try write(input.changedEnds)
      for chain in input.chains.intersection(pending).sorted() {
        try derive(chain: chain, &input)
        pending.remove(chain)
      }
      try derive(user: user, change, &input)
    }
    for chain in pending.sorted() {
      var input = DerivationInput()
      try input.read(salesOfChain: chain, in: db)
      try write(input.changedEnds)
      try derive(chain: chain, &input)
    }
  }

  /// Keeps the rows for the next transaction.
  private mutating func keepFilledRows() {
    let rows = FilledRows(
      chains: chains,
      storedChains: storedChains,
      chainNumbers: chainNumbers,
      users: users
    )
    memory.filledRows = rows.isFull ? FilledRows() : rows
  }

  private mutating func derive(chain: Int64, _ input: inout DerivationInput) throws {
    guard var row = try self.chain(chain) else { return }
    let sales = input.sales(of: chain)
    var renewalStatuses = try input.read(standingsOf: row, in: db)
    let isUnsold = !renewalStatuses.isEmpty && !input.chains.contains(chain)
    if isUnsold, try isSoldByNumber(chain) { renewalStatuses = [] }
    let isGoogles = !sales.isEmpty && row.claims.chain.raw.hasPrefix("\(Store.google.rawValue):")
    if isGoogles {
      renewalStatuses += try input.read(standingsBeside: row, in: db).newer(
        after: sales,
        renewalStatuses
      )
    }
    var life = SubscriptionPhases(
      sales: sales,
      renewalStatuses: renewalStatuses,
      notices: input.reversals[chain] ?? []
    ).phases
    if isGoogles, let successor = try successor(of: chain) {
      life = life.replaced(at: successor.at, by: successor.evidence)
    }
    input.lives[row.claims.chain] = life
    let phases = try life.compactMap { phase in
      PhaseRow(
        phase,
        document: try input.rowID(of: phase.evidence.raw) ?? rowID(of: phase.evidence)
      )
    }
    let known = try db.map(PhaseRow.query, [chain], PhaseRow.init)
    let newest = sales.indices.max { sales[$0].precedes(sales[$1]) }.map { sales[$0] }
    let ends = phases.filter { SubscriptionState.codes[$0.state].grantsAccess }.map {
      $0.until ?? Date.distantFuture.milliseconds
    }
    row.product = try newest.map { try rowID(of: Catalog.Product($0.store, $0.productID)) }
    row.startedAt = phases.first?.from
    row.accessUntil = row.startedAt.map { max($0, ends.max() ?? $0) }
    chains[chain] = row
    unwrittenChains.insert(chain)
    guard phases != known else { return }
    try write(phases, over: known, of: chain)
    guard let environment = Subscription.Name(row.claims.chain)?.environment else { return }
    let (end, knownEnd) = (
      phases.accessEnd(in: environment), known.accessEnd(in: environment)
    )
    if let knownEnd { counterChanges.count(knownEnd, by: -1) }
    if let end { counterChanges.count(end, by: 1) }
  }

  /// Whether a purchase first known by its token now has a sale under the store's ID, so that the
  /// token's statuses no longer count.
  private func isSoldByNumber(_ chain: Int64) throws -> Bool {
    try db.exists(
      """
      SELECT 1 FROM link AS own JOIN link AS same
          ON same.value = own.value AND same.kind = own.kind AND same.chain <> own.chain
        WHERE own.chain = ? AND own.kind = 'purchaseToken'
          AND EXISTS (SELECT 1 FROM "order" AS sale WHERE sale.chain = same.chain)
      """,
      [chain]
    )
  }

  /// When another purchase replaced the chain's, and the evidence for it.
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
    let newByStart = Dictionary(phases.map { ($0.from, $0) }) { $1 }
    let knownByStart = Dictionary(known.map { ($0.from, $0) }) { $1 }
    for phase in known where newByStart[phase.from] != phase {
      if phase.contains(memory.countedAt) { counterChanges.count(state: phase.state, by: -1) }
      guard newByStart[phase.from] == nil else { continue }
      try db.run("DELETE FROM phase WHERE chain = ? AND \"from\" = ?", [chain, phase.from])
    }
    for phase in phases where knownByStart[phase.from] != phase {
      if phase.contains(memory.countedAt) { counterChanges.count(state: phase.state, by: 1) }
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
    _ input: inout DerivationInput
  ) throws {
    guard let known = try UserStateRow(of: user, in: db) else { return }
    let names = memory.ownershipContext.identities.names(of: known.id)
    let ownedCount = input.orders.count
    // A user who was merged into another shares nothing: it is all the other's.
    if memory.ownershipContext.policy == .share, names.first == known.id {
      try input.read(salesSharedWith: names, user, in: db)
    }
    let orders = input.orders
    guard try isKnown(user, known.id, names, orders: orders) else {
      if memory.sendsWebhooks, try hasRights(user) { changedUsers.insert(known.id) }
      return try forget(user, known)
    }
    try write(user: user, known, change, input)
    let acts = memory.hasActs ? try db.grants(to: known.id, named: names) : []
    try input.read(livesBesideIn: db)
    let rights = EntitlementRules.entitlements(
      for: known.id,
      from: orders,
      lives: input.lives,
      grants: acts,
      catalog: memory.catalog
    )
    if try write(rights, of: user, input) { changedUsers.insert(known.id) }
    // What can be used up is the owner's alone: each who shares it would get all of it.
    let owned = ownedCount < orders.count ? Array(orders.prefix(ownedCount)) : orders
    try writeInventory(of: user, known.id, from: owned, input)
  }

  /// Whether anything refers to the user; an assumed user whose purchases belong to another user is
  /// removed, and so is one who was merged into another. `names` are those of the user who remains.
  private func isKnown(
    _ user: Int64,
    _ id: ID<User>,
    _ names: [ID<User>],
    orders: [Order]
  ) throws -> Bool {
    if !orders.isEmpty { return true }
    let owns = try db.exists(
      "SELECT 1 FROM document WHERE user = ?1 UNION ALL SELECT 1 FROM chain WHERE user = ?1",
      [user]
    )
    guard !owns, names.first == id else { return owns }
    return try db.exists(
      """
      SELECT 1 FROM json_each(?1) AS name CROSS JOIN claim ON claim.user = name.value
      UNION ALL SELECT 1 FROM json_each(?1) AS name CROSS JOIN act ON act.user = name.value
        AND act.deed <> 'merge'
      """,
      [names.json]
    )
  }
}
