/// A text of a row, fit into its column. Columns count from the table's left edge.
struct PlacedCell: Equatable, Sendable {
  var text: SafeText
  var role: Role
  var start: Int
  /// Where the table's column ends.
  var end: Int
}

typealias PlacedRow = [PlacedCell]

/// Makes the cells of records and puts them where a table of some width has them.
struct RowPlacer {
  private let makers: [(make: (Record) -> TableCell, isRight: Bool, left: Int, width: Int)]
  private let glyphs: GlyphSet

  init(_ table: Table, columns: Int, _ glyphs: GlyphSet) {
    let room = table.room(in: Rect(column: 0, row: 0, columns: columns, rows: 1))
    // To copy a column for every cell takes longer than most cells do.
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
