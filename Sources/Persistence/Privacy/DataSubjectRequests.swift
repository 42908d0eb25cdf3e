package import Entitlements
package import Foundation
internal import GRDB

/// The result of an erasure.
package struct Erasure: Codable, Equatable, Sendable {
  package enum Outcome: Codable, Equatable, Sendable {
    case erased(Erasure)
    /// The user is unknown.
    case unknown
    /// These documents arrived in the meantime and must be read first.
    case unread([ID<Document>])
  }

  /// The new user ID of the remaining sales.
  package var name: ID<User>
  package var documents: Int

  fileprivate static func name(_ number: Int64) -> String { "\(ID<User>.erasedPrefix)\(number)" }

  /// Whether the ID is one that erasures give.
  package static func isName(_ user: ID<User>) -> Bool {
    let prefix = ID<User>.erasedPrefix
    return user.raw.hasPrefix(prefix) && Int64(user.raw.dropFirst(prefix.count)) != nil
  }
}

/// Export and erasure of the data about one person.
package struct DataSubjectRequests: Sendable {
  let ledger: Ledger

  /// The documents that an erasure of the person may empty; `nil` for an unknown user.
  package func documents(about user: ID<User>) async throws(LedgerError) -> [StoredDocument]? {
    try await ledger.read { db in
      try DataSubject(user, in: db, forErasure: true).map {
        try db.storedDocuments($0.documents.union($0.related).sorted())
      }
    }
  }

  /// Erases a person: replaces documents with tombstones, names with meaningless ones and purchase
  /// tokens with placeholders, and deletes other personal data. Sales, renewal statuses and
  /// operator actions stay.
  ///
  /// The file's free pages may still contain the data until `removeTraces`. `tombstones` hold the
  /// facts of the person's documents by ID.
  package func erase(
    _ user: ID<User>,
    leaving tombstones: [ID<Document>: Tombstone],
    by actor: String,
    at instant: Date
  ) async throws(LedgerError) -> Erasure.Outcome {
    let stones = tombstones.map { ($0.key.raw, $0.value) }
    let erasure = PersonErasure(
      user: user,
      tombstones: Dictionary(uniqueKeysWithValues: stones),
      actor: actor
    )
    return try await ledger.submit(erasure, at: instant)
  }

  /// Rewrites the file without free pages, which may contain erased data, and merges the full-text
  /// indices, which retain deleted words.
  ///
  /// Needs as much free space as the ledger takes, and blocks other writers.
  ///
  /// - Returns: False if another process still reads an older state and thereby keeps it.
  package func removeTraces() async throws(LedgerError) -> Bool {
    do {
      return try await ledger.database.barrierWriteWithoutTransaction { db in
        try db.inTransaction(.immediate) {
          for table in ["userWord", "userPart", "noteWord"] {
            try db.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('optimize')")
          }
          return .commit
        }
        try db.execute(sql: "VACUUM")
        try db.run("DELETE FROM meta WHERE name = ?", [Self.traces])
        let busy = try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        return busy != 1
      }
    } catch {
      throw LedgerError(error, path: ledger.path)
    }
  }

  /// Whether the file may contain erased data: an erasure was not followed by `removeTraces`.
  package func hasTraces() async throws(LedgerError) -> Bool {
    try await ledger.read { try $0.meta(Self.traces) != nil }
  }

  static let traces = "traces"

  /// Marks a document as erased in a ledger rebuilt from another one.
  package func markErased(_ document: StoredDocument) async throws(LedgerError) {
    try await ledger.submit(ErasureMark(document: document), at: .distantPast)
  }
}

/// Erases a person.
struct PersonErasure: LedgerChange {
  static let kind = EntryKind.erasure

  private enum CodingKeys: String, CodingKey {
    case user = "user", tombstones = "tombstones", actor = "actor", names = "names"
  }

  var user: ID<User>
  /// The facts of the person's documents by ID.
  var tombstones: [String: Tombstone]
  var actor: String
  /// The person's names and their replacements, where the entries before have them already; `nil` to
  /// choose new ones.
  var names: [String: String]?

  func apply(at instant: Date, by writer: inout LedgerWriter) throws -> Erasure.Outcome {
    try writer.deriveEarlierChanges()
    // The log names the person no more.
    if names != nil, try writer.db.hasContent(ofAnyOf: tombstones.keys.sorted()) {
      throw LogFault.erasedMeanwhile
    }
    guard let dataSubject = try DataSubject(user, in: writer.db, forErasure: true) else {
      guard names == nil else { throw LogFault.erasedMeanwhile }
      return .unknown
    }
    var tombstonesByRow: [Int64: Tombstone] = [:]
    var unread: [ID<Document>] = []
    for number in dataSubject.documents.union(dataSubject.related).sorted() {
      let id: ID<Document>? = try writer.db.first("SELECT id FROM document WHERE n = ?", [number]) {
        try $0.id(0)
      }
      guard let id else { continue }
      tombstonesByRow[number] = tombstones[id.raw]
      guard let stone = tombstones[id.raw] else {
        // Entries before may have the new names already, so that only some documents are empty.
        if self.names == nil || dataSubject.documents.contains(number) { unread.append(id) }
        continue
      }
      guard
        try dataSubject.related.contains(number)
          || writer.db.isCovered(by: stone.facts, of: number, about: dataSubject.chains)
      else {
        throw LedgerError.unlikeFiled(document: id.raw)
      }
    }
    guard unread.isEmpty else { return .unread(unread) }
    for login in dataSubject.logins {
      try writer.db.run("DELETE FROM session WHERE login = ?", [login])
      try writer.db.run("DELETE FROM login WHERE n = ?", [login])
    }
    let names = try names ?? writer.newNames(for: dataSubject)
    if self.names != nil { try writer.reserve(names.values) }
    // Of others' documents, only those that state one of the names.
    if self.names == nil {
      for number in dataSubject.related where tombstonesByRow[number]?.states(any: names) != true {
        tombstonesByRow[number] = nil
      }
    }
    let tokens = try ErasedTokens(statedOnlyBy: dataSubject.documents, in: writer.db)
    var left: [String: Tombstone] = [:]
    for (number, stone) in tombstonesByRow {
      let tombstone = stone.renamed(names, tokens)
      for id in try writer.db.texts("SELECT id FROM document WHERE n = ?", [number]) {
        left[id] = tombstone
      }
      try writer.erase(document: number, of: dataSubject, leaving: tombstone, at: instant)
    }
    if writer.isOfThisNode, self.names == nil {
      let person = ErasedPerson(names: names, tokens: tokens.values, tombstones: left)
      try writer.keep(person, erasedBy: writer.entryID)
    }
    try writer.db.run("DELETE FROM outcome")
    try writer.db.setMeta(DataSubjectRequests.traces, to: 1)
    try writer.erase(tokens)
    try writer.eraseJobs(of: dataSubject)
    try writer.rename(names, of: dataSubject, at: instant)
    let name = names[dataSubject.user.raw] ?? ""
    try writer.audit("erase", of: Data(name.utf8), by: actor, at: instant)
    return .erased(Erasure(name: ID(name), documents: tombstonesByRow.count))
  }
}

extension Database {
  /// Whether one of these documents is not erased and has bytes other than zero, which stand in a log
  /// for an erased document's.
  fileprivate func hasContent(ofAnyOf documents: [String]) throws -> Bool {
    try numbers(
      """
      SELECT document.n FROM json_each(?) AS asked
      CROSS JOIN document ON document.id = asked.value AND document.erasedAt IS NULL
      """,
      [documents.json]
    ).contains { try bytes(ofDocument: $0).contains { $0 != 0 } }
  }
}

extension LedgerWriter {
  /// Creates a meaningless name for each of the person's names.
  fileprivate func newNames(for dataSubject: DataSubject) throws -> [String: String] {
    var count = try db.meta(Erasure.namesGiven) ?? 0
    var names: [String: String] = [:]
    let others = dataSubject.names.subtracting([dataSubject.user.raw]).sorted()
    let forms = memory.ownershipContext.accountForms
    let isAssigned = try db.exists(
      "SELECT 1 FROM act WHERE deed = 'account' AND other IN (?, ?, ?)",
      AccountForm.spellings(of: dataSubject.user.raw)
    )
    for name in [dataSubject.user.raw] + others {
      let spellings = AccountForm.spellings(of: name)
      if let known = names.first(where: { spellings.contains($0.key) })?.value {
        names[name] = known
        continue
      }
      // An account derived from the old name must be derivable from the new one, unless that is
      // assigned as an account itself.
      if let own = names[dataSubject.user.raw], !isAssigned,
        try db.holder(ofAccount: name, forms)?.user == dataSubject.user
      {
        names[name] = own
        continue
      }
      var new = ""
      repeat {
        count += 1
        new = Erasure.name(count)
      } while try isTaken(new)
      names[name] = new
    }
    try db.setMeta(Erasure.namesGiven, to: count)
    return names
  }

  private func isTaken(_ name: String) throws -> Bool {
    try db.exists(
      """
      SELECT 1 FROM user WHERE id = ?1 UNION ALL SELECT 1 FROM document WHERE claimant = ?1
      UNION ALL SELECT 1 FROM claim WHERE user = ?1 UNION ALL SELECT 1 FROM link WHERE value = ?1
      """,
      [name]
    )
  }

  /// Leaves the tombstone of a document, and of another user's document that user's name and address.
  fileprivate func erase(
    document: Int64,
    of dataSubject: DataSubject,
    leaving tombstone: Tombstone,
    at instant: Date
  ) throws {
    let isAnothers = """
      rejectionCode IS NULL AND claimant NOT IN (SELECT value FROM json_each(?3))
      """
    let cleared = PersonalData.columns(of: .personal, in: "document").map { column in
      column == "context" ? "context = NULL" : "\(column) = iif(\(isAnothers), \(column), NULL)"
    }
    try db.run(
      """
      UPDATE document SET \(cleared.joined(separator: ", ")), cuts = NULL, mark = 0, bytes = ?1,
        erasedAt = coalesce(erasedAt, ?2)
      WHERE n = ?4
      """,
      [
        try tombstone.stored(), instant.milliseconds, dataSubject.names.sorted().json, document,
      ]
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

  /// Replaces the names; users' names, addresses and search words are derived again from their
  /// documents.
  fileprivate mutating func rename(
    _ names: [String: String],
    of dataSubject: DataSubject,
    at instant: Date
  ) throws {
    let accounts = try dataSubject.users.flatMap {
      try db.numbers(
        """
        SELECT DISTINCT account FROM document
        WHERE user = ? AND claim IS NOT 'named' AND account IS NOT NULL
        """,
        [$0]
      )
    }
    for table in PersonalData.columns.keys.sorted() {
      // Two accounts of one purchase may get the same name.
      let conflicts = table == "link" ? "OR REPLACE" : ""
      for column in PersonalData.columns(of: .identity, in: table) {
        for (old, new) in names {
          try db.run(
            """
            UPDATE \(conflicts) "\(table)" SET \(column) = ? WHERE \(column) = ?
              AND \(PersonalData.namesSomebody(in: table))
            """,
            [new, old]
          )
        }
      }
    }
    try removeWebhooks(of: names.keys)
    for name in names.values {
      try db.run("DELETE FROM accountName WHERE user = ?", [name])
      try db.run("UPDATE claim SET basis = 'forgotten' WHERE user = ?", [name])
    }
    memory.names = [:]
    // Nothing that was read before has the new names.
    try flushChains()
    (chains, storedChains, chainNumbers, users) = ([:], [:], [:], [:])
    let linked = try Set(names.values).flatMap {
      try db.numbers("SELECT chain FROM link WHERE value = ? AND kind = 'appAccount'", [$0])
    }
    for chain in dataSubject.chains.union(linked) {
      try db.run(
        """
        UPDATE chain SET appAccount = (
          SELECT min(value) FROM link WHERE chain = chain.n AND kind = 'appAccount')
        WHERE n = ?
        """,
        [chain]
      )
      touchedAccounts.formUnion(try db.numbers("SELECT account FROM chain WHERE n = ?", [chain]))
    }
    // Documents about others' purchases may have followed a claim of the person.
    touchedAccounts.formUnion(accounts)
    for name in Set(names.values) {
      touchedAccounts.formUnion(
        try db.numbers(
          "SELECT account FROM claim JOIN chain ON chain.n = claim.chain WHERE claim.user = ?",
          [name]
        )
      )
    }
    memory.ownershipContext = try OwnershipContext(in: db)
    for user in dataSubject.users { touch(user: user, .documentsMoved) }
    try resolveTouchedAccounts()
    if let name = names[dataSubject.user.raw] {
      try leave(dataSubject.chains, followedIn: Set(accounts), to: ID(name), at: instant)
    }
    hasWritten = true
  }
}
