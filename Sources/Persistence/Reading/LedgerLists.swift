package import Entitlements
import Foundation
internal import GRDB

// Every page holds at most 1,000 rows. A cursor of another list or order is none of ours: the page
// is the first.
extension Ledger {
  /// The users that match, newest purchase first.
  package func users(
    matching search: Search,
    at anchor: PageAnchor<UserRow.Key>,
    limit: Int
  ) async throws(LedgerError) -> Page<UserRow> {
    let place = anchor.map { ListCursor($0).parts }
    return try await read { db in
      let slice = try slice(.users, .purchased, search, at: place, limit, in: db)
      return slice.page(of: try UserRow.rows(slice.rows, in: db))
    }
  }

  package func users(
    matching search: Search,
    by sort: RowSort,
    at anchor: PageAnchor<ListCursor>,
    limit: Int
  ) async throws(LedgerError) -> ListPage<UserRow> {
    try await list(.users, sort, search, at: anchor, limit) { try UserRow.rows($0, in: $1) }
  }

  package func orders(
    matching search: Search,
    by sort: RowSort = .purchased,
    at anchor: PageAnchor<ListCursor>,
    limit: Int
  ) async throws(LedgerError) -> ListPage<OrderRow> {
    try await list(.orders, sort, search, at: anchor, limit) { cells in
      OrderRow(
        order: try Order(cells),
        chainState: try cells.optionalCoded(OrderRows.width)
      )
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

  /// The rights of users, by the user they belong to.
  package func entitlements(
    matching search: Search,
    at anchor: PageAnchor<ListCursor>,
    limit: Int
  ) async throws(LedgerError) -> ListPage<Entitlement> {
    try await list(.ent, .user, search, at: anchor, limit, Entitlement.init)
  }

  /// The documents, last received first.
  package func documents(
    matching search: Search,
    by sort: RowSort = .received,
    at anchor: PageAnchor<ListCursor>,
    limit: Int
  ) async throws(LedgerError) -> ListPage<DocumentRow> {
    try await list(.receipts, sort, search, at: anchor, limit, DocumentRow.init)
  }

  package func documents(
    at anchor: PageAnchor<DocumentRow.Key>,
    limit: Int
  ) async throws(LedgerError) -> Page<DocumentRow> {
    let place = anchor.map { ListCursor($0).parts }
    return try await read { db in
      try slice(
        .receipts,
        .received,
        Search(.everything, at: .distantPast),
        at: place,
        limit,
        in: db
      )
      .page(DocumentRow.init)
    }
  }

  /// What documents told, the newest first.
  package func events(
    matching search: Search,
    at anchor: PageAnchor<ListCursor>,
    limit: Int
  ) async throws(LedgerError) -> ListPage<NoticeRow> {
    try await list(.events, .happened, search, at: anchor, limit) { cells in
      NoticeRow(
        notice: try Notice(cells),
        user: try cells.optionalID(10),
        receivedAt: try cells.instant(11)
      )
    }
  }
}

extension Ledger {
  private func list<Row: Equatable & Sendable>(
    _ list: RowList,
    _ sort: RowSort,
    _ search: Search,
    at anchor: PageAnchor<ListCursor>,
    _ limit: Int,
    _ row: @escaping @Sendable (Cells) throws -> Row
  ) async throws(LedgerError) -> ListPage<Row> {
    try await self.list(list, sort, search, at: anchor, limit) { rows, _ in try rows.map(row) }
  }

  private func list<Row: Equatable & Sendable>(
    _ list: RowList,
    _ sort: RowSort,
    _ search: Search,
    at anchor: PageAnchor<ListCursor>,
    _ limit: Int,
    _ rows: @escaping @Sendable ([Cells], Database) throws -> [Row]
  ) async throws(LedgerError) -> ListPage<Row> {
    let isOurs = anchor.key.map { $0.list == list && $0.sort == sort } ?? true
    let place = isOurs ? anchor.map(\.parts) : .first
    return try await read { db in
      let slice = try slice(list, sort, search, at: place, limit, in: db)
      return ListPage(
        page: slice.page(of: try rows(slice.rows, db)),
        cursors: slice.keys.map { ListCursor(list, sort, $0) }
      )
    }
  }
}
