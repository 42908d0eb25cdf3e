import Entitlements

/// Conditions on chains: all sales of one original transaction.
enum ChainPredicates {
  static func original(_ matches: [Query.TextMatch]) -> SearchPredicate {
    PredicateTable.chain.predicate(TextColumn("chain.id"), matches, in: .otxn)
  }

  /// By a linked identifier: a token, an app account or a store order.
  static func link(
    _ kinds: [String],
    _ matches: [Query.TextMatch],
    in field: Query.TextField
  ) -> SearchPredicate {
    let column = TextColumn("link.value")
    let indexed = matches.compactMap { column.indexed($0, in: field) }
    let isNamed: Fragment = "link.kind IN (\(kinds))"
    return SearchPredicate(
      .chain,
      """
      EXISTS (
        SELECT 1 FROM link
        WHERE link.chain = chain.n AND \(isNamed) AND \(column.meets(matches, in: field)))
      """,
      indexed.count == matches.count
        ? indexed.map { "SELECT link.chain AS n FROM link WHERE \($0) AND \(isNamed)" } : nil,
      .one,
      isExact: true
    )
  }

  /// By the phase at the instant.
  static func states(_ states: [SubscriptionState], at instant: Int64) -> SearchPredicate {
    let codes = states.map(\.code)
    return SearchPredicate(
      .chain,
      "(\(phase("state", at: instant))) IN (\(codes))",
      codes.flatMap { code -> [Fragment] in
        [
          """
          SELECT phase.chain AS n FROM phase
          WHERE phase.state = \(code) AND phase.until > \(instant) AND phase."from" <= \(instant)
          """,
          """
          SELECT phase.chain AS n FROM phase
          WHERE phase.state = \(code) AND phase.until IS NULL AND phase."from" <= \(instant)
          """,
        ]
      },
      .few
    )
  }

  static func expires(_ ranges: [Query.TimeRange]) -> SearchPredicate { ending(ranges, .always) }

  /// By the end of access of renewing chains.
  static func renews(_ ranges: [Query.TimeRange], at instant: Int64) -> SearchPredicate {
    ending(ranges, "(\(phase("renews", at: instant))) = 1")
  }

  private static func ending(_ ranges: [Query.TimeRange], _ condition: Fragment) -> SearchPredicate
  {
    let test = Fragment.any(ranges.map { $0.contains("+chain.accessUntil") })
    return SearchPredicate(
      .chain,
      "(\(test) AND \(condition))",
      ranges.allSatisfy(\.isBounded)
        ? ranges.map {
          """
          SELECT n FROM chain WHERE accessUntil IS NOT NULL AND \($0.contains("accessUntil"))
          """
        } : nil
    )
  }

  /// A renewing chain that runs beside another one of the same user and environment with the same
  /// entitlement. `rights` are pairs of a product's row ID and an entitlement key, as JSON.
  static func isDuplicate(rights: String, at instant: Int64) -> SearchPredicate {
    let running = SubscriptionState.allCases.filter(\.grantsAccess).map(\.code)
    let renewable = ProductKind.autoRenewable.code
    return SearchPredicate(
      .chain,
      """
      ((\(phase("state", at: instant))) IN (\(running))
      AND EXISTS (SELECT 1 FROM "order" AS mine WHERE mine.chain = chain.n AND mine.kind = \(renewable))
      AND EXISTS (
        SELECT 1 FROM chain AS other
        CROSS JOIN shop AS here ON here.n = chain.shop
        CROSS JOIN shop AS there ON there.n = other.shop AND there.environment = here.environment
        WHERE other.user = chain.user AND other.n <> chain.n
          AND (SELECT running.state FROM phase AS running
            WHERE running.chain = other.n AND running."from" <= \(instant)
            ORDER BY running."from" DESC LIMIT 1) IN (\(running))
          AND EXISTS (
            SELECT 1 FROM "order" AS theirs
            WHERE theirs.chain = other.n AND theirs.kind = \(renewable))
          AND EXISTS (
            SELECT 1 FROM json_each(\(rights)) AS gives
            CROSS JOIN json_each(\(rights)) AS alsoGives
            WHERE gives.value ->> 0 = chain.product AND alsoGives.value ->> 0 = other.product
              AND gives.value ->> 1 = alsoGives.value ->> 1)))
      """
    )
  }

  /// A column of the phase at the instant.
  static func phase(_ column: Fragment, at instant: Int64) -> Fragment {
    """
    SELECT phase.\(column) FROM phase
    WHERE phase.chain = chain.n AND phase."from" <= \(instant)
    ORDER BY phase."from" DESC LIMIT 1
    """
  }
}
