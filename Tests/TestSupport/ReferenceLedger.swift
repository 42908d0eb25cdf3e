package import Entitlements
import Foundation

/// Applies the rules to facts in memory, filing by filing: a reference implementation of the
/// ledger. Neither order nor repetition of filings matters.
package struct ReferenceLedger: Sendable {
  private var documents: [ID<Document>: Document.Verdict] = [:]
  private var keys: Set<String> = []
  private var orders: [ID<Order>: Order] = [:]
  private var renewalStatuses: [ID<Subscription>: [RenewalStatus]] = [:]
  /// The events that report reversals, by chain.
  private var reversals: [ID<Subscription>: [StoreEvent]] = [:]
  private var claims: [ID<Subscription>: ChainClaims] = [:]
  /// Claims made at the endpoints.
  private var purchaseClaims: Set<PurchaseClaim> = []
  /// When each user was first named.
  private var namedAt: [ID<User>: Date] = [:]
  /// The store account of each chain, as the label of a set that only grows.
  private var accounts: [ID<Subscription>: ID<Subscription>] = [:]
  /// The chains whose documents contain a token, by app.
  private var tokens: [Token: Set<ID<Subscription>>] = [:]
  /// The chains that replaced a purchase with a token, by app.
  private var successors: [Token: Set<ID<Subscription>>] = [:]
  private var acts: [OperatorAction] = []
  /// The accounts that an app may derive from a user's name in this form.
  private let derive: @Sendable (AccountForm, ID<User>) -> Set<String>

  private struct Token: Hashable {
    var value: String
    var appScope: String
  }

  package init(
    derive: @escaping @Sendable (AccountForm, ID<User>) -> Set<String> = { form, user in
      form == .plain ? [user.raw] : []
    }
  ) {
    self.derive = derive
  }

  /// Files a claim on a purchase, whose document may be stored already or follow later.
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
    for renewalStatus in filing.facts.renewalStatuses {
      renewalStatuses[renewalStatus.chain, default: []].append(renewalStatus)
    }
    for notice in filing.facts.notices where notice.isReversal {
      if let chain = notice.chain { reversals[chain, default: []].append(notice) }
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
        let token = Token(value: link.value, appScope: link.chain.appScope)
        tokens[token, default: []].insert(link.chain)
      case .predecessor:
        let token = Token(value: link.value, appScope: link.chain.appScope)
        successors[token, default: []].insert(link.chain)
      case .storeOrder: break
      }
    }
    note(filing, on: mentioned)
    join(mentioned, asOne: filing.isOneAccount)
  }

  private mutating func note(_ filing: Filing, on chains: Set<ID<Subscription>>) {
    let document = filing.document
    let statementSource = StatementSource(
      document.id,
      at: document.statedAt ?? document.receivedAt,
      document.provenance.authority
    )
    if case .user(let user) = filing.attribution {
      namedAt[user] = min(namedAt[user] ?? statementSource.statedAt, statementSource.statedAt)
    }
    for chain in chains {
      switch filing.attribution {
      case .user where !filing.claims.isEmpty: break
      case .user(let user): claims[chain]?.note(Claim(user, .named, statementSource))
      case .owner(orElse: let user): claims[chain]?.note(Claim(user, .assumed, statementSource))
      case .nobody: break
      }
    }
  }

  private mutating func join(_ chains: Set<ID<Subscription>>, asOne isOneAccount: Bool) {
    var groups = chains.map { Set([$0]) }
    if isOneAccount {
      groups = Dictionary(grouping: chains, by: \.appScope).values.map { Set($0) }
    }
    groups += tokens.values.filter { !$0.isDisjoint(with: chains) }
    for group in groups {
      let labels = Set(group.compactMap { accounts[$0] })
      guard labels.count > 1, let label = labels.min() else { continue }
      for (chain, old) in accounts where labels.contains(old) { accounts[chain] = label }
    }
  }

  /// Whether a chain with only a token is also stored under the number that its store gave it
  /// later.
  private func isSoldByNumber(
    _ chain: ID<Subscription>,
    _ sales: [ID<Subscription>: [Order]]
  ) -> Bool {
    tokens.values.contains { chains in
      chains.contains(chain) && chains.contains { sales[$0] != nil }
    }
  }

  /// The statements that notifications made by token only about a chain with sales.
  private func stated(
    beside chain: ID<Subscription>,
    _ sales: [ID<Subscription>: [Order]]
  ) -> [RenewalStatus] {
    let names = tokens.filter { token, chains in
      chains.contains(chain) && successors[token]?.contains(chain) != true
    }
    let unsold = Set(names.values.joined()).filter { sales[$0] == nil }
    return unsold.sorted().flatMap { renewalStatuses[$0] ?? [] }
  }

  /// The first sale of a chain that replaced this one.
  private func successor(
    of chain: ID<Subscription>,
    _ sales: [ID<Subscription>: [Order]]
  ) -> Order? {
    let own = tokens.filter { $0.value.contains(chain) }
    let siblings = Set(own.values.joined())
    let later = own.keys.flatMap { successors[$0] ?? [] }.filter { !siblings.contains($0) }
    return later.flatMap { sales[$0] ?? [] }.filter(\.isConfirmed)
      .min { ($0.purchasedAt, $0.evidence) < ($1.purchasedAt, $1.evidence) }
  }

  /// The claims on every chain, with the account holders.
  private func allClaims(_ identities: Identities) -> [ChainClaims] {
    var all = claims
    for claim in purchaseClaims { all[claim.chain]?.others.append(claim.claim) }
    for act in acts {
      guard case .transfer(let chain, let user) = act.kind else { continue }
      let endpoint = ClaimEndpoint(rawValue: act.actor)
      all[chain]?.others.append(
        Claim(
          user,
          .named,
          act.statementSource,
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
    for act in acts.sorted(by: { $0.statementSource < $1.statementSource }) {
      switch act.kind {
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

  /// The state that follows from all filings.
  package func beliefs(_ catalog: CatalogIndex? = nil) -> ReferenceLedgerState {
    let policies = acts.sorted { $0.statementSource < $1.statementSource }.compactMap {
      if case .policy(let policy) = $0.kind { policy } else { nil }
    }
    let policy = policies.last ?? .transfer
    let identities = Identities(acts)
    var beliefs = ReferenceLedgerState()
    for chains in Dictionary(
      grouping: allClaims(identities),
      by: { accounts[$0.chain] }
    ).values {
      for (chain, user) in Ownership.owners(of: chains, policy: policy) {
        beliefs.owners[chain] = identities.canonical(user)
      }
    }
    beliefs.orders =
      orders.values.sorted { $0.id < $1.id }.map { order in
        order.changing { $0.user = beliefs.owners[order.chain] }
      }
      .withReplacements
    let sales = Dictionary(grouping: beliefs.orders, by: \.chain)
    for chain in claims.keys where sales[chain] != nil || !isSoldByNumber(chain, sales) {
      let renewing = (sales[chain] ?? []).filter { $0.kind == .autoRenewable }
      let ownStatuses = renewalStatuses[chain] ?? []
      var phases = SubscriptionPhases(
        sales: renewing,
        renewalStatuses: ownStatuses
          + stated(beside: chain, sales).newer(after: renewing, ownStatuses),
        notices: Array(reversals.values.joined())
      ).phases
      if let successor = successor(of: chain, sales) {
        phases = phases.replaced(at: successor.purchasedAt, by: successor.evidence)
      }
      if !phases.isEmpty { beliefs.lives[chain] = phases }
    }
    let allReversals = reversals.values.joined()
    for (user, sold) in Dictionary(grouping: beliefs.orders, by: \.user) {
      guard let user else { continue }
      let orders = sold.withReversals(from: allReversals)
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

/// The state that follows from a set of filings.
package struct ReferenceLedgerState: Equatable, Sendable {
  package var owners: [ID<Subscription>: ID<User>] = [:]
  package var orders: [Order] = []
  package var lives: [ID<Subscription>: [Phase]] = [:]
  package var entitlements: [Entitlement] = []
  package var inventory: [InventoryItem] = []
}

extension ID<Subscription> {
  /// Store, environment and app: the part before the chain's own number.
  fileprivate var appScope: String {
    raw.split(separator: ":", maxSplits: 3).prefix(3).joined(separator: ":")
  }
}
