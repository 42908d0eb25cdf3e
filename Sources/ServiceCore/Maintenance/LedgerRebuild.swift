package import Entitlements
import Foundation
package import Persistence
package import Receipts

/// Rebuilds a ledger from its documents to compare the results.
package struct LedgerRebuild: Sendable {
  private let reader: DocumentReader

  package init(reader: DocumentReader) { self.reader = reader }

  /// The differences between `ledger` and a rebuild that files its documents in order of the
  /// stores' time: a plus marks what only the ledger has, a minus what only the rebuild has.
  /// Verdicts stay as filed: roots, keys and apps may have changed since.
  package func differences(of ledger: Ledger) async throws -> [String] {
    let stored = try await ledger.documents.all()
    let faults = stored.filter { item in
      !item.isErased && DocumentFiling.documentID(of: item.filing.document.bytes) != item.id
    }.map { "document \($0.id): its bytes are not those it was filed by" }
    let claims = try await ledger.purchases.claims()
    let fresh = try await self.ledger(of: stored, claims, like: ledger)
    return try await faults + ledger.integrity.differences(from: fresh)
  }

  /// Whether the ledger's records of a user match a rebuild from the documents that determine them.
  package func agrees(about user: ID<User>, with ledger: Ledger) async throws -> Bool {
    let fresh = try await self.ledger(
      of: try await ledger.integrity.evidence(about: user),
      try await ledger.integrity.claims(about: user),
      like: ledger
    )
    guard let existing = try await ledger.users.details(of: user) else { return true }
    guard let rebuilt = try await fresh.users.details(of: user) else { return false }
    return existing.orders == rebuilt.orders && existing.lives == rebuilt.lives
      && existing.entitlements == rebuilt.entitlements
      && existing.user.name == rebuilt.user.name && existing.user.email == rebuilt.user.email
  }

  /// A ledger rebuilt from these documents and claims, with the other's primary catalog.
  private func ledger(
    of stored: [StoredDocument],
    _ claims: [PurchaseClaim],
    like ledger: Ledger
  ) async throws -> Ledger {
    let fresh = try Ledger.inMemory()
    if try await ledger.isGenerated() { try await fresh.becomeGenerated() }
    for catalog in try await ledger.catalogs.all().prefix(1) {
      try await fresh.catalogs.save(catalog, asPrimary: true, at: .distantPast)
    }
    let claimed = Dictionary(grouping: claims, by: \.evidence)
    let filings = stored.map { item in
      var filing = DocumentFiling.filing(again: item, reader)
      if case .user(let user) = filing.attribution {
        filing.claims = claimed[item.id]?.filter { $0.user == user } ?? []
      }
      return filing
    }
    for filing in filings.sorted(by: Self.precedes) { _ = try await fresh.file(filing) }
    try await fresh.file(claims)
    for item in stored where item.isErased { try await fresh.privacy.markErased(item) }
    return fresh
  }

  private static func precedes(_ left: Filing, _ right: Filing) -> Bool {
    let times = (
      left.document.statedAt ?? left.document.receivedAt,
      right.document.statedAt ?? right.document.receivedAt
    )
    return times.0 == times.1 ? left.document.id < right.document.id : times.0 < times.1
  }
}
