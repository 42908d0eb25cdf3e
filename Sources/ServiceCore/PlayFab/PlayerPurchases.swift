package import Entitlements
import Foundation
import Persistence
package import Receipts

/// What an app hands in, looked at and filed nowhere.
package struct DocumentWorth: Sendable {
  package var kind: ReceiptKind
  /// Why it is not believed; `nil` where it is.
  package var rejection: String?
  package var app: String?
  package var environment: Entitlements.Environment?
  /// How many purchases could be read in it.
  package var purchases: Int
  /// What it states; nothing where it is not believed.
  package var sales: [Order]
}

/// One sale that a user wants as theirs.
package struct WantedSale: Hashable, Sendable {
  package var chain: ID<Subscription>
  package var sale: ID<Order>

  package init(chain: ID<Subscription>, sale: ID<Order>) {
    self.chain = chain
    self.sale = sale
  }
}

extension EntitlementService {
  /// What a document is, and what it is worth by itself.
  package func worth(of bytes: [UInt8], hints: Hints = Hints()) -> DocumentWorth {
    let found = examine(
      PresentedDocument(bytes: bytes, user: nil, origin: .uploaded, hints: hints)
    )
    var worth = DocumentWorth(
      kind: found.submission.kind,
      app: found.filing.document.app,
      environment: found.filing.document.environment,
      purchases: found.filing.document.purchases,
      sales: found.filing.facts.orders
    )
    if case .rejected(let code, _, _) = found.verdict { worth.rejection = code }
    return worth
  }

  /// The catalog of this version, the primary one where none is asked for.
  package func catalog(_ version: String? = nil) async throws(ServiceError) -> CatalogIndex? {
    try await asking { () throws(LedgerError) in try await ledger.catalog(version) }
  }

  /// Which of these sales somebody redeemed.
  package func redeemed(
    among sales: [ID<Order>]
  ) async throws(ServiceError) -> Set<ID<Order>> {
    try await asking { () throws(LedgerError) in try await ledger.redeemed(sales) }
  }

  /// Gives the user what nobody else has, by a claim that rests on what was handed in. `isOnce`
  /// refuses what was redeemed before.
  package func redeem(
    _ wanted: [WantedSale],
    for user: ID<User>,
    of settlement: Settlement,
    isOnce: Bool,
    at endpoint: ClaimEndpoint
  ) async throws(ServiceError) -> [ID<Order>: Redeemed] {
    let now = now()
    let parts = wanted.compactMap { wanted in
      settlement.claim(on: wanted.chain, of: user, at: endpoint, now).map {
        RedemptionDraft.Part(chain: wanted.chain, sale: wanted.sale, claim: $0)
      }
    }
    let draft = RedemptionDraft(user: user, parts: parts, isOnce: isOnce, at: now)
    return try await asking { () throws(LedgerError) in try await ledger.redeem(draft) }
  }

  /// What the user has now by those purchases that `isMeant` holds of and that somebody was named
  /// for, and the sales of these. What merely comes from the same store account is nobody's here
  /// until it is redeemed or restored: another player may do that.
  package func holdings(
    of user: ID<User>,
    catalog: CatalogIndex,
    where isMeant: (ChainRecord) -> Bool
  ) async throws(ServiceError) -> (holdings: [Holding], sales: [Order]) {
    let now = now()
    let meant = try await purchases(of: user).filter(isMeant)
    let named = try await asking { () throws(LedgerError) in
      try await ledger.named(among: meant.map(\.id))
    }
    let records = meant.filter { named.contains($0.id) }
    let sales = records.flatMap(\.sales)
    let used = try await asking { () throws(LedgerError) in
      try await ledger.uses(of: sales.map(\.id))
    }
    let holdings = records.flatMap { record in
      EntitlementRules.holdings(of: record, used: used, catalog: catalog, at: now)
    }
    return (holdings.sorted { ($0.from, $0.name) < ($1.from, $1.name) }, sales)
  }

  /// Uses up so much of what a user has; `nil` where less is left, and nothing was filed.
  ///
  /// - Returns: What is left then.
  package func consume(
    _ count: Int,
    of holding: Holding,
    by actor: String
  ) async throws(ServiceError) -> Int? {
    guard let granted = holding.granted else { return nil }
    let now = now()
    let (sale, item) = (holding.sale, holding.item.id)
    return try await asking { () throws(LedgerError) in
      try await ledger.consume(
        count,
        of: item,
        in: sale,
        granted: granted,
        filing: Self.acts(.consume(sale, count: count, item: item), by: actor, from: now)
      )
    }
  }

  private static func acts(_ deed: Act.Deed, by actor: String, from instant: Date) -> Attempts {
    { attempt in
      try DocumentFiling.filing(
        of: deed,
        by: actor,
        at: instant.addingTimeInterval(Double(attempt) / 1_000)
      )
    }
  }
}
