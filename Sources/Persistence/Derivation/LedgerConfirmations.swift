package import Entitlements
package import Foundation
internal import GRDB

/// When a store last confirmed a chain, and later changes.
package struct ChainConfirmation: Sendable {
  package var user: ID<User>?
  /// The store's latest response, new or unchanged.
  package var confirmedAt: Date
  /// The latest other document about it.
  package var receivedAt: Date?
  package var accessUntil: Date?
  package var phases: [Phase]
}

extension Ledger {
  /// The latest response to a query about the chain, if any.
  package func lastAnswer(
    to question: String,
    about chain: ID<Subscription>
  ) async throws(LedgerError) -> ID<Document>? {
    try await read { db in
      guard chain.isUsable, let name = Subscription.Name(chain),
        let number = try db.number(of: name)
      else { return ID<Document>?.none }
      return try db.first(
        """
        SELECT document.id FROM mention JOIN answer ON answer.document = mention.document
        JOIN document ON document.n = answer.document
        WHERE mention.chain = ? AND answer.question = ? ORDER BY answer.document DESC LIMIT 1
        """,
        [number, question]
      ) { try $0.id(0) }
    }
  }

  /// The confirmations of these chains; `nil` if one has no sale or was never queried.
  package func confirmations(
    of chains: Set<ID<Subscription>>
  ) async throws(LedgerError) -> [ChainConfirmation]? {
    try await read { db in
      let identities = try OwnershipContext(in: db).identities
      var found: [ChainConfirmation] = []
      for chain in chains {
        guard chain.isUsable, let name = Subscription.Name(chain),
          let number = try db.number(of: name),
          var confirmation = try db.first(Self.confirmation, [number], ChainConfirmation.init)
            ?? nil
        else { return nil }
        confirmation.user = confirmation.user.map(identities.canonical)
        confirmation.phases = try db.phases(ofChain: number)
        found.append(confirmation)
      }
      return found
    }
  }

  private static let confirmation = """
    SELECT user.id, chain.accessUntil,
      max(iif(answer.document IS NULL, NULL, coalesce(answer.confirmedAt, document.receivedAt))),
      max(iif(answer.document IS NULL, document.receivedAt, NULL))
    FROM chain JOIN mention ON mention.chain = chain.n
    JOIN document ON document.n = mention.document
    LEFT JOIN answer ON answer.document = document.n
    LEFT JOIN user ON user.n = chain.user
    WHERE chain.n = ? AND document.rejectionCode IS NULL
      AND EXISTS (SELECT 1 FROM "order" AS sale WHERE sale.chain = chain.n)
    GROUP BY chain.n
    """
}

extension ChainConfirmation {
  fileprivate init?(_ cells: RowReader) throws {
    guard let confirmedAt = try cells.optionalInstant(2) else { return nil }
    self.init(
      user: try cells.optionalID(0),
      confirmedAt: confirmedAt,
      receivedAt: try cells.optionalInstant(3),
      accessUntil: try cells.optionalInstant(1),
      phases: []
    )
  }
}
