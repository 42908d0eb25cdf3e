import Entitlements
import Foundation

/// The content of one table cell.
struct TableCell: Equatable, Sendable {
  var text: SafeText
  var role: Role
  var truncation: SafeText.Truncation

  init(_ text: SafeText, _ role: Role = .text, cut truncation: SafeText.Truncation = .end) {
    self.text = text
    self.role = role
    self.truncation = truncation
  }

  static let empty = TableCell(.empty)
}

/// A column of a table. Its width depends on the screen and never on its content, so that nothing
/// moves while the rows scroll.
struct Column: Sendable {
  enum Alignment { case left, right }

  /// The field's name in machine formats.
  var key: String
  var title: SafeText
  /// The minimum and the usual maximum width in cells.
  var width: ClosedRange<Int>
  /// The width that shows long values whole, if the screen has room for it; `nil` if the usual one
  /// does.
  var wholeWidth: Int?
  /// Columns with a higher number are dropped first if there is no room.
  var priority: Int
  var alignment: Alignment
  /// The sort order by its values; `nil` if the ledger has no index for it.
  var sort: RowSort?
  /// The clock of its times; `nil` if it shows none that can be queried.
  var clock: Query.Clock?
  /// The queries for all its possible values; empty if they are unlimited.
  var values: [Query]
  /// The query for rows with the same value; `nil` if it cannot be queried.
  var condition: @Sendable (Record, Date) -> Query?
  var cell: @Sendable (Record, ViewContext) -> TableCell
  /// The name of a value that rows are counted by, if the cell shows more than the value.
  var valueName: (@Sendable (Record) -> SafeText)?

  /// The name of the row's value where rows are counted.
  func label(_ record: Record, _ view: ViewContext) -> SafeText {
    valueName?(record) ?? cell(record, view).text
  }
}

/// The two lines of a record on screens that are too narrow for a table.
struct Card {
  var title: TableCell
  var mark: TableCell
  var detail: TableCell
  var note: TableCell
}

/// Rows below column titles, with a cursor.
struct Table {
  var columns: [Column]
  var card: (Record, ViewContext) -> Card
  /// The message shown without rows.
  var emptyMessage: [SafeText]
  /// How many of the first columns do not scroll.
  var frozen = 1
  /// How many columns after the frozen ones are out of view. 0 shows the most important ones.
  var offset = 0
  /// The key of the chosen column.
  var chosen: String?
  /// Whether it can be scrolled sideways, so that the edges indicate hidden columns.
  var isMovable = false

  private static var gutter: Int { 2 }

  /// Draws `rows` with the cursor on row `cursor`, and the marker that `sign` returns before each
  /// row. Uses the cells of `placed` for the first rows instead of creating them.
  func draw(
    _ rows: some Collection<Record>,
    placed: [PlacedRow] = [],
    cursor: Int?,
    sign: ((Record) -> TableCell?)? = nil,
    in rect: Rect,
    _ view: ViewContext,
    on frame: inout Frame
  ) {
    guard !rect.isEmpty else { return }
    guard !rows.isEmpty else { return frame.write(placeholder: emptyMessage, in: rect) }
    let glyphs = view.glyphs
    if view.layout.usesCards {
      return drawCards(rows, cursor: cursor, sign: sign, in: rect, view, on: &frame)
    }
    var rect = rect
    drawTitles(in: rect.takeTop(1), glyphs, on: &frame)
    let placer = placed.count < rows.count ? RowPlacer(self, columns: rect.columns, view) : nil
    // A record is large, so it is only copied if it has to be looked at.
    for (offset, index) in rows.indices.prefix(rect.rows).enumerated() {
      let line = rect.row + offset
      let cells = offset < placed.count ? placed[offset] : placer?.place(rows[index]) ?? []
      for cell in cells {
        let end = rect.column + cell.end
        frame.write(cell.text, cell.role, at: rect.column + cell.start, line, until: end)
      }
      if let sign = sign?(rows[index]) {
        frame.write(sign.text, sign.role, at: rect.column + 1, line)
      }
      if offset == cursor { frame.drawCursor(in: rect, line, glyphs) }
    }
  }

  private func drawTitles(in titles: Rect, _ glyphs: GlyphSet, on frame: inout Frame) {
    for (column, left, width) in place(in: room(in: titles)) {
      let start = column.alignment == .right ? left + max(0, width - column.title.width) : left
      let end = left + width
      frame.write(column.title, .columnTitle, at: start, titles.row, until: end, glyphs)
      if column.key == chosen { frame.select(row: titles.row, from: left, to: left + width) }
      guard isMovable else { continue }
      frame.addHitRegion(.title(column.key), from: left, to: end, titles.row)
      let border = Frame.HitRegion.Target.edge(column.key, width: width)
      let borderEnd = min(end + Self.gutter, titles.endColumn)
      frame.addHitRegion(border, from: end, to: borderEnd, titles.row)
    }
    guard isMovable else { return }
    if offset > 0 { frame.write("<", .accent, at: titles.column, titles.row) }
    if hasMore(in: titles) { frame.write(">", .accent, at: titles.endColumn - 1, titles.row) }
  }

  /// The area of the cells, without row markers and the symbol for more columns.
  func room(in rect: Rect) -> Rect { rect.insetColumns(2, rightInset) }

  /// The columns reserved on the right for the symbol for more columns.
  private var rightInset: Int { isMovable ? 2 : 1 }

  /// Whether there are columns to the right of the visible ones.
  func hasMore(in rect: Rect) -> Bool {
    let visible = visible(in: rect.columns - 2 - rightInset)
    return offset == 0 ? visible.count < columns.count : visible.last != columns.count - 1
  }

  /// The offset at which a column is visible: the current one, if possible.
  func offset(showing key: String, in rect: Rect) -> Int {
    var table = self
    let room = rect.columns - 2 - rightInset
    func shows() -> Bool { table.visible(in: room).contains { columns[$0].key == key } }
    guard !shows() else { return offset }
    for offset in 0..<max(1, columns.count - 1) {
      table.offset = offset
      if shows() { return offset }
    }
    return offset
  }

  /// The drawn width of a column; `nil` if it is not visible.
  func width(of key: String, in rect: Rect) -> Int? {
    place(in: room(in: rect)).first { $0.0.key == key }?.width
  }

  /// The visible columns, with their positions and widths.
  func place(in rect: Rect) -> [(Column, left: Int, width: Int)] {
    let visible = visible(in: rect.columns)
    var widths = visible.map { columns[$0].width.lowerBound }
    let ranges = visible.map { columns[$0].width.upperBound - columns[$0].width.lowerBound }
    var needs = ranges
    var spare = max(0, rect.columns - minWidth(visible))
    /// The part of its range that a column lacks.
    func lack(_ index: Int) -> Double { Double(needs[index]) / Double(max(1, ranges[index])) }
    // Gives one cell at a time to the column that lacks most.
    while spare > 0, let neediest = needs.indices.max(by: { lack($0) < lack($1) }),
      needs[neediest] > 0
    {
      widths[neediest] += 1
      needs[neediest] -= 1
      spare -= 1
    }
    // What is left goes to values that would be cut, in turn.
    var isGiven = true
    while spare > 0, isGiven {
      isGiven = false
      for (index, column) in visible.enumerated() where spare > 0 {
        guard let whole = columns[column].wholeWidth, widths[index] < whole else { continue }
        widths[index] += 1
        spare -= 1
        isGiven = true
      }
    }
    var left = rect.column
    return zip(visible, widths).map { index, width in
      defer { left += width + Self.gutter }
      return (columns[index], left, min(width, max(0, rect.endColumn - left)))
    }
  }

  /// The indices of the columns that fit `width` cells: from `offset` on, or the most important
  /// ones if it is 0. Frozen columns stay.
  private func visible(in width: Int) -> [Int] {
    // The last column is never scrolled out of view.
    let skipped = max(0, min(offset, columns.count - frozen - 1))
    var visible =
      Array(columns.indices.prefix(frozen)) + Array(columns.indices.dropFirst(frozen + skipped))
    while minWidth(visible) > width, visible.count > 1 {
      // Frozen columns are dropped last.
      let movable = visible.indices.dropFirst(visible.count > frozen ? frozen : 1)
      let dropped =
        offset > 0
        ? visible.count - 1
        : movable.max { columns[visible[$0]].priority < columns[visible[$1]].priority }
      visible.remove(at: dropped ?? 0)
    }
    return visible
  }

  private func minWidth(_ indices: [Int]) -> Int {
    indices.reduce(0) { $0 + columns[$1].width.lowerBound } + max(0, indices.count - 1)
      * Self.gutter
  }

  private func drawCards(
    _ rows: some Collection<Record>,
    cursor: Int?,
    sign: ((Record) -> TableCell?)?,
    in rect: Rect,
    _ view: ViewContext,
    on frame: inout Frame
  ) {
    let glyphs = view.glyphs
    for (offset, row) in rows.prefix(max(1, rect.rows / 2)).enumerated() {
      let card = card(row, view)
      let line = rect.row + offset * 2
      write(card.title, card.mark, line, in: rect, glyphs, on: &frame)
      if let sign = sign?(row) { frame.write(sign.text, sign.role, at: rect.column + 1, line) }
      guard line + 1 < rect.endRow else { break }
      write(card.detail, card.note, line + 1, in: rect, glyphs, on: &frame)
      if offset == cursor {
        frame.drawCursor(in: rect, line, glyphs)
        frame.drawCursor(in: rect, line + 1, glyphs)
      }
    }
  }

  private func write(
    _ left: TableCell,
    _ right: TableCell,
    _ line: Int,
    in rect: Rect,
    _ glyphs: GlyphSet,
    on frame: inout Frame
  ) {
    let end = rect.endColumn - 1
    let room = max(0, rect.columns - 3 - (right.text.isEmpty ? 0 : right.text.width + 2))
    let text = left.text.truncated(to: room, left.truncation, glyphs)
    frame.write(text, left.role, at: rect.column + 2, line, until: end)
    frame.write(right.text, right.role, endingAt: end, line)
  }
}

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
  private typealias Make = (Record, ViewContext) -> TableCell

  private let makers: [(make: Make, isRight: Bool, left: Int, width: Int)]
  private let view: ViewContext

  init(_ table: Table, columns: Int, _ view: ViewContext) {
    let room = table.room(in: Rect(column: 0, row: 0, columns: columns, rows: 1))
    // Copying a column for every cell would be slower than creating most cells.
    makers = table.place(in: room).map { ($0.cell, $0.alignment == .right, left: $1, width: $2) }
    self.view = view
  }

  func place(_ record: Record) -> PlacedRow {
    makers.map { make, isRight, left, width in
      let cell = make(record, view)
      let text = cell.text.truncated(to: width, cell.truncation, view.glyphs)
      let start = isRight ? left + width - text.width : left
      return PlacedCell(text: text, role: cell.role, start: start, end: left + width)
    }
  }
}
