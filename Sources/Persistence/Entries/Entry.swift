package import Foundation
internal import GRDB

/// One change of the ledger as a value, with everything that decides about it apart from the
/// ledger's own state.
///
/// Entries that are applied in the same order make the same ledger, on any machine and however they
/// are grouped into transactions.
struct Entry<Change: LedgerChange>: Sendable {
  let id: EntryID
  /// The submitter's clock.
  let at: Date
  let change: Change

  init(_ change: Change, at instant: Date, id: EntryID = EntryID()) {
    (self.change, at, self.id) = (change, instant, id)
  }
}

/// Identifies an entry everywhere.
package struct EntryID: Hashable, Sendable {
  package let value: UUID

  package init(_ value: UUID = UUID()) { self.value = value }
}

/// A kind of change. Applying it reads the ledger and nothing else: no clock, chance or settings.
protocol LedgerChange: Sendable {
  associatedtype Outcome: Sendable

  /// The number of documents to write.
  var documentCount: Int { get }

  /// Decides by the ledger as the entries before have left it, and writes.
  func apply(at instant: Date, by writer: inout LedgerWriter) throws -> Outcome
}

extension LedgerChange {
  var documentCount: Int { 0 }
}

extension Ledger {
  /// Applies a change; the only way to change what the ledger holds. Changes that are submitted at
  /// the same time share a commit. Returns once the commit is durable.
  func submit<Change: LedgerChange>(
    _ change: Change,
    at instant: Date
  ) async throws(LedgerError) -> Change.Outcome {
    do {
      return try await entryQueue.submit(Entry(change, at: instant), by: transactions)
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  var transactions: WriteTransactions {
    WriteTransactions(database: database, memories: memories, isGuarded: isGuarded)
  }
}

extension LedgerWriter {
  mutating func apply<Change: LedgerChange>(_ entry: Entry<Change>) throws -> Change.Outcome {
    entryID = entry.id
    return try entry.change.apply(at: entry.at, by: &self)
  }

  /// Derives what the entries before in this transaction changed, so that a decision doesn't depend
  /// on how entries are grouped.
  mutating func deriveEarlierChanges() throws {
    guard !touchedAccounts.isEmpty || !touchedChains.isEmpty || !touchedUsers.isEmpty else {
      return
    }
    try derive()
  }
}
