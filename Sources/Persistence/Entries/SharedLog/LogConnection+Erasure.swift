import Entitlements
import Foundation
internal import GRDB
internal import Synchronization

// After a person is erased from the ledgers, the log still has older entries about the person.
// The node that erased replaces them, up to the erasure itself, once the others have applied it: it
// names the person no more then.

/// The nodes that have not erased a person yet, so that the log still needs the person's data.
package struct ErasureDelay: Error, CustomStringConvertible {
  package var nodes: [String]

  package var description: String {
    "Not yet applied by: \(nodes.joined(separator: ", ")). The log keeps the data until they follow, or "
      + "have been away for \(Int(LogConnection.maxAbsence / 86_400)) days."
  }
}

extension LogConnection {
  private static let maxRows = 256
  /// A node that reported longer ago, in seconds, is not waited for. It refuses to go on when it comes
  /// to the erasure of somebody whom it still knows.
  fileprivate static let maxAbsence: TimeInterval = 7 * 86_400
  /// How long a command waits for nodes that follow.
  private static let maxErasureWait = Duration.seconds(10)

  /// Does so in the background. What fails is tried again by the next process that follows.
  func finishErasures() async {
    let isFirst = state.withLock { state in
      defer { state.isErasing = true }
      return !state.isErasing
    }
    guard isFirst else { return }
    try? await eraseFromLog(waitingUpTo: .zero)
    state.withLock { $0.isErasing = false }
  }

  /// Replaces what the log holds of persons that this ledger has erased. Two processes may do it at
  /// once.
  ///
  /// - Throws: `SharedLogError`, also if the role may not replace bodies; `ErasureDelay` if another node
  ///   has not applied an erasure after `limit`.
  package func eraseFromLog(waitingUpTo limit: Duration = maxErasureWait) async throws {
    // Another person may be erased meanwhile.
    while let erasure = try await earliestErasure() {
      try await waitForNodes(at: erasure.position, upTo: limit)
      try await replaceEntries(until: erasure.entry, without: erasure.person)
      try await ledger.transactions.database.write { db in
        try db.run("DELETE FROM erasure WHERE entry = ?", [erasure.entry.bytes])
        try db.setMeta(DataSubjectRequests.traces, to: 1)
      }
    }
  }

  /// Waits until the other nodes have applied the log up to the position.
  private func waitForNodes(at position: Int64, upTo limit: Duration) async throws {
    let end = ContinuousClock.now + limit
    while true {
      let late = try await connections.other.nodes().filter { node in
        node.name != status.node && node.position < position
          && node.age.map { $0 < Self.maxAbsence } ?? false
      }
      if late.isEmpty { return }
      let follow = late.contains { $0.age.map { $0 < Self.maxReportAge } ?? false }
      guard follow, ContinuousClock.now < end else {
        throw ErasureDelay(nodes: late.map(\.name).sorted())
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private struct PendingErasure {
    var entry: EntryID
    var position: Int64
    var person: ErasedPerson
  }

  /// The erasure that the log had first: a later one has what an earlier one left. One that an earlier
  /// version of purser kept has no position of its own.
  private func earliestErasure() async throws -> PendingErasure? {
    try await ledger.transactions.database.read { db in
      let last = try db.followedLog()?.lastPosition ?? 0
      return try db.first("SELECT entry, person, position FROM erasure ORDER BY position LIMIT 1") {
        cells in
        guard let entry = EntryID(bytes: try cells.bytes(0)) else {
          throw RowDecodingError(column: 0)
        }
        let person = Data(try cells.bytes(1))
        return PendingErasure(
          entry: entry,
          position: try cells.optionalNumber(2) ?? last,
          person: try JSONDecoder.stored().decode(ErasedPerson.self, from: person)
        )
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
        bodies[logged.entry.id] = try Self.body(
          of: logged,
          without: person,
          isErasure: logged.entry.id == last
        )
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
    without person: ErasedPerson,
    isErasure: Bool
  ) throws -> [UInt8]? {
    let (change, format) = try LogConnection.change(in: logged)
    func body(of change: some LedgerChange) throws -> [UInt8] {
      try EntryBody(change, as: format).bytes
    }
    func bodyWithoutPerson(of change: some LedgerChange) throws -> [UInt8] {
      try body(of: change.erasing(person))
    }
    let earlier = isErasure ? nil : (change as? PersonErasure)?.precedingErasure(of: person)
    let after = try earlier.map { try body(of: $0) } ?? bodyWithoutPerson(of: change)
    return try body(of: change) == after ? nil : after
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
