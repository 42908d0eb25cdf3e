package import Entitlements
import Foundation
internal import GRDB

/// The result of one integrity check.
package struct IntegrityReport: Equatable, Sendable {
  package enum Subject: String, Sendable, CaseIterable {
    /// SQLite's check of every page and index.
    case structure
    /// References to missing rows.
    case references
    /// The hash chain of the audit log.
    case audit
    /// The stored counts.
    case counts
    /// The derived state, compared with a replay of the documents.
    case replay
  }

  package var subject: Subject
  /// One sentence for each fault; empty if there is none.
  package var faults: [String]
  /// The amount checked: `12 entries`.
  package var extent: String
  /// Whether a replay corrects the faults.
  package var isCorrectable: Bool

  package init(
    _ subject: Subject,
    faults: [String],
    extent: String,
    isCorrectable: Bool = false
  ) {
    (self.subject, self.faults, self.extent) = (subject, faults, extent)
    self.isCorrectable = isCorrectable
  }
}

/// Checks of the file and the derived state, and what a check by replay needs.
package struct IntegrityChecks: Sendable {
  let ledger: Ledger

  /// Checks every page. A quick check doesn't compare indices with tables.
  package func checkStructure(isQuick: Bool) async throws(LedgerError) -> IntegrityReport {
    try await ledger.read { db in
      let lines = try String.fetchAll(
        db,
        sql: isQuick ? "PRAGMA quick_check" : "PRAGMA integrity_check"
      )
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      return IntegrityReport(
        .structure,
        faults: lines == ["ok"] ? [] : lines,
        extent: "\(pages) pages"
      )
    }
  }

  package func checkReferences() async throws(LedgerError) -> IntegrityReport {
    try await ledger.read { db in
      let faults = try db.map("PRAGMA foreign_key_check") { cells in
        let row = try cells.optionalNumber(1).map { " \($0)" } ?? ""
        return "\(try cells.text(0))\(row) refers to a missing row of \(try cells.text(2))"
      }
      let tables = try Int.fetchOne(
        db,
        sql: "SELECT count(*) FROM sqlite_master WHERE sql LIKE '%REFERENCES%'"
      )
      return IntegrityReport(.references, faults: faults, extent: "\(tables ?? 0) tables")
    }
  }

  /// Verifies the hash chain. A changed, missing or moved entry breaks it; entries removed at the
  /// end are detected by the separately stored head. An attacker may have replaced that head too:
  /// compare it with an earlier exported one.
  package func checkAudit(
    against exported: AuditHead? = nil
  ) async throws(LedgerError) -> IntegrityReport {
    try await ledger.read { db in
      var previous = AuditLog.beginning
      var (number, faults): (Int64, [String]) = (0, [])
      var hashes: [Int64: String] = [0: AuditHead.empty.hash]
      let storedHead = try db.auditHead()
      let heads = [
        ("the stored head", storedHead ?? AuditHead.empty), ("the exported head", exported),
      ]
      let headNumbers = Set(heads.compactMap { $0.1?.number })
      _ = try db.map("\(AuditLog.entries) ORDER BY n") { cells in
        let n = try cells.number(0)
        if n != number + 1 { faults.append("entry \(number + 1) is missing") }
        number = n
        let expected = AuditLog.hash(
          after: previous,
          at: try cells.number(1),
          actor: try cells.text(2),
          action: try cells.text(3),
          subject: Data(try cells.bytes(4))
        )
        previous = Data(try cells.bytes(5))
        if previous != expected { faults.append("entry \(number) was changed") }
        if headNumbers.contains(number) { hashes[number] = hex(previous) }
      }
      for case (let name, let head?) in heads {
        if head.number > number {
          faults.append("the log ends with entry \(number), but \(name) is entry \(head.number)")
        } else if hashes[head.number] != head.hash {
          faults.append("entry \(head.number) does not match \(name)")
        }
      }
      if number > storedHead?.number ?? 0 {
        faults.append("the stored head does not include entry \(number)")
      }
      return IntegrityReport(.audit, faults: faults, extent: "\(number) entries")
    }
  }

  package func checkCounts() async throws(LedgerError) -> IntegrityReport {
    try await ledger.read { db in
      let faults = try StoredCount.all.flatMap { try $0.faults(in: db) }
      return IntegrityReport(.counts, faults: faults, extent: "\(StoredCount.all.count) kinds")
    }
  }

  /// The differences of the derived states: `+` for what only this ledger has, `-` for the other's.
  package func differences(from other: Ledger) async throws(LedgerError) -> [String] {
    let others = try await other.read(LedgerState.derived)
    return try await ledger.read(LedgerState.derived).differences(from: others)
  }

  /// A hash of all that the ledger holds, in 16 hexadecimal digits; independent of the order of
  /// arrival. Reads everything.
  package func stateHash(of extent: StateExtent = .whole) async throws(LedgerError) -> String {
    let hash = try await ledger.read { try LedgerState(of: $0, extent).hash }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Up to about `count` users, evenly spread in order of first appearance.
  package func sampleUsers(_ count: Int) async throws(LedgerError) -> [ID<User>] {
    try await ledger.read { db in
      let last = try db.number("SELECT max(n) FROM user") ?? 0
      let step = max(last / Int64(max(count, 1)), 1)
      var users: [ID<User>] = []
      for start in stride(from: 0, through: last, by: Int64.Stride(step)) {
        let next: ID<User>? = try db.first(
          "SELECT id FROM user WHERE n > ? ORDER BY n LIMIT 1",
          [start]
        ) { try $0.id(0) }
        if let next, users.last != next { users.append(next) }
      }
      return users
    }
  }

  /// The documents that determine a user's derived state, in order of arrival: the user's own,
  /// those of the store accounts that these mention or the user has purchases of, and operator
  /// actions that may move anything.
  package func evidence(about user: ID<User>) async throws(LedgerError) -> [StoredDocument] {
    try await ledger.read { db in
      guard let dataSubject = try DataSubject(user, in: db) else { return [] }
      var documents = dataSubject.documents
      func add(_ sql: String, _ value: Argument) throws {
        documents.formUnion(try db.numbers(sql, [value]))
      }
      for account in try db.accounts(of: dataSubject) {
        try add(Self.mentioningAccount, account)
        try add("SELECT n FROM document WHERE account = ?", account)
      }
      for chain in dataSubject.chains { try add(Self.linkingAccountOfChain, chain) }
      for action in ["merge", "policy", "accountForms"] {
        try add("SELECT document FROM act WHERE deed = ?", action)
      }
      return try db.storedDocuments(documents.sorted())
    }
  }

  private static let mentioningAccount = """
    SELECT mention.document FROM chain JOIN mention ON mention.chain = chain.n
    WHERE chain.account = ?
    """
  private static let linkingAccountOfChain = """
    SELECT act.document FROM chain
    JOIN act ON act.other IN (chain.appAccount, lower(chain.appAccount), upper(chain.appAccount))
    WHERE chain.n = ? AND act.deed = 'account'
    """

  /// The claims that determine a user's derived state: all on purchases of the same store accounts.
  package func claims(about user: ID<User>) async throws(LedgerError) -> [PurchaseClaim] {
    try await ledger.read { db in
      guard let dataSubject = try DataSubject(user, in: db) else { return [] }
      let chains = try db.accounts(of: dataSubject).flatMap {
        try db.numbers("SELECT n FROM chain WHERE account = ?", [$0])
      }
      return try db.purchaseClaims(
        "WHERE claim.chain IN (SELECT value FROM json_each(?))",
        [Set(chains).json]
      )
    }
  }
}

extension Database {
  /// The store accounts of the person's purchases, of those that the person claimed, and of those in
  /// the person's documents. Some of these may be another user's now.
  fileprivate func accounts(of person: DataSubject) throws -> Set<Int64> {
    let names = String(decoding: try JSONEncoder.stored().encode(person.names), as: UTF8.self)
    return Set(
      try numbers(
        """
        SELECT account FROM chain WHERE n IN (SELECT value FROM json_each(?1))
        UNION SELECT chain.account FROM mention JOIN chain ON chain.n = mention.chain
          WHERE mention.document IN (SELECT value FROM json_each(?2))
        UNION SELECT chain.account FROM claim JOIN chain ON chain.n = claim.chain
          WHERE claim.user IN (SELECT value FROM json_each(?3))
        """,
        [person.chains.json, person.documents.json, names]
      )
    )
  }
}
