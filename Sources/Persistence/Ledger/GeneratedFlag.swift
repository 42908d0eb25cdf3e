internal import GRDB

/// Whether the ledger holds generated users. Set before the first filing and never cleared, so that
/// generated and real data never mix.
enum GeneratedFlag {
  static func isSet(in db: Database) throws -> Bool {
    try db.number("SELECT value FROM meta WHERE name = 'generated'") != nil
  }
}

extension Ledger {
  /// Whether `purser generate` created the contents.
  package func isGenerated() async throws(LedgerError) -> Bool {
    try await read(GeneratedFlag.isSet)
  }

  /// Permanently marks an empty ledger as generated.
  ///
  /// - Throws: `occupied` if anything was filed before.
  package func becomeGenerated() async throws(LedgerError) {
    let path = path
    try await write { writer in
      guard try writer.db.number("SELECT 1 FROM document LIMIT 1") == nil else {
        throw LedgerError.occupied(path: path)
      }
      try writer.db.run("INSERT OR IGNORE INTO meta (name, value) VALUES ('generated', 1)")
      writer.hasWritten = true
    }
  }
}

extension LedgerWriter {
  /// Rejects a generated document in a ledger with real ones.
  func expectGeneratedLedger() throws {
    guard try GeneratedFlag.isSet(in: db) else { throw LedgerError.generatedAmongReal }
  }
}
