package import Entitlements
internal import GRDB

/// A stored document as it is read now.
package struct RereadDocument: Sendable {
  package var filing: Filing
  /// Whether all of it was verified again. Roots, keys and apps may be others than when it was filed.
  package var isVerified: Bool

  package init(_ filing: Filing, isVerified: Bool) {
    (self.filing, self.isVerified) = (filing, isVerified)
  }
}

extension DocumentRecords {
  /// - Throws: `unlikeFiled` for a document that can't be verified now and states less than is on file
  ///   from it.
  package func expectCovered(by documents: [RereadDocument]) async throws(LedgerError) {
    let unverified = documents.filter { !$0.isVerified }
    guard !unverified.isEmpty else { return }
    try await ledger.read { db in
      for document in unverified {
        let id = document.filing.document.id.raw
        let number = try db.first("SELECT n FROM document WHERE id = ?", [id]) { try $0.number(0) }
        if let number { try db.expectCovered(by: document, number) }
      }
    }
  }
}

extension Database {
  /// - Throws: `unlikeFiled` if the document can't be verified now and states less than is on file
  ///   from it, or was before so many of its notices were deleted.
  func expectCovered(
    by document: RereadDocument,
    _ number: Int64,
    deletedNotices: Int = 0
  ) throws {
    let facts = document.filing.facts
    guard
      try document.isVerified || isCovered(by: facts, of: number, deletedNotices: deletedNotices)
    else {
      throw LedgerError.unlikeFiled(document: document.filing.document.id.raw)
    }
  }

  /// Whether these facts state everything stored from the document, of `chains` only if they are named.
  /// Keys and roots may have changed since filing; facts that can't be read any more would be lost.
  func isCovered(
    by facts: Facts,
    of document: Int64,
    about chains: Set<Int64>? = nil,
    deletedNotices: Int = 0
  ) throws -> Bool {
    let stated = facts.chains
    for chain in try numbers("SELECT chain FROM mention WHERE document = ?", [document])
    where chains?.contains(chain) ?? true {
      if let id = try chainID(of: chain), !stated.contains(id) { return false }
    }
    let stored = [
      ("notice", facts.notices.count - deletedNotices), ("act", facts.acts.count),
    ]
    return try stored.allSatisfy {
      try count("SELECT count(*) FROM \($0) WHERE document = ?", [document]) <= $1
    }
  }
}
