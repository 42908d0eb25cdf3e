package import Entitlements
import Foundation
internal import GRDB

// A page has at most 1,000 rows. A cursor of another list or order yields the first page.
extension LedgerSearch {
  /// The matching users, newest purchase first.
  package func users(
    matching search: Search,
    by sort: RowSort = .purchased,
    at anchor: PageAnchor<ListCursor>,
    limit: Int
  ) async throws(LedgerError) -> ListPage<UserRow> {
    try await list(.users, sort, search, at: anchor, limit) { cells, db in
      let rows = try UserRow.rows(cells, at: search.instant.milliseconds, in: db)
      return try matched(rows, by: search, in: db)
    }
  }

  package func orders(
    matching search: Search,
    by sort: RowSort = .purchased,
    at anchor: PageAnchor<ListCursor>,
    limit: Int
  ) async throws(LedgerError) -> ListPage<OrderRow> {
    try await list(.orders, sort, search, at: anchor, limit) { cells in
      OrderRow(order: try Order(cells), chainState: try cells.optionalCoded(OrderRows.width))
    }
  }

  package func subscriptions(
    matching search: Search,
    by sort: RowSort,
    at anchor: PageAnchor<ListCursor>,
    limit: Int
  ) async throws(LedgerError) -> ListPage<SubscriptionRow> {
    try await list(.subs, sort, search, at: anchor, limit, SubscriptionRow.init)
  }

  /// Entitlements, sorted by user.
  package func entitlements(
    matching search: Search,
    at anchor: PageAnchor<ListCursor>,
    limit: Int
  ) async throws(LedgerError) -> ListPage<Entitlement> {
    try await list(.ent, .user, search, at: anchor, limit, Entitlement.init)
  }

  /// The documents, newest arrival first.
  package func documents(
    matching search: Search,
    by sort: RowSort = .received,
    at anchor: PageAnchor<ListCursor>,
    limit: Int
  ) async throws(LedgerError) -> ListPage<DocumentRow> {
    try await list(.receipts, sort, search, at: anchor, limit, DocumentRow.init(listed:))
  }

  /// The store events, newest first.
  package func events(
    matching search: Search,
    at anchor: PageAnchor<ListCursor>,
    limit: Int
  ) async throws(LedgerError) -> ListPage<EventRow> {
    try await list(.events, .happened, search, at: anchor, limit) { cells in
      EventRow(
        notice: try StoreEvent(cells),
        user: try cells.optionalID(10),
        receivedAt: try cells.instant(11)
      )
    }
  }

  private func list<Row: Equatable & Sendable>(
    _ list: RowList,
    _ sort: RowSort,
    _ search: Search,
    at anchor: PageAnchor<ListCursor>,
    _ limit: Int,
    _ row: @escaping @Sendable (RowReader) throws -> Row
  ) async throws(LedgerError) -> ListPage<Row> {
    try await self.list(list, sort, search, at: anchor, limit) { rows, _ in try rows.map(row) }
  }

  private func list<Row: Equatable & Sendable>(
    _ list: RowList,
    _ sort: RowSort,
    _ search: Search,
    at anchor: PageAnchor<ListCursor>,
    _ limit: Int,
    _ rows: @escaping @Sendable ([RowReader], Database) throws -> [Row]
  ) async throws(LedgerError) -> ListPage<Row> {
    let isOurs = anchor.key.map { $0.list == list && $0.sort == sort } ?? true
    let position = isOurs ? anchor.map(\.parts) : .first
    return try await ledger.read { db in
      let slice = try slice(list, sort, search, at: position, limit, in: db)
      return ListPage(
        page: slice.page(of: try rows(slice.rows, db)),
        cursors: slice.keys.map { ListCursor(list, sort, $0) }
      )
    }
  }
}
