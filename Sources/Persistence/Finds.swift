import Entitlements
internal import GRDB

/// Rows found by a search, few enough to hold all their keys, in the list's order.
struct Finds {
  private let list: Keyset
  private let keys: [Keyset.Key]

  init(_ keys: [Keyset.Key], in list: Keyset) {
    self.list = list
    self.keys = keys.sorted { list.stands($0, before: $1) }
  }

  func slice(
    at anchor: PageAnchor<Keyset.Key>,
    limit: Int,
    in db: Database
  ) throws -> Slice {
    let range = range(at: anchor, limit: limit)
    var rows: [Cells] = []
    for key in keys[range] {
      guard let row = try list.row(key, in: db) else { continue }
      rows.append(row)
    }
    return Slice(
      rows: rows,
      keys: Array(keys[range]),
      hasBefore: range.lowerBound > 0,
      hasAfter: range.upperBound < keys.count,
      precedingRows: range.lowerBound,
      total: .exact(keys.count)
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
    case .last: start = max(keys.count - limit, 0)
    }
    return start..<min(start + limit, keys.count)
  }

  /// The first position at which `isReached` holds; it holds at all that follow.
  private func position(_ isReached: (Keyset.Key) -> Bool) -> Int {
    var range = 0..<keys.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isReached(keys[middle]) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
    }
    return range.lowerBound
  }
}

extension Keyset {
  /// Whether a row of the one key comes before that of the other.
  func stands(_ left: Key, before right: Key) -> Bool {
    for (column, (left, right)) in zip(order, zip(left, right)) where left != right {
      return left.stands(before: right) != column.isDescending
    }
    return false
  }
}

extension ListCursor.Part {
  // Compared by bytes, as SQLite does: Swift's own order of strings differs beyond ASCII.
  fileprivate func stands(before other: Self) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.number, .text): true
    case (.text, .number): false
    }
  }
}

extension Cells {
  /// A part of a key.
  func part(_ column: Int) throws -> ListCursor.Part {
    switch value(column) {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .bytes, nil: throw UnreadableRow(column: column)
    }
  }
}
