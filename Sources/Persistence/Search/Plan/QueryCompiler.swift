package import Entitlements
internal import GRDB

/// A query compiled to SQL for one list.
struct CompiledQuery: Sendable {
  /// Index statements that together return the row IDs of all possible matches.
  struct Source: Sendable {
    var arms: [Arm]
    var rank: SearchPredicate.Rank

    var statements: [Fragment] { arms.map(\.statement) }
  }

  struct Arm: Sendable {
    var statement: Fragment
    /// Whether every returned row matches.
    var isExact: Bool
    /// Counts the results without reading them.
    var size: Fragment?
    /// The index of the query's part.
    var part = 0
  }

  /// Tests whether the current row matches.
  var test: Fragment
  /// Alternative sources; empty if no index helps.
  var sources: [Source] = []
  /// Whether the statements are few enough to cache: those of words.
  var isCommon = false

  /// The tests of a disjunction's parts, to which arms refer.
  var parts: [Fragment] = []

  /// The test for rows that meet none of these parts.
  func test(without excluded: Set<Int>) -> Fragment {
    guard !excluded.isEmpty, !parts.isEmpty else { return test }
    return .any(parts.indices.filter { !excluded.contains($0) }.map { parts[$0] })
  }

  /// With more statements, a union is no faster than scanning the list.
  static let maxStatements = 64
}

/// Compiles queries to tests and sources. All values are bound.
struct QueryCompiler {
  let predicates: QueryPredicates
  let home: PredicateTable

  init(_ predicates: QueryPredicates) {
    self.predicates = predicates
    home = predicates.list.home
  }

  func compile(_ query: Query) -> CompiledQuery {
    var compiled = compile(query, beside: [home])
    if case .word = query { compiled.isCommon = compiled.test.arguments.count <= 64 }
    return compiled
  }

  /// `homes` are the aliases that conditions may use directly.
  private func compile(_ query: Query, beside homes: Set<PredicateTable>) -> CompiledQuery {
    switch query {
    case .everything: CompiledQuery(test: .always)
    case .not(.everything):
      CompiledQuery(test: .never, sources: [.init(arms: [], rank: .one)])
    case .not(let query): CompiledQuery(test: compile(query, beside: homes).test.negated)
    case .field(let field):
      any(predicates.predicates(for: field).map { predicate($0, beside: homes) })
    case .word(let text):
      any(predicates.predicates(forWord: text).map { predicate($0, beside: homes) })
    case .or(let branches): any(branches.map { compile($0, beside: homes) })
    case .and(let branches): all(branches, beside: homes)
    }
  }

  /// The test for the purchases because of which a row matches, beside these tables; `nil` if no
  /// condition is on purchases.
  func purchaseTest(_ query: Query, beside homes: Set<PredicateTable>) -> Fragment? {
    let parts = if case .and(let parts) = query { parts } else { [query] }
    let tests = parts.compactMap { part -> Fragment? in
      if aims(of: part) != nil { return compile(part, beside: homes).test }
      guard case .or(let branches) = part else { return nil }
      let joint = branches.filter { aims(of: $0) != nil }
      return joint.isEmpty ? nil : .any(joint.map { compile($0, beside: homes).test })
    }
    return tests.isEmpty ? nil : .all(tests)
  }

  private func any(_ branches: [CompiledQuery]) -> CompiledQuery {
    var compiled = CompiledQuery(test: .any(branches.map(\.test)))
    let best = branches.compactMap { $0.sources.min { $0.rank < $1.rank } }
    let arms = best.enumerated().flatMap { part, source in
      source.arms.map { arm in
        var arm = arm
        arm.part = part
        return arm
      }
    }
    if best.count == branches.count, arms.count <= CompiledQuery.maxStatements {
      compiled.parts = branches.map(\.test)
      // Arms that may be skipped for their size come last.
      let inTurn = arms.filter { $0.size == nil } + arms.filter { $0.size != nil }
      compiled.sources = [.init(arms: inTurn, rank: best.map(\.rank).max() ?? .one)]
    }
    return compiled
  }

  /// Conditions on purchases must hold for the same purchase: `product:gold state:grace` finds a
  /// user with gold in a grace period only if gold is in the grace period.
  private func all(_ branches: [Query], beside homes: Set<PredicateTable>) -> CompiledQuery {
    let joint = branches.filter { aims(of: $0) != nil }
    let target = Set(joint.compactMap(aims).joined())
    let end: PredicateTable = target.contains(.sale) ? .sale : .chain
    guard joint.count > 1, !homes.contains(end), let path = home.path(to: end) else {
      return all(branches.map { compile($0, beside: homes) })
    }
    let inner = joint.map { compile($0, beside: homes.union(path.homes)) }
    var one = all(inner)
    one.test = path.leads(to: one.test)
    let others = branches.filter { aims(of: $0) == nil }
    return all([one] + others.map { compile($0, beside: homes) })
  }

  private func all(_ parts: [CompiledQuery]) -> CompiledQuery {
    if parts.count == 1 { return parts[0] }
    var all = CompiledQuery(test: .all(parts.map(\.test)), sources: parts.flatMap(\.sources))
    for source in all.sources.indices {
      for arm in all.sources[source].arms.indices { all.sources[source].arms[arm].isExact = false }
    }
    return all
  }

  /// The tables of the conditions if they are all on purchases; `nil` if they can be tested
  /// separately.
  private func aims(of query: Query) -> Set<PredicateTable>? {
    switch query {
    case .field(let field): aims(of: predicates.predicates(for: field))
    case .or(let branches), .and(let branches):
      branches.reduce(Set<PredicateTable>?.some([])) { aims, branch in
        guard let aims, let others = self.aims(of: branch) else { return nil }
        return aims.union(others)
      }
    case .everything, .not, .word: nil
    }
  }

  private func aims(of predicates: [SearchPredicate]) -> Set<PredicateTable>? {
    let homes = Set(predicates.map(\.home))
    return homes.isSubset(of: [.sale, .chain]) && !homes.contains(home) ? homes : nil
  }

  private func predicate(
    _ predicate: SearchPredicate,
    beside homes: Set<PredicateTable>
  ) -> CompiledQuery {
    var compiled = CompiledQuery(test: predicate.test)
    if !homes.contains(predicate.home), let path = home.path(to: predicate.home) {
      compiled.test = path.leads(to: predicate.test)
      if let premise = predicate.premise { compiled.test = "(\(premise) AND \(compiled.test))" }
    }
    let statements = predicate.sources?.compactMap { home.numbers(of: predicate.home, among: $0) }
    if let statements, statements.count == predicate.sources?.count {
      let isExact = predicate.isExact && home.isLedToExactly(from: predicate.home)
      let arms = statements.map {
        CompiledQuery.Arm(statement: $0, isExact: isExact, size: predicate.size)
      }
      compiled.sources = [.init(arms: arms, rank: predicate.rank)]
    }
    return compiled
  }
}

extension RowList {
  /// The table of its rows.
  var home: PredicateTable {
    switch self {
    case .users: .user
    case .orders: .sale
    case .subs: .chain
    case .ent: .entitlement
    case .receipts: .document
    case .events: .notice
    }
  }
}

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
      let query = try known(search.query.normalized, in: list, db)
      guard query != .everything else {
        return QueryExplanation(way: .whole, sources: [], page: try rows.explained(in: db))
      }
      let compiled = try compile(query, list, instant, in: db)
      let stored = try storedTotal(of: list, query, in: db)
      let plan = try SearchPlan(compiled, in: rows, of: stored, within: ledger.searchLimits, db)
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

/// How a ledger finds the rows of a list that match a query.
package struct QueryExplanation: Equatable, Sendable {
  package enum Way: Equatable, Sendable {
    /// Every row matches: the list's index is read in order.
    case whole
    /// Indices find all matches: so many rows, which are sorted in memory.
    case found(Int)
    /// Indices find candidates: so many rows, which are looked up along the list's own index.
    case sieved(Int)
    /// The list's index is read in order, and every row is tested.
    case walked
  }

  /// An SQL statement; values are bound, and shown as `?`.
  package struct Statement: Equatable, Sendable {
    package var sql: String
    /// SQLite's query plan, step by step.
    package var steps: [String]
  }

  package var way: Way
  /// The statements that find rows by index; empty if the whole list is read.
  package var sources: [Statement]
  /// The statements that read the first page of the list.
  package var page: [Statement]
}
