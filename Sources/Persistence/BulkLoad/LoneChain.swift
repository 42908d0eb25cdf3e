import Entitlements
import Foundation

/// A chain of a filing that no other mentions.
struct LoneChain {
  let id: ID<Subscription>
  let shop: Shop
  let originalTransactionID: String
  /// The place of the first chain that the same store account must have bought.
  var account: Int
  var appAccount: String?
  var standings: [Standing] = []
  private(set) var phases: [Phase] = []
  /// Of the newest sale that renews.
  private(set) var newest: Catalog.Product?

  init(_ id: ID<Subscription>, _ shop: Shop, _ originalTransactionID: String, place: Int) {
    (self.id, self.shop, self.originalTransactionID) = (id, shop, originalTransactionID)
    account = place
  }

  var startedAt: Int64? { phases.first?.from.milliseconds }

  var accessUntil: Int64? {
    guard let startedAt else { return nil }
    let ends = phases.lazy.filter(\.state.grantsAccess).map { $0.until ?? .distantFuture }
    return max(startedAt, ends.max()?.milliseconds ?? startedAt)
  }

  mutating func note(account other: String) {
    appAccount = appAccount.map { min($0, other) } ?? other
  }

  /// Of two statements that would be one row the first is kept; all of them in the rows' order.
  mutating func sortStandings() {
    guard standings.count > 1 else { return }
    var kept: [Standing] = []
    for standing in standings.sorted(by: { $0.row < $1.row })
    where kept.last.map({ $0.row != standing.row }) ?? true {
      kept.append(standing)
    }
    standings = kept
  }

  /// Derives the chain's life from its sales that renew, and what was told of them.
  mutating func live(by sales: [Order], _ notices: [Notice], _ news: [Standing]) {
    guard !sales.isEmpty || !standings.isEmpty else { return }
    newest = sales.max { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
      .map { Catalog.Product($0.store, $0.productID) }
    phases = ChainLife(sales: sales, standings: standings + news, notices: notices).phases
      .compactMap(\.stored)
  }

  /// Ends the life where another purchase took the chain's place.
  mutating func end(at instant: Date, by evidence: ID<Document>) {
    phases = phases.replaced(at: instant, by: evidence).compactMap(\.stored)
  }
}

extension Standing {
  fileprivate var row: (Int64, Int) { (statedAt.milliseconds, condition.stored.code.code) }
}

extension Phase {
  /// As it will be read again; `nil` for one that is over before it begins, to the millisecond.
  fileprivate var stored: Phase? {
    var stored = self
    (stored.from, stored.until) = (from.stored, until?.stored)
    if let until = stored.until, until <= stored.from { return nil }
    return stored
  }
}

extension Date {
  /// As it will be read again, to the millisecond.
  var stored: Date { Date(milliseconds: milliseconds) }
}
