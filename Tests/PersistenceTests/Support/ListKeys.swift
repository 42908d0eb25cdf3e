import Entitlements
import Foundation
import Persistence

/// The order of the users list: newest purchase first, then by user ID.
struct UserKey: Equatable, Sendable {
  var lastPurchasedAt: Date
  var id: ID<User>

  fileprivate var cursor: ListCursor {
    ListCursor(.users, .purchased, [.instant(lastPurchasedAt), .text(id.raw)])
  }
}

/// The order of the receipts list: last received first, then by ID.
struct DocumentKey: Equatable, Sendable {
  var receivedAt: Date
  var id: ID<Document>

  fileprivate var cursor: ListCursor {
    ListCursor(.receipts, .received, [.instant(receivedAt), .text(id.raw)])
  }
}

extension UserRow {
  var key: UserKey { UserKey(lastPurchasedAt: lastPurchasedAt, id: id) }
}

extension DocumentRow {
  var key: DocumentKey { DocumentKey(receivedAt: receivedAt, id: id) }
}

extension ListCursor.Part {
  fileprivate static func instant(_ date: Date) -> ListCursor.Part {
    .number(Int64((date.timeIntervalSince1970 * 1_000).rounded()))
  }
}

extension LedgerSearch {
  func users(
    matching search: Search,
    at anchor: PageAnchor<UserKey>,
    limit: Int
  ) async throws(LedgerError) -> Page<UserRow> {
    try await users(matching: search, at: anchor.map(\.cursor), limit: limit).page
  }

  func documents(
    at anchor: PageAnchor<DocumentKey>,
    limit: Int
  ) async throws(LedgerError) -> Page<DocumentRow> {
    let all = Search(.everything, at: .distantPast)
    return try await documents(matching: all, at: anchor.map(\.cursor), limit: limit).page
  }
}
