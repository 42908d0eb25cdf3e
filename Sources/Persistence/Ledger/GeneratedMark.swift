internal import GRDB

/// The mark of a ledger whose users never lived. It is set before anything is filed and never
/// taken away, so that nothing made up is ever found among what is real.
enum GeneratedMark {
  static func isSet(in db: Database) throws -> Bool {
    try db.number("SELECT value FROM meta WHERE name = 'generated'") != nil
  }
}

extension Ledger {
  /// Whether `purser generate` made what is in it.
  package func isGenerated() async throws(LedgerError) -> Bool {
    try await read(GeneratedMark.isSet)
  }

  /// Makes an empty ledger one that takes generated documents, for good.
  ///
  /// - Throws: `occupied` where anything was filed before.
  package func becomeGenerated() async throws(LedgerError) {
    let path = path
    try await write { clerk in
      guard try clerk.db.number("SELECT 1 FROM document LIMIT 1") == nil else {
        throw LedgerError.occupied(path: path)
      }
      try clerk.db.run("INSERT OR IGNORE INTO meta (name, value) VALUES ('generated', 1)")
      clerk.hasWritten = true
    }
  }
}

extension Clerk {
  /// Refuses a generated document among real ones, whoever presents it.
  func expectGeneratedLedger() throws {
    guard try GeneratedMark.isSet(in: db) else { throw LedgerError.generatedAmongReal }
  }
}
