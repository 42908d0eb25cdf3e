import Basics
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
    switch list {
    case .users:
      return listed(
        try await ledger.search.users(matching: search, by: sort, at: anchor, limit: limit),
        userCells
      )
    case .orders:
      return listed(
        try await ledger.search.orders(matching: search, by: sort, at: anchor, limit: limit),
        orderCells
      )
    case .subs:
      return listed(
        try await ledger.search.subscriptions(matching: search, by: sort, at: anchor, limit: limit),
        subscriptionCells
      )
    case .ent:
      return listed(
        try await ledger.search.entitlements(matching: search, at: anchor, limit: limit),
        entitlementCells
      )
    case .receipts:
      return listed(
        try await ledger.search.documents(matching: search, by: sort, at: anchor, limit: limit),
        documentCells
      )
    case .events:
      return listed(
        try await ledger.search.events(matching: search, at: anchor, limit: limit),
        eventCells
      )
    }
  }

  private func listed<Row>(_ list: ListPage<Row>, _ cells: (Row) -> [JSONValue?]) -> ListedRows {
    let page = list.page
    let rows = page.rows.map { row in cells(row).map { $0 ?? .null } }
    let hasMore = isReversed ? page.hasBefore : page.hasAfter
    let edge = isReversed ? list.cursors.first : list.cursors.last
    return ListedRows(
      columns: columns,
      rows: isReversed ? rows.reversed() : rows,
      total: page.total,
      next: hasMore ? edge : nil
    )
  }
}

extension ListRequest {
  /// The members before the rows in the JSON format.
  func head(_ listed: ListedRows) -> [(String, JSONValue?)] {
    let (total, isExact) =
      switch listed.total {
      case .exact(let rows): (rows, true)
      case .atLeast(let rows): (rows, false)
      }
    return [
      ("schemaVersion", .number("1")), ("list", .string(list.rawValue)),
      ("query", .string(search.query.echo)), ("sort", .string(sort.rawValue)),
      ("at", .string(search.instant.formatted(.iso8601))),
      ("total", .number(String(total))), ("totalIsExact", .bool(isExact)),
      ("truncated", .bool(listed.next != nil)), ("next", .string(ifAny: listed.next?.text)),
    ]
  }
}
