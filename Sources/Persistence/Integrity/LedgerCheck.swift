package import Entitlements
import Foundation
internal import GRDB

/// One look at the ledger's soundness, and what is wrong there.
package struct Soundness: Equatable, Sendable {
  package enum Subject: String, Sendable, CaseIterable {
    /// SQLite's own look at every page and index.
    case structure
    /// Rows that name rows which are not there.
    case references
    /// The chain of hashes over the audit log.
    case audit
    /// The counts that are kept beside the tables.
    case counts
    /// What is believed, against what the documents come to.
    case replay
  }

  package var subject: Subject
  /// A sentence each; none where all is well.
  package var faults: [String]
  /// How much was looked at: `12 entries`.
  package var extent: String

  package init(_ subject: Subject, faults: [String], extent: String) {
    self.subject = subject
    self.faults = faults
    self.extent = extent
  }
}

extension Ledger {
  /// Looks at every page. A quick look leaves out whether the indices hold what the tables do.
  package func checkStructure(isQuick: Bool) async throws(LedgerError) -> Soundness {
    try await read { db in
      let lines = try String.fetchAll(
        db,
        sql: isQuick ? "PRAGMA quick_check" : "PRAGMA integrity_check"
      )
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      return Soundness(.structure, faults: lines == ["ok"] ? [] : lines, extent: "\(pages) pages")
    }
  }

  package func checkReferences() async throws(LedgerError) -> Soundness {
    try await read { db in
      let faults = try db.map("PRAGMA foreign_key_check") { cells in
        let row = try cells.optionalNumber(1).map { " \($0)" } ?? ""
        return "\(try cells.text(0))\(row) names a row of \(try cells.text(2)) that is not there"
      }
      let tables = try Int.fetchOne(
        db,
        sql: "SELECT count(*) FROM sqlite_master WHERE sql LIKE '%REFERENCES%'"
      )
      return Soundness(.references, faults: faults, extent: "\(tables ?? 0) tables")
    }
  }

  /// A changed, missing or moved entry breaks the chain where it stood; entries that were cut off at
  /// its end are missed by the head, which is kept apart. Who cut them off may have put another head
  /// there as well: that shows against one that was exported before.
  package func checkAudit(
    against exported: AuditHead? = nil
  ) async throws(LedgerError) -> Soundness {
    try await read { db in
      var previous = Audit.beginning
      var (number, faults): (Int64, [String]) = (0, [])
      var hashes: [Int64: String] = [0: AuditHead.empty.hash]
      let kept = try db.auditHead()
      let heads = [
        ("the head that is kept", kept ?? AuditHead.empty), ("the exported head", exported),
      ]
      let asked = Set(heads.compactMap { $0.1?.number })
      _ = try db.map("SELECT n, at, actor, deed, subject, hash FROM audit ORDER BY n") { cells in
        let n = try cells.number(0)
        if n != number + 1 { faults.append("entry \(number + 1) is not there") }
        number = n
        let expected = Audit.hash(
          after: previous,
          at: try cells.number(1),
          actor: try cells.text(2),
          deed: try cells.text(3),
          subject: Data(try cells.bytes(4))
        )
        previous = Data(try cells.bytes(5))
        if previous != expected { faults.append("entry \(number) is not what was written then") }
        if asked.contains(number) { hashes[number] = hex(previous) }
      }
      for case (let name, let head?) in heads {
        if head.number > number {
          faults.append("the log ends with entry \(number), and \(name) is entry \(head.number)")
        } else if hashes[head.number] != head.hash {
          faults.append("entry \(head.number) is not the one that \(name) tells of")
        }
      }
      if number > kept?.number ?? 0 {
        faults.append("the head that is kept tells nothing of entry \(number)")
      }
      return Soundness(.audit, faults: faults, extent: "\(number) entries")
    }
  }

  package func checkCounts() async throws(LedgerError) -> Soundness {
    try await read { db in
      let faults = try Count.all.flatMap { try $0.faults(in: db) }
      return Soundness(.counts, faults: faults, extent: "\(Count.all.count) kinds")
    }
  }
}

extension Ledger {
  /// So many users, spread over the order in which they were first heard of.
  package func spreadUsers(_ count: Int) async throws(LedgerError) -> [ID<User>] {
    try await read { db in
      let last = try db.number("SELECT max(n) FROM user") ?? 0
      let step = max(last / Int64(max(count, 1)), 1)
      var users: [ID<User>] = []
      for start in stride(from: 0, through: last, by: Int64.Stride(step)) {
        let next = try db.first("SELECT id FROM user WHERE n > ? ORDER BY n LIMIT 1", [start]) {
          try $0.id(0) as ID<User>
        }
        if let next, users.last != next { users.append(next) }
      }
      return users
    }
  }

  /// The documents that decide what is believed of a user, in the order of their arrival: theirs,
  /// those of the store accounts their purchases were made by, and the acts that may move anything.
  package func evidence(
    about user: ID<User>
  ) async throws(LedgerError) -> [StoredDocument] {
    try await read { db in
      guard let person = try Person(user, in: db) else { return [] }
      var documents = person.documents
      let accounts = try person.chains.flatMap {
        try db.numbers("SELECT account FROM chain WHERE n = ?", $0)
      }
      for account in Set(accounts) {
        documents.formUnion(
          try db.numbers(
            """
            SELECT mention.document FROM chain JOIN mention ON mention.chain = chain.n
            WHERE chain.account = ?
            """,
            account
          )
        )
        documents.formUnion(try db.numbers("SELECT n FROM document WHERE account = ?", account))
      }
      for chain in person.chains {
        documents.formUnion(
          try db.numbers(
            """
            SELECT act.document FROM chain JOIN act ON act.other = chain.appAccount
            WHERE chain.n = ? AND act.deed = 'account'
            """,
            chain
          )
        )
      }
      for deed in ["merge", "policy", "accountForms"] {
        documents.formUnion(try db.numbers("SELECT document FROM act WHERE deed = ?", deed))
      }
      return try db.storedDocuments(documents.sorted())
    }
  }
}

extension Ledger {
  /// The claims that decide what is believed of a user: theirs, and all on the purchases of the store
  /// accounts that theirs are of.
  package func claims(about user: ID<User>) async throws(LedgerError) -> [PurchaseClaim] {
    try await read { db in
      guard let person = try Person(user, in: db) else { return [] }
      var chains: Set<Int64> = []
      for name in person.names {
        chains.formUnion(try db.numbers("SELECT chain FROM claim WHERE user = ?", name))
      }
      for chain in person.chains {
        chains.formUnion(
          try db.numbers(
            "SELECT kin.n FROM chain JOIN chain AS kin ON kin.account = chain.account WHERE chain.n = ?",
            chain
          )
        )
      }
      return try db.purchaseClaims(
        "WHERE claim.chain IN (SELECT value FROM json_each(?))",
        [Array(chains).json]
      )
    }
  }
}

/// A number that is kept, and how it is counted from scratch: rows of a name and a number.
private struct Count {
  var name: String
  var kept: String
  var counted: String

  func faults(in db: Database) throws -> [String] {
    func numbers(_ sql: String) throws -> [String: Int64] {
      Dictionary(
        try db.map(sql) { ("\(try $0.number(0))", try $0.number(1)) },
        uniquingKeysWith: +
      ).filter { $0.value != 0 }
    }
    let (kept, counted) = (try numbers(kept), try numbers(counted))
    return Set(kept.keys).union(counted.keys).sorted().compactMap { key in
      let (told, found) = (kept[key] ?? 0, counted[key] ?? 0)
      return told == found ? nil : "\(name) \(key): \(told) are told, and \(found) are there"
    }
  }

  static let all = [
    Count(
      name: "users",
      kept: "SELECT 0, value FROM meta WHERE name = 'users'",
      counted: "SELECT 0, count(*) FROM user"
    ),
    Count(
      name: "orders",
      kept: "SELECT 0, value FROM meta WHERE name = 'orders'",
      counted: "SELECT 0, count(*) FROM \"order\""
    ),
    Count(
      name: "orders of product",
      kept: "SELECT n, orders FROM product",
      counted: "SELECT product, count(*) FROM \"order\" GROUP BY product"
    ),
    // Days begin at 00:00 UTC, before 1970 too.
    Count(
      name: "orders of day",
      kept: "SELECT day, orders FROM dayCount",
      counted: """
        SELECT (purchasedAt - ((purchasedAt % 86400000) + 86400000) % 86400000) / 86400000,
          count(*)
        FROM "order" GROUP BY 1
        """
    ),
    Count(
      name: "subscriptions in state",
      kept: "SELECT state, chains FROM stateCount",
      counted: """
        SELECT state, count(*) FROM phase, (SELECT value FROM meta WHERE name = 'countedAt')
        WHERE "from" <= value AND (until IS NULL OR until > value) GROUP BY state
        """
    ),
    Count(
      name: "users in the index of names",
      kept: "SELECT 0, count(*) FROM userWord_docsize",
      counted: "SELECT 0, count(*) FROM user WHERE name IS NOT NULL OR email IS NOT NULL"
    ),
  ]
}
