internal import Crypto
package import Entitlements
package import Foundation
internal import GRDB

/// The audit log: a chain of hashes over what operators did. It records what was done here, in the
/// order it was done, and is no part of what the ledger believes.
enum Audit {
  /// The hash of an entry: SHA-256 of the entry before's (32 zero bytes before the first), the
  /// instant in milliseconds as eight bytes, highest first, the actor and the deed, each after its
  /// length in four such bytes, and the subject.
  static func hash(
    after previous: Data,
    at: Int64,
    actor: String,
    deed: String,
    subject: Data
  ) -> Data {
    var text = previous
    withUnsafeBytes(of: at.bigEndian) { text.append(contentsOf: $0) }
    for word in [actor, deed] {
      withUnsafeBytes(of: UInt32(clamping: word.utf8.count).bigEndian) {
        text.append(contentsOf: $0)
      }
      text.append(contentsOf: word.utf8)
    }
    return Data(SHA256.hash(data: text + subject))
  }

  static let beginning = Data(count: 32)
}

extension Clerk {
  /// Adds an entry to the audit log, in the transaction of the deed itself. `subject` is whatever
  /// was dealt with; its hash alone is kept.
  mutating func audit(
    _ deed: String,
    of subject: some DataProtocol,
    by actor: String,
    at instant: Date
  ) throws {
    let last = try db.first("SELECT n, hash FROM audit ORDER BY n DESC LIMIT 1") {
      (n: try $0.number(0), hash: Data(try $0.bytes(1)))
    }
    let subject = Data(SHA256.hash(data: subject))
    let hash = Audit.hash(
      after: last?.hash ?? Audit.beginning,
      at: instant.milliseconds,
      actor: actor,
      deed: deed,
      subject: subject
    )
    try db.run(
      "INSERT INTO audit (n, at, actor, deed, subject, hash) VALUES (?, ?, ?, ?, ?, ?)",
      [(last?.n ?? 0) + 1, instant.milliseconds, actor, deed, subject, hash]
    )
    // An entry of which the head does not tell is not made to look right by the next one.
    if last == nil {
      try db.run("INSERT INTO auditHead (only, n, hash) VALUES (1, 1, ?)", [hash])
    } else {
      try db.run("UPDATE auditHead SET n = n + 1, hash = ?", [hash])
    }
    hasWritten = true
  }
}

extension Ledger {
  /// Files an operator's acts and records them in the audit log, all of it or nothing. An act that
  /// was filed before is not recorded again.
  package func perform(_ filings: [Filing]) async throws(LedgerError) {
    try await write { clerk in
      for filing in filings {
        guard case .filed = try clerk.file(filing) else { continue }
        for act in filing.facts.acts {
          try clerk.audit(
            ActRow(act).deed,
            of: Data(filing.document.id.raw.utf8),
            by: act.actor,
            at: filing.document.receivedAt
          )
        }
      }
    }
  }

  /// Records that a person's file was handed out: `content` is what was.
  package func recordExport(
    of content: Data,
    by actor: String,
    at instant: Date
  ) async throws(LedgerError) {
    try await write { try $0.audit("export", of: content, by: actor, at: instant) }
  }

  /// The entries of the audit log about these documents, the newest first.
  package func auditRows(of documents: [ID<Document>]) async throws(LedgerError) -> [AuditRow] {
    guard !documents.isEmpty else { return [] }
    let subjects = documents.map { Data(SHA256.hash(data: Data($0.raw.utf8))) }
    return try await read { db in
      try subjects.flatMap { subject in
        try db.map(
          "SELECT n, at, actor, deed, subject, hash FROM audit WHERE subject = ?",
          [subject],
          AuditRow.init
        )
      }.sorted { $0.number > $1.number }
    }
  }

  /// The newest entries of the audit log, the newest first, and how many there are in all.
  package func auditRows(
    limit: Int
  ) async throws(LedgerError) -> (rows: [AuditRow], total: Int) {
    try await read { db in
      let rows = try db.map(
        "SELECT n, at, actor, deed, subject, hash FROM audit ORDER BY n DESC LIMIT ?",
        [limit],
        AuditRow.init
      )
      return (rows, try db.count("SELECT count(*) FROM audit"))
    }
  }

  /// The newest entry of the audit log, as it is kept beside the log.
  package func auditHead() async throws(LedgerError) -> AuditHead {
    try await read { try $0.auditHead() ?? AuditHead.empty }
  }
}

extension Database {
  /// `nil` where there is none, which is right as long as there is no entry either.
  func auditHead() throws -> AuditHead? {
    try first("SELECT n, hash FROM auditHead", []) {
      AuditHead(number: try $0.number(0), hash: hex(try $0.bytes(1)))
    }
  }
}

/// Two lower-case digits a byte.
func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }.joined()
}

extension AuditRow {
  fileprivate init(_ cells: Cells) throws {
    self.init(
      number: try cells.number(0),
      at: try cells.instant(1),
      actor: try cells.text(2),
      deed: try cells.text(3),
      subject: hex(try cells.bytes(4)),
      hash: hex(try cells.bytes(5))
    )
  }
}
