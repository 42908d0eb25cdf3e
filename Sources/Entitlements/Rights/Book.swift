/// The rules over facts in memory, filing by filing: what a ledger comes to believe. However the
/// filings are ordered and however often they come, the beliefs are the same.
package struct Book: Sendable {
  private var documents: [ID<Document>: Document.Verdict] = [:]
  private var keys: Set<String> = []
  private var orders: [ID<Order>: Order] = [:]
  private var standings: [ID<Subscription>: [Standing]] = [:]
  /// What tells that sales were taken back, by chain.
  private var takings: [ID<Subscription>: [Notice]] = [:]
  private var claims: [ID<Subscription>: ChainClaims] = [:]
  /// Which store account each chain is of: the label of a set that only grows.
  private var accounts: [ID<Subscription>: ID<Subscription>] = [:]
  /// The chains of which documents state one token, or one user of the app.
  private var names: [Name: Set<ID<Subscription>>] = [:]
  private var acts: [Act] = []

  private struct Name: Hashable {
    var kind: Link.Kind
    var value: String
  }

  package init() {}

  package mutating func file(_ filing: Filing) {
    let document = filing.document
    let known = documents[document.id]
    guard known == nil || (known != .genuine && document.verdict == .genuine) else { return }
    if let key = filing.key, known == nil, !keys.insert(key).inserted { return }
    documents[document.id] = document.verdict
    guard document.verdict == .genuine else { return }
    for order in filing.facts.orders {
      orders[order.id] = orders[order.id].map { $0.merged(with: order) } ?? order
    }
    for standing in filing.facts.standings {
      standings[standing.chain, default: []].append(standing)
    }
    for notice in filing.facts.notices where notice.takesBack {
      if let chain = notice.chain { takings[chain, default: []].append(notice) }
    }
    acts += filing.facts.acts
    let mentioned = mentioned(in: filing.facts)
    for chain in mentioned where claims[chain] == nil {
      claims[chain] = ChainClaims(chain: chain)
      accounts[chain] = chain
    }
    for link in filing.facts.links {
      if link.kind == .appAccount { claims[link.chain]?.note(account: link.value) }
      guard link.kind == .appAccount || link.kind == .purchaseToken else { continue }
      names[Name(kind: link.kind, value: link.value), default: []].insert(link.chain)
    }
    note(filing, on: mentioned)
    join(mentioned, asOne: filing.isOneAccount)
  }

  private func mentioned(in facts: Facts) -> Set<ID<Subscription>> {
    var chains = Set(facts.orders.map(\.chain) + facts.standings.map(\.chain))
    chains.formUnion(facts.notices.compactMap(\.chain) + facts.links.map(\.chain))
    for act in facts.acts { if case .transfer(let chain, _) = act.deed { chains.insert(chain) } }
    return chains
  }

  private mutating func note(_ filing: Filing, on chains: Set<ID<Subscription>>) {
    let document = filing.document
    let testimony = Testimony(
      document.id,
      at: document.statedAt ?? document.receivedAt,
      document.provenance.authority
    )
    for chain in chains {
      switch filing.attribution {
      case .user(let user): claims[chain]?.note(Claim(user, .named, testimony))
      case .owner(orElse: let user): claims[chain]?.note(Claim(user, .assumed, testimony))
      case .nobody: break
      }
    }
  }

  private mutating func join(_ chains: Set<ID<Subscription>>, asOne isOneAccount: Bool) {
    var groups = isOneAccount ? [chains] : chains.map { [$0] }
    groups += names.values.filter { !$0.isDisjoint(with: chains) }
    for group in groups {
      let labels = Set(group.compactMap { accounts[$0] })
      guard labels.count > 1, let label = labels.min() else { continue }
      for (chain, old) in accounts where labels.contains(old) { accounts[chain] = label }
    }
  }

  /// Whether a purchase that went by its token until its store gave it a number is on file by that.
  private func isSoldByNumber(
    _ chain: ID<Subscription>,
    _ sales: [ID<Subscription>: [Order]]
  ) -> Bool {
    names.contains { name, chains in
      name.kind == .purchaseToken && chains.contains(chain)
        && chains.contains { sales[$0] != nil }
    }
  }

  /// What follows from all that was filed.
  package func beliefs(_ catalog: CatalogIndex? = nil) -> Beliefs {
    let policies = acts.sorted { $0.testimony < $1.testimony }.compactMap {
      if case .policy(let policy) = $0.deed { policy } else { nil }
    }
    let policy = policies.last ?? .transfer
    let identities = Identities(acts)
    var beliefs = Beliefs()
    for chains in Dictionary(grouping: claims.values, by: { accounts[$0.chain] }).values {
      for (chain, user) in Ownership.owners(of: chains, policy: policy) {
        beliefs.owners[chain] = identities.canonical(user)
      }
    }
    beliefs.orders = orders.values.sorted { $0.id < $1.id }.map { order in
      order.changing { $0.user = beliefs.owners[order.chain] }
    }
    let sales = Dictionary(grouping: beliefs.orders, by: \.chain)
    for chain in claims.keys where sales[chain] != nil || !isSoldByNumber(chain, sales) {
      let phases = ChainLife(
        sales: (sales[chain] ?? []).filter { $0.kind == .autoRenewable },
        standings: standings[chain] ?? [],
        notices: takings[chain] ?? []
      ).phases
      if !phases.isEmpty { beliefs.lives[chain] = phases }
    }
    let allTakings = takings.values.joined()
    for (user, sold) in Dictionary(grouping: beliefs.orders, by: \.user) {
      guard let user else { continue }
      let orders = sold.takenBack(by: allTakings)
      beliefs.entitlements += EntitlementRules.entitlements(
        for: user,
        from: orders,
        lives: beliefs.lives,
        grants: acts,
        catalog: catalog
      )
      beliefs.inventory += EntitlementRules.inventory(for: user, from: orders, catalog: catalog)
    }
    beliefs.entitlements.sort { ($0.user, $0.key, $0.from) < ($1.user, $1.key, $1.from) }
    beliefs.inventory.sort { ($0.user, $0.source.raw, $0.item) < ($1.user, $1.source.raw, $1.item) }
    return beliefs
  }
}

/// What a set of filings comes to.
package struct Beliefs: Equatable, Sendable {
  package var owners: [ID<Subscription>: ID<User>] = [:]
  package var orders: [Order] = []
  package var lives: [ID<Subscription>: [Phase]] = [:]
  package var entitlements: [Entitlement] = []
  package var inventory: [InventoryItem] = []
}
