import Entitlements

/// Conditions on sales.
enum SalePredicates {
  private static let transactionID = TextColumn("sale.transactionID")

  static func transaction(_ matches: [Query.TextMatch]) -> SearchPredicate {
    PredicateTable.sale.predicate(transactionID, matches, in: .txn)
  }

  /// By the customer's order ID: a sale with this ID, or else all sales of the purchase that the
  /// store linked to it.
  static func order(_ matches: [Query.TextMatch]) -> [SearchPredicate] {
    let sales = PredicateTable.sale.predicate(transactionID, matches, in: .order)
    let links = ChainPredicates.link(["storeOrder"], matches, in: .order)
    let known = TextColumn("known.transactionID")
    let names = Fragment.any(matches.compactMap { known.indexed($0, in: .order) })
    return [sales, links.provided("NOT EXISTS (SELECT 1 FROM \"order\" AS known WHERE \(names))")]
  }

  static func kinds(_ kinds: [ProductKind]) -> SearchPredicate {
    SearchPredicate(.sale, "+sale.kind IN (\(kinds.map(\.code)))")
  }

  static func currencies(_ currencies: [Currency]) -> SearchPredicate {
    SearchPredicate(.sale, "+sale.currency IN (\(currencies.map(\.code)))")
  }

  static func country(_ matches: [Query.TextMatch]) -> SearchPredicate {
    let column = TextColumn("sale.country", ignoringCase: true)
    return SearchPredicate(.sale, column.meets(matches, in: .country))
  }

  static func price(_ ranges: [Query.PriceRange]) -> SearchPredicate {
    let tests = ranges.map { range in
      var parts: [Fragment] = ["+sale.price IS NOT NULL"]
      if let from = range.from { parts.append("+sale.price >= \(from)") }
      if let through = range.through { parts.append("+sale.price <= \(through)") }
      if let currency = range.currency { parts.append("+sale.currency = \(currency.code)") }
      return Fragment.all(parts)
    }
    return SearchPredicate(.sale, .any(tests))
  }

  static func purchased(_ ranges: [Query.TimeRange]) -> SearchPredicate {
    PredicateTable.sale.predicate("sale.purchasedAt", in: ranges)
  }

  static func expires(_ ranges: [Query.TimeRange]) -> SearchPredicate {
    SearchPredicate(.sale, .any(ranges.map { $0.contains(accessUntil) }))
  }

  /// By the day of the refund, of all or a part of the money; a withdrawn or replaced sale was not
  /// refunded.
  static func refunded(_ ranges: [Query.TimeRange]) -> SearchPredicate {
    let test = Fragment.any(ranges.map { $0.contains("+sale.cancelledAt") })
    let isRefund: Fragment =
      "coalesce(+sale.cancellation, 0) = \(Order.Cancellation.refunded.code)"
    let isReported = Fragment.any(ranges.map { $0.contains("notice.statedAt") })
    return SearchPredicate(
      .sale,
      """
      (\(test) AND \(isRefund) OR +sale.cancelledAt IS NULL
      AND +sale.shop IN (SELECT n FROM shop WHERE store = 'google') AND EXISTS (
        SELECT 1 FROM notice CROSS JOIN document ON document.n = notice.document
        WHERE notice.chain = sale.chain AND notice.transactionID = sale.transactionID
          AND notice.kind IN ('refunded', 'refundedInPart') AND \(isReported)
          AND document.provenance NOT IN ('sharedSecret', 'none')))
      """,
      ranges.map {
        """
        SELECT n FROM "order" WHERE cancelledAt IS NOT NULL AND \($0.contains("cancelledAt"))
        """
      } + [reportedRefunds(where: isReported)],
      .few
    )
  }

  /// The sales with refund notices that meet the condition.
  private static func reportedRefunds(where condition: Fragment) -> Fragment {
    """
    SELECT sale.n FROM notice CROSS JOIN "order" AS sale
      ON sale.chain = notice.chain AND sale.transactionID = notice.transactionID
    WHERE notice.kind IN ('refunded', 'refundedInPart') AND \(condition)
    """
  }

  static let isShared = SearchPredicate(
    .sale,
    "+sale.ownership = \(Order.Ownership.familyShared.code)"
  )

  /// No verified document proves it.
  static let isUnproven = SearchPredicate(
    .sale,
    """
    (SELECT said.provenance FROM document AS said WHERE said.n = sale.evidence)
    IN ('sharedSecret', 'none')
    """
  )

  // `Order.accessUntil`: the earlier of two ends, either of which may be unknown, but not before
  // the start.
  static let accessUntil: Fragment = """
    max(sale.purchasedAt, coalesce(
      min(\(paidUntil), sale.cancelledAt), \(paidUntil), sale.cancelledAt))
    """
  private static let paidUntil: Fragment = """
    CASE sale.kind WHEN \(ProductKind.autoRenewable.code)
      THEN coalesce(sale.expiresAt, sale.purchasedAt) ELSE sale.expiresAt END
    """
}

extension SalePredicates {
  /// Sales by their own state (`Order.saleState(at:)`), or by their chain's for states that only
  /// chains have.
  static func states(_ states: [SubscriptionState], at instant: Int64) -> [SearchPredicate] {
    let own = states.filter { !chainOnlyStates.contains($0) }
    let others = states.filter(chainOnlyStates.contains)
    var predicates: [SearchPredicate] = []
    if !own.isEmpty {
      predicates.append(
        SearchPredicate(
          .sale,
          "\(saleState(at: instant)) IN (\(own.map(\.code)))",
          sources(of: own, at: instant),
          .few
        )
      )
    }
    if !others.isEmpty { predicates.append(ChainPredicates.states(others, at: instant)) }
    return predicates
  }

  /// States of sales that don't renew.
  static func statesOfOthers(_ states: [SubscriptionState], at instant: Int64) -> SearchPredicate? {
    let own = states.filter { !chainOnlyStates.contains($0) }
    guard !own.isEmpty else { return nil }
    return SearchPredicate(
      .sale,
      """
      (+sale.kind <> \(ProductKind.autoRenewable.code)
      AND \(state(at: instant)) IN (\(own.map(\.code))))
      """,
      sources(of: own, at: instant),
      .few
    )
  }

  /// Sales whose own period grants access; consumables don't. `consumables` are the row IDs of the
  /// catalog's, as JSON: they count where the store does not state the kind.
  static func isActive(at instant: Int64, renewing: Bool, consumables: String) -> SearchPredicate {
    let granting = SubscriptionState.allCases.filter(\.grantsAccess)
    var without = [ProductKind.consumable.code]
    if !renewing { without.append(ProductKind.autoRenewable.code) }
    var tests: [Fragment] = [
      "+sale.kind NOT IN (\(without))",
      "\(state(at: instant)) IN (\(granting.map(\.code)))",
    ]
    if consumables != "[]" {
      tests.append(
        """
        (+sale.kind <> \(ProductKind.unknown.code)
        OR +sale.product NOT IN (SELECT value FROM json_each(\(consumables))))
        """
      )
    }
    return SearchPredicate(.sale, .all(tests))
  }

  private static let chainOnlyStates: Set<SubscriptionState> = [
    .gracePeriod, .billingRetry, .paused, .autoRenewOff,
  ]

  private static func sources(of states: [SubscriptionState], at instant: Int64) -> [Fragment]? {
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
    if states.contains(.refunded) {
      sources.append(reportedRefunds(where: "notice.statedAt <= \(instant)"))
    }
    return states.allSatisfy { $0 == .pending || isTakenBack($0) } ? sources : nil
  }

  /// Such documents are few and have their own index, so each statement lists them once.
  private static let isUnverified: Fragment = """
    sale.evidence IN (SELECT n FROM document WHERE provenance = 'sharedSecret')
    """

  /// `Order.saleState(at:)`.
  static func saleState(at instant: Int64) -> Fragment {
    """
    CASE WHEN \(sql: OrderRows.refundedAt) <= \(instant) THEN \(SubscriptionState.refunded.code)
      ELSE \(state(at: instant)) END
    """
  }

  static func state(at instant: Int64) -> Fragment {
    """
    CASE WHEN sale.purchasedAt > \(instant) THEN \(SubscriptionState.pending.code)
      WHEN sale.cancelledAt <= \(instant) THEN CASE sale.cancellation
        WHEN \(Order.Cancellation.revoked.code) THEN \(SubscriptionState.revoked.code)
        WHEN \(Order.Cancellation.upgraded.code) THEN \(SubscriptionState.expired.code)
        ELSE \(SubscriptionState.refunded.code) END
      WHEN \(accessUntil) <= \(instant) THEN \(SubscriptionState.expired.code)
      WHEN \(isUnverified) THEN \(SubscriptionState.unverified.code)
      ELSE CASE sale.offer
        WHEN \(OfferCode.trial.code) THEN \(SubscriptionState.trial.code)
        WHEN \(OfferCode.introductory.code) THEN \(SubscriptionState.introductory.code)
        ELSE \(SubscriptionState.active.code) END END
    """
  }
}
