import Entitlements
internal import GRDB

/// The sales of one user, or of one chain, and what was read and found of them: each row is read
/// once for everything that follows from it.
struct DerivationDesk {
  private(set) var orders: [Order] = []
  /// The phases of the chains that renew.
  var lives: [ID<Subscription>: [Phase]] = [:]
  private var places: [Int64: [Int]] = [:]
  private var orderNumbers: [ID<Order>: Int64] = [:]
  private var documentNumbers: [String: Int64] = [:]
  private var chainNumbers: [ID<Subscription>: Int64] = [:]

  /// Their chains, by number.
  var chains: Set<Int64> { Set(places.keys) }

  /// The sales of one chain that renew it.
  func sales(of chain: Int64) -> [Order] {
    (places[chain] ?? []).map { orders[$0] }.filter { $0.kind == .autoRenewable }
  }

  func number(of order: ID<Order>) -> Int64? { orderNumbers[order] }

  func number(of document: String) -> Int64? { documentNumbers[document] }

  /// `owner` is the column that holds the number: `user` or `chain`.
  mutating func read(
    salesOf number: Int64,
    whose owner: StaticString = "user",
    in db: Database
  ) throws {
    try read("WHERE sale.\(owner) = ?", [number], in: db)
  }

  /// What others bought, of chains that this user claims as well.
  mutating func read(salesSharedWith id: ID<User>, _ user: Int64, in db: Database) throws {
    try read(
      """
      WHERE sale.user IS NOT ?1 AND sale.chain IN (
        SELECT mention.chain FROM mention JOIN document ON document.n = mention.document
        WHERE document.claimant = ?2 AND document.claim = 'named')
      """,
      [user, id.raw],
      in: db
    )
  }

  private mutating func read(_ tail: String, _ arguments: [Argument?], in db: Database) throws {
    let rows = try db.map(OrderRows.query + tail, arguments) {
      (
        n: try $0.number(0), chain: try $0.number(28), document: try $0.number(29),
        order: try Order($0)
      )
    }
    for row in rows {
      places[row.chain, default: []].append(orders.count)
      orders.append(row.order)
      orderNumbers[row.order.id] = row.n
      documentNumbers[row.order.evidence.raw] = row.document
      if row.order.kind == .autoRenewable { chainNumbers[row.order.chain] = row.chain }
    }
  }

  mutating func read(standingsOf chain: Int64, in db: Database) throws -> [Standing] {
    let rows = try db.map("\(StandingRows.query) WHERE standing.chain = ?", [chain]) {
      (standing: try Standing($0), document: try $0.number(12))
    }
    for row in rows { documentNumbers[row.standing.evidence.raw] = row.document }
    return rows.map(\.standing)
  }

  /// The phases of those chains that were not derived just now.
  mutating func read(livesBesideIn db: Database) throws {
    for (id, chain) in chainNumbers where lives[id] == nil {
      lives[id] = try db.phases(ofChain: chain)
    }
  }
}
