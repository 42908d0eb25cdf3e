package import Foundation

/// The ordered log of what was accepted, which ledgers on several machines follow.
package protocol SharedLog: Sendable {
  /// The position of the newest entry, and what the log began with.
  func head() async throws(SharedLogError) -> LogHead

  /// Appends the entries in this order, adjacent and in one transaction. Offering an entry again
  /// changes nothing. Returns once the database has acknowledged it by its own rules of durability,
  /// and tells those who wait for entries.
  ///
  /// More than 256 entries take several transactions.
  func append(_ entries: [LogEntry]) async throws(SharedLogError)

  /// Up to `limit` entries from `position` on, in order, without those that the database has not
  /// acknowledged yet.
  ///
  /// The caller asks from the last one that it has applied, and compares its ID. What it has the body
  /// of needn't be sent: the bodies of `known` entries are empty.
  func entries(
    from position: Int64,
    limit: Int,
    known: [EntryID]
  ) async throws(SharedLogError) -> [LoggedEntry]

  /// Returns once somebody has appended entries, or after `limit`.
  func waitForEntries(upTo limit: Duration) async throws(SharedLogError)

  /// Takes or extends a lease by the database's clock. `nil` if another holder has it. The token
  /// grows with every change of the holder, and when a lease that had ended is taken again. With
  /// zero seconds a holder gives its lease up.
  func lease(
    _ name: String,
    for holder: String,
    seconds: Int
  ) async throws(SharedLogError) -> Int64?

  /// The number of leases that haven't ended and whose names begin like this.
  func leaseCount(prefix: String) async throws(SharedLogError) -> Int

  /// The database's time.
  func now() async throws(SharedLogError) -> Date

  /// Records where a node is, and that it is alive.
  func report(_ node: LogNode) async throws(SharedLogError)

  /// States what this node's operators have open, for some seconds, and returns what those of the
  /// other nodes have. Empty text takes one's own back.
  func exchange(
    presences text: String,
    of node: String,
    seconds: Int
  ) async throws(SharedLogError) -> [String]

  /// All nodes that ever reported.
  func nodes() async throws(SharedLogError) -> [LogNode]

  /// Replaces the bodies of entries, so that an erased person's data are gone from the log. Entries
  /// that the log doesn't have are ignored.
  func replace(_ bodies: [EntryID: [UInt8]]) async throws(SharedLogError)
}

extension SharedLog {
  /// The same with all bodies.
  package func entries(
    from position: Int64,
    limit: Int
  ) async throws(SharedLogError) -> [LoggedEntry] {
    try await entries(from: position, limit: limit, known: [])
  }
}

/// An entry as the log stores it.
package struct LogEntry: Equatable, Sendable {
  package var id: EntryID
  package var kind: Int32
  /// The version of the body's encoding.
  package var format: Int32
  /// The node that appended it.
  package var node: String
  /// The node's clock, in milliseconds since 1970.
  package var at: Int64
  package var body: [UInt8]

  package init(
    id: EntryID,
    kind: Int32,
    format: Int32,
    node: String,
    at: Int64,
    body: [UInt8]
  ) {
    self.id = id
    self.kind = kind
    self.format = format
    self.node = node
    self.at = at
    self.body = body
  }
}

/// An entry with its place in the log. A long entry takes several positions.
package struct LoggedEntry: Equatable, Sendable {
  /// The position of the entry's first piece.
  package var position: Int64
  /// The position that follows its last piece.
  package var next: Int64
  package var entry: LogEntry

  package init(position: Int64, next: Int64, entry: LogEntry) {
    self.position = position
    self.next = next
    self.entry = entry
  }
}

package struct LogHead: Equatable, Sendable {
  /// The position of the newest entry's last piece, 0 in an empty log. A ledger has caught up once
  /// `next` of the entry that it applied last is greater.
  package var position: Int64
  package var format: Int32
  /// Identifies what the log began with; ledgers of another beginning can't follow it.
  package var genesis: String

  package init(position: Int64, format: Int32, genesis: String) {
    self.position = position
    self.format = format
    self.genesis = genesis
  }
}

/// A ledger that follows the log.
package struct LogNode: Equatable, Sendable {
  package var name: String
  /// The position of the last entry that it has applied.
  package var position: Int64
  /// The program's version, and after `+` the ledger's revision: nodes whose versions differ may
  /// derive other rights from the same documents.
  package var version: String
  /// Seconds since its last report, by the database's clock; `nil` when reporting.
  package var age: TimeInterval?

  package init(name: String, position: Int64, version: String, age: TimeInterval? = nil) {
    self.name = name
    self.position = position
    self.version = version
    self.age = age
  }

  /// Whether it reported within a day.
  package var isAlive: Bool { age.map { $0 < 86_400 } ?? true }
}

/// Why the log can't be used. The texts name no part of a connection string but host and database.
package enum SharedLogError: Error, Equatable, Sendable {
  /// libpq is not installed.
  case missingLibrary
  /// No server answers, or it refuses the connection; `reason` is the server's.
  case unreachable(reason: String)
  /// The connection was lost during a statement: whether an append took place is unknown until it
  /// is offered again.
  case interrupted(reason: String)
  /// The tables, or the row that begins this part of the log, don't exist.
  case missingTables
  case missingRights(reason: String)
  /// The log began with something else.
  case otherGenesis(expected: String, found: String)
  /// The database took the statement but doesn't promise that a standby has it. Whether one has is
  /// known once the same entries are offered again.
  case notReplicated
  /// The log lacks this position although a later one exists, or holds a part of an entry there.
  case gap(at: Int64)
  case failed(reason: String)
}

extension SharedLogError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missingLibrary:
      "libpq, the client library of PostgreSQL, is not installed. Install the package libpq5 "
        + "(Debian, Ubuntu), libpq (Fedora, Homebrew) or postgresql-libs (Arch)."
    case .unreachable(let reason):
      "The shared log cannot be reached: \(reason)."
    case .interrupted(let reason):
      "The connection to the shared log was lost: \(reason). Offer the same entries again."
    case .missingTables:
      "The database has no shared log. Create it first."
    case .missingRights(let reason):
      "The role lacks a right in the shared log's database: \(reason). Grant it."
    case .otherGenesis(let expected, let found):
      "The shared log began with \(found), this ledger with \(expected). Connect another log, or "
        + "restore a copy of a ledger that follows this one."
    case .notReplicated:
      "The shared log's database did not confirm that a standby has the entries. "
        + "Offer the same entries again."
    case .gap(let position):
      "The shared log has no complete entry at position \(position) although it goes on. "
        + "Restore its database, then the ledgers that follow it."
    case .failed(let reason):
      "The shared log's database failed: \(reason)."
    }
  }
}
