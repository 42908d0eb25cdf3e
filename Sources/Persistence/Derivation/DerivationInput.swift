import Entitlements
import Foundation
internal import GRDB

/// The sales of one user or chain and related rows, each read once for all derivations. Owners are
/// left out, and terms except the prices of Google's orders, which decide on dates.
struct DerivationInput {
  private(set) var orders: [Order] = []
  /// Refund and revocation events by chain.
  private(set) var reversals: [Int64: [StoreEvent]] = [:]
  /// A sale's row ID, its cancellation with reversals and changes of plan, and the end that was bought.
  typealias ChangedEnd = (n: Int64, state: Order.CancellationState, expiresAt: Date?)
  /// The sales whose stored cancellation or end differs.
  private(set) var changedEnds: [ChangedEnd] = []
  /// The sales' stores and environments, and the newest purchase.
  private(set) var stores: Set<Store> = []
  private(set) var environments: Set<Environment> = []
  private(set) var newest = Date.distantPast
  /// The phases of the renewing chains.
  var lives: [ID<Subscription>: [Phase]] = [:]
  private var orderIndices: [Int64: [Int]] = [:]
  private var orderNumbers: [ID<Order>: Int64] = [:]
  private var documentNumbers: [String: Int64] = [:]
  private var chainNumbers: [ID<Subscription>: Int64] = [:]
  /// The renewal statuses of Google's chains, by row ID.
  private var googleStatuses: [Int64: [RenewalStatus]] = [:]
  /// The number of renewing sales.
  private var renewals = 0
  /// The row IDs of renewing chains.
  private var renewingChains: Set<Int64> = []

  /// The row IDs of the sales' chains.
  var chains: Set<Int64> { Set(orderIndices.keys) }

  /// The renewing sales of one chain.
  func sales(of chain: Int64) -> [Order] {
    let orderIndices = orderIndices[chain] ?? []
    if orderIndices.count == orders.count, renewals == orders.count { return orders }
    return orderIndices.lazy.map { orders[$0] }.filter { $0.kind == .autoRenewable }
  }

  func rowID(of order: ID<Order>) -> Int64? { orderNumbers[order] }

  func rowID(of document: String) -> Int64? { documentNumbers[document] }

  mutating func read(salesOfUser user: Int64, in db: Database) throws {
    try read(Self.salesOfUser, [user], in: db)
  }

  mutating func read(salesOfChain chain: Int64, in db: Database) throws {
    try read(Self.salesOfChain, [chain], in: db)
  }

  /// Reads other users' sales of chains that this user also claims, by any of the user's IDs.
  mutating func read(salesSharedWith names: [ID<User>], _ user: Int64, in db: Database) throws {
    try read(Self.salesShared, [user, names.json], in: db)
  }

  private mutating func read(_ sql: String, _ arguments: [Argument?], in db: Database) throws {
    var stored: [(index: Int, state: Order.CancellationState, expiresAt: Date?)] = []
    var googleChains: [Int64: ID<Subscription>] = [:]
    try db.forEach(sql, arguments) { cells in
      let order = try Order(cells)
      let chain = try cells.number(28)
      if order.store.reportsReversals || order.store == .apple && order.kind == .autoRenewable {
        let state = try cells.cancellation(at: OrderRows.width)
        stored.append((orders.count, state, order.expiresAt))
      }
      if order.store == .google, order.kind == .autoRenewable { googleChains[chain] = order.chain }
      orderNumbers[order.id] = try cells.number(0)
      documentNumbers[order.evidence.raw] = try cells.number(29)
      if order.kind == .autoRenewable {
        renewals += 1
        if renewingChains.insert(chain).inserted { chainNumbers[order.chain] = chain }
      }
      stores.insert(order.store)
      environments.insert(order.environment)
      newest = max(newest, order.purchasedAt)
      orderIndices[chain, default: []].append(orders.count)
      orders.append(order)
    }
    try read(statusesOf: googleChains, in: db)
    let renewing = googleChains.keys.map { chain in
      (indices: orderIndices[chain] ?? [], statuses: googleStatuses[chain] ?? [])
    }
    replaceOrders(of: renewing) { $0.withStatedEnds(from: $1) }
    if stores.contains(where: \.reportsReversals) {
      let first = orderIndices.compactMapValues { $0.first.map { orders[$0] } }
      reversals = try db.reversals(of: first)
      orders = orders.withReversals(from: reversals.values.joined())
    }
    replaceOrders(of: renewing) { $0.withBoughtEnds(from: $1) }
    orders = orders.withReplacements
    for (index, state, expiresAt) in stored {
      let order = orders[index]
      guard order.cancellationState != state || order.expiresAt != expiresAt,
        let n = orderNumbers[order.id]
      else { continue }
      changedEnds.append((n, order.cancellationState, order.expiresAt))
    }
  }

  /// Replaces the sales of chains, each by their indices and its statuses.
  private mutating func replaceOrders(
    of chains: [(indices: [Int], statuses: [RenewalStatus])],
    by change: ([Order], [RenewalStatus]) -> [Order]
  ) {
    for (indices, statuses) in chains where !statuses.isEmpty {
      let changed = change(indices.map { orders[$0] }, statuses)
      for (index, order) in zip(indices, changed) { orders[index] = order }
    }
  }

  private mutating func read(statusesOf chains: [Int64: ID<Subscription>], in db: Database) throws {
    guard !chains.isEmpty else { return }
    for n in chains.keys { googleStatuses[n] = [] }
    try db.forEach(Self.standingsOfChains, [chains.keys.json]) { cells in
      let n = try cells.number(10)
      guard let chain = chains[n] else { return }
      let renewalStatus = try RenewalStatus(cells, of: chain)
      documentNumbers[renewalStatus.evidence.raw] = try cells.number(9)
      googleStatuses[n, default: []].append(renewalStatus)
    }
  }

  mutating func read(standingsOf row: ChainRow, in db: Database) throws -> [RenewalStatus] {
    if let known = googleStatuses[row.n] { return known }
    return try read(Self.standingsOfChain, of: row, in: db)
  }

  /// Reads statuses of chains that share only a token with this chain, except a predecessor's.
  mutating func read(standingsBeside row: ChainRow, in db: Database) throws -> [RenewalStatus] {
    try read(Self.standingsBesideChain, of: row, in: db)
  }

  private mutating func read(
    _ sql: String,
    of row: ChainRow,
    in db: Database
  ) throws -> [RenewalStatus] {
    try db.map(sql, [row.n]) { cells in
      let renewalStatus = try RenewalStatus(cells, of: row.claims.chain)
      documentNumbers[renewalStatus.evidence.raw] = try cells.number(9)
      return renewalStatus
    }
  }

  /// Reads the phases of chains that weren't derived in this run.
  mutating func read(livesBesideIn db: Database) throws {
    for (id, chain) in chainNumbers where lives[id] == nil {
      lives[id] = try db.phases(ofChain: chain)
    }
  }

  private static let salesOfUser = "\(OrderRows.decisive) WHERE sale.user = ?"
  private static let salesOfChain = "\(OrderRows.decisive) WHERE sale.chain = ?"
  private static let salesShared = """
    \(OrderRows.decisive) WHERE sale.user IS NOT ?1 AND sale.chain IN (
      SELECT mention.chain FROM mention JOIN document ON document.n = mention.document
      WHERE document.claimant IN (SELECT value FROM json_each(?2)) AND document.claim = 'named'
      UNION SELECT claim.chain FROM claim
      WHERE claim.user IN (SELECT value FROM json_each(?2)))
      AND NOT EXISTS (
        SELECT 1 FROM act WHERE act.chain = sale.chain AND act.deed = 'transfer'
          AND act.actor NOT IN (\(ClaimEndpoint.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "))))
    """
  private static let standingsBesideChain = """
    SELECT \(RenewalStatusRows.columns) FROM link AS own
    CROSS JOIN link AS same
      ON same.value = own.value AND same.kind = 'purchaseToken' AND same.chain <> own.chain
    CROSS JOIN chain ON chain.n = same.chain
      AND chain.shop = (SELECT shop FROM chain WHERE n = ?1)
    CROSS JOIN standing ON standing.chain = same.chain \(RenewalStatusRows.evidence)
    WHERE own.chain = ?1 AND own.kind = 'purchaseToken'
      AND NOT EXISTS (SELECT 1 FROM "order" AS sale WHERE sale.chain = same.chain)
      AND NOT EXISTS (
        SELECT 1 FROM link AS former
        WHERE former.chain = ?1 AND former.kind = 'predecessor' AND former.value = own.value)
    ORDER BY same.chain
    """
  private static let standingsOfChains = """
    SELECT \(RenewalStatusRows.columns), standing.chain FROM json_each(?) AS asked
    CROSS JOIN standing ON standing.chain = asked.value \(RenewalStatusRows.evidence)
    """
  private static let standingsOfChain =
    "SELECT \(RenewalStatusRows.columns) FROM standing \(RenewalStatusRows.evidence) WHERE standing.chain = ?"
}

extension Store {
  /// Whether other documents than a sale's own may report that it was reversed.
  var reportsReversals: Bool { self == .google || self == .microsoft }
}
