import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence
import Receipts

extension Record {
  /// One object with the fields that `purser ls` prints; masks names and e-mail addresses.
  fileprivate var json: JSONValue {
    switch self {
    case .job(let row):
      return [
        "id": .number("\(row.id)"), "kind": .string(row.kind), "key": .string(row.key),
        "state": .word(row.state), "attempts": .number("\(row.attempts)"),
        "createdAt": .time(row.createdAt), "actor": .string(row.actor),
        "outcome": .text(row.outcome), "detail": .text(row.detail),
      ]
    case .audit(let row): return row.json
    default:
      guard let list = list.searched else { return .null }
      let listed = ListRequest.masked(list, .everything, list.sorts[0]).listed([self])
      return ListText.object(listed.columns, listed.rows.first ?? [])
    }
  }
}

extension AuditRow {
  var json: JSONValue {
    [
      "number": .number("\(number)"), "at": .time(at), "actor": .string(actor),
      "deed": .string(action), "subject": .string(subject), "hash": .string(hash),
    ]
  }
}

extension [Record] {
  /// One object for a single record, otherwise one per line; masks names and e-mail addresses.
  var json: String {
    let form: JSONText.Form = count == 1 ? .pretty : .line
    let bytes = flatMap { JSONText.bytes(of: $0.json, form) }
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
extension Export {
  /// Writes the complete file or nothing; returns a message about it.
  func write(from ledger: Ledger) async throws -> String {
    let (request, listed) = try await rows(of: ledger)
    let listForm = ListForm(rawValue: form.rawValue) ?? .csv
    let text = ListText(form: listForm, head: request.head(listed), isRaw: false)
    let file = URL(fileURLWithPath: (path as NSString).expandingTildeInPath).path
    try OutputFile.write(text.bytes(of: listed), to: file)
    let count = listed.rows.count == 1 ? "1 row" : "\(listed.rows.count) rows"
    let rest = listed.next == nil ? "" : "; not all matches: purser ls --limit writes more"
    return "\(count) written to \(PlainText.safe(file))\(rest)"
  }

  private func rows(of ledger: Ledger) async throws -> (ListRequest, ListedRows) {
    switch scope {
    case .records(let records):
      let request = ListRequest.masked(list, .everything, list.sorts[0])
      return (request, request.listed(records))
    case .matching(let query, let sort, let isReversed):
      let request = ListRequest.masked(list, query, sort, isReversed: isReversed)
      return (request, try await request.rows(of: ledger))
    }
  }
}
