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
    let best: Fragment = """
      SELECT user.id, coalesce(
        (\(sales) AND sale.n = user.leading),
        (\(sales) ORDER BY sale.purchasedAt DESC, sale.n DESC LIMIT 1))
      FROM user WHERE user.id IN (\(rows.map(\.id.raw)))
      """
    let matches = try db.fetch(best, isCached: false) {
      (try $0.text(0), try $0.optionalNumber(1))
    }
    let numbers = Dictionary(matches) { first, _ in first }.compactMapValues(\.self)
    let found = try db.leadingSales(numbers.values.sorted(), at: instant)
    let asksForState = query.asksForState
    return rows.map { row in
      guard let sale = numbers[row.id.raw].flatMap({ found[$0] }) else { return row }
      var row = row
      row.setLeading(sale, showsState: asksForState)
      return row
    }
  }
}

/// A sale without its owner, with the state and the end of access of its chain if it renews.
struct LeadingSale {
  var order: Order
  var chainState: SubscriptionState?
  var chainEnd: Date?
}

extension UserRow {
  /// Shows the sale, with its chain's state where that is asked for or decides: while the payment is
  /// overdue or paused, access may go on or have ended whatever was paid.
  mutating func setLeading(_ sale: LeadingSale, showsState: Bool) {
    leading = sale.order.changing { $0.user = id }
    let isBeyondSale =
      switch sale.chainState {
      case .gracePeriod, .billingRetry, .paused: true
      default: false
      }
    (chainState, chainEnd) =
      showsState || isBeyondSale ? (sale.chainState, sale.chainEnd) : (nil, nil)
  }
}

extension Database {
  /// Reads sales by row ID. Their owners are known, and the chains' phases are read instead.
  func leadingSales(_ numbers: [Int64], at instant: Int64) throws -> [Int64: LeadingSale] {
    if numbers.isEmpty { return [:] }
    let found: Fragment = """
      SELECT \(sql: OrderRows.unownedColumns), (\(ChainPredicates.phase("state", at: instant))),
        chain.accessUntil
      FROM json_each(\(numbers.json)) AS asked
      CROSS JOIN "order" AS sale ON sale.n = asked.value \(sql: OrderRows.unownedJoins)
      """
    let sales = try fetch(found) { cells in
      var sale = LeadingSale(order: try Order(cells))
      if sale.order.kind == .autoRenewable {
        sale.chainState = try cells.optionalCoded(OrderRows.width)
        sale.chainEnd = try cells.optionalInstant(OrderRows.width + 1)
      }
      return (try cells.number(0), sale)
    }
    return Dictionary(sales) { first, _ in first }
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
