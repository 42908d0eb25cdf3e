import Entitlements

/// What is asked of single sales.
enum SaleLeaves {
  private static let transactionID = TextColumn("sale.transactionID")

  static func transaction(_ matches: [Query.TextMatch]) -> SearchLeaf {
    SearchHome.sale.leaf(transactionID, matches, in: .txn)
  }

  /// By the order ID that the customer sees: a sale of that name, or else all of the purchase that
  /// the store linked to it.
  static func order(_ matches: [Query.TextMatch]) -> [SearchLeaf] {
    let sales = SearchHome.sale.leaf(transactionID, matches, in: .order)
    let links = ChainLeaves.link(["storeOrder"], matches, in: .order)
    let known = TextColumn("known.transactionID")
    let names = Fragment.any(matches.compactMap { known.indexed($0, in: .order) })
    return [
      sales, links.provided("NOT EXISTS (SELECT 1 FROM \"order\" AS known WHERE \(names))"),
    ]
  }

  static func product(_ test: (TextColumn) -> Fragment) -> SearchLeaf {
    let isKnown = test(TextColumn("product.id"))
    var leaf = SearchLeaf(
      .sale,
      "+sale.product IN (SELECT product.n FROM product WHERE \(isKnown))",
      [
        """
        SELECT sale.n AS n FROM product CROSS JOIN "order" AS sale ON sale.product = product.n
        WHERE \(isKnown)
        """
      ],
      .many,
      isExact: true
    )
    leaf.premise = "EXISTS (SELECT 1 FROM product WHERE \(isKnown))"
    leaf.size = "SELECT coalesce(sum(product.orders), 0) FROM product WHERE \(isKnown)"
    return leaf
  }

  static func shop(_ test: Fragment) -> SearchLeaf {
    SearchLeaf(.sale, "+sale.shop IN (SELECT shop.n FROM shop WHERE \(test))")
  }

  static func kinds(_ kinds: [ProductKind]) -> SearchLeaf {
    SearchLeaf(.sale, "+sale.kind IN (\(kinds.map(\.code)))")
  }

  static func currencies(_ currencies: [Currency]) -> SearchLeaf {
    SearchLeaf(.sale, "+sale.currency IN (\(currencies.map(\.code)))")
  }

  static func country(_ matches: [Query.TextMatch]) -> SearchLeaf {
    let column = TextColumn("sale.country", ignoringCase: true)
    return SearchLeaf(.sale, column.meets(matches, in: .country))
  }

  static func price(_ ranges: [Query.PriceRange]) -> SearchLeaf {
    let tests = ranges.map { range in
      var parts: [Fragment] = ["+sale.price IS NOT NULL"]
      if let from = range.from { parts.append("+sale.price >= \(from)") }
      if let through = range.through { parts.append("+sale.price <= \(through)") }
      if let currency = range.currency { parts.append("+sale.currency = \(currency.code)") }
      return Fragment.all(parts)
    }
    return SearchLeaf(.sale, .any(tests))
  }

  static func purchased(_ ranges: [Query.TimeRange]) -> SearchLeaf {
    SearchHome.sale.leaf("sale.purchasedAt", in: ranges)
  }

  static func expires(_ ranges: [Query.TimeRange]) -> SearchLeaf {
    SearchLeaf(.sale, .any(ranges.map { $0.contains(accessUntil) }))
  }

  static let isShared = SearchLeaf(
    .sale,
    "+sale.ownership = \(Order.Ownership.familyShared.code)"
  )

  /// No document proves it.
  static let isUnproven = SearchLeaf(
    .sale,
    """
    (SELECT said.provenance FROM document AS said WHERE said.n = sale.evidence)
    IN ('sharedSecret', 'none')
    """
  )

  // `Order.accessUntil`: the earlier of two ends, either of which may be unknown, but not before
  // the beginning.
  private static let accessUntil: Fragment = """
    max(sale.purchasedAt, coalesce(
      min(\(paidUntil), sale.cancelledAt), \(paidUntil), sale.cancelledAt))
    """
  private static let paidUntil: Fragment = """
    CASE sale.kind WHEN \(ProductKind.autoRenewable.code)
      THEN coalesce(sale.expiresAt, sale.purchasedAt) ELSE sale.expiresAt END
    """
}

extension SaleLeaves {
  /// Sales by their state, seen by themselves (`Order.state(at:)`); those states that only a chain
  /// can be in are its own.
  static func states(_ states: [SubscriptionState], at instant: Int64) -> [SearchLeaf] {
    let own = states.filter { !ofChains.contains($0) }
    let others = states.filter(ofChains.contains)
    var leaves: [SearchLeaf] = []
    if !own.isEmpty {
      leaves.append(
        SearchLeaf(
          .sale,
          "\(state(at: instant)) IN (\(own.map(\.code)))",
          sources(of: own, at: instant),
          .few
        )
      )
    }
    if !others.isEmpty { leaves.append(ChainLeaves.states(others, at: instant)) }
    return leaves
  }

  /// What does not renew has no life beside its own.
  static func statesOfOthers(_ states: [SubscriptionState], at instant: Int64) -> SearchLeaf? {
    let own = states.filter { !ofChains.contains($0) }
    guard !own.isEmpty else { return nil }
    return SearchLeaf(
      .sale,
      """
      (+sale.kind <> \(ProductKind.autoRenewable.code)
      AND \(state(at: instant)) IN (\(own.map(\.code))))
      """,
      sources(of: own, at: instant),
      .few
    )
  }

  /// Its own period gives access; what is used up at once gives none.
  static func isActive(at instant: Int64, renewing: Bool) -> SearchLeaf {
    let granting = SubscriptionState.allCases.filter(\.grantsAccess)
    var without = [ProductKind.consumable.code]
    if !renewing { without.append(ProductKind.autoRenewable.code) }
    return SearchLeaf(
      .sale,
      """
      (+sale.kind NOT IN (\(without)) AND \(state(at: instant)) IN (\(granting.map(\.code))))
      """
    )
  }

  private static let ofChains: Set<SubscriptionState> = [
    .gracePeriod, .billingRetry, .paused, .autoRenewOff,
  ]

  private static func sources(
    of states: [SubscriptionState],
    at instant: Int64
  ) -> [Fragment]? {
    var sources: [Fragment] = []
    if states.contains(.pending) {
      sources.append("SELECT n FROM \"order\" WHERE purchasedAt > \(instant)")
    }
    let isTakenBack = { $0 == SubscriptionState.refunded || $0 == .revoked }
    if states.contains(where: isTakenBack) {
      sources.append(
        "SELECT n FROM \"order\" WHERE cancelledAt IS NOT NULL AND cancelledAt <= \(instant)"
      )
    }
    return states.allSatisfy { $0 == .pending || isTakenBack($0) } ? sources : nil
  }

  /// The documents of that kind are few and have an index of their own: they are listed once for a
  /// statement.
  private static let isHearsay: Fragment = """
    sale.evidence IN (SELECT n FROM document WHERE provenance = 'sharedSecret')
    """

  private static func state(at instant: Int64) -> Fragment {
    """
    CASE WHEN sale.purchasedAt > \(instant) THEN \(SubscriptionState.pending.code)
      WHEN sale.cancelledAt <= \(instant) THEN CASE sale.cancellation
        WHEN \(Order.Cancellation.revoked.code) THEN \(SubscriptionState.revoked.code)
        WHEN \(Order.Cancellation.upgraded.code) THEN \(SubscriptionState.expired.code)
        ELSE \(SubscriptionState.refunded.code) END
      WHEN \(accessUntil) <= \(instant) THEN \(SubscriptionState.expired.code)
      WHEN \(isHearsay) THEN \(SubscriptionState.unverified.code)
      ELSE CASE sale.offer
        WHEN \(OfferCode.trial.code) THEN \(SubscriptionState.trial.code)
        WHEN \(OfferCode.introductory.code) THEN \(SubscriptionState.introductory.code)
        ELSE \(SubscriptionState.active.code) END END
    """
  }
}
