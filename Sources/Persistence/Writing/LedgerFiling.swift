package import Entitlements
import Foundation
internal import GRDB

extension Ledger {
  /// Writes what one document changes: all of it, or nothing. What many tasks file at once shares
  /// its commit; each answer comes after the commit that holds it is on the disk.
  ///
  /// A document that was filed before changes nothing, with one exception: bytes that were
  /// rejected then and are genuine now (the app has become known) take the rejection's place.
  /// What the ledger holds in the end does not depend on the order of filing.
  package func file(_ filing: Filing) async throws(LedgerError) -> Filing.Outcome {
    try await file([filing]).first ?? .alreadyFiled(nil)
  }

  /// Writes many filings in one transaction: all of them, or none. One outcome for each.
  package func file(_ filings: [Filing]) async throws(LedgerError) -> [Filing.Outcome] {
    try await file(FilingBatch(filings))
  }

  /// Writes a batch in one transaction: all of it, or nothing. One outcome for each filing.
  package func file(_ batch: FilingBatch) async throws(LedgerError) -> [Filing.Outcome] {
    do {
      return try await filingQueue.file(batch, by: desk)
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  /// Writes claims in one transaction: all of them, or none.
  package func file(_ claims: [PurchaseClaim]) async throws(LedgerError) {
    guard !claims.isEmpty else { return }
    var batch = FilingBatch()
    batch.claims = claims
    _ = try await file(batch)
  }

  /// Runs `body` in one transaction and derives what follows.
  func write<Answer: Sendable>(
    _ body: @escaping @Sendable (inout Clerk) throws -> Answer
  ) async throws(LedgerError) -> Answer {
    do {
      return try await database.writeWithoutTransaction { [desk] db in
        try desk.write(in: db, body)
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  private var desk: FilingDesk { FilingDesk(database: database, memories: memories) }
}
