import Entitlements
internal import GRDB

/// The rows found by a search, in list order; few enough to hold all keys in memory.
struct MatchSet {
  private let list: Keyset
  private let matchSet: [Keyset.Find]
  /// The rows, if few enough to be read at once.
  private let rows: [RowReader]?

  init(_ matchSet: [Keyset.Find], in list: Keyset) {
    self.list = list
    self.matchSet = matchSet.sorted { list.stands($0.key, before: $1.key) }
    rows = nil
  }

  init(rows: [RowReader], in list: Keyset) throws {
    self.list = list
    let keyed = try rows.map { (key: try list.key(of: $0), cells: $0) }
      .sorted { list.stands($0.key, before: $1.key) }
    matchSet = keyed.map { Keyset.Find(number: 0, key: $0.key) }
    self.rows = keyed.map(\.cells)
  }

  var count: Int { matchSet.count }

  func slice(at anchor: PageAnchor<Keyset.Key>, limit: Int, in db: Database) throws -> Slice {
    let range = range(at: anchor, limit: limit)
    return Slice(
      rows: try rows.map { Array($0[range]) } ?? list.rows(matchSet[range], in: db),
      keys: matchSet[range].map(\.key),
      hasBefore: range.lowerBound > 0,
      hasAfter: range.upperBound < matchSet.count,
      precedingRows: range.lowerBound,
      total: .exact(count)
    )
  }

  private func range(at anchor: PageAnchor<Keyset.Key>, limit: Int) -> Range<Int> {
    let start: Int
    switch anchor {
    case .first: start = 0
    case .from(let key): start = position { !list.stands($0, before: key) }
    case .after(let key): start = position { list.stands(key, before: $0) }
    case .before(let key):
      let end = position { !list.stands($0, before: key) }
      return max(end - limit, 0)..<end
    case .last: start = max(count - limit, 0)
    }
    return start..<min(start + limit, count)
  }

  private func position(_ isReached: (Keyset.Key) -> Bool) -> Int {
    matchSet.firstIndex(fromWhich: { isReached($0.key) })
  }
}

extension Keyset {
  /// Whether a row with key `left` comes before one with key `right`.
  func stands(_ left: Key, before right: Key) -> Bool {
    for (column, (left, right)) in zip(order, zip(left, right)) where left != right {
      guard column.isCaseless else { return left.stands(before: right) != column.isDescending }
      let (left, right) = (left.caseless, right.caseless)
      if left != right { return left.stands(before: right) != column.isDescending }
    }
    return false
  }
}

extension ListCursor.Part {
  fileprivate var caseless: Self {
    guard case .text(let text) = self else { return self }
    let bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  // Compares bytes like SQLite; Swift's string order differs beyond ASCII.
  fileprivate func stands(before other: Self) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.number, .text): true
    case (.text, .number): false
    }
  }
}

extension RowReader {
  /// Reads a part of a key.
  func part(_ column: Int) throws -> ListCursor.Part {
    switch value(column) {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .bytes, nil: throw RowDecodingError(column: column)
    }
  }
}
