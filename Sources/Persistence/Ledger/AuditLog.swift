internal import Crypto
package import Entitlements
package import Foundation
internal import GRDB

extension LedgerWriter {
  /// Adds an entry to the audit log in the action's transaction. Stores only the hash of `subject`.
  mutating func audit(
    _ action: String,
    of subject: some DataProtocol,
    by actor: String,
    at instant: Date
  ) throws {
    try audit(action, ofHash: Data(SHA256.hash(data: subject)), by: actor, at: instant)
  }

  /// The same by the subject's SHA-256.
  mutating func audit(
    _ action: String,
    ofHash subject: Data,
    by actor: String,
    at instant: Date
  ) throws {
    let last = try db.first("SELECT n, hash FROM audit ORDER BY n DESC LIMIT 1") {
      (n: try $0.number(0), hash: Data(try $0.bytes(1)))
    }
    let hash = AuditLog.hash(
      after: last?.hash ?? AuditLog.beginning,
      at: instant.milliseconds,
      actor: actor,
      action: action,
      subject: subject
    )
    try db.run(
      "INSERT INTO audit (n, at, actor, deed, subject, hash) VALUES (?, ?, ?, ?, ?, ?)",
      [(last?.n ?? 0) + 1, instant.milliseconds, actor, action, subject, hash]
    )
    // A new entry must not hide an earlier one that the head doesn't include.
    if last == nil {
      try db.run("INSERT INTO auditHead (only, n, hash) VALUES (1, 1, ?)", [hash])
    } else {
      try db.run("UPDATE auditHead SET n = n + 1, hash = ?", [hash])
    }
    hasWritten = true
  }
}

/// The audit log: a hash chain of operator actions in order. It is not part of the derived state.
package struct AuditLog: Sendable {
  let ledger: Ledger

  /// Files operator actions and audits them in one transaction. An action that is already filed is
  /// not audited again.
  package func perform(_ filings: [Filing]) async throws(LedgerError) {
    guard let instant = filings.first?.document.receivedAt else { return }
    try await ledger.submit(AuditedActions(filings: filings), at: instant)
  }

  /// Files operator actions if the first of them has something to act on as the entries before have
  /// left the ledger: its users are known, two users to merge aren't one, what it withdraws is
  /// granted.
  ///
  /// - Returns: Whether they were filed.
  package func performIfPossible(_ filings: [Filing]) async throws(LedgerError) -> Bool {
    guard let first = filings.first else { return true }
    let key = AuditedActions.conditionalPrefix + (first.key ?? first.document.id.raw)
    var conditional = filings
    conditional[0].key = key
    try await perform(conditional)
    return try await ledger.documents.find(key: key) != nil
  }

  /// Files operator actions that another ledger has filed. Their conditions were decided there. An
  /// action whose key is on file is left out.
  package func performAgain(_ filings: [Filing]) async throws(LedgerError) {
    let prefix = AuditedActions.conditionalPrefix
    var missing: [Filing] = []
    for filing in filings {
      var decided = filing
      decided.key = filing.key.map {
        $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0
      }
      if let key = decided.key, try await action(withKey: key) != nil { continue }
      missing.append(decided)
    }
    try await perform(missing)
  }

  /// The action that was filed with the key.
  package func action(withKey key: String) async throws(LedgerError) -> Document? {
    let conditional = try await ledger.documents.find(key: AuditedActions.conditionalPrefix + key)
    if let conditional { return conditional }
    return try await ledger.documents.find(key: key)
  }

  /// Records the export of a person's data; `content` is the exported file.
  package func recordExport(
    of content: Data,
    by actor: String,
    at instant: Date
  ) async throws(LedgerError) {
    let record = ExportRecord(contentHash: Data(SHA256.hash(data: content)), actor: actor)
    try await ledger.submit(record, at: instant)
  }

  /// The audit entries about these documents, newest first.
  package func rows(of documents: [ID<Document>]) async throws(LedgerError) -> [AuditRow] {
    guard !documents.isEmpty else { return [] }
    let subjects = documents.map { Data(SHA256.hash(data: Data($0.raw.utf8))) }
    return try await ledger.read { db in
      try subjects.flatMap { try db.map("\(Self.entries) WHERE subject = ?", [$0], AuditRow.init) }
        .sorted { $0.number > $1.number }
    }
  }

  /// The newest audit entries, newest first, and the total number.
  package func rows(limit: Int) async throws(LedgerError) -> (rows: [AuditRow], total: Int) {
    try await ledger.read { db in
      let rows = try db.map("\(Self.entries) ORDER BY n DESC LIMIT ?", [limit], AuditRow.init)
      return (try Self.named(rows, in: db), try db.count("SELECT count(*) FROM audit"))
    }
  }

  /// The entries with the users of the documents whose hashes they hold: those that were filed at
  /// an entry's instant.
  private static func named(_ rows: [AuditRow], in db: Database) throws -> [AuditRow] {
    var users: [Date: [String: ID<User>]] = [:]
    return try rows.map { row in
      let known = try users[row.at] ?? self.users(at: row.at, in: db)
      users[row.at] = known
      var named = row
      named.user = known[row.subject]
      return named
    }
  }

  /// The users of the actions and profiles that were filed at an instant, by their documents' hashes.
  private static func users(at instant: Date, in db: Database) throws -> [String: ID<User>] {
    var users: [String: ID<User>] = [:]
    try db.forEach(
      """
      SELECT document.id, coalesce(act.user, act.other, user.id)
      FROM document LEFT JOIN act ON act.document = document.n
      LEFT JOIN user ON user.n = document.user
      WHERE document.receivedAt = ? AND document.kind IN ('manual', '\(Document.profileKind)')
      LIMIT 10000
      """,
      [instant.milliseconds]
    ) { cells in
      guard let user = try cells.optionalID(1) as ID<User>? else { return }
      users[hex(SHA256.hash(data: Data(try cells.text(0).utf8)))] = user
    }
    return users
  }

  /// The stored head of the audit log.
  package func head() async throws(LedgerError) -> AuditHead {
    try await ledger.read { try $0.auditHead() ?? AuditHead.empty }
  }

  /// The hash of an entry: SHA-256 of the previous hash (32 zero bytes before the first entry), the
  /// instant in milliseconds as eight big-endian bytes, the actor and the action, each prefixed
  /// with its length in four such bytes, and the subject.
  static func hash(
    after previous: Data,
    at: Int64,
    actor: String,
    action: String,
    subject: Data
  ) -> Data {
    var text = previous
    withUnsafeBytes(of: at.bigEndian) { text.append(contentsOf: $0) }
    for part in [actor, action] {
      withUnsafeBytes(of: UInt32(clamping: part.utf8.count).bigEndian) {
        text.append(contentsOf: $0)
      }
      text.append(contentsOf: part.utf8)
    }
    return Data(SHA256.hash(data: text + subject))
  }

  static let beginning = Data(count: 32)
  static let entries = "SELECT n, at, actor, deed, subject, hash FROM audit"
}

/// Files operator actions and audits the new ones.
struct AuditedActions: LedgerChange {
  static let kind = EntryKind.actions

  private enum CodingKeys: String, CodingKey {
    case filings = "filings"
  }

  var filings: [Filing]

  /// The beginning of the filing keys of actions that are filed only if they have something to act
  /// on. It stands in the key because stored entries have no other place for it.
  static let conditionalPrefix = "if possible "

  /// A conditional action decides for itself and for those after it, up to the next conditional one.
  func apply(at _: Date, by writer: inout LedgerWriter) throws -> NoOutcome {
    var isPossible = true
    for filing in filings {
      if filing.key?.hasPrefix(Self.conditionalPrefix) == true {
        try writer.deriveEarlierChanges()
        isPossible = try writer.canPerform(filing)
      }
      guard isPossible, case .filed = try writer.file(filing) else { continue }
      for act in filing.facts.acts {
        try writer.audit(
          OperatorActionRow(act).action,
          of: Data(filing.document.id.raw.utf8),
          by: act.actor,
          at: filing.document.receivedAt
        )
      }
    }
    return NoOutcome()
  }
}

extension LedgerWriter {
  /// Whether the users of the filing's actions are known, two that it merges aren't one already,
  /// and what it withdraws is granted.
  fileprivate func canPerform(_ filing: Filing) throws -> Bool {
    let identities = memory.ownershipContext.identities
    func isKnown(_ user: ID<User>) throws -> Bool {
      try db.exists("SELECT 1 FROM user WHERE id = ?", [identities.canonical(user).raw])
    }
    return try filing.facts.acts.allSatisfy { act in
      switch act.kind {
      case .grant(let user, _, _, _), .transfer(_, let user), .note(let user, _),
        .assign(let user, _), .account(_, let user?):
        return try isKnown(user)
      case .merge(let user, let other):
        return try identities.canonical(user) != identities.canonical(other) && isKnown(user)
          && isKnown(other)
      case .withdraw(let user, let key, let environment):
        let names = identities.names(of: user)
        let grants = try db.grants(to: user, named: names)
        // Another withdrawal may have been stated a moment later and filed before.
        let instant = grants.map(\.statementSource.statedAt)
          .reduce(filing.document.receivedAt) { max($0, $1) }
        return EntitlementRules.entitlements(for: user, from: [], lives: [:], grants: grants)
          .contains {
            $0.key == key && $0.environment == environment && $0.isActive(at: instant)
          }
      case .consume, .account(_, nil), .policy, .accountForms: return true
      }
    }
  }
}

/// Audits an export of personal data.
struct ExportRecord: LedgerChange {
  static let kind = EntryKind.export

  private enum CodingKeys: String, CodingKey {
    case contentHash = "contentHash", actor = "actor"
  }

  /// The SHA-256 of the file.
  var contentHash: Data
  var actor: String

  func apply(at instant: Date, by writer: inout LedgerWriter) throws -> NoOutcome {
    try writer.audit("export", ofHash: contentHash, by: actor, at: instant)
    return NoOutcome()
  }
}

extension Database {
  /// `nil` if there is no head, which is correct only for an empty log.
  func auditHead() throws -> AuditHead? {
    try first("SELECT n, hash FROM auditHead", []) {
      AuditHead(number: try $0.number(0), hash: hex(try $0.bytes(1)))
    }
  }
}

/// Encodes bytes as two lower-case digits each.
func hex(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
    as: UTF8.self
  )
}

extension AuditRow {
  fileprivate init(_ cells: RowReader) throws {
    self.init(
      number: try cells.number(0),
      at: try cells.instant(1),
      actor: try cells.text(2),
      action: try cells.text(3),
      subject: hex(try cells.bytes(4)),
      hash: hex(try cells.bytes(5))
    )
  }
}
