package import Entitlements
internal import GRDB

extension Ledger {
  /// The users `query` finds, newest purchase first. A page holds at most 1,000 rows.
  ///
  /// Letters of the basic alphabet match in either case, others as they are written.
  package func users(
    matching query: SearchQuery,
    at anchor: PageAnchor<UserRow.Key>,
    limit: Int
  ) async throws(LedgerError) -> Page<UserRow> {
    let place = anchor.map { Keyset.Key(instant: $0.lastPurchasedAt.milliseconds, id: $0.id.raw) }
    let limit = Keyset.bounded(limit)
    return try await read { db in
      try slice(of: query, at: place, limit: limit, in: db).page { try UserRow($0, in: db) }
    }
  }

  private func slice(
    of query: SearchQuery,
    at anchor: PageAnchor<Keyset.Key>,
    limit: Int,
    in db: Database
  ) throws -> Slice {
    let list = Keyset(columns: UserRow.columns, table: "user", instant: "lastPurchasedAt")
    switch query {
    case .everything:
      return try list.slice(at: anchor, limit: limit, in: db)
    case .transaction(let digits):
      return try slice(of: .transaction(digits), in: list, at: anchor, limit: limit, in: db)
    case .email(let email):
      let exact = UserSearch.email(email)
      let isKnown = try !exact.keys(in: db).isEmpty
      return try slice(
        of: isKnown ? exact : .emailPrefix(email),
        in: list,
        at: anchor,
        limit: limit,
        in: db
      )
    case .text(let text):
      return try slice(of: .text(text), in: list, at: anchor, limit: limit, in: db)
    }
  }

  // Few finds are sorted in memory. Many lie close together in the list, so that walking it and
  // leaving out the rest fills a page soon.
  private func slice(
    of search: UserSearch,
    in list: Keyset,
    at anchor: PageAnchor<Keyset.Key>,
    limit: Int,
    in db: Database
  ) throws -> Slice {
    let keys = try search.keys(in: db)
    guard keys.count > Keyset.countLimit else {
      return try Finds(keys: keys).slice(at: anchor, limit: limit) {
        try db.first("SELECT \(list.selected) FROM user WHERE id = ?", [$0.id]) { $0.kept }
      }
    }
    var filtered = list
    filtered.filter = search.filter
    return try filtered.slice(at: anchor, limit: limit, isCounting: false, in: db)
  }
}

extension UserRow {
  static let columns = "name, email, orders, stores, environments, leading"

  init(_ cells: Cells, in db: Database) throws {
    var leading: Order?
    if let number = try cells.optionalNumber(7) {
      leading = try db.orders("WHERE sale.n = ?", [number]).first
    }
    self.init(
      id: try cells.id(1),
      name: try cells.optionalText(2),
      email: try cells.optionalText(3),
      lastPurchasedAt: try cells.instant(0),
      orders: try cells.count(4),
      stores: try cells.words(5),
      environments: try cells.words(6),
      leading: leading
    )
  }
}
