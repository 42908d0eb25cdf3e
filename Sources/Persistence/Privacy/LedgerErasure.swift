package import Entitlements
package import Foundation
internal import GRDB

/// What became of a request to be forgotten.
package struct Erasure: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case erased(Erasure)
    /// Nobody goes by that name.
    case unknown
    /// These came in the meantime: they have to be read first.
    case unread([ID<Document>])
  }

  /// The name under which the sales stay.
  package var name: ID<User>
  package var documents: Int
}

extension Ledger {
  /// The documents about a person; `nil` for somebody nobody has heard of.
  package func documents(
    about user: ID<User>
  ) async throws(LedgerError) -> [StoredDocument]? {
    try await read { db in
      try Person(user, in: db).map { try db.storedDocuments($0.documents.sorted()) }
    }
  }

  /// Forgets a person: their documents become tombstones, their names are changed for one that
  /// means nothing, so are the tokens that open their purchases at the stores, and whatever else is
  /// about them is gone. Sales, standings and acts stay.
  ///
  /// The bytes may lie in the file's unused parts afterwards; `removeTraces` ends that. `tombstones`
  /// hold what the documents about them state, by ID.
  package func erase(
    _ user: ID<User>,
    leaving tombstones: [ID<Document>: Tombstone],
    by actor: String,
    at instant: Date
  ) async throws(LedgerError) -> Erasure.Outcome {
    try await write { clerk in
      guard let person = try Person(user, in: clerk.db) else { return .unknown }
      var stones: [Int64: Tombstone] = [:]
      var unread: [ID<Document>] = []
      for number in person.documents.sorted() {
        let id = try clerk.db.first("SELECT id FROM document WHERE n = ?", [number]) {
          try $0.id(0) as ID<Document>
        }
        guard let id else { continue }
        stones[number] = tombstones[id]
        guard let stone = tombstones[id] else {
          unread.append(id)
          continue
        }
        guard try clerk.db.bears(stone.facts, of: number, about: person) else {
          throw LedgerError.unlikeFiled(document: id.raw)
        }
      }
      guard unread.isEmpty else { return .unread(unread) }
      for login in person.logins {
        try clerk.db.run("DELETE FROM session WHERE login = ?", [login])
        try clerk.db.run("DELETE FROM login WHERE n = ?", [login])
      }
      let names = try clerk.newNames(for: person)
      let tokens = try ErasedTokens(statedOnlyBy: Set(stones.keys), in: clerk.db)
      for (number, stone) in stones {
        let facts = stone.facts.renamed(names).renaming(tokens: tokens.values)
        let tombstone = Tombstone(facts: facts, isOneAccount: stone.isOneAccount)
        try clerk.erase(document: number, leaving: tombstone, at: instant)
      }
      try clerk.erase(tokens)
      try clerk.eraseJobs(of: person)
      try clerk.rename(names, of: person)
      let name = names[person.user.raw] ?? ""
      try clerk.audit("erase", of: Data(name.utf8), by: actor, at: instant)
      return .erased(Erasure(name: ID(name), documents: stones.count))
    }
  }

  /// Rewrites the file without its unused parts, in which erased words may lie on, and the
  /// full-text indices, which keep deleted words until they are merged.
  ///
  /// It needs as much room again as the ledger takes, and nobody else may write meanwhile.
  ///
  /// - Returns: False where another process still reads an older state, which keeps it alive.
  package func removeTraces() async throws(LedgerError) -> Bool {
    do {
      return try await database.barrierWriteWithoutTransaction { db in
        try db.inTransaction(.immediate) {
          for table in ["userWord", "userPart", "noteWord"] {
            try db.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('optimize')")
          }
          return .commit
        }
        try db.execute(sql: "VACUUM")
        let busy = try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        return busy != 1
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  /// Marks a document of a ledger that is made anew as erased, as it is in the one it is made from.
  package func bury(_ document: StoredDocument) async throws(LedgerError) {
    try await write { clerk in
      let tombstone = Tombstone(
        facts: document.filing.facts,
        isOneAccount: document.filing.isOneAccount
      )
      try clerk.db.run(
        "UPDATE document SET bytes = ?, byteCount = ?, erasedAt = receivedAt WHERE id = ?",
        [try tombstone.stored(), document.byteCount, document.id.raw]
      )
      // Claims by it are a forgotten user's now.
      clerk.touchedAccounts.formUnion(
        try clerk.db.numbers(
          """
          SELECT chain.account FROM document JOIN mention ON mention.document = document.n
          JOIN chain ON chain.n = mention.chain WHERE document.id = ?
          """,
          document.id.raw
        )
      )
      try clerk.settleTouchedAccounts()
      clerk.hasWritten = true
    }
  }
}

extension Database {
  /// Whether everything on file from the document is stated by these facts. Keys and roots may have
  /// changed since it was filed, and what cannot be read any more would be lost by an erasure.
  fileprivate func bears(
    _ facts: Facts,
    of document: Int64,
    about person: Person
  ) throws -> Bool {
    var stated = Set(facts.orders.map(\.chain) + facts.standings.map(\.chain))
      .union(facts.links.map(\.chain)).union(facts.notices.compactMap(\.chain))
    for act in facts.acts { if case .transfer(let chain, _) = act.deed { stated.insert(chain) } }
    for chain in person.chains {
      let isMentioned = try count(
        "SELECT EXISTS (SELECT 1 FROM mention WHERE chain = ? AND document = ?)",
        [chain, document]
      )
      if isMentioned > 0, let id = try chainID(of: chain), !stated.contains(id) { return false }
    }
    return try [("notice", facts.notices.count), ("act", facts.acts.count)].allSatisfy {
      try count("SELECT count(*) FROM \($0) WHERE document = ?", [document]) <= $1
    }
  }
}

extension Clerk {
  /// A name that means nothing for each of a person's.
  fileprivate func newNames(for person: Person) throws -> [String: String] {
    var count = try db.number("SELECT value FROM meta WHERE name = 'erased'") ?? 0
    var names: [String: String] = [:]
    let others = person.names.subtracting([person.user.raw]).sorted()
    let forms = memory.customs.accountForms
    for name in [person.user.raw] + others {
      // What stood for the person by its derivation has to stand for them under the new name.
      if let own = names[person.user.raw],
        try db.holder(ofAccount: name, forms)?.user == person.user
      {
        names[name] = own
        continue
      }
      var new = ""
      repeat {
        count += 1
        new = "erased-\(count)"
      } while try isTaken(new)
      names[name] = new
    }
    try db.run(
      """
      INSERT INTO meta (name, value) VALUES ('erased', ?1)
      ON CONFLICT (name) DO UPDATE SET value = ?1
      """,
      [count]
    )
    return names
  }

  private func isTaken(_ name: String) throws -> Bool {
    try db.count(
      """
      SELECT EXISTS (SELECT 1 FROM user WHERE id = ?1)
        OR EXISTS (SELECT 1 FROM document WHERE claimant = ?1)
        OR EXISTS (SELECT 1 FROM claim WHERE user = ?1)
        OR EXISTS (SELECT 1 FROM link WHERE value = ?1)
      """,
      [name]
    ) > 0
  }

  fileprivate func erase(
    document: Int64,
    leaving tombstone: Tombstone,
    at instant: Date
  ) throws {
    let cleared = PersonalData.columns(of: .personal, in: "document").map { "\($0) = NULL" }
    try db.run(
      """
      UPDATE document SET \(cleared.joined(separator: ", ")), cuts = NULL, mark = 0, bytes = ?,
        erasedAt = coalesce(erasedAt, ?)
      WHERE n = ?
      """,
      [try tombstone.stored(), instant.milliseconds, document]
    )
    try db.run("UPDATE answer SET meaning = x'' WHERE document = ?", [document])
    let note = try db.first("SELECT note FROM act WHERE document = ?", [document]) {
      try $0.optionalText(0)
    }
    if case let note?? = note, !note.isEmpty {
      try db.run(
        "INSERT INTO noteWord (noteWord, rowid, note) VALUES ('delete', ?, ?)",
        [document, note]
      )
      try db.run("INSERT INTO noteWord (rowid, note) VALUES (?, '')", [document])
    }
    for column in PersonalData.columns(of: .remark, in: "act") {
      try db.run("UPDATE act SET \(column) = '' WHERE document = ? AND \(column) <> ''", [document])
    }
  }

  /// Puts the new names in the place of the old ones; what is said of users elsewhere (names,
  /// addresses, the words to find them by) follows from their documents.
  fileprivate mutating func rename(_ names: [String: String], of person: Person) throws {
    for table in PersonalData.columns.keys.sorted() {
      for column in PersonalData.columns(of: .identity, in: table) {
        for (old, new) in names {
          try db.run(
            """
            UPDATE "\(table)" SET \(column) = ? WHERE \(column) = ?
              AND \(PersonalData.namesSomebody(in: table))
            """,
            [new, old]
          )
        }
      }
    }
    try forgetWord(of: names.keys)
    for name in names.values {
      try db.run("DELETE FROM accountName WHERE user = ?", [name])
      try db.run("UPDATE claim SET basis = 'forgotten' WHERE user = ?", [name])
    }
    memory.names = [:]
    for chain in person.chains {
      try db.run(
        """
        UPDATE chain SET appAccount = (
          SELECT min(value) FROM link WHERE chain = chain.n AND kind = 'appAccount')
        WHERE n = ?
        """,
        [chain]
      )
      touchedAccounts.formUnion(try db.numbers("SELECT account FROM chain WHERE n = ?", chain))
    }
    memory.customs = try Customs(in: db)
    for user in person.users { touch(user: user, .documentsMoved) }
    try settleTouchedAccounts()
    hasWritten = true
  }
}
