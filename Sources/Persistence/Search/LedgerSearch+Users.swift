import Entitlements
import Foundation
internal import GRDB

extension LedgerSearch {
  /// The users' rows with the purchase because of which each one matches, if the query has a
  /// condition on purchases: the leading one if it matches, else the newest.
  func matched(_ rows: [UserRow], by search: Search, in db: Database) throws -> [UserRow] {
    let query = search.query.normalized
    guard !rows.isEmpty, query != .everything else { return rows }
    let instant = search.instant.milliseconds
    let predicates = try predicates(for: query, .users, instant, in: db)
    guard
      let test = QueryCompiler(predicates).purchaseTest(query, beside: [.user, .sale, .chain])
    else { return rows }
    let sales: Fragment = """
      SELECT sale.n FROM "order" AS sale CROSS JOIN chain ON chain.n = sale.chain
      WHERE sale.user = user.n AND \(test)
      """
    let found: Fragment = """
      SELECT user.id, coalesce(
        (\(sales) AND sale.n = user.leading),
        (\(sales) ORDER BY sale.purchasedAt DESC, sale.n DESC LIMIT 1))
      FROM user WHERE user.id IN (\(rows.map(\.id.raw)))
      """
    let matches = try db.fetch(found, isCached: false) {
      (try $0.text(0), try $0.optionalNumber(1))
    }
    let numbers = Dictionary(matches) { first, _ in first }.compactMapValues(\.self)
    let orders = try db.orders(numbered: numbers.values.sorted())
    let chains = query.asksForState ? try chains(of: numbers.values, at: instant, in: db) : [:]
    return rows.map { row in
      guard let number = numbers[row.id.raw], let order = orders[number] else { return row }
      var row = row
      row.leading = order
      (row.chainState, row.chainEnd) = (chains[number]?.state, chains[number]?.end)
      return row
    }
  }

  /// The states of the chains of renewing sales, and their ends of access, by the sales' row IDs.
  private func chains(
    of sales: some Sequence<Int64>,
    at instant: Int64,
    in db: Database
  ) throws -> [Int64: (state: SubscriptionState?, end: Date?)] {
    let found: Fragment = """
      SELECT sale.n, (\(ChainPredicates.phase("state", at: instant))), chain.accessUntil
      FROM json_each(\(sales.sorted().json)) AS asked
      CROSS JOIN "order" AS sale ON sale.n = asked.value
      CROSS JOIN chain ON chain.n = sale.chain
      WHERE sale.kind = \(ProductKind.autoRenewable.code)
      """
    let chains = try db.fetch(found, isCached: false) {
      (
        try $0.number(0),
        (state: try $0.optionalCoded(1) as SubscriptionState?, end: try $0.optionalInstant(2))
      )
    }
    return Dictionary(chains) { first, _ in first }
  }
}

extension Query {
  /// Whether a condition is on the state of purchases, or on the end of access.
  fileprivate var asksForState: Bool {
    mentions {
      switch $0 {
      case .states, .qualities, .time(.expires, _), .time(.renews, _): true
      default: false
      }
    }
  }
}
