import Entitlements
import Foundation

/// A purchase chain that only one filing mentions.
struct BulkChain {
  let id: ID<Subscription>
  let appScope: AppScope
  let originalTransactionID: String
  /// The index of the first chain of the same store account.
  var account: Int
  var appAccount: String?
  var renewalStatuses: [RenewalStatus] = []
  private(set) var phases: [Phase] = []
  /// The product of the newest sale that renews.
  private(set) var newest: Catalog.Product?

  init(_ id: ID<Subscription>, _ appScope: AppScope, _ originalTransactionID: String, index: Int) {
    (self.id, self.appScope, self.originalTransactionID) = (id, appScope, originalTransactionID)
    account = index
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

  /// Sorts the statuses in row order and drops the later of two that map to one row.
  mutating func sortStandings() {
    guard renewalStatuses.count > 1 else { return }
    var sorted: [RenewalStatus] = []
    for renewalStatus in renewalStatuses.sorted(by: { $0.row < $1.row })
    where sorted.last.map({ $0.row != renewalStatus.row }) ?? true {
      sorted.append(renewalStatus)
    }
    renewalStatuses = sorted
  }

  /// Derives the phases from the renewing sales, events and statuses.
  mutating func derivePhases(by sales: [Order], _ notices: [StoreEvent], _ added: [RenewalStatus]) {
    guard !sales.isEmpty || !renewalStatuses.isEmpty else { return }
    newest = sales.max { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
      .map { Catalog.Product($0.store, $0.productID) }
    phases = SubscriptionPhases(
      sales: sales,
      renewalStatuses: renewalStatuses + added,
      notices: notices
    ).phases
      .compactMap(\.stored)
  }

  /// Ends the phases where another purchase replaced the chain.
  mutating func end(at instant: Date, by evidence: ID<Document>) {
    phases = phases.replaced(at: instant, by: evidence).compactMap(\.stored)
  }
}

extension RenewalStatus {
  fileprivate var row: (Int64, Int) { (statedAt.milliseconds, condition.stored.code.code) }
}

extension Phase {
  /// The phase as the database stores it; `nil` if it is empty, to the millisecond.
  fileprivate var stored: Phase? {
    var stored = self
    (stored.from, stored.until) = (from.stored, until?.stored)
    if let until = stored.until, until <= stored.from { return nil }
    return stored
  }
}

extension Date {
  /// The date as the database stores it, to the millisecond.
  var stored: Date { Date(milliseconds: milliseconds) }
}
