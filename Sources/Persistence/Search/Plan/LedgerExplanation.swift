package import Entitlements
internal import GRDB

extension Ledger {
  /// How the first page of a list comes about. The search is done for that, and no row is read.
  package func explanation(
    of list: RowList,
    by sort: RowSort,
    matching search: Search
  ) async throws(LedgerError) -> QueryExplanation {
    let instant = search.instant.milliseconds
    return try await read { db in
      let rows = Keyset.list(of: list, by: sort, at: instant)
      let query = search.query.normalized
      guard query != .everything else {
        return QueryExplanation(way: .whole, sources: [], page: try rows.explained(in: db))
      }
      let compiled = try compile(query, list, instant, in: db)
      let plan = try SearchPlan(compiled, in: rows, within: searchLimits, db)
      let best = compiled.sources.min { $0.rank < $1.rank }?.statements ?? []
      let sources = try best.map { try $0.explained(in: db) }
      switch plan.way {
      case .finds(let finds):
        return QueryExplanation(way: .found(finds.count), sources: sources, page: [])
      case .walk(let walked):
        guard let candidates = walked.candidates else {
          return QueryExplanation(way: .walked, sources: [], page: try walked.explained(in: db))
        }
        return QueryExplanation(
          way: .sieved(candidates.count),
          sources: sources,
          page: try walked.unfiltered.explained(in: db)
        )
      }
    }
  }
}

extension Keyset {
  /// Rows of a page, for an explanation.
  private static let explainedRows = 50

  fileprivate func explained(in db: Database) throws -> [QueryExplanation.Statement] {
    try pages(beyond: nil, isBackward: false, limit: Self.explainedRows)
      .map { try $0.explained(in: db) }
  }
}

extension Fragment {
  fileprivate func explained(in db: Database) throws -> QueryExplanation.Statement {
    QueryExplanation.Statement(
      sql: sql,
      steps: try db.map("EXPLAIN QUERY PLAN \(sql)", arguments) { try $0.text(3) }
    )
  }
}
