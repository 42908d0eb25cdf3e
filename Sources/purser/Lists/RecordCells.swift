import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence
import Receipts

extension ListRequest {
  /// Records of the list, formatted like its pages.
  func listed(_ records: [Record]) -> ListedRows {
    let rows = records.compactMap(cells).map { $0.map { $0 ?? .null } }
    return ListedRows(columns: columns, rows: rows, total: .exact(rows.count), next: nil)
  }

  private func cells(_ record: Record) -> [JSONValue?]? {
    switch (list, record) {
    case (.users, .user(let row)): userCells(row)
    case (.orders, .order(let row)): orderCells(row)
    case (.subs, .subscription(let row)): subscriptionCells(row)
    case (.ent, .entitlement(let row)): entitlementCells(row)
    case (.receipts, .document(let row)): documentCells(row)
    case (.events, .notice(let row)): eventCells(row)
    default: nil
    }
  }
}

extension Record {
  /// The ledger's list of the record; `nil` if it is in none.
  fileprivate var list: RowList? {
    switch self {
    case .user: .users
    case .order: .orders
    case .subscription: .subs
    case .entitlement: .ent
    case .document: .receipts
    case .notice: .events
    case .job, .audit: nil
    }
  }

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
      guard let list = record.list else { return .null }
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
    let form: ListForm =
      switch export.form {
      case .csv: .csv
      case .tsv: .tsv
      case .json: .json
      case .jsonl: .jsonl
      case .md: .md
      case .html: .html
      }
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
