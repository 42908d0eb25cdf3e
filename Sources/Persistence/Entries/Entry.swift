import Entitlements
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
    // Stored in milliseconds: no machine may see a finer one.
    (self.change, at, self.id) = (change, Date(milliseconds: instant.milliseconds), id)
  }
}

/// Identifies an entry everywhere.
package struct EntryID: Hashable, Sendable {
  package let value: UUID

  package init(_ value: UUID = UUID()) { self.value = value }
}

/// A kind of change. Applying it reads the ledger and nothing else: no clock, chance or settings.
protocol LedgerChange: Sendable, Codable {
  associatedtype Outcome: Codable, Sendable

  static var kind: EntryKind { get }
  /// The filings in it, whose documents' bytes are stored beside the rest.
  var filings: [Filing] { get set }

  /// Decides by the ledger as the entries before have left it, and writes.
  func apply(at instant: Date, by writer: inout LedgerWriter) throws -> Outcome

  /// The same change without a person who was erased later.
  func erasing(_ person: ErasedPerson) -> Self
}

/// The outcome of a change that only takes place.
struct NoOutcome: Codable, Sendable {}

extension LedgerChange {
  var filings: [Filing] {
    get { [] }
    set {}
  }

  var documentCount: Int { filings.count }
}

extension Ledger {
  /// Applies a change; the only way to change what the ledger holds. Changes that are submitted at
  /// the same time share a commit. Returns once the commit is durable.
  ///
  /// A ledger that follows a shared log appends the change to it, and applies it in its turn.
  @discardableResult
  func submit<Change: LedgerChange>(
    _ change: Change,
    at instant: Date
  ) async throws(LedgerError) -> Change.Outcome {
    let entry = Entry(change, at: instant)
    do {
      if let log { return try await log.submit(entry) }
      return try await entryQueue.submit(entry, by: transactions)
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  var transactions: WriteTransactions {
    WriteTransactions(path: path, database: database, memories: memories, isGuarded: isGuarded)
  }
}

extension LedgerWriter {
  mutating func apply<Change: LedgerChange>(_ entry: Entry<Change>) throws -> Change.Outcome {
    // What a webhook tells must not depend on which entries share a transaction.
    if memory.sendsWebhooks { try deriveEarlierChanges() }
    (entryID, entryTime) = (entry.id, entry.at)
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
