internal import GRDB

/// Finds the rows of a source, as many as are asked for, and goes on from there when more are: to
/// begin anew would put the same question to full text over and over.
final class SourceReader {
  private let arms: [CompiledQuery.Arm]
  /// Whether no other source is open, which may have the same statements.
  private let isLone: Bool
  private let db: Database
  private var place = 0
  private var search: OpenSearch?
  private var certain: [Int64] = []
  private var uncertain: [Int64] = []
  // Not distinct ones: few rows may hide behind a great many finds.
  private var finds = 0
  /// The places of the arms that found anything.
  private var fruitful: Set<Int> = []

  /// The reader has to be closed.
  init(_ source: CompiledQuery.Source, isLone: Bool, in db: Database) {
    (arms, self.isLone, self.db) = (source.arms, isLone, db)
  }

  /// The numbers of all rows that may match; `nil` if they are more than so many.
  func candidates(_ limit: Int) throws -> Candidates? {
    while finds <= limit, place < arms.count {
      guard let search = try search ?? open(arms[place], limit) else { return nil }
      self.search = search
      while finds <= limit {
        guard let cells = try search.next() else {
          close()
          place += 1
          break
        }
        finds += 1
        fruitful.insert(place)
        guard let number = try cells.optionalNumber(0) else { continue }
        if arms[place].isExact { certain.append(number) } else { uncertain.append(number) }
      }
    }
    return finds <= limit ? Candidates(certain: certain, uncertain: uncertain) : nil
  }

  /// The parts of the query of which it is known that no row meets them: whoever tests rows need not
  /// test for these.
  var vain: Set<Int> {
    let open = arms.indices.filter { $0 >= place || fruitful.contains($0) }
    return Set(arms.map(\.part)).subtracting(open.map { arms[$0].part })
  }

  func close() {
    search?.close()
    search = nil
  }

  /// `nil` where there is too much to find.
  private func open(_ arm: CompiledQuery.Arm, _ limit: Int) throws -> OpenSearch? {
    if let size = arm.size, try db.count(size.sql, size.arguments) > limit - finds { return nil }
    return try OpenSearch(arm.statement, isKept: isLone && isKept(arm.statement), in: db)
  }

  /// There are few statements of few values.
  private func isKept(_ statement: Fragment) -> Bool { statement.arguments.count <= 8 }
}
