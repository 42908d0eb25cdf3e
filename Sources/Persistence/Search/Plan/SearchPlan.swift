import Entitlements
internal import GRDB

/// How the rows that match a query are come by, and how many they are. The work is bounded, whatever
/// is searched for, as long as what matches is found by index or lies close together.
struct SearchPlan {
  enum Way {
    /// All are known.
    case finds(Finds)
    /// The list is walked in its order.
    case walk(Keyset)
  }

  var way: Way
  var total: Count

  /// Where one way of searching gives way to the next.
  struct Limits: Sendable {
    /// So many finds are always asked for first: an identifier has few.
    var fewestFinds = 250
    /// Up to so many are sorted in memory.
    var sortedFinds = 2_000
    /// Up to so many are looked for in the list's own index.
    var mostFinds = 20_000
    /// Up to so many of each of several conditions, where the list holds next to nothing that meets
    /// all of them: to test every row of it would take a hundred times as long.
    var mostSharedFinds = 400_000
    /// So many rows are looked at to tell how close together those lie that match.
    var sampledRows = 250
    /// So many entries of the list's index are walked in the time that one row takes to be tested.
    var entriesPerTest = 16
  }

  init(
    _ compiled: CompiledQuery,
    in list: Keyset,
    within limits: Limits,
    _ db: Database
  ) throws {
    var rows = list
    (rows.filter, rows.isCommon) = (compiled.test, compiled.isCommon)
    let isLone = compiled.sources.count == 1
    let sources = compiled.sources.sorted { $0.rank < $1.rank }
      .map { SourceReader($0, isLone: isLone, in: db) }
    defer { for source in sources { source.close() } }
    func known(_ limit: Int) throws -> Candidates? {
      for source in sources {
        if let found = try source.candidates(limit) { return found }
      }
      return nil
    }
    // What indices find without a doubt, such as names, is not worth looking around for.
    let isNamed =
      limits.fewestFinds > 0
      && compiled.sources.contains { $0.rank < .many && $0.arms.allSatisfy(\.isExact) }
    if let found = try known(isNamed ? limits.sortedFinds : limits.fewestFinds) {
      self = try Self(sorting: found, in: rows, db)
      return
    }
    if isLone, let source = sources.first { rows.filter = compiled.test(without: source.vain) }
    let sample = try rows.sample(limits.sampledRows, in: db)
    let isDense = sample.found * 20 > limits.sampledRows
    if !isDense, !sample.isWhole {
      if let found = try known(limits.sortedFinds) {
        self = try Self(sorting: found, in: rows, db)
        return
      }
      // What each of several finds holds all that match: so does what they have in common.
      var several = try sources.compactMap { try $0.candidates(limits.mostFinds) }
      if several.isEmpty, sources.count > 1, sample.found == 0 {
        several = try sources.compactMap { try $0.candidates(limits.mostSharedFinds) }
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
        total = found.isExact ? .exact(found.count) : .atLeast(max(sample.found, matching))
        way = .walk(rows)
        return
      }
    }
    total = sample.isWhole ? .exact(sample.found) : .atLeast(sample.found)
    way = .walk(rows)
  }

  private init(sorting found: Candidates, in rows: Keyset, _ db: Database) throws {
    let finds =
      found.count <= Self.fewRows
      ? try Finds(rows: rows.rows(of: found, in: db), in: rows)
      : Finds(try rows.finds(among: found, in: db), in: rows)
    total = .exact(finds.count)
    way = .finds(finds)
  }

  /// So many are read as a whole before they are sorted.
  private static let fewRows = 50
}

extension Keyset {
  /// How many of the list's first rows there are up to so many, and how many of them match.
  fileprivate func sample(
    _ limit: Int,
    in db: Database
  ) throws -> (found: Int, isWhole: Bool) {
    // A condition of CASE is left as soon as it is settled; as a value all of it would be worked out.
    let sampled: Fragment = """
      SELECT count(*), coalesce(sum(isFound), 0) FROM (
        SELECT CASE WHEN \(filter ?? .always) THEN 1 ELSE 0 END AS isFound
        FROM \(table) WHERE \(base)
        \(ordering(isBackward: false)) LIMIT \(limit))
      """
    let (rows, found) =
      try db.search(sampled, isKept: isCommon) { (try $0.count(0), try $0.count(1)) }.first ?? (
        0, 0
      )
    return (found, rows < limit)
  }

  /// How many of the first candidates match, up to so many of them.
  fileprivate func matching(
    among candidates: Candidates,
    _ limit: Int,
    in db: Database
  ) throws -> Int {
    let some = candidates.numbers.prefix(limit)
    return try candidates.isExact ? some.count : finds(among: some, in: db).count
  }

  /// Whether it takes less time to test and sort all candidates than to walk for the first of them,
  /// if so many match of the first ones.
  fileprivate func isQuicklySorted(
    _ candidates: Candidates,
    _ matching: Int,
    within limits: SearchPlan.Limits,
    in db: Database
  ) throws -> Bool {
    let tested = min(candidates.count, limits.sampledRows)
    guard tested > 0, !candidates.isExact else { return false }
    let last: Fragment = "SELECT max(\(number)) FROM \(table)"
    let listed = try db.count(last.sql, last.arguments)
    // No match among them is taken for half a one.
    let twice = max(matching * 2, 1) * candidates.count / tested
    let (entries, tests) = (100 * listed / max(twice, 1), 100 * candidates.count / max(twice, 1))
    return candidates.count * limits.entriesPerTest < entries + tests * limits.entriesPerTest
  }
}
