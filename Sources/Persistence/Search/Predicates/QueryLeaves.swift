import Entitlements

/// What a query's conditions mean in one list: each becomes leaves, any of which will do.
struct QueryLeaves: Sendable {
  let list: RowList
  /// The instant that states are those of, in milliseconds since 1970.
  let instant: Int64
  /// Pairs of a product's number and the name of a right it gives, as JSON.
  let rights: String

  func leaves(for field: Query.Field) -> [SearchLeaf] {
    switch field {
    case .text(let field, let matches): text(field, matches)
    case .states(let states): self.states(states)
    case .stores(let stores): self.stores(stores)
    case .environments(let environments): self.environments(environments)
    case .kinds(let kinds): [SaleLeaves.kinds(kinds)]
    case .currencies(let currencies): [SaleLeaves.currencies(currencies)]
    case .has(let possessions): possessions.map(possession)
    case .qualities(let qualities): qualities.flatMap(quality)
    case .time(let clock, let ranges): [time(clock, ranges.filter { !$0.isEmpty })]
    case .price(let ranges): [SaleLeaves.price(ranges.filter { !$0.isEmpty })]
    }
  }

  private func text(_ field: Query.TextField, _ texts: [Query.TextMatch]) -> [SearchLeaf] {
    let matches = texts.filter(\.isSearchable)
    guard !matches.isEmpty else { return [.never(.user)] }
    return switch field {
    case .user: [UserLeaves.id(matches)]
    case .email: UserLeaves.email(matches)
    case .name: UserLeaves.name(matches)
    case .note: UserLeaves.note(matches)
    case .order: SaleLeaves.order(matches)
    case .txn: [SaleLeaves.transaction(matches)]
    case .otxn: [ChainLeaves.original(matches)]
    case .token: [ChainLeaves.link(["purchaseToken"], matches, in: field)]
    case .acct: [ChainLeaves.link(["appAccount"], matches, in: field)]
    case .product: [product { $0.finds(matches, in: field) }]
    case .app: [app(matches)]
    case .country: [SaleLeaves.country(matches)]
    case .key:
      [SearchLeaf(.entitlement, TextColumn("entitlement.key").meets(matches, in: field))]
    // Nothing of the kind is kept yet.
    case .job, .mark: [.never(.user)]
    }
  }

  /// Of a chain what was bought last counts, of a user whatever was.
  func product(_ test: (TextColumn) -> Fragment) -> SearchLeaf {
    switch list {
    case .subs, .receipts, .events: ChainLeaves.product(test)
    case .users, .orders, .ent: SaleLeaves.product(test)
    }
  }

  private func shop(_ test: Fragment) -> SearchLeaf {
    list == .orders || list == .ent ? SaleLeaves.shop(test) : ChainLeaves.shop(test)
  }

  private func app(_ matches: [Query.TextMatch]) -> SearchLeaf {
    isOfDocuments
      ? DocumentLeaves.app(matches) : shop(TextColumn("shop.app").meets(matches, in: .app))
  }

  private func stores(_ stores: [Store]) -> [SearchLeaf] {
    isOfDocuments
      ? [DocumentLeaves.stores(stores)] : [shop("shop.store IN (\(stores.map(\.rawValue)))")]
  }

  private func environments(_ environments: [Environment]) -> [SearchLeaf] {
    let names = environments.map(\.rawValue)
    if isOfDocuments { return [DocumentLeaves.environments(environments)] }
    if list == .ent { return [SearchLeaf(.entitlement, "+entitlement.environment IN (\(names))")] }
    return [shop("shop.environment IN (\(names))")]
  }

  private var isOfDocuments: Bool { list == .receipts || list == .events }

  private func states(_ states: [SubscriptionState]) -> [SearchLeaf] {
    if list == .orders { return SaleLeaves.states(states, at: instant) }
    let chains = ChainLeaves.states(states, at: instant)
    if list == .subs { return [chains] }
    return [chains] + [SaleLeaves.statesOfOthers(states, at: instant)].compactMap(\.self)
  }
}

extension QueryLeaves {
  private func possession(_ possession: Query.Possession) -> SearchLeaf {
    switch possession {
    case .entitlement: UserLeaves.hasEntitlement(at: instant)
    case .receipt: DocumentLeaves.isBelieved
    case .note: UserLeaves.hasNote
    case .error: DocumentLeaves.isRejected
    case .family: SaleLeaves.isShared
    }
  }

  private func quality(_ quality: Query.Quality) -> [SearchLeaf] {
    switch quality {
    case .active: isActive
    case .unverified: [isOfDocuments ? DocumentLeaves.isUnproven : SaleLeaves.isUnproven]
    case .duplicate: [ChainLeaves.isDuplicate(rights: rights, at: instant)]
    case .anonymous: [UserLeaves.isAnonymous]
    }
  }

  private var isActive: [SearchLeaf] {
    let granting = SubscriptionState.allCases.filter(\.grantsAccess)
    return switch list {
    case .ent:
      [
        SearchLeaf(
          .entitlement,
          """
          (entitlement."from" <= \(instant)
          AND (entitlement.until IS NULL OR entitlement.until > \(instant)))
          """
        )
      ]
    case .orders: [SaleLeaves.isActive(at: instant, renewing: true)]
    case .subs: [ChainLeaves.states(granting, at: instant)]
    case .users, .receipts, .events:
      [
        ChainLeaves.states(granting, at: instant),
        SaleLeaves.isActive(at: instant, renewing: false),
      ]
    }
  }

  private func time(_ clock: Query.Clock, _ ranges: [Query.TimeRange]) -> SearchLeaf {
    switch (clock, list) {
    case (.purchased, .receipts), (.received, .receipts): DocumentLeaves.received(ranges)
    case (.purchased, .events):
      SearchHome.notice.leaf("notice.statedAt", in: ranges)
    case (.purchased, _): SaleLeaves.purchased(ranges)
    case (.received, _): DocumentLeaves.received(ranges)
    case (.verified, _): DocumentLeaves.verified(ranges)
    case (.expires, .orders): SaleLeaves.expires(ranges)
    case (.expires, .ent):
      SearchLeaf(.entitlement, .any(ranges.map { $0.contains("entitlement.until") }))
    case (.expires, _): ChainLeaves.expires(ranges)
    case (.renews, _): ChainLeaves.renews(ranges, at: instant)
    }
  }
}

extension Query.TextMatch {
  /// Whether anything that is kept may match: SQLite reads a text as far as its first NUL, and what
  /// nobody can type is not looked for.
  fileprivate var isSearchable: Bool {
    switch self {
    case .exact(let text), .prefix(let text), .contains(let text):
      !text.utf8.contains(0) && text.utf8.count <= Query.longestText
    }
  }
}
