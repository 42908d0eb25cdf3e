import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// Writes case files, and records that in the audit log.
struct CaseFileWriter: Sendable {
  let service: EntitlementService
  let ledger: Ledger
  /// The operator's apps; empty if unknown.
  let apps: Set<String>
  let now: Date
  /// The ledger that is open for writing, and who writes; `nil` if none is.
  let audit: (ledger: Ledger, actor: String)?

  /// The case file of a text.
  func file(
    of inquiry: TicketInquiry,
    _ language: MessageLanguage? = nil,
    reveals: Bool
  ) async throws -> (file: CaseFile, diagnosis: Diagnosis) {
    let builder = CaseFileBuilder(
      ledger: ledger,
      reader: service.reader,
      inspection: service.inspection,
      writtenAt: now
    )
    return try await builder.file(of: inquiry, language, reveals: reveals)
  }

  static func bytes(of file: CaseFile, _ form: CaseFileRequest.Form) throws(Fault) -> [UInt8] {
    switch form {
    case .html: Array(try CaseHTML(file).text().utf8)
    case .md: Array(try CaseMarkdown(file).text().utf8)
    case .json: try CaseJSON.text(of: file)
    }
  }

  /// Adds to the audit log who writes which files of a case, and whether they are redacted. A hash of
  /// the user's ID would tell who it was, after an erasure, to anybody who guesses the ID.
  func record(_ file: CaseFile, as contents: [[UInt8]]) async throws(LedgerError) {
    guard let audit else { return }
    var batch = FilingBatch(at: now)
    let action = file.isRedacted ? "case-file" : "case-file-revealed"
    batch.audits = contents.map {
      AuditDraft(action, of: String(decoding: $0, as: UTF8.self), by: audit.actor)
    }
    _ = try await audit.ledger.file(batch)
  }

  /// Writes the complete file of a dashboard's request, or nothing; returns a message about it.
  func write(_ request: CaseFileRequest) async throws -> String {
    let inquiry = TicketInquiry(
      text: request.text,
      instant: now,
      choice: request.choice,
      apps: apps
    )
    let (file, _) = try await file(of: inquiry, request.language, reveals: request.reveals)
    let bytes = try Self.bytes(of: file, request.form)
    let path = URL(fileURLWithPath: (request.path as NSString).expandingTildeInPath).path
    try await record(file, as: [bytes])
    try OutputFile.write(bytes, to: path)
    let kind = file.isRedacted ? "redacted" : "not redacted"
    let unrecorded = audit == nil ? "; not in the audit log: the ledger is open read-only" : ""
    return "Case file written to \(PlainText.safe(path)), \(kind)\(unrecorded)"
  }
}
