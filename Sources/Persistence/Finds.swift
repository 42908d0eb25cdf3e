import Entitlements
internal import GRDB

/// Rows found by a search, few enough to hold all their keys, in the list's order.
struct Finds {
  var keys: [Keyset.Key]

  func slice(
    at anchor: PageAnchor<Keyset.Key>,
    limit: Int,
    row: (Keyset.Key) throws -> Cells?
  ) rethrows -> Slice {
    let range = range(at: anchor, limit: limit)
    return Slice(
      rows: try keys[range].compactMap(row),
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
    case .from(let key): start = position { !$0.stands(before: key) }
    case .after(let key): start = position { key.stands(before: $0) }
    case .before(let key):
      let end = position { !$0.stands(before: key) }
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

extension Keyset.Key {
  // Compared by bytes, as SQLite does: Swift's own order of strings differs beyond ASCII.
  func stands(before other: Self) -> Bool {
    if instant != other.instant { return instant > other.instant }
    return id.utf8.lexicographicallyPrecedes(other.id.utf8)
  }
}
