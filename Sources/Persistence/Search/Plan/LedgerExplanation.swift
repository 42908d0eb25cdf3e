package import Entitlements
internal import GRDB

extension LedgerSearch {
  /// Explains how the first page of a list is found. Runs the search, but reads no rows.
  package func explanation(
    of list: RowList,
    by sort: RowSort,
    matching search: Search
  ) async throws(LedgerError) -> QueryExplanation {
    let instant = search.instant.milliseconds
    return try await ledger.read { db in
      let rows = Keyset.list(of: list, by: sort, at: instant)
      let query = search.query.normalized
      guard query != .everything else {
        return QueryExplanation(way: .whole, sources: [], page: try rows.explained(in: db))
      }
      let compiled = try compile(query, list, instant, in: db)
      let plan = try SearchPlan(compiled, in: rows, within: ledger.searchLimits, db)
      let best = compiled.sources.min { $0.rank < $1.rank }?.statements ?? []
      let sources = try best.map { try $0.explained(in: db) }
      switch plan.way {
      case .matchSet(let matchSet):
        return QueryExplanation(way: .found(matchSet.count), sources: sources, page: [])
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
  /// The page size of an explanation.
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
