import Entitlements
import Foundation
internal import GRDB

/// The sales of one user, or of one chain, and what was read and found of them: each row is read
/// once for everything that follows from it. Owners and terms are left out.
struct DerivationDesk {
  private(set) var orders: [Order] = []
  /// What tells that sales were taken back, by chain.
  private(set) var takings: [Int64: [Notice]] = [:]
  /// Where they were made, and when the newest was.
  private(set) var stores: Set<Store> = []
  private(set) var environments: Set<Environment> = []
  private(set) var newest = Date.distantPast
  /// The phases of the chains that renew.
  var lives: [ID<Subscription>: [Phase]] = [:]
  private var places: [Int64: [Int]] = [:]
  private var orderNumbers: [ID<Order>: Int64] = [:]
  private var documentNumbers: [String: Int64] = [:]
  private var chainNumbers: [ID<Subscription>: Int64] = [:]
  /// How many sales renew a chain.
  private var renewals = 0
  /// The chains that renew, by number.
  private var renewed: Set<Int64> = []

  /// Their chains, by number.
  var chains: Set<Int64> { Set(places.keys) }

  /// The sales of one chain that renew it.
  func sales(of chain: Int64) -> [Order] {
    let places = places[chain] ?? []
    if places.count == orders.count, renewals == orders.count { return orders }
    return places.lazy.map { orders[$0] }.filter { $0.kind == .autoRenewable }
  }

  func number(of order: ID<Order>) -> Int64? { orderNumbers[order] }

  func number(of document: String) -> Int64? { documentNumbers[document] }

  mutating func read(salesOfUser user: Int64, in db: Database) throws {
    try read(Self.salesOfUser, [user], in: db)
  }

  mutating func read(salesOfChain chain: Int64, in db: Database) throws {
    try read(Self.salesOfChain, [chain], in: db)
  }

  /// What others bought, of chains that this user claims as well.
  mutating func read(salesSharedWith id: ID<User>, _ user: Int64, in db: Database) throws {
    try read(Self.salesShared, [user, id.raw], in: db)
  }

  private mutating func read(_ sql: String, _ arguments: [Argument?], in db: Database) throws {
    try db.forEach(sql, arguments) { cells in
      let order = try Order(cells)
      let chain = try cells.number(28)
      orderNumbers[order.id] = try cells.number(0)
      documentNumbers[order.evidence.raw] = try cells.number(29)
      if order.kind == .autoRenewable {
        renewals += 1
        if renewed.insert(chain).inserted { chainNumbers[order.chain] = chain }
      }
      stores.insert(order.store)
      environments.insert(order.environment)
      newest = max(newest, order.purchasedAt)
      places[chain, default: []].append(orders.count)
      orders.append(order)
    }
    try readTakings(in: db)
  }

  private mutating func readTakings(in db: Database) throws {
    guard stores.contains(.google) else { return }
    takings = [:]
    try db.forEach(Self.takingsOfChains, [Array(places.keys).json]) { cells in
      let chain = try cells.number(0)
      guard let sale = places[chain]?.first.map({ orders[$0] }) else { return }
      takings[chain, default: []].append(try Notice(taking: cells, of: sale))
    }
    orders = orders.takenBack(by: takings.values.joined())
  }

  mutating func read(standingsOf row: ChainRow, in db: Database) throws -> [Standing] {
    var standings: [Standing] = []
    try db.forEach(Self.standingsOfChain, [row.n]) { cells in
      let standing = try Standing(cells, of: row.claims.chain, from: 0)
      documentNumbers[standing.evidence.raw] = try cells.number(9)
      standings.append(standing)
    }
    return standings
  }

  /// What was told by a token of the chain's alone, but for one that it took the place of.
  mutating func read(standingsBeside row: ChainRow, in db: Database) throws -> [Standing] {
    var standings: [Standing] = []
    try db.forEach(Self.standingsBesideChain, [row.n]) { cells in
      let standing = try Standing(cells, of: row.claims.chain, from: 0)
      documentNumbers[standing.evidence.raw] = try cells.number(9)
      standings.append(standing)
    }
    return standings
  }

  /// The phases of those chains that were not derived just now.
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
      WHERE document.claimant = ?2 AND document.claim = 'named'
      UNION SELECT claim.chain FROM claim WHERE claim.user = ?2)
      AND NOT EXISTS (
        SELECT 1 FROM act WHERE act.chain = sale.chain AND act.deed = 'transfer'
          AND act.actor NOT IN (\(ClaimEndpoint.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "))))
    """
  private static let takingsOfChains = """
    SELECT notice.chain, notice.kind, notice.transactionID, notice.statedAt, document.id,
      document.provenance
    FROM json_each(?) AS asked CROSS JOIN notice ON notice.chain = asked.value
    CROSS JOIN document ON document.n = notice.document
    WHERE notice.kind IN ('refunded', 'revoked') AND notice.transactionID IS NOT NULL
    """
  private static let standingsBesideChain = """
    SELECT \(StandingRows.columns) FROM link AS own
    CROSS JOIN link AS same
      ON same.value = own.value AND same.kind = 'purchaseToken' AND same.chain <> own.chain
    CROSS JOIN chain ON chain.n = same.chain
      AND chain.shop = (SELECT shop FROM chain WHERE n = ?1)
    CROSS JOIN standing ON standing.chain = same.chain \(StandingRows.evidence)
    WHERE own.chain = ?1 AND own.kind = 'purchaseToken'
      AND NOT EXISTS (SELECT 1 FROM "order" AS sale WHERE sale.chain = same.chain)
      AND NOT EXISTS (
        SELECT 1 FROM link AS former
        WHERE former.chain = ?1 AND former.kind = 'predecessor' AND former.value = own.value)
    ORDER BY same.chain
    """
  private static let standingsOfChain =
    "SELECT \(StandingRows.columns) FROM standing \(StandingRows.evidence) WHERE standing.chain = ?"
}

extension Notice {
  /// From `takingsOfChains`, of a sale of the same shop.
  fileprivate init(taking cells: Cells, of sale: Order) throws {
    self.init(
      try cells.word(1),
      chain: sale.chain,
      order: Order.id(
        store: sale.store,
        environment: sale.environment,
        app: sale.app,
        transactionID: try cells.text(2)
      ),
      testimony: try Testimony(cells, at: 3, evidence: 4, provenance: 5)
    )
  }
}
