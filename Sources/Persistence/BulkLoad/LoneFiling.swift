package import Entitlements
import Foundation

/// A genuine filing that has nothing in common with any other, and all that follows from it. The
/// rules and the order in which they are asked are those of `Clerk`, which finds in tables what
/// lies in arrays here. Rows refer to each other by place.
package struct LoneFiling: Sendable {
  let filing: Filing
  let user: ID<User>
  private(set) var chains: [LoneChain] = []
  private(set) var orders: [Order] = []
  /// The chain of each order.
  private(set) var chainOfOrder: [Int] = []
  private(set) var notices: [(notice: Notice, chain: Int?)] = []
  private(set) var links: [(link: Link, chain: Int)] = []
  private(set) var leading: Int?
  private(set) var rights: [(right: Entitlement, source: Int?)] = []
  private(set) var items: [(item: InventoryItem, source: Int)] = []
  private(set) var balances: [Balance] = []

  private var places: [ID<Subscription>: Int] = [:]
  private var orderPlaces: [ID<Order>: Int] = [:]

  /// By `catalog`, which is to be the ledger's primary one, it is told what sales give.
  ///
  /// - Throws: `refused` for a filing that other filings could have a say in: one that names nobody,
  ///   was rejected, does an operator's act, or rests on another document.
  package init(_ filing: Filing, _ catalog: CatalogIndex?) throws(LedgerError) {
    guard case .user(let user) = filing.attribution, filing.document.verdict == .genuine,
      filing.facts.acts.isEmpty
    else {
      throw .refused(rule: "a filing to load is genuine, names its user and does no act")
    }
    self.filing = filing
    self.user = user
    try collectOrders()
    try collectStandings()
    collectTalk()
    joinAccounts()
    live()
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
    orderPlaces.reserveCapacity(facts.count)
    for fact in facts {
      try expectOwn(fact.evidence)
      try expectOwn(fact.terms?.testimony.evidence)
      guard let place = place(of: fact) else { continue }
      if let known = orderPlaces.updateValue(orders.count, forKey: fact.id) {
        orderPlaces[fact.id] = known
        orders[known] = orders[known].merged(with: fact).stored(authority, for: user)
        chainOfOrder[known] = self.place(of: orders[known]) ?? place
      } else {
        orders.append(fact.stored(authority, for: user))
        chainOfOrder.append(place)
      }
    }
  }

  private mutating func collectStandings() throws(LedgerError) {
    for fact in filing.facts.standings {
      guard let place = place(of: fact.chain) else { continue }
      try expectOwn(fact.evidence)
      var standing = fact
      standing.condition = fact.condition.rounded
      standing.paidUntil = fact.paidUntil?.stored
      standing.testimony = fact.testimony.stored(authority)
      chains[place].standings.append(standing)
    }
    for place in chains.indices { chains[place].sortStandings() }
  }

  private mutating func collectTalk() {
    for notice in filing.facts.notices {
      notices.append((notice, notice.chain.flatMap { place(of: $0) }))
    }
    var known: Set<Link> = []
    for link in filing.facts.links {
      guard let place = place(of: link.chain) else { continue }
      if link.kind == .appAccount { chains[place].note(account: link.value) }
      // Whoever says it, the row is this document's.
      let isNew = known.insert(Link(link.kind, link.value, of: link.chain, evidence: ID("")))
        .inserted
      if isNew, !link.value.isEmpty { links.append((link, place)) }
    }
  }

  /// Chains of one store account: those that one document lists as one buyer's, else those that go by
  /// the same token, in one shop.
  private mutating func joinAccounts() {
    guard chains.count > 1 else { return }
    if filing.isOneAccount {
      var first: [Shop: Int] = [:]
      for place in chains.indices { join(place, &first[chains[place].shop]) }
      return
    }
    var holders: [Shop: [String: Int]] = [:]
    for (link, chain) in links where link.kind == .purchaseToken {
      join(chain, &holders[chains[chain].shop, default: [:]][link.value])
    }
  }

  private mutating func join(_ chain: Int, _ holder: inout Int?) {
    guard let holder else { return holder = chain }
    let (mine, others) = (chains[chain].account, chains[holder].account)
    guard mine != others else { return }
    for place in chains.indices where chains[place].account == max(mine, others) {
      chains[place].account = min(mine, others)
    }
  }

  private mutating func live() {
    var sales: [[Order]] = Array(repeating: [], count: chains.count)
    for (order, chain) in zip(orders, chainOfOrder) where order.kind == .autoRenewable {
      sales[chain].append(order)
    }
    let sold = soldByNumber()
    let takings = takings
    let hasSuccessors = links.contains { $0.link.kind == .predecessor }
    for place in chains.indices where !sold.contains(place) {
      let news = sold.isEmpty ? [] : told(beside: place)
      chains[place].live(
        by: sales[place],
        takings,
        news.news(after: sales[place], chains[place].standings)
      )
      if hasSuccessors, !sales[place].isEmpty, let successor = successor(of: place) {
        chains[place].end(at: successor.purchasedAt, by: successor.evidence)
      }
    }
  }

  private func tokens(of chain: Int, _ kind: Link.Kind = .purchaseToken) -> Set<String> {
    Set(links.lazy.filter { $0.chain == chain && $0.link.kind == kind }.map(\.link.value))
  }

  /// What was told by a token of the chain's alone, but for one that it took the place of.
  private func told(beside chain: Int) -> [Standing] {
    guard chains[chain].shop.store == .google else { return [] }
    let own = tokens(of: chain).subtracting(tokens(of: chain, .predecessor))
    let selling = Set(chainOfOrder)
    return chains.indices.filter { other in
      !selling.contains(other) && chains[other].shop == chains[chain].shop
        && !own.isDisjoint(with: tokens(of: other))
    }
    .flatMap { chains[$0].standings }
  }

  /// The first sale of a chain that took this one's place.
  private func successor(of chain: Int) -> Order? {
    guard chains[chain].shop.store == .google else { return nil }
    let own = tokens(of: chain)
    let later = chains.indices.filter { other in
      other != chain && chains[other].shop == chains[chain].shop
        && !own.isDisjoint(with: tokens(of: other, .predecessor))
        && own.isDisjoint(with: tokens(of: other))
    }
    return zip(orders, chainOfOrder).filter { later.contains($1) && $0.isConfirmed }.map(\.0)
      .min { ($0.purchasedAt, $0.evidence) < ($1.purchasedAt, $1.evidence) }
  }

  private var takings: [Notice] { notices.lazy.map(\.notice).filter(\.takesBack) }

  /// Chains without a sale whose token another chain with one goes by.
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
    leading = EntitlementRules.leading(of: orders).flatMap { orderPlaces[$0.id] }
    let lives = Dictionary(chains.map { ($0.id, $0.phases) }) { first, _ in first }
    let orders = orders.takenBack(by: takings)
    rights = EntitlementRules.entitlements(for: user, from: orders, lives: lives, catalog: catalog)
      .map { ($0, $0.source.flatMap { orderPlaces[$0] }) }
    items = EntitlementRules.inventory(for: user, from: orders, catalog: catalog)
      .compactMap { item in orderPlaces[item.source].map { (item, $0) } }
      .sorted { ($0.source, $0.item.item) < ($1.source, $1.item.item) }
    balances = EntitlementRules.balances(for: user, from: orders, catalog: catalog)
  }

  private mutating func place(of order: Order) -> Int? {
    // Renewals come one after the other.
    if let last = chainOfOrder.last, chains[last].isOf(order) { return last }
    return place(of: order.chain)
  }

  /// `nil` for an ID of another form than ours.
  private mutating func place(of chain: ID<Subscription>) -> Int? {
    if let known = places[chain] { return known }
    guard let name = Subscription.Name(chain) else { return nil }
    let shop = Shop(store: name.store, environment: name.environment, app: name.app)
    let place = chains.count
    places[chain] = place
    chains.append(LoneChain(chain, shop, name.originalTransactionID, place: place))
    return place
  }
}

extension LoneChain {
  fileprivate func isOf(_ order: Order) -> Bool {
    originalTransactionID == order.originalTransactionID && shop.app == order.app
      && shop.store == order.store && shop.environment == order.environment
  }
}

extension Order {
  /// As it will be read again.
  fileprivate func stored(_ authority: Authority, for user: ID<User>) -> Order {
    changing { order in
      order.user = user
      order.purchasedAt = purchasedAt.stored
      order.originalPurchasedAt = originalPurchasedAt.stored
      order.expiresAt = expiresAt?.stored
      order.cancelledAt = cancelledAt?.stored
      order.testimony = testimony.stored(authority)
      if let terms { order.terms?.testimony = terms.testimony.stored(authority) }
    }
  }
}

extension Testimony {
  /// As it will be read again: with the authority of the document it stands in.
  fileprivate func stored(_ authority: Authority) -> Testimony {
    Testimony(evidence, at: statedAt.stored, authority)
  }
}

extension Standing.Condition {
  /// With its instant as it will be read again.
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
