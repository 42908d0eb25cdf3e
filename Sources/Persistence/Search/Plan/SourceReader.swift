internal import GRDB

/// Reads a source's row IDs incrementally; restarting would repeat the same full-text query.
final class SourceReader {
  private let arms: [CompiledQuery.Arm]
  /// Whether no other source, which may have the same statements, is open.
  private let isLone: Bool
  private let db: Database
  private var armIndex = 0
  private var search: RowCursor?
  private var certain: [Int64] = []
  private var uncertain: [Int64] = []
  // Counts duplicates too: few rows may have very many results.
  private var matchSet = 0
  /// The indices of arms with results.
  private var matchedArms: Set<Int> = []

  /// The caller must close the reader.
  init(_ source: CompiledQuery.Source, isLone: Bool, in db: Database) {
    (arms, self.isLone, self.db) = (source.arms, isLone, db)
  }

  /// The row IDs of all possible matches; `nil` if there are more than `limit`.
  func candidates(_ limit: Int) throws -> RowIDFilter? {
    while matchSet <= limit, armIndex < arms.count {
      guard let search = try search ?? open(arms[armIndex], limit) else { return nil }
      self.search = search
      while matchSet <= limit {
        guard let cells = try search.next() else {
          close()
          armIndex += 1
          break
        }
        matchSet += 1
        matchedArms.insert(armIndex)
        guard let number = try cells.optionalNumber(0) else { continue }
        if arms[armIndex].isExact { certain.append(number) } else { uncertain.append(number) }
      }
    }
    return matchSet <= limit ? RowIDFilter(certain: certain, uncertain: uncertain) : nil
  }

  /// The query's parts that are known to have no match and need no test.
  var vain: Set<Int> {
    let open = arms.indices.filter { $0 >= armIndex || matchedArms.contains($0) }
    return Set(arms.map(\.part)).subtracting(open.map { arms[$0].part })
  }

  func close() {
    search?.close()
    search = nil
  }

  /// `nil` if there are too many results.
  private func open(_ arm: CompiledQuery.Arm, _ limit: Int) throws -> RowCursor? {
    if let size = arm.size, try db.count(size.sql, size.arguments) > limit - matchSet { return nil }
    return try RowCursor(arm.statement, isKept: isLone && isKept(arm.statement), in: db)
  }

  /// Caches statements with few values, of which there are few.
  private func isKept(_ statement: Fragment) -> Bool { statement.arguments.count <= 8 }
}
