import Entitlements
import Foundation
internal import GRDB
internal import Synchronization

// After a person is erased from the ledgers, the log still has older entries about the person.
// The node that erased replaces them, up to the erasure itself.

extension LogConnection {
  private static let maxRows = 256

  /// Does so in the background. What fails is tried again by the next process that follows.
  func finishErasures() async {
    let isFirst = state.withLock { state in
      defer { state.isErasing = true }
      return !state.isErasing
    }
    guard isFirst else { return }
    try? await eraseFromLog()
    state.withLock { $0.isErasing = false }
  }

  /// Replaces what the log holds of persons that this ledger has erased. Two processes may do it at
  /// once.
  ///
  /// - Throws: `SharedLogError`, also if the role may not replace bodies.
  package func eraseFromLog() async throws {
    // Another person may be erased meanwhile.
    while let (entry, person) = try await erasedPerson() {
      try await replaceEntries(until: entry, without: person)
      try await ledger.transactions.database.write { db in
        try db.run("DELETE FROM erasure WHERE entry = ?", [entry.bytes])
      }
    }
  }

  private func erasedPerson() async throws -> (EntryID, ErasedPerson)? {
    try await ledger.transactions.database.read { db in
      try db.first("SELECT entry, person FROM erasure LIMIT 1") { cells in
        guard let entry = EntryID(bytes: try cells.bytes(0)) else {
          throw RowDecodingError(column: 0)
        }
        let person = Data(try cells.bytes(1))
        return (entry, try JSONDecoder.stored().decode(ErasedPerson.self, from: person))
      }
    }
  }

  private func replaceEntries(until last: EntryID, without person: ErasedPerson) async throws {
    var position: Int64 = 1
    while true {
      let entries = try await connections.other.entries(from: position, limit: Self.maxRows)
      guard let end = entries.last else { return }
      let isOver = entries.contains { $0.entry.id == last }
      var bodies: [EntryID: [UInt8]] = [:]
      for logged in entries {
        bodies[logged.entry.id] = try Self.body(of: logged, without: person)
        if logged.entry.id == last { break }
      }
      if !bodies.isEmpty { try await connections.other.replace(bodies) }
      if isOver { return }
      position = end.next
    }
  }

  /// `nil` if the entry has nothing of the person.
  private static func body(
    of logged: LoggedEntry,
    without person: ErasedPerson
  ) throws -> [UInt8]? {
    func body(of change: some LedgerChange, as format: EntryFormat) throws -> [UInt8]? {
      let before = try EntryBody(change, as: format).bytes
      let after = try EntryBody(change.erasing(person), as: format).bytes
      return before == after ? nil : after
    }
    let (change, format) = try LogConnection.change(in: logged)
    return try body(of: change, as: format)
  }
}

extension LedgerWriter {
  /// Keeps an erased person until the log is without them.
  mutating func keep(_ person: ErasedPerson, erasedBy entry: EntryID?) throws {
    guard let entry else { return }
    try run(
      "INSERT INTO erasure (entry, person) VALUES (?, ?)",
      [entry.bytes, try JSONEncoder.stored().encode(person)]
    )
  }
}
