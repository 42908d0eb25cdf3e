import Entitlements
internal import GRDB

/// How matching rows are found, and their number. The work is bounded if an index finds the matches
/// or they lie close together.
struct SearchPlan {
  enum Way {
    /// All matches are known.
    case matchSet(MatchSet)
    /// The list is scanned in its order.
    case walk(Keyset)
  }

  var way: Way
  var total: Count
  /// The row IDs of all possible matches, if an index found them.
  private(set) var found: RowIDFilter?
  /// The test for rows that no index found.
  private(set) var filter: Fragment?

  /// The thresholds between ways of searching.
  struct Limits: Sendable {
    /// The number of results always requested first; an identifier has few.
    var minFinds = 250
    /// The maximum number of results to sort in memory.
    var sortedFinds = 2_000
    /// The maximum number of results to look up in the list's index.
    var maxFinds = 20_000
    /// The maximum for each of several conditions if hardly any row meets all of them: testing
    /// every row would take a hundred times as long.
    var maxSharedFinds = 400_000
    /// The number of rows sampled to estimate the density of matches.
    var sampledRows = 250
    /// The number of index entries scanned in the time of one row test.
    var entriesPerTest = 16
  }

  /// `stored` is the number of matches, if it is known.
  init(
    _ compiled: CompiledQuery,
    in list: Keyset,
    of stored: StoredTotal?,
    within limits: Limits,
    _ db: Database
  ) throws {
    var rows = list
    // Counts are kept by environment, store and kind, of which there are few.
    (rows.filter, rows.isCommon) = (compiled.test, compiled.isCommon || stored != nil)
    filter = compiled.test
    // A list that consists mostly of matches needs no sample.
    if let stored, stored.matching > stored.all / 2 {
      (way, total) = (.walk(rows), .exact(stored.matching))
      return
    }
    let isLone = compiled.sources.count == 1
    let sources = compiled.sources.sorted { $0.rank < $1.rank }
      .map { SourceReader($0, isLone: isLone, in: db) }
    defer { for source in sources { source.close() } }
    func known(_ limit: Int) throws -> RowIDFilter? {
      for source in sources {
        if let found = try source.candidates(limit) { return found }
      }
      return nil
    }
    // Exact index results, such as names, need no sample.
    let isNamed =
      limits.minFinds > 0
      && compiled.sources.contains { $0.rank < .many && $0.arms.allSatisfy(\.isExact) }
    if let found = try known(isNamed ? limits.sortedFinds : limits.minFinds) {
      self = try Self(sorting: found, in: rows, db)
      return
    }
    if isLone, let source = sources.first { rows.filter = compiled.test(without: source.vain) }
    filter = rows.filter
    let sample = try rows.sample(limits.sampledRows, in: db)
    let isDense = sample.found * 20 > limits.sampledRows
    if !isDense, !sample.isWhole {
      if let found = try known(limits.sortedFinds) {
        self = try Self(sorting: found, in: rows, db)
        return
      }
      // Each result contains all matches, and so does their intersection.
      var several = try sources.compactMap { try $0.candidates(limits.maxFinds) }
      if several.isEmpty, sources.count > 1, sample.found == 0 {
        several = try sources.compactMap { try $0.candidates(limits.maxSharedFinds) }
      }
      if let first = several.first {
        let found = several.dropFirst().reduce(first) { $0.intersection($1) }
        let matching = try rows.matching(among: found, limits.sampledRows, in: db)
        let isQuicklySorted = try rows.isQuicklySorted(found, matching, within: limits, in: db)
        if found.count <= limits.sortedFinds || isQuicklySorted {
          self = try Self(sorting: found, in: rows, db)
          return
        }
        rows.candidates = found.sieved
        self.found = found
        total = found.isExact ? .exact(found.count) : .atLeast(max(sample.found, matching))
        way = .walk(rows)
        return
      }
    }
    total =
      stored.map { .exact($0.matching) }
      ?? (sample.isWhole ? .exact(sample.found) : .atLeast(sample.found))
    way = .walk(rows)
  }

  private init(sorting found: RowIDFilter, in rows: Keyset, _ db: Database) throws {
    let matchSet =
      found.count <= Self.fewRows
      ? try MatchSet(rows: rows.rows(of: found, in: db), in: rows)
      : MatchSet(try rows.matchSet(among: found, in: db), in: rows)
    total = .exact(matchSet.count)
    way = .matchSet(matchSet)
    self.found = found
    filter = rows.filter
  }

  /// The maximum number of whole rows to read before sorting.
  private static let fewRows = 50
}

extension Keyset {
  /// Counts the matches among the list's first rows, up to `limit`.
  fileprivate func sample(_ limit: Int, in db: Database) throws -> (found: Int, isWhole: Bool) {
    // CASE short-circuits; as a plain value, the whole condition would be evaluated.
    let sampled: Fragment = """
      SELECT count(*), coalesce(sum(isFound), 0) FROM (
        SELECT CASE WHEN \(filter ?? .always) THEN 1 ELSE 0 END AS isFound
        FROM \(table) WHERE \(base)
        \(ordering(isBackward: false)) LIMIT \(limit))
      """
    let (rows, found) =
      try db.fetch(sampled, isCached: isCommon) { (try $0.count(0), try $0.count(1)) }.first ?? (
        0, 0
      )
    return (found, rows < limit)
  }

  /// The number of matches among the first `limit` candidates.
  fileprivate func matching(
    among candidates: RowIDFilter,
    _ limit: Int,
    in db: Database
  ) throws -> Int {
    let some = candidates.numbers.prefix(limit)
    return try candidates.isExact ? some.count : matchSet(among: some, in: db).count
  }

  /// Whether testing and sorting all candidates is faster than scanning for the first ones, given
  /// the number of matches among the first candidates.
  fileprivate func isQuicklySorted(
    _ candidates: RowIDFilter,
    _ matching: Int,
    within limits: SearchPlan.Limits,
    in db: Database
  ) throws -> Bool {
    let tested = min(candidates.count, limits.sampledRows)
    guard tested > 0, !candidates.isExact else { return false }
    let last: Fragment = "SELECT max(\(number)) FROM \(table)"
    let listed = try db.count(last.sql, last.arguments)
    // No match counts as half a match.
    let twice = max(matching * 2, 1) * candidates.count / tested
    let (entries, tests) = (100 * listed / max(twice, 1), 100 * candidates.count / max(twice, 1))
    return candidates.count * limits.entriesPerTest < entries + tests * limits.entriesPerTest
  }
}

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
    return try RowCursor(arm.statement, isCached: isLone && isCached(arm.statement), in: db)
  }

  /// Caches statements with few values, of which there are few.
  private func isCached(_ statement: Fragment) -> Bool { statement.arguments.count <= 8 }
}
