import Foundation

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
  /// What was claimed at the endpoints.
  private var purchaseClaims: Set<PurchaseClaim> = []
  /// When each user was named for the first time.
  private var namedAt: [ID<User>: Date] = [:]
  /// Which store account each chain is of: the label of a set that only grows.
  private var accounts: [ID<Subscription>: ID<Subscription>] = [:]
  /// The chains of which documents state one token, by shop.
  private var tokens: [Token: Set<ID<Subscription>>] = [:]
  /// The chains that took the place of what goes by a token, by shop.
  private var successors: [Token: Set<ID<Subscription>>] = [:]
  private var acts: [Act] = []
  /// The accounts that an app may derive from a user's name in this form.
  private let derive: @Sendable (AccountForm, ID<User>) -> Set<String>

  private struct Token: Hashable {
    var value: String
    var shop: String
  }

  package init(
    derive: @escaping @Sendable (AccountForm, ID<User>) -> Set<String> = { form, user in
      form == .plain ? [user.raw] : []
    }
  ) {
    self.derive = derive
  }

  /// A claim on a purchase, of which a document may be on file already, or come later.
  package mutating func file(_ claim: PurchaseClaim) {
    guard purchaseClaims.insert(claim).inserted else { return }
    namedAt[claim.user] = min(namedAt[claim.user] ?? claim.at, claim.at)
    if claims[claim.chain] == nil {
      claims[claim.chain] = ChainClaims(chain: claim.chain)
      accounts[claim.chain] = claim.chain
    }
  }

  package mutating func file(_ filing: Filing) {
    for claim in filing.claims { file(claim) }
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
    let mentioned = filing.facts.chains
    for chain in mentioned where claims[chain] == nil {
      claims[chain] = ChainClaims(chain: chain)
      accounts[chain] = chain
    }
    for link in filing.facts.links {
      switch link.kind {
      case .appAccount: claims[link.chain]?.note(account: link.value)
      case .purchaseToken:
        let token = Token(value: link.value, shop: link.chain.shop)
        tokens[token, default: []].insert(link.chain)
      case .predecessor:
        let token = Token(value: link.value, shop: link.chain.shop)
        successors[token, default: []].insert(link.chain)
      case .storeOrder: break
      }
    }
    note(filing, on: mentioned)
    join(mentioned, asOne: filing.isOneAccount)
  }

  private mutating func note(_ filing: Filing, on chains: Set<ID<Subscription>>) {
    let document = filing.document
    let testimony = Testimony(
      document.id,
      at: document.statedAt ?? document.receivedAt,
      document.provenance.authority
    )
    if case .user(let user) = filing.attribution {
      namedAt[user] = min(namedAt[user] ?? testimony.statedAt, testimony.statedAt)
    }
    for chain in chains {
      switch filing.attribution {
      case .user where !filing.claims.isEmpty: break
      case .user(let user): claims[chain]?.note(Claim(user, .named, testimony))
      case .owner(orElse: let user): claims[chain]?.note(Claim(user, .assumed, testimony))
      case .nobody: break
      }
    }
  }

  private mutating func join(_ chains: Set<ID<Subscription>>, asOne isOneAccount: Bool) {
    var groups = chains.map { Set([$0]) }
    if isOneAccount {
      groups = Dictionary(grouping: chains, by: \.shop).values.map { Set($0) }
    }
    groups += tokens.values.filter { !$0.isDisjoint(with: chains) }
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
    tokens.values.contains { chains in
      chains.contains(chain) && chains.contains { sales[$0] != nil }
    }
  }

  /// What notifications told by the token alone of a chain that was sold.
  private func told(
    beside chain: ID<Subscription>,
    _ sales: [ID<Subscription>: [Order]]
  ) -> [Standing] {
    let names = tokens.filter { token, chains in
      chains.contains(chain) && successors[token]?.contains(chain) != true
    }
    let beside = Set(names.values.joined()).filter { sales[$0] == nil }
    return beside.sorted().flatMap { standings[$0] ?? [] }
  }

  /// The first sale of a chain that took this one's place.
  private func successor(
    of chain: ID<Subscription>,
    _ sales: [ID<Subscription>: [Order]]
  ) -> Order? {
    let own = tokens.filter { $0.value.contains(chain) }
    let kin = Set(own.values.joined())
    let later = own.keys.flatMap { successors[$0] ?? [] }.filter { !kin.contains($0) }
    return later.flatMap { sales[$0] ?? [] }.filter(\.isConfirmed)
      .min { ($0.purchasedAt, $0.evidence) < ($1.purchasedAt, $1.evidence) }
  }

  /// The claims on every chain, with all that the rule asks of them.
  private func allClaims(_ identities: Identities) -> [ChainClaims] {
    var all = claims
    for claim in purchaseClaims { all[claim.chain]?.others.append(claim.claim) }
    for act in acts {
      guard case .transfer(let chain, let user) = act.deed else { continue }
      let endpoint = ClaimEndpoint(rawValue: act.actor)
      all[chain]?.others.append(
        Claim(
          user,
          .named,
          act.testimony,
          basis: endpoint == nil ? .transferred : .confirmed,
          coversAccount: endpoint?.coversAccount ?? true
        )
      )
    }
    for (chain, claims) in all {
      all[chain]?.holder = claims.account.flatMap(holder)
      all[chain] = all[chain]?.canonical(identities)
    }
    return Array(all.values)
  }

  private func holder(of account: String) -> AccountHolder? {
    var forms = AccountForm.standard
    var linked: ID<User>?
    for act in acts.sorted(by: { $0.testimony < $1.testimony }) {
      switch act.deed {
      case .account(account, let user): linked = user
      case .accountForms(let chosen): forms = chosen
      default: break
      }
    }
    if let linked { return AccountHolder(linked) }
    func users(by forms: [AccountForm]) -> [ID<User>] {
      namedAt.keys.filter { user in forms.contains { derive($0, user).contains(account) } }
    }
    if let user = users(by: forms.filter { $0 != .plain }).min() { return AccountHolder(user) }
    guard forms.contains(.plain) else { return nil }
    let known = users(by: [.plain]).map { (user: $0, at: namedAt[$0] ?? .distantFuture) }
    return known.min { ($0.at, $0.user) < ($1.at, $1.user) }
      .map { AccountHolder($0.user, knownAt: $0.at) }
  }

  /// What follows from all that was filed.
  package func beliefs(_ catalog: CatalogIndex? = nil) -> Beliefs {
    let policies = acts.sorted { $0.testimony < $1.testimony }.compactMap {
      if case .policy(let policy) = $0.deed { policy } else { nil }
    }
    let policy = policies.last ?? .transfer
    let identities = Identities(acts)
    var beliefs = Beliefs()
    for chains in Dictionary(
      grouping: allClaims(identities),
      by: { accounts[$0.chain] }
    ).values {
      for (chain, user) in Ownership.owners(of: chains, policy: policy) {
        beliefs.owners[chain] = identities.canonical(user)
      }
    }
    beliefs.orders = orders.values.sorted { $0.id < $1.id }.map { order in
      order.changing { $0.user = beliefs.owners[order.chain] }
    }
    let sales = Dictionary(grouping: beliefs.orders, by: \.chain)
    for chain in claims.keys where sales[chain] != nil || !isSoldByNumber(chain, sales) {
      let renewing = (sales[chain] ?? []).filter { $0.kind == .autoRenewable }
      let said = standings[chain] ?? []
      var phases = ChainLife(
        sales: renewing,
        standings: said + told(beside: chain, sales).news(after: renewing, said),
        notices: takings[chain] ?? []
      ).phases
      if let successor = successor(of: chain, sales) {
        phases = phases.replaced(at: successor.purchasedAt, by: successor.evidence)
      }
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

extension ID<Subscription> {
  /// Store, environment and app: what stands before the chain's own name.
  fileprivate var shop: String {
    raw.split(separator: ":", maxSplits: 3).prefix(3).joined(separator: ":")
  }
}
