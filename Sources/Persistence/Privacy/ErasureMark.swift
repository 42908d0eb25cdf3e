import Entitlements
import Foundation
internal import GRDB

/// Marks a document as erased.
struct ErasureMark: LedgerChange {
  static let kind = EntryKind.erasureMark

  var filings: [Filing] {
    get { [document.filing] }
    set { document.filing = newValue.first ?? document.filing }
  }

  private enum CodingKeys: String, CodingKey {
    case document = "document"
  }

  var document: StoredDocument

  func apply(at _: Date, by writer: inout LedgerWriter) throws -> NoOutcome {
    let tombstone = Tombstone(
      facts: document.filing.facts,
      isOneAccount: document.filing.isOneAccount
    )
    try writer.db.run(
      "UPDATE document SET bytes = ?, byteCount = ?, erasedAt = receivedAt WHERE id = ?",
      [try tombstone.stored(), document.byteCount, document.id.raw]
    )
    if let claimant = document.filing.claim?.user, Erasure.isName(claimant) {
      try writer.reserve([claimant.raw])
    }
    // Its claims now belong to an erased user.
    writer.touchedAccounts.formUnion(
      try writer.db.numbers(
        """
        SELECT chain.account FROM document JOIN mention ON mention.document = document.n
        JOIN chain ON chain.n = mention.chain WHERE document.id = ?
        """,
        [document.id.raw]
      )
    )
    try writer.resolveTouchedAccounts()
    writer.hasWritten = true
    return NoOutcome()
  }
}

extension LedgerWriter {
  /// Lets no later erasure choose these names.
  func reserve(_ names: some Collection<String>) throws {
    let numbers = names.compactMap { Int64($0.split(separator: "-").last ?? "") }
    let last = try db.meta(Erasure.namesGiven) ?? 0
    try db.setMeta(Erasure.namesGiven, to: max(last, numbers.max() ?? 0))
  }
}
