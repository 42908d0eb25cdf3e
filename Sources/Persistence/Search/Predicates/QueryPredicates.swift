import Entitlements

/// Translates a query's conditions to alternative predicates for one list.
struct QueryPredicates: Sendable {
  let list: RowList
  /// The instant for states, in milliseconds since 1970.
  let instant: Int64
  /// Pairs of a product's row ID and an entitlement key, as JSON.
  let rights: String
  /// The row IDs of the products that the catalog lists as consumables, as JSON.
  let consumables: String

  func predicates(for field: Query.Field) -> [SearchPredicate] {
    switch field {
    case .text(let field, let matches): text(field, matches)
    case .states(let states): self.states(states)
    case .stores(let stores): self.stores(stores)
    case .environments(let environments): self.environments(environments)
    case .kinds(let kinds): [SalePredicates.kinds(kinds)]
    case .currencies(let currencies): [SalePredicates.currencies(currencies)]
    case .has(let possessions): possessions.map(possession)
    case .qualities(let qualities): qualities.flatMap(quality)
    case .time(let clock, let ranges): [time(clock, ranges.filter { !$0.isEmpty })]
    case .price(let ranges): [SalePredicates.price(ranges.filter { !$0.isEmpty })]
    }
  }

  private func text(_ field: Query.TextField, _ texts: [Query.TextMatch]) -> [SearchPredicate] {
    let matches = texts.filter(\.isSearchable)
    guard !matches.isEmpty else { return [.never(.user)] }
    return switch field {
    case .user: [UserPredicates.id(matches)]
    case .email: UserPredicates.email(matches)
    case .name: UserPredicates.name(matches)
    case .note: UserPredicates.note(matches)
    case .assigned: UserPredicates.assigned(matches)
    case .order: SalePredicates.order(matches)
    case .txn: [SalePredicates.transaction(matches)]
    case .otxn: [ChainPredicates.original(matches)]
    case .token: [ChainPredicates.link(["purchaseToken"], matches, in: field)]
    // A purchase is found by the account that it carries, a user also by one of the profile.
    case .acct:
      [ChainPredicates.link(["appAccount"], matches, in: field)]
        + (list == .users || list == .ent
          ? matches.map { UserPredicates.handle(.account, $0, in: field) } : [])
    case .product: [product { $0.matchSet(matches, in: field) }]
    case .app: [app(matches)]
    case .country: [SalePredicates.country(matches)]
    case .doc: [DocumentPredicates.kind(matches)]
    case .rejection: [DocumentPredicates.rejection(matches)]
    case .key:
      [SearchPredicate(.entitlement, TextColumn("entitlement.key").meets(matches, in: field))]
    // Not stored yet.
    case .job, .mark: [.never(.user)]
    }
  }

  /// For chains, the last product bought counts; for users, any product.
  func product(_ test: (TextColumn) -> Fragment) -> SearchPredicate {
    let isOfChains = list == .subs || isOfDocuments
    let isKnown = test(TextColumn("product.id"))
    let products: Fragment = "SELECT product.n FROM product WHERE \(isKnown)"
    var predicate = SearchPredicate(
      isOfChains ? .chain : .sale,
      "\(sql: isOfChains ? "+chain" : "+sale").product IN (\(products))",
      [
        """
        SELECT sale.\(sql: isOfChains ? "chain" : "n") AS n FROM product \
        CROSS JOIN "order" AS sale ON sale.product = product.n
        WHERE \(isKnown)
        """
      ],
      .many,
      isExact: !isOfChains
    )
    predicate.premise =
      "EXISTS (SELECT \(sql: isOfChains ? "product.n" : "1") FROM product WHERE \(isKnown))"
    predicate.size = """
      SELECT coalesce(sum(orderCount.orders), 0)
      FROM product CROSS JOIN orderCount ON orderCount.product = product.n WHERE \(isKnown)
      """
    return predicate
  }

  private func appScope(_ test: Fragment) -> SearchPredicate {
    let isOfSales = list == .orders || list == .ent
    return SearchPredicate(
      isOfSales ? .sale : .chain,
      "\(sql: isOfSales ? "+sale" : "+chain").shop IN (SELECT shop.n FROM shop WHERE \(test))"
    )
  }

  private func app(_ matches: [Query.TextMatch]) -> SearchPredicate {
    isOfDocuments
      ? DocumentPredicates.app(matches) : appScope(TextColumn("shop.app").meets(matches, in: .app))
  }

  private func stores(_ stores: [Store]) -> [SearchPredicate] {
    isOfDocuments
      ? [DocumentPredicates.stores(stores)]
      : [appScope("shop.store IN (\(stores.map(\.rawValue)))")]
  }

  private func environments(_ environments: [Environment]) -> [SearchPredicate] {
    let names = environments.map(\.rawValue)
    if isOfDocuments { return [DocumentPredicates.environments(environments)] }
    if list == .ent {
      return [SearchPredicate(.entitlement, "+entitlement.environment IN (\(names))")]
    }
    return [appScope("shop.environment IN (\(names))")]
  }

  private var isOfDocuments: Bool { list == .receipts || list == .events }

  private func states(_ states: [SubscriptionState]) -> [SearchPredicate] {
    if list == .orders { return SalePredicates.states(states, at: instant) }
    let chains = ChainPredicates.states(states, at: instant)
    if list == .subs { return [chains] }
    return [chains] + [SalePredicates.statesOfOthers(states, at: instant)].compactMap(\.self)
  }
}

extension QueryPredicates {
  private func possession(_ possession: Query.Possession) -> SearchPredicate {
    switch possession {
    case .entitlement: UserPredicates.hasEntitlement(at: instant)
    case .receipt: DocumentPredicates.isBelieved
    case .note: UserPredicates.hasNote
    case .error: DocumentPredicates.isRejected
    case .family: SalePredicates.isShared
    }
  }

  private func quality(_ quality: Query.Quality) -> [SearchPredicate] {
    switch quality {
    case .active: isActive
    case .unverified: [isOfDocuments ? DocumentPredicates.isUnproven : SalePredicates.isUnproven]
    case .duplicate: [ChainPredicates.isDuplicate(rights: rights, at: instant)]
    case .anonymous: [UserPredicates.isAnonymous]
    }
  }

  private var isActive: [SearchPredicate] {
    let granting = SubscriptionState.allCases.filter(\.grantsAccess)
    return switch list {
    case .ent:
      [
        SearchPredicate(
          .entitlement,
          """
          (entitlement."from" <= \(instant)
          AND (entitlement.until IS NULL OR entitlement.until > \(instant)))
          """
        )
      ]
    case .orders: [sales(renewing: true)]
    case .subs: [ChainPredicates.states(granting, at: instant)]
    case .users, .receipts, .events:
      [
        ChainPredicates.states(granting, at: instant),
        sales(renewing: false),
      ]
    }
  }

  private func sales(renewing: Bool) -> SearchPredicate {
    SalePredicates.isActive(at: instant, renewing: renewing, consumables: consumables)
  }

  private func time(_ clock: Query.Clock, _ ranges: [Query.TimeRange]) -> SearchPredicate {
    switch (clock, list) {
    case (.purchased, .receipts), (.received, .receipts): DocumentPredicates.received(ranges)
    case (.purchased, .events):
      PredicateTable.notice.predicate("notice.statedAt", in: ranges)
    case (.purchased, _): SalePredicates.purchased(ranges)
    case (.received, _): DocumentPredicates.received(ranges)
    case (.verified, _): DocumentPredicates.verified(ranges)
    case (.expires, .orders): SalePredicates.expires(ranges)
    case (.expires, .ent):
      SearchPredicate(.entitlement, .any(ranges.map { $0.contains("entitlement.until") }))
    case (.expires, _): ChainPredicates.expires(ranges)
    case (.refunded, _): SalePredicates.refunded(ranges)
    case (.renews, _): ChainPredicates.renews(ranges, at: instant)
    }
  }
}

extension Query.TextMatch {
  /// Whether a stored text can match: SQLite reads a text up to its first NUL, and no stored text
  /// is that long.
  fileprivate var isSearchable: Bool {
    switch self {
    case .exact(let text), .prefix(let text), .contains(let text):
      !text.utf8.contains(0) && text.utf8.count <= Query.longestText
    }
  }
}
