package import Entitlements
import Foundation
internal import GRDB

extension Ledger {
  /// Files one document in one transaction. Concurrent filings share a commit; each call returns
  /// after its commit is durable.
  ///
  /// A document that was filed before changes nothing, except that a genuine document replaces an
  /// earlier rejection of the same bytes (once the app is known). The ledger's final state doesn't
  /// depend on the order of filing.
  package func file(_ filing: Filing) async throws(LedgerError) -> Filing.Outcome {
    try await file([filing]).first ?? .alreadyFiled(nil)
  }

  /// Files many documents in one transaction and returns an outcome for each.
  package func file(_ filings: [Filing]) async throws(LedgerError) -> [Filing.Outcome] {
    try await file(FilingBatch(filings))
  }

  /// Writes a batch in one transaction and returns an outcome for each filing.
  package func file(_ batch: FilingBatch) async throws(LedgerError) -> [Filing.Outcome] {
    do {
      return try await filingQueue.file(batch, by: transactions)
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  /// Files claims in one transaction.
  package func file(_ claims: [PurchaseClaim]) async throws(LedgerError) {
    guard !claims.isEmpty else { return }
    var batch = FilingBatch()
    batch.claims = claims
    _ = try await file(batch)
  }

  /// Runs `body` in one transaction and derives the state.
  func write<Answer: Sendable>(
    _ body: @escaping @Sendable (inout LedgerWriter) throws -> Answer
  ) async throws(LedgerError) -> Answer {
    do {
      return try await database.writeWithoutTransaction { [transactions] db in
        try transactions.write(in: db, body)
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  private var transactions: WriteTransactions {
    WriteTransactions(database: database, memories: memories)
  }
}
