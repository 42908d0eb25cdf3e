/// A number of rows, as far as they were counted.
package enum Count: Equatable, Sendable { case exact(Int), atLeast(Int) }

/// Where a page of a list begins. Pages are found by key, not by offset: every row costs the same.
package enum PageAnchor<Key: Equatable & Sendable>: Equatable, Sendable {
  case first, last
  /// The rows that follow, or precede, the row with this key.
  case after(Key), before(Key)
  /// The row with this key, or the one that would follow it, and the rows after that.
  case from(Key)
}

/// A range of an ordered list.
package struct Page<Row: Equatable & Sendable>: Equatable, Sendable {
  package var rows: [Row]
  /// Whether the list continues above the first and below the last row.
  package var hasBefore: Bool
  package var hasAfter: Bool
  /// The number of rows above the first one, if known.
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
