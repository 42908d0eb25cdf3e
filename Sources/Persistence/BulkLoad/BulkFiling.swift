package import Entitlements
import Foundation

/// A genuine filing that shares nothing with other filings, and everything derived from it. Applies
/// the rules of `LedgerWriter` in the same order, on arrays instead of tables. Rows refer to each
/// other by index.
package struct BulkFiling: Sendable {
  let filing: Filing
  let user: ID<User>
  private(set) var chains: [BulkChain] = []
  private(set) var orders: [Order] = []
  /// The orders without the reversals that other facts report.
  private(set) var statedOrders: [Order] = []
  /// The index of each order's chain.
  private(set) var chainOfOrder: [Int] = []
  private(set) var notices: [(notice: StoreEvent, chain: Int?)] = []
  private(set) var links: [(link: Link, chain: Int)] = []
  private(set) var leading: Int?
  private(set) var rights: [(right: Entitlement, source: Int?)] = []
  private(set) var items: [(item: InventoryItem, source: Int)] = []
  private(set) var balances: [Balance] = []

  private var chainIndices: [ID<Subscription>: Int] = [:]
  private var orderIndices: [ID<Order>: Int] = [:]

  /// Derives what the sales grant from `catalog`, the ledger's future primary catalog.
  ///
  /// - Throws: `refused` if other filings could affect it: a filing without a user, a rejected one,
  ///   an operator action, or one that depends on another document.
  package init(_ filing: Filing, _ catalog: CatalogIndex?) throws(LedgerError) {
    guard case .user(let user) = filing.attribution, filing.document.verdict == .genuine,
      filing.facts.acts.isEmpty
    else {
      throw .refused(
        rule: "a filing to load must be genuine, name its user and hold no operator action"
      )
    }
    self.filing = filing
    self.user = user
    try collectOrders()
    try collectRenewalStatuses()
    collectEventsAndLinks()
    statedOrders = orders
    changeGoogleSales { $0.withStatedEnds(from: $1) }
    orders = orders.withReversals(from: reversals)
    changeGoogleSales { $0.withBoughtEnds(from: $1) }
    orders = orders.withReplacements
    joinAccounts()
    derivePhases()
    derive(catalog)
  }

  private var authority: Authority { filing.document.provenance.authority }

  private func expectOwn(_ evidence: ID<Document>?) throws(LedgerError) {
    guard evidence == nil || evidence == filing.document.id else {
      throw .refused(rule: "a fact names a document not on file")
    }
  }

  private mutating func collectOrders() throws(LedgerError) {
    let facts = filing.facts.orders
    orders.reserveCapacity(facts.count)
    orderIndices.reserveCapacity(facts.count)
    for fact in facts {
      try expectOwn(fact.evidence)
      try expectOwn(fact.terms?.statementSource.evidence)
      guard let index = index(of: fact) else { continue }
      if let known = orderIndices.updateValue(orders.count, forKey: fact.id) {
        orderIndices[fact.id] = known
        orders[known] = orders[known].merged(with: fact).stored(authority, for: user)
        chainOfOrder[known] = self.index(of: orders[known]) ?? index
      } else {
        orders.append(fact.stored(authority, for: user))
        chainOfOrder.append(index)
      }
    }
  }

  private mutating func collectRenewalStatuses() throws(LedgerError) {
    for fact in filing.facts.renewalStatuses {
      guard let index = index(of: fact.chain) else { continue }
      try expectOwn(fact.evidence)
      var renewalStatus = fact
      renewalStatus.condition = fact.condition.rounded
      renewalStatus.paidUntil = fact.paidUntil?.stored
      renewalStatus.statementSource = fact.statementSource.stored(authority)
      chains[index].renewalStatuses.append(renewalStatus)
    }
    for index in chains.indices { chains[index].sortStandings() }
  }

  /// Changes Google's sales, chain by chain.
  private mutating func changeGoogleSales(by change: ([Order], [RenewalStatus]) -> [Order]) {
    let google = orders.indices.filter { orders[$0].store == .google }
    for (chain, indices) in Dictionary(grouping: google, by: { chainOfOrder[$0] }) {
      let sales = indices.map { orders[$0] }
      let changed = change(sales, chains[chain].renewalStatuses)
      for (index, sale) in zip(indices, changed) { orders[index] = sale }
    }
  }

  private mutating func collectEventsAndLinks() {
    for notice in filing.facts.notices {
      notices.append((notice, notice.chain.flatMap { index(of: $0) }))
    }
    var known: Set<Link> = []
    for link in filing.facts.links {
      guard let index = index(of: link.chain) else { continue }
      if link.kind == .appAccount { chains[index].note(account: link.value) }
      // The row refers to this document, whatever the link's evidence.
      let isNew = known.insert(Link(link.kind, link.value, of: link.chain, evidence: ID("")))
        .inserted
      if isNew, !link.value.isEmpty { links.append((link, index)) }
    }
  }

  /// Joins chains of one store account: all chains of a one-account document, else those with the
  /// same token in one app scope.
  private mutating func joinAccounts() {
    guard chains.count > 1 else { return }
    if filing.isOneAccount {
      var first: [AppScope: Int] = [:]
      for index in chains.indices { join(index, &first[chains[index].appScope]) }
      return
    }
    var holders: [AppScope: [String: Int]] = [:]
    for (link, chain) in links where link.kind == .purchaseToken {
      join(chain, &holders[chains[chain].appScope, default: [:]][link.value])
    }
  }

  private mutating func join(_ chain: Int, _ holder: inout Int?) {
    guard let holder else { return holder = chain }
    let (mine, others) = (chains[chain].account, chains[holder].account)
    guard mine != others else { return }
    for index in chains.indices where chains[index].account == max(mine, others) {
      chains[index].account = min(mine, others)
    }
  }

  private mutating func derivePhases() {
    var sales: [[Order]] = Array(repeating: [], count: chains.count)
    for (order, chain) in zip(orders, chainOfOrder) where order.kind == .autoRenewable {
      sales[chain].append(order)
    }
    let sold = soldByNumber()
    let reversals = reversals
    let hasSuccessors = links.contains { $0.link.kind == .predecessor }
    for index in chains.indices where !sold.contains(index) {
      let added = sold.isEmpty ? [] : stated(beside: index)
      chains[index].derivePhases(
        by: sales[index],
        reversals,
        added.newer(after: sales[index], chains[index].renewalStatuses)
      )
      if hasSuccessors, !sales[index].isEmpty, let successor = successor(of: index) {
        chains[index].end(at: successor.purchasedAt, by: successor.evidence)
      }
    }
  }

  private func tokens(of chain: Int, _ kind: Link.Kind = .purchaseToken) -> Set<String> {
    Set(links.lazy.filter { $0.chain == chain && $0.link.kind == kind }.map(\.link.value))
  }

  /// Statuses of chains that share only a token with this chain, except a predecessor's.
  private func stated(beside chain: Int) -> [RenewalStatus] {
    guard chains[chain].appScope.store == .google else { return [] }
    let own = tokens(of: chain).subtracting(tokens(of: chain, .predecessor))
    let selling = Set(chainOfOrder)
    return chains.indices.filter { other in
      !selling.contains(other) && chains[other].appScope == chains[chain].appScope
        && !own.isDisjoint(with: tokens(of: other))
    }
    .flatMap { chains[$0].renewalStatuses }
  }

  /// The first sale of a chain that replaced this one.
  private func successor(of chain: Int) -> Order? {
    guard chains[chain].appScope.store == .google else { return nil }
    let own = tokens(of: chain)
    let later = chains.indices.filter { other in
      other != chain && chains[other].appScope == chains[chain].appScope
        && !own.isDisjoint(with: tokens(of: other, .predecessor))
        && own.isDisjoint(with: tokens(of: other))
    }
    return zip(orders, chainOfOrder).filter { later.contains($1) && $0.isConfirmed }.map(\.0)
      .min { ($0.purchasedAt, $0.evidence) < ($1.purchasedAt, $1.evidence) }
  }

  private var reversals: [StoreEvent] { notices.lazy.map(\.notice).filter(\.isReversal) }

  /// Chains without a sale whose token belongs to another chain with one.
  private func soldByNumber() -> Set<Int> {
    let selling = Set(chainOfOrder)
    guard selling.count < chains.count else { return [] }
    let tokens = links.lazy.filter { $0.link.kind == .purchaseToken }
    let sold = Set(tokens.filter { selling.contains($0.chain) }.map(\.link.value))
    return Set(
      tokens.filter { !selling.contains($0.chain) && sold.contains($0.link.value) }.map(\.chain)
    )
  }

  private mutating func derive(_ catalog: CatalogIndex?) {
    leading = EntitlementRules.leading(of: orders).flatMap { orderIndices[$0.id] }
    let lives = Dictionary(chains.map { ($0.id, $0.phases) }) { first, _ in first }
    rights = EntitlementRules.entitlements(for: user, from: orders, lives: lives, catalog: catalog)
      .map { ($0, $0.source.flatMap { orderIndices[$0] }) }
    items = EntitlementRules.inventory(for: user, from: orders, catalog: catalog)
      .compactMap { item in orderIndices[item.source].map { (item, $0) } }
      .sorted { ($0.source, $0.item.item) < ($1.source, $1.item.item) }
    balances = EntitlementRules.balances(for: user, from: orders, catalog: catalog)
  }

  private mutating func index(of order: Order) -> Int? {
    // Renewals are consecutive.
    if let last = chainOfOrder.last, chains[last].isOf(order) { return last }
    return index(of: order.chain)
  }

  /// `nil` if the ID has another form.
  private mutating func index(of chain: ID<Subscription>) -> Int? {
    if let known = chainIndices[chain] { return known }
    guard let name = Subscription.Name(chain) else { return nil }
    let appScope = AppScope(store: name.store, environment: name.environment, app: name.app)
    let index = chains.count
    chainIndices[chain] = index
    chains.append(BulkChain(chain, appScope, name.originalTransactionID, index: index))
    return index
  }
}

extension BulkChain {
  fileprivate func isOf(_ order: Order) -> Bool {
    originalTransactionID == order.originalTransactionID && appScope.app == order.app
      && appScope.store == order.store && appScope.environment == order.environment
  }
}

extension Order {
  /// The order as the database stores it.
  fileprivate func stored(_ authority: Authority, for user: ID<User>) -> Order {
    changing { order in
      order.user = user
      order.purchasedAt = purchasedAt.stored
      order.originalPurchasedAt = originalPurchasedAt.stored
      order.expiresAt = expiresAt?.stored
      order.cancelledAt = cancelledAt?.stored
      order.statementSource = statementSource.stored(authority)
      if let terms { order.terms?.statementSource = terms.statementSource.stored(authority) }
    }
  }
}

extension StatementSource {
  /// The source as the database stores it, with the authority of its document.
  fileprivate func stored(_ authority: Authority) -> StatementSource {
    StatementSource(evidence, at: statedAt.stored, authority)
  }
}

extension RenewalStatus.Condition {
  /// The condition with its instant as the database stores it.
  fileprivate var rounded: Self {
    switch self {
    case .gracePeriod(let until): .gracePeriod(until: until.stored)
    case .renewing(let until): .renewing(until: until.stored)
    case .billingRetry(let until): .billingRetry(until: until?.stored)
    case .paused(let until): .paused(until: until?.stored)
    case .revoked(let at): .revoked(at: at.stored)
    case .running, .ended, .pending: self
    }
  }
}
