import Entitlements

/// A query as SQL about the rows of one list.
struct CompiledQuery: Sendable {
  /// Statements that together find by index the numbers of all rows that may match.
  struct Source: Sendable {
    var arms: [Arm]
    var rank: SearchLeaf.Rank

    var statements: [Fragment] { arms.map(\.statement) }
  }

  struct Arm: Sendable {
    var statement: Fragment
    /// Whether every row it finds matches.
    var isExact: Bool
    /// What counts its finds without finding them.
    var size: Fragment?
    /// Which of the query's parts it is of.
    var part = 0
  }

  /// Whether the row at hand matches.
  var test: Fragment
  /// Each by itself will do; none where no index helps.
  var sources: [Source] = []
  /// Whether there are few statements of this kind, which are worth keeping: those of words.
  var isCommon = false

  /// Of a query that is met by any of its parts, the test of each. Arms say which part they are of.
  var parts: [Fragment] = []

  /// The same for rows that meet none of these parts.
  func test(without vain: Set<Int>) -> Fragment {
    guard !vain.isEmpty, !parts.isEmpty else { return test }
    return .any(parts.indices.filter { !vain.contains($0) }.map { parts[$0] })
  }

  /// Of more statements than these a union is no quicker than walking the list.
  static let mostStatements = 64
}

/// Turns queries into tests and sources. Values are bound, whatever they hold.
struct QueryCompiler {
  let leaves: QueryLeaves
  let home: SearchHome

  init(_ leaves: QueryLeaves) {
    self.leaves = leaves
    home = leaves.list.home
  }

  func compile(_ query: Query) -> CompiledQuery {
    var compiled = compile(query, beside: [home])
    if case .word = query { compiled.isCommon = compiled.test.arguments.count <= 64 }
    return compiled
  }

  /// `homes` are the aliases that conditions may use as they are.
  private func compile(_ query: Query, beside homes: Set<SearchHome>) -> CompiledQuery {
    switch query {
    case .everything: CompiledQuery(test: .always)
    case .not(.everything):
      CompiledQuery(test: .never, sources: [.init(arms: [], rank: .one)])
    case .not(let query): CompiledQuery(test: compile(query, beside: homes).test.negated)
    case .field(let field): any(leaves.leaves(for: field).map { leaf($0, beside: homes) })
    case .word(let text): any(leaves.leaves(forWord: text).map { leaf($0, beside: homes) })
    case .or(let branches): any(branches.map { compile($0, beside: homes) })
    case .and(let branches): all(branches, beside: homes)
    }
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
    if best.count == branches.count, arms.count <= CompiledQuery.mostStatements {
      compiled.parts = branches.map(\.test)
      // Those that may be found too large are asked last.
      let inTurn = arms.filter { $0.size == nil } + arms.filter { $0.size != nil }
      compiled.sources = [.init(arms: inTurn, rank: best.map(\.rank).max() ?? .one)]
    }
    return compiled
  }

  /// What is demanded of purchases must hold for one of them: a user who bought gold and is in a
  /// grace period is found by `product:gold state:grace` only where it is gold's.
  private func all(_ branches: [Query], beside homes: Set<SearchHome>) -> CompiledQuery {
    let joint = branches.filter { aims(of: $0) != nil }
    let target = Set(joint.compactMap(aims).joined())
    let end: SearchHome = target.contains(.sale) ? .sale : .chain
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

  /// What the conditions are about, if that is a purchase and nothing else; `nil` for what may as
  /// well be asked by itself.
  private func aims(of query: Query) -> Set<SearchHome>? {
    switch query {
    case .field(let field): aims(of: leaves.leaves(for: field))
    case .or(let branches), .and(let branches):
      branches.reduce(Set<SearchHome>?.some([])) { aims, branch in
        guard let aims, let others = self.aims(of: branch) else { return nil }
        return aims.union(others)
      }
    case .everything, .not, .word: nil
    }
  }

  private func aims(of leaves: [SearchLeaf]) -> Set<SearchHome>? {
    let homes = Set(leaves.map(\.home))
    return homes.isSubset(of: [.sale, .chain]) && !homes.contains(home) ? homes : nil
  }

  private func leaf(_ leaf: SearchLeaf, beside homes: Set<SearchHome>) -> CompiledQuery {
    var compiled = CompiledQuery(test: leaf.test)
    if !homes.contains(leaf.home), let path = home.path(to: leaf.home) {
      compiled.test = path.leads(to: leaf.test)
      if let premise = leaf.premise { compiled.test = "(\(premise) AND \(compiled.test))" }
    }
    let statements = leaf.sources?.compactMap { home.numbers(of: leaf.home, among: $0) }
    if let statements, statements.count == leaf.sources?.count {
      let isExact = leaf.isExact && home.isLedToExactly(from: leaf.home)
      let arms = statements.map {
        CompiledQuery.Arm(statement: $0, isExact: isExact, size: leaf.size)
      }
      compiled.sources = [.init(arms: arms, rank: leaf.rank)]
    }
    return compiled
  }
}

extension RowList {
  /// What its rows are.
  var home: SearchHome {
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
