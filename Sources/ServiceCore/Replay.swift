import Entitlements
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
    var faults: [String] = []
    let filings = stored.map { item in
      if !item.isErased, DocumentFiling.documentID(of: item.filing.document.bytes) != item.id {
        faults.append("document \(item.id): its bytes are not those it was filed by")
      }
      return item.isErased ? item.filing : filing(again: item.filing)
    }
    let fresh = try Ledger.inMemory()
    if try await ledger.isGenerated() { try await fresh.becomeGenerated() }
    for catalog in try await ledger.catalogsOnFile().prefix(1) {
      try await fresh.keep(catalog, asPrimary: true, at: .distantPast)
    }
    for filing in filings.sorted(by: Self.precedes) { _ = try await fresh.file(filing) }
    return try await faults + ledger.differences(from: fresh)
  }

  private static func precedes(_ left: Filing, _ right: Filing) -> Bool {
    let times = (
      left.document.statedAt ?? left.document.receivedAt,
      right.document.statedAt ?? right.document.receivedAt
    )
    return times.0 == times.1 ? left.document.id < right.document.id : times.0 < times.1
  }

  /// The filing with the facts its bytes state.
  private func filing(again stored: Filing) -> Filing {
    var filing = stored
    let document = stored.document
    if document.kind == ActDocument.kind {
      filing.facts =
        DocumentFiling.filing(
          ofAct: document.bytes,
          receivedAt: document.receivedAt
        ).facts
      return filing
    }
    if document.kind == DocumentFiling.generatedKind {
      filing.facts =
        DocumentFiling.filing(
          ofGenerated: document.bytes,
          receivedAt: document.receivedAt
        ).facts
      return filing
    }
    let submission = reader.examine(document.bytes, at: document.receivedAt)
    let translated = Translation.facts(
      of: submission.outcome,
      in: document.bytes,
      context: DocumentFiling.context(
        Hints(stored: document.context),
        document.origin,
        document.provenance,
        at: document.receivedAt
      ),
      evidence: document.id
    )
    filing.isOneAccount = translated.isOneAccount
    if document.verdict == .genuine { filing.facts = translated.facts }
    return filing
  }
}
