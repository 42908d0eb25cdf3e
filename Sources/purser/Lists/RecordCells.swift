import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence
import Receipts

extension Record {
  fileprivate var plainMembers: [(String, JSONValue?)]? {
    switch self {
    case .job(let row):
      [
        ("id", .number(String(row.id))), ("kind", .string(row.kind)), ("key", .string(row.key)),
        ("state", .string(row.state.rawValue)), ("attempts", .number(String(row.attempts))),
        ("createdAt", .string(row.createdAt.formatted(.iso8601))), ("actor", .string(row.actor)),
        ("outcome", .string(ifAny: row.outcome)), ("detail", .string(ifAny: row.detail)),
      ]
    case .audit(let row):
      [
        ("number", .number(String(row.number))), ("at", .string(row.at.formatted(.iso8601))),
        ("actor", .string(row.actor)), ("deed", .string(row.action)),
        ("subject", .string(row.subject)), ("hash", .string(row.hash)),
      ]
    default: nil
    }
  }
}

extension [Record] {
  /// One object for a single record, otherwise one per line; masks names and e-mail addresses.
  var json: String {
    let form: JSONText.Form = count == 1 ? .pretty : .line
    let objects = map { record -> JSONValue in
      if let members = record.plainMembers { return .of(members) }
      guard let list = record.list.searched else { return .null }
      let listed = ListRequest.masked(list, .everything, list.sorts[0]).listed([record])
      return ListText.object(listed.columns, listed.rows.first ?? [])
    }
    let bytes = objects.flatMap { JSONText.bytes(of: $0, form) }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}

extension ListRequest {
  static func masked(
    _ list: RowList,
    _ query: Query,
    _ sort: RowSort,
    isReversed: Bool = false
  ) -> ListRequest {
    ListRequest(
      list: list,
      search: Search(query, at: Date()),
      sort: sort,
      isReversed: isReversed,
      after: nil,
      limit: Export.most,
      reveals: false
    )
  }
}

/// Writes rows of the dashboard to a file in the format of `purser ls`.
struct ExportFile {
  let export: Export

  init(_ export: Export) { self.export = export }

  /// Writes the complete file or nothing; returns a message about it.
  func write(from ledger: Ledger) async throws -> String {
    let (request, listed) = try await rows(of: ledger)
    let form = ListForm(rawValue: export.form.rawValue) ?? .csv
    let text = ListText(form: form, head: request.head(listed), isRaw: false)
    let path = URL(fileURLWithPath: (export.path as NSString).expandingTildeInPath).path
    try OutputFile.write(text.bytes(of: listed), to: path)
    let count = listed.rows.count == 1 ? "1 row" : "\(listed.rows.count) rows"
    let rest = listed.next == nil ? "" : "; not all matches: purser ls --limit writes more"
    return "\(count) written to \(PlainText.safe(path))\(rest)"
  }

  private func rows(of ledger: Ledger) async throws -> (ListRequest, ListedRows) {
    switch export.scope {
    case .records(let records):
      let request = ListRequest.masked(export.list, .everything, export.list.sorts[0])
      return (request, request.listed(records))
    case .matching(let query, let sort, let isReversed):
      let request = ListRequest.masked(export.list, query, sort, isReversed: isReversed)
      return (request, try await request.rows(of: ledger))
    }
  }
}
