/// A cell's text, fitted into its column. Columns count from the table's left edge.
struct PlacedCell: Equatable, Sendable {
  var text: SafeText
  var role: Role
  var start: Int
  /// The end of the table's column.
  var end: Int
}

typealias PlacedRow = [PlacedCell]

/// Creates the cells of records, positioned for a table of some width.
struct RowPlacer {
  private let makers: [(make: (Record) -> TableCell, isRight: Bool, left: Int, width: Int)]
  private let glyphs: GlyphSet

  init(_ table: Table, columns: Int, _ glyphs: GlyphSet) {
    let room = table.room(in: Rect(column: 0, row: 0, columns: columns, rows: 1))
    // Copying a column for every cell would be slower than creating most cells.
    makers = table.place(in: room).map { ($0.cell, $0.alignment == .right, left: $1, width: $2) }
    self.glyphs = glyphs
  }

  func place(_ record: Record) -> PlacedRow {
    makers.map { make, isRight, left, width in
      let cell = make(record)
      let text = cell.text.truncated(to: width, cell.truncation, glyphs)
      let start = isRight ? left + width - text.width : left
      return PlacedCell(text: text, role: cell.role, start: start, end: left + width)
    }
  }
}
