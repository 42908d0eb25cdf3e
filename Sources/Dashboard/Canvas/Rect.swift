/// A rectangle of cells. Its edges may lie outside the frame: drawing clips.
struct Rect: Equatable, Sendable {
  var column: Int
  var row: Int
  var columns: Int
  var rows: Int

  /// The first column and row past the rectangle.
  var endColumn: Int { column + columns }
  var endRow: Int { row + rows }
  var isEmpty: Bool { columns <= 0 || rows <= 0 }

  /// Cuts `count` rows off the top and returns them.
  mutating func takeTop(_ count: Int) -> Rect {
    let count = min(max(0, count), max(0, rows))
    defer {
      row += count
      rows -= count
    }
    return Rect(column: column, row: row, columns: columns, rows: count)
  }

  mutating func takeBottom(_ count: Int) -> Rect {
    let count = min(max(0, count), max(0, rows))
    rows -= count
    return Rect(column: column, row: row + rows, columns: columns, rows: count)
  }

  mutating func takeRight(_ count: Int) -> Rect {
    let count = min(max(0, count), max(0, columns))
    columns -= count
    return Rect(column: column + columns, row: row, columns: count, rows: rows)
  }

  func insetColumns(_ left: Int, _ right: Int = 0) -> Rect {
    Rect(column: column + left, row: row, columns: max(0, columns - left - right), rows: rows)
  }
}
