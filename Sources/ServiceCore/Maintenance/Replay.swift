package import Entitlements
import Foundation
package import Persistence
package import Receipts

/// A ledger made anew from another's documents, to see whether it comes to the same.
package struct Replay: Sendable {
  private let reader: DocumentReader

  package init(reader: DocumentReader) { self.reader = reader }

  /// Everything in which `ledger` differs from what its documents come to, filed one after the other
  /// in the order of the stores' time: a plus before what only the ledger has, a minus before what
  /// only follows from the documents. Verdicts are kept as they were filed: roots, keys and apps may
  /// have changed since.
  package func differences(of ledger: Ledger) async throws -> [String] {
    let stored = try await ledger.storedDocuments()
    let faults = stored.filter { item in
      !item.isErased && DocumentFiling.documentID(of: item.filing.document.bytes) != item.id
    }.map { "document \($0.id): its bytes are not those it was filed by" }
    let claims = try await ledger.purchaseClaims()
    let fresh = try await self.ledger(of: stored, claims, like: ledger)
    return try await faults + ledger.differences(from: fresh)
  }

  /// Whether what `ledger` believes of a user is what the documents come to that decide it.
  package func agrees(about user: ID<User>, with ledger: Ledger) async throws -> Bool {
    let fresh = try await self.ledger(
      of: try await ledger.evidence(about: user),
      try await ledger.claims(about: user),
      like: ledger
    )
    guard let believed = try await ledger.dossier(of: user) else { return true }
    guard let found = try await fresh.dossier(of: user) else { return false }
    return believed.orders == found.orders && believed.lives == found.lives
      && believed.entitlements == found.entitlements
      && believed.user.name == found.user.name && believed.user.email == found.user.email
  }

  /// A ledger made of these documents and claims under the other's primary catalog.
  private func ledger(
    of stored: [StoredDocument],
    _ claims: [PurchaseClaim],
    like ledger: Ledger
  ) async throws -> Ledger {
    let fresh = try Ledger.inMemory()
    if try await ledger.isGenerated() { try await fresh.becomeGenerated() }
    for catalog in try await ledger.catalogsOnFile().prefix(1) {
      try await fresh.keep(catalog, asPrimary: true, at: .distantPast)
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
    for item in stored where item.isErased { try await fresh.bury(item) }
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
