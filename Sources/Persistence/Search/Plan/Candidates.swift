import Entitlements
internal import GRDB

/// The numbers of all rows that may be looked for.
struct Candidates: Sendable {
  /// In ascending order, each once, so that rows are read as they lie in the file.
  let numbers: [Int64]
  /// Those of them that are looked for without a doubt, and the others.
  let certain: [Int64]
  let uncertain: [Int64]
  /// One bit for every remainder of a number: most of those that are not among the others are told
  /// by it at once. Empty until many are to be told apart.
  private var bits: [UInt64] = []

  private static let remainders = 1 << 20

  init(certain: [Int64], uncertain: [Int64]) {
    self.certain = Self.sorted(certain)
    let known = Set(uncertain.isEmpty ? [] : self.certain)
    self.uncertain =
      known.isEmpty
      ? Self.sorted(uncertain) : Self.sorted(uncertain.filter { !known.contains($0) })
    numbers =
      certain.isEmpty
      ? self.uncertain
      : self.uncertain.isEmpty ? self.certain : (self.certain + self.uncertain).sorted()
  }

  var count: Int { numbers.count }
  var isExact: Bool { uncertain.isEmpty }

  /// What is in both, none of it certain.
  func intersection(_ others: Candidates) -> Candidates {
    let others = others.sieved
    return Candidates(certain: [], uncertain: numbers.filter(others.contains))
  }

  /// The same, made ready to be asked about many numbers.
  var sieved: Candidates {
    var sieved = self
    sieved.bits = [UInt64](repeating: 0, count: Self.remainders / 64)
    for number in numbers { sieved.bits[Self.place(number)] |= Self.bit(number) }
    return sieved
  }

  func contains(_ number: Int64) -> Bool {
    guard bits.isEmpty || bits[Self.place(number)] & Self.bit(number) != 0 else { return false }
    return Self.holds(number, in: numbers)
  }

  func isCertain(_ number: Int64) -> Bool {
    uncertain.isEmpty || Self.holds(number, in: certain)
  }

  private static func sorted(_ numbers: [Int64]) -> [Int64] {
    numbers.sorted().reduce(into: []) { kept, number in
      if kept.last != number { kept.append(number) }
    }
  }

  private static func holds(_ number: Int64, in numbers: [Int64]) -> Bool {
    var range = numbers.startIndex..<numbers.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if numbers[middle] == number { return true }
      range =
        numbers[middle] < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  private static func place(_ number: Int64) -> Int { Int(number & Int64(remainders - 1)) >> 6 }
  private static func bit(_ number: Int64) -> UInt64 { 1 << UInt64(number & 63) }
}

extension Keyset {
  /// Those of the candidates that are looked for.
  func finds(among candidates: Candidates, in db: Database) throws -> [Find] {
    try unfiltered.finds(among: candidates.certain, in: db)
      + finds(among: candidates.uncertain, in: db)
  }

  /// Those of the numbered rows that are looked for.
  func finds(among numbers: some Collection<Int64>, in db: Database) throws -> [Find] {
    if numbers.isEmpty { return [] }
    return try db.search(finding(among: numbers), isKept: filter == nil || isCommon) {
      Find(number: try $0.number(0), key: try key(of: $0, from: 1))
    }
  }

  /// The statement for that.
  func finding(among numbers: some Sequence<Int64>) -> Fragment {
    """
    SELECT \(number), \(keyColumns) FROM json_each(\(numbers.json)) AS found
    CROSS JOIN \(table) ON \(number) = found.value
    WHERE \(condition)
    """
  }

  /// The candidates' rows themselves, of those that are looked for.
  func rows(of candidates: Candidates, in db: Database) throws -> [Cells] {
    try unfiltered.rows(numbered: candidates.certain, in: db)
      + rows(numbered: candidates.uncertain, in: db)
  }

  /// The first of the rows that are looked for. The list's index is walked alone, which is much
  /// quicker than to test its rows; of those few that are candidates, many are tested at once.
  func rows(
    among candidates: Candidates,
    _ tails: [Fragment],
    limit: Int,
    in db: Database
  ) throws -> [Cells] {
    var found: [Find] = []
    for tail in tails where found.count < limit {
      var batch: [Find] = []
      let keys: Fragment = "SELECT \(number), \(keyColumns) FROM \(table) WHERE \(tail)"
      try db.walk(keys) { cells in
        let number = try cells.number(0)
        guard candidates.contains(number) else { return true }
        batch.append(Find(number: number, key: try key(of: cells, from: 1)))
        // A few more than are wanting: some may not be looked for.
        guard batch.count >= limit - found.count + Self.spare else { return true }
        found += try tested(batch, candidates, in: db)
        batch = []
        return found.count < limit
      }
      found += try tested(batch, candidates, in: db)
    }
    return try rows(found.prefix(limit), in: db)
  }

  private static let spare = 14

  private func tested(
    _ batch: [Find],
    _ candidates: Candidates,
    in db: Database
  ) throws -> [Find] {
    let doubtful = Set(batch.map(\.number).filter { !candidates.isCertain($0) })
    if doubtful.isEmpty { return batch }
    let passed = Set(try finds(among: doubtful.sorted(), in: db).map(\.key))
    return batch.filter { passed.contains($0.key) || !doubtful.contains($0.number) }
  }
}

extension Sequence where Element == Int64 {
  /// The numbers as an array for statements.
  var json: String { "[\(map(String.init).joined(separator: ","))]" }
}
