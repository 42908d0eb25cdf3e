import Entitlements
internal import GRDB

/// The row IDs of all possible matches.
struct RowIDFilter: Sendable {
  /// Ascending and unique, so that rows are read in file order.
  let numbers: [Int64]
  /// Row IDs known to match, and those that must be tested.
  let certain: [Int64]
  let uncertain: [Int64]
  /// A bit set by remainder that rejects most other row IDs at once. Empty until `sieved`.
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

  /// The intersection, none of it certain.
  func intersection(_ others: RowIDFilter) -> RowIDFilter {
    let others = others.sieved
    return RowIDFilter(certain: [], uncertain: numbers.filter(others.contains))
  }

  /// A copy with the bit set, for many lookups.
  var sieved: RowIDFilter {
    var sieved = self
    sieved.bits = [UInt64](repeating: 0, count: Self.remainders / 64)
    for number in numbers { sieved.bits[Self.wordIndex(number)] |= Self.bit(number) }
    return sieved
  }

  func contains(_ number: Int64) -> Bool {
    guard bits.isEmpty || bits[Self.wordIndex(number)] & Self.bit(number) != 0 else { return false }
    return Self.holds(number, in: numbers)
  }

  func isCertain(_ number: Int64) -> Bool { uncertain.isEmpty || Self.holds(number, in: certain) }

  private static func sorted(_ numbers: [Int64]) -> [Int64] {
    numbers.sorted().reduce(into: []) { unique, number in
      if unique.last != number { unique.append(number) }
    }
  }

  private static func holds(_ number: Int64, in numbers: [Int64]) -> Bool {
    let index = numbers.firstIndex(fromWhich: { $0 >= number })
    return index < numbers.count && numbers[index] == number
  }

  private static func wordIndex(_ number: Int64) -> Int { Int(number & Int64(remainders - 1)) >> 6 }
  private static func bit(_ number: Int64) -> UInt64 { 1 << UInt64(number & 63) }
}

extension Keyset {
  /// The matching candidates.
  func matchSet(among candidates: RowIDFilter, in db: Database) throws -> [Find] {
    try unfiltered.matchSet(among: candidates.certain, in: db)
      + matchSet(among: candidates.uncertain, in: db)
  }

  /// The matching rows among those with these row IDs.
  func matchSet(among numbers: some Collection<Int64>, in db: Database) throws -> [Find] {
    if numbers.isEmpty { return [] }
    return try db.fetch(finding(among: numbers), isCached: isCached) {
      Find(number: try $0.number(0), key: try key(of: $0, from: 1))
    }
  }

  /// The statement of `matchSet(among:in:)`.
  func finding(among numbers: some Sequence<Int64>) -> Fragment {
    """
    SELECT \(number), \(keyColumns) FROM json_each(\(numbers.json)) AS found
    CROSS JOIN \(table) ON \(number) = found.value
    WHERE \(condition)
    """
  }

  /// Reads the rows of matching candidates.
  func rows(of candidates: RowIDFilter, in db: Database) throws -> [RowReader] {
    try unfiltered.rows(numbered: candidates.certain, in: db)
      + rows(numbered: candidates.uncertain, in: db)
  }

  /// The first matching rows. Scans only the list's index, which is much faster than testing its
  /// rows, and tests candidates in batches.
  func rows(
    among candidates: RowIDFilter,
    _ tails: [Fragment],
    limit: Int,
    in db: Database
  ) throws -> [RowReader] {
    var found: [Find] = []
    for tail in tails where found.count < limit {
      var batch: [Find] = []
      let keys: Fragment = "SELECT \(number), \(keyColumns) FROM \(table) WHERE \(tail)"
      try db.walk(keys) { cells in
        let number = try cells.number(0)
        guard candidates.contains(number) else { return true }
        batch.append(Find(number: number, key: try key(of: cells, from: 1)))
        // A few spare ones, because some may not match.
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
    _ candidates: RowIDFilter,
    in db: Database
  ) throws -> [Find] {
    let doubtful = Set(batch.map(\.number).filter { !candidates.isCertain($0) })
    if doubtful.isEmpty { return batch }
    let passed = Set(try matchSet(among: doubtful.sorted(), in: db).map(\.key))
    return batch.filter { passed.contains($0.key) || !doubtful.contains($0.number) }
  }
}

extension Array {
  /// The first index from which on all elements meet the condition, by binary search.
  @inline(__always)
  func firstIndex(fromWhich isReached: (Element) throws -> Bool) rethrows -> Int {
    var range = indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        try isReached(self[middle])
        ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
    }
    return range.lowerBound
  }
}

extension Sequence where Element == Int64 {
  /// The numbers as a JSON array for statements.
  var json: String { "[\(map(String.init).joined(separator: ","))]" }
}
