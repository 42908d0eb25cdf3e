import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence
import Receipts

/// A page of any list for printing. Every row has all columns, in this order.
struct ListedRows: Sendable {
  var columns: [String]
  var rows: [[JSONValue]]
  var total: Count
  /// The cursor of the next page; `nil` at the end of the list.
  var next: ListCursor?
}

/// A request for a page of a list.
struct ListRequest: Sendable {
  var list: RowList
  var search: Search
  var sort: RowSort
  /// Whether to list from the end upwards.
  var isReversed: Bool
  var after: ListCursor?
  var limit: Int
  /// Whether names and e-mail addresses are unmasked.
  var reveals: Bool

  /// Reads pages up to the limit.
  func rows(of ledger: Ledger) async throws -> ListedRows {
    var listed = ListedRows(columns: columns, rows: [], total: .exact(0), next: after)
    repeat {
      let rest = limit - listed.rows.count
      let page = try await page(of: ledger, after: listed.next, limit: min(rest, Self.maxPageSize))
      listed.rows += page.rows
      listed.total = page.total
      listed.next = page.next
    } while listed.next != nil && listed.rows.count < limit
    return listed
  }

  /// The most rows that the ledger returns at once.
  private static let maxPageSize = 1_000

  private func page(
    of ledger: Ledger,
    after cursor: ListCursor?,
    limit: Int
  ) async throws -> ListedRows {
    let anchor: PageAnchor<ListCursor> =
      isReversed ? cursor.map { .before($0) } ?? .last : cursor.map { .after($0) } ?? .first
    let page = try await ledger.search.records(
      in: list,
      matching: search,
      by: sort,
      at: anchor,
      limit: limit
    )
    let rows = cells(of: page.page.rows)
    let hasMore = isReversed ? page.page.hasBefore : page.page.hasAfter
    let edge = isReversed ? page.cursors.first : page.cursors.last
    return ListedRows(
      columns: columns,
      rows: isReversed ? rows.reversed() : rows,
      total: page.page.total,
      next: hasMore ? edge : nil
    )
  }

  /// Records of the list, formatted like its pages.
  func listed(_ records: [Record]) -> ListedRows {
    let rows = cells(of: records)
    return ListedRows(columns: columns, rows: rows, total: .exact(rows.count), next: nil)
  }

  private var columns: [String] { PrintedColumns.of(list).names }

  private func cells(of records: [Record]) -> [[JSONValue]] {
    let printed = PrintedColumns.of(list)
    return records.compactMap { printed.cells($0, self)?.map { $0 ?? .null } }
  }
}

extension LedgerSearch {
  /// A page of a list as records.
  func records(
    in list: RowList,
    matching search: Search,
    by sort: RowSort,
    at anchor: PageAnchor<ListCursor>,
    limit: Int
  ) async throws(LedgerError) -> ListPage<Record> {
    switch list {
    case .users:
      try await users(matching: search, by: sort, at: anchor, limit: limit).map(Record.user)
    case .orders:
      try await orders(matching: search, by: sort, at: anchor, limit: limit).map(Record.order)
    case .subs:
      try await subscriptions(matching: search, by: sort, at: anchor, limit: limit)
        .map(Record.subscription)
    case .ent:
      try await entitlements(matching: search, at: anchor, limit: limit).map(Record.entitlement)
    case .receipts:
      try await documents(matching: search, by: sort, at: anchor, limit: limit).map(Record.document)
    case .events: try await events(matching: search, at: anchor, limit: limit).map(Record.notice)
    }
  }
}

extension ListPage {
  fileprivate func map<New>(_ transform: (Row) -> New) -> ListPage<New> {
    ListPage<New>(
      page: Page(
        rows: page.rows.map(transform),
        hasBefore: page.hasBefore,
        hasAfter: page.hasAfter,
        precedingRows: page.precedingRows,
        total: page.total
      ),
      cursors: cursors
    )
  }
}

extension ListRequest {
  /// The members before the rows in the JSON format.
  func head(_ listed: ListedRows) -> JSONValue {
    [
      "schemaVersion": 1, "list": .word(list), "query": .string(search.query.echo),
      "sort": .word(sort), "at": .time(search.instant), "total": .whole(listed.total.least),
      "totalIsExact": .bool(listed.total.isExact), "truncated": .bool(listed.next != nil),
      "next": .text(listed.next?.text),
    ]
  }
}

extension Record {
  /// One object with the fields that `purser ls` prints; masks names and e-mail addresses.
  fileprivate func json(at instant: Date) -> JSONValue {
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
      let request = ListRequest.masked(list, .everything, list.sorts[0], at: instant)
      let listed = request.listed([self])
      return ListText.object(listed.columns, listed.rows.first ?? [])
    }
  }
}

extension AuditRow {
  var json: JSONValue {
    [
      "number": .number("\(number)"), "at": .time(at), "actor": .string(actor),
      "deed": .string(action), "subject": .string(subject), "hash": .string(hash),
      "user": .text(user?.raw),
    ]
  }
}

extension [Record] {
  /// One object for a single record, otherwise one per line; masks names and e-mail addresses.
  func json(at instant: Date) -> String {
    let form: JSONText.Form = count == 1 ? .pretty : .line
    let bytes = flatMap { JSONText.bytes(of: $0.json(at: instant), form) }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}

extension ListRequest {
  static func masked(
    _ list: RowList,
    _ query: Query,
    _ sort: RowSort,
    isReversed: Bool = false,
    at instant: Date
  ) -> ListRequest {
    ListRequest(
      list: list,
      search: Search(query, at: instant),
      sort: sort,
      isReversed: isReversed,
      after: nil,
      limit: Export.maxRows,
      reveals: false
    )
  }
}

/// Writes rows of the dashboard to a file in the format of `purser ls`.
extension Export {
  /// Writes the rows as of `instant`: the complete file or nothing. Returns a message about it.
  func write(from ledger: Ledger, at instant: Date) async throws -> String {
    let (request, listed) = try await rows(of: ledger, at: instant)
    let listForm = ListForm(rawValue: form.rawValue) ?? .csv
    let text = ListText(form: listForm, head: request.head(listed), isRaw: false)
    let file = URL(fileURLWithPath: (path as NSString).expandingTildeInPath).path
    try OutputFile.write(text.bytes(of: listed), to: file)
    let count = listed.rows.count == 1 ? "1 row" : "\(listed.rows.count) rows"
    let rest = listed.next == nil ? "" : "; not all matches: purser ls --limit writes more"
    return "\(count) written to \(PlainText.safe(file))\(rest)"
  }

  private func rows(
    of ledger: Ledger,
    at instant: Date
  ) async throws -> (ListRequest, ListedRows) {
    switch scope {
    case .records(let records):
      let request = ListRequest.masked(list, .everything, list.sorts[0], at: instant)
      return (request, request.listed(records))
    case .matching(let query, let sort, let isReversed):
      let request = ListRequest.masked(list, query, sort, isReversed: isReversed, at: instant)
      return (request, try await request.rows(of: ledger))
    }
  }
}
