package import Entitlements
package import Foundation
internal import GRDB

extension StoreQueryData {
  /// The chains to query at their stores at `now`, each once, by the first matching rule. The first
  /// two rules are those of the original 12-hour task; the others cover what these miss.
  package func pollCandidates(
    at now: Date,
    limit: Int
  ) async throws(LedgerError) -> [PollCandidate] {
    try await ledger.read { db in
      var found: [PollCandidate] = []
      var known: Set<ID<Subscription>> = []
      for rule in PollCandidate.Rule.allCases where found.count < limit {
        let query: Fragment = """
          SELECT shop.store, shop.environment, shop.app, chain.id
          FROM (\(Polling.numbers(rule, at: now.milliseconds))) AS due
          CROSS JOIN chain ON chain.n = due.n CROSS JOIN shop ON shop.n = chain.shop
          WHERE shop.environment <> 'xcode' AND NOT (\(Polling.isErased))
          ORDER BY chain.n LIMIT \(limit)
          """
        for chain in try db.map(query.sql, query.arguments, { try $0.chain(at: 0) }) {
          guard found.count < limit, known.insert(chain).inserted else { continue }
          found.append(PollCandidate(chain: chain, rule: rule))
        }
      }
      return found
    }
  }
}

/// The rules as SQL conditions on the current phase.
private enum Polling {
  private static let day: Int64 = 86_400_000
  /// Apple retries billing for 60 days.
  private static let maxRetryPeriod = 60 * day

  /// All tokens for querying the chain were erased.
  static let isErased: Fragment = """
    EXISTS (SELECT 1 FROM link WHERE link.chain = chain.n AND link.kind = 'purchaseToken')
      AND NOT EXISTS (SELECT 1 FROM link WHERE link.chain = chain.n
        AND link.kind = 'purchaseToken' AND link.value NOT GLOB \(ErasedTokens.prefix + "*"))
    """

  static func numbers(_ rule: PollCandidate.Rule, at now: Int64) -> Fragment {
    let trial = OfferCode.trial.code
    switch rule {
    case .trialEnded:
      return """
        SELECT chain.n AS n FROM chain
        WHERE chain.accessUntil <= \(now) AND chain.accessUntil > \(now - maxRetryPeriod)
          AND (\(ChainPredicates.phase("renews", at: now))) = 1
          AND EXISTS (SELECT 1 FROM "order" AS sale
            WHERE sale.chain = chain.n AND sale.offer = \(trial))
          AND NOT EXISTS (SELECT 1 FROM "order" AS paid
            WHERE paid.chain = chain.n AND paid.offer IS NOT \(trial))
        """
    case .endsSoon:
      return """
        SELECT chain.n AS n FROM chain
        WHERE chain.accessUntil > \(now) AND chain.accessUntil <= \(now + day)
          AND EXISTS (SELECT 1 FROM "order" AS paid
            WHERE paid.chain = chain.n AND paid.kind = \(ProductKind.autoRenewable.code)
              AND paid.offer IS NOT \(trial) AND paid.expiresAt > \(now))
        """
    case .unconfirmed:
      let retrying = [SubscriptionState.gracePeriod, .billingRetry].map(\.code)
      return """
        \(renewalStatus(retrying, at: now))
        UNION ALL
        SELECT chain.n AS n FROM chain
        WHERE chain.accessUntil <= \(now) AND chain.accessUntil > \(now - maxRetryPeriod)
          AND EXISTS (SELECT 1 FROM phase
            WHERE phase.chain = chain.n AND phase."from" <= \(now)
              AND (phase.until IS NULL OR phase.until > \(now))
              AND phase.state = \(SubscriptionState.expired.code)
              AND (phase.reason = \(ExpiryReason.unknown.code)
                OR phase.reason = \(ExpiryReason.voluntary.code) AND NOT EXISTS (
                  SELECT 1 FROM standing
                  WHERE standing.chain = chain.n AND standing.statedAt >= chain.accessUntil)))
        """
    case .missingSale:
      return renewalStatus([SubscriptionState.pending, .unverified].map(\.code), at: now)
    case .unpushed:
      // A response covers everything of the key's owner, so one purchase is enough.
      return """
        SELECT max(chain.n) AS n FROM chain JOIN shop ON shop.n = chain.shop
        WHERE shop.store = 'microsoft' AND chain.user IS NOT NULL
          AND (chain.user + \(now / day)) % 7 = 0
          AND EXISTS (SELECT 1 FROM document
            WHERE document.user = chain.user AND document.kind = 'microsoft-store-id-key'
              AND document.erasedAt IS NULL)
        GROUP BY chain.user, chain.shop
        """
    }
  }

  /// The chains currently in one of the states.
  private static func renewalStatus(_ states: [Int], at now: Int64) -> Fragment {
    """
    SELECT phase.chain AS n FROM phase
    WHERE phase.state IN (\(states)) AND (phase.until IS NULL OR phase.until > \(now))
      AND phase."from" <= \(now)
    """
  }
}

/// A chain whose status should be queried at the store again, and the reason.
package struct PollCandidate: Equatable, Sendable {
  package enum Rule: String, CaseIterable, Codable, Sendable {
    /// The trial has ended, renewal is on, and no paid sale followed.
    case trialEnded
    /// The paid period ends within a day.
    case endsSoon
    /// The store is retrying the charge, or has not reported the end.
    case unconfirmed = "unsettled"
    /// The store reported the chain, but no sale is stored; or a payment is pending.
    case missingSale = "unheard"
    /// The store sends no notifications, and the user's key to it expires unless it is renewed in
    /// time. Queried on one day of the week.
    case unpushed
  }

  package var chain: ID<Subscription>
  package var rule: Rule
}
