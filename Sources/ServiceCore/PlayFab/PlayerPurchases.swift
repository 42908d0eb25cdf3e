package import Entitlements
import Foundation
import Persistence
package import Receipts

/// The examination of a submitted document that is not filed.
package struct DocumentAssessment: Sendable {
  package var kind: ReceiptKind
  /// The rejection code; `nil` if the document is genuine.
  package var rejection: String?
  package var app: String?
  package var environment: Entitlements.Environment?
  /// The number of purchases read.
  package var purchases: Int
  /// The sales it states; empty if it is rejected.
  package var sales: [Order]
}

/// One sale that a user wants to redeem.
package struct RedemptionItem: Hashable, Sendable {
  package var chain: ID<Subscription>
  package var sale: ID<Order>

  package init(chain: ID<Subscription>, sale: ID<Order>) {
    self.chain = chain
    self.sale = sale
  }
}

extension EntitlementService {
  /// Examines a document on its own.
  package func worth(
    of bytes: [UInt8],
    hints: DocumentHints = DocumentHints()
  ) -> DocumentAssessment {
    let found = examine(
      SubmittedDocument(bytes: bytes, user: nil, origin: .uploaded, hints: hints)
    )
    var worth = DocumentAssessment(
      kind: found.submission.kind,
      app: found.filing.document.app,
      environment: found.filing.document.environment,
      purchases: found.filing.document.purchases,
      sales: found.filing.facts.orders
    )
    if case .rejected(let code, _, _) = found.verdict { worth.rejection = code }
    return worth
  }

  /// The catalog of this version, or the primary one.
  package func catalog(_ version: String? = nil) async throws(ServiceError) -> CatalogIndex? {
    try await asking { () throws(LedgerError) in try await ledger.catalogs.find(version) }
  }

  package func redeemed(
    among sales: [ID<Order>]
  ) async throws(ServiceError) -> Set<ID<Order>> {
    try await asking { () throws(LedgerError) in try await ledger.playFab.redeemed(sales) }
  }

  /// Redeems purchases that no other user has, by a claim on the submitted evidence. `isOnce`
  /// rejects sales that were redeemed before.
  package func redeem(
    _ items: [RedemptionItem],
    for user: ID<User>,
    of submissionResult: SubmissionResult,
    isOnce: Bool,
    at endpoint: ClaimEndpoint
  ) async throws(ServiceError) -> [ID<Order>: RedemptionResult] {
    let now = now()
    let parts = items.compactMap { item in
      submissionResult.claim(on: item.chain, of: user, at: endpoint, now).map {
        RedemptionDraft.Part(chain: item.chain, sale: item.sale, claim: $0)
      }
    }
    let draft = RedemptionDraft(user: user, parts: parts, isOnce: isOnce, at: now)
    return try await asking { () throws(LedgerError) in try await ledger.playFab.redeem(draft) }
  }

  /// The user's current catalog grants from purchases that satisfy `isMeant` and have a named
  /// owner, with their sales. Purchases that merely share the store account are left out until they
  /// are redeemed or restored: another player may do that.
  package func catalogGrants(
    of user: ID<User>,
    catalog: CatalogIndex,
    where isMeant: (ChainRecord) -> Bool
  ) async throws(ServiceError) -> (catalogGrants: [CatalogGrant], sales: [Order]) {
    let now = now()
    let matching = try await purchases(of: user).filter(isMeant)
    let owned = try await asking { () throws(LedgerError) in
      try await ledger.playFab.named(among: matching.map(\.id))
    }
    let records = matching.filter { owned.contains($0.id) }
    let sales = records.flatMap(\.sales)
    let used = try await asking { () throws(LedgerError) in
      try await ledger.playFab.uses(of: sales.map(\.id))
    }
    let catalogGrants = records.flatMap { record in
      EntitlementRules.catalogGrants(of: record, used: used, catalog: catalog, at: now)
    }
    return (catalogGrants.sorted { ($0.from, $0.name) < ($1.from, $1.name) }, sales)
  }

  /// Consumes part of a grant; `nil` if less is left, and nothing is filed.
  ///
  /// - Returns: The remaining quantity.
  package func consume(
    _ count: Int,
    of catalogGrant: CatalogGrant,
    by actor: String
  ) async throws(ServiceError) -> Int? {
    guard let granted = catalogGrant.granted else { return nil }
    let now = now()
    let (sale, item) = (catalogGrant.sale, catalogGrant.item.id)
    return try await asking { () throws(LedgerError) in
      try await ledger.playFab.consume(
        count,
        of: item,
        in: sale,
        granted: granted,
        filing: Self.acts(.consume(sale, count: count, item: item), by: actor, from: now)
      )
    }
  }

  private static func acts(
    _ action: OperatorAction.Kind,
    by actor: String,
    from instant: Date
  ) -> Attempts {
    { attempt in
      try DocumentFiling.filing(
        of: action,
        by: actor,
        at: instant.addingTimeInterval(Double(attempt) / 1_000)
      )
    }
  }
}
