/// How many there are, as far as was counted.
package enum Count: Equatable, Sendable { case exact(Int), atLeast(Int) }

/// Where in an ordered list a page begins. Pages are found by key, never by offset, so that the
/// millionth row costs what the first does.
package enum PageAnchor<Key: Equatable & Sendable>: Equatable, Sendable {
  case first, last
  /// The rows that follow, or precede, the row with this key.
  case after(Key), before(Key)
  /// The row with this key, or what would stand in its place, and the rows that follow.
  case from(Key)
}

/// A stretch of an ordered list.
package struct Page<Row: Equatable & Sendable>: Equatable, Sendable {
  package var rows: [Row]
  /// Whether the list goes on above the first and below the last row.
  package var hasBefore: Bool
  package var hasAfter: Bool
  /// The rows above the first one, where that is known.
  package var precedingRows: Int?
  package var total: Count

  package init(
    rows: [Row],
    hasBefore: Bool,
    hasAfter: Bool,
    precedingRows: Int? = nil,
    total: Count
  ) {
    self.rows = rows
    self.hasBefore = hasBefore
    self.hasAfter = hasAfter
    self.precedingRows = precedingRows
    self.total = total
  }
}
