/// What stands in one place of a table.
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

/// A column of a table. Its width depends on the screen and never on what
/// is in it, so that nothing jumps while the rows scroll.
struct Column {
  enum Alignment { case left, right }

  /// What it is called where it is chosen, copied or exported: the field's name in machine formats.
  var key: String
  var title: SafeText
  /// The least it can be read in, and the most it makes use of.
  var width: ClosedRange<Int>
  /// Columns of a higher number go first when there is no room for all.
  var priority: Int
  var alignment: Alignment = .left
  var cell: (Record) -> TableCell
}

/// The two lines of a record where the screen is too narrow for a table.
struct Card {
  var title: TableCell
  var mark: TableCell
  var detail: TableCell
  var note: TableCell
}

/// Rows under titles, with a cursor.
struct Table {
  var columns: [Column]
  var card: (Record) -> Card
  /// Said instead of rows where there are none.
  var emptiness: [SafeText]
  /// How many of the first columns stand still.
  var frozen = 1
  /// How many columns behind those lie to the left of what is shown. 0 shows the most
  /// important ones of all.
  var offset = 0
  /// The key of the column that keys are about.
  var chosen: String?
  /// Whether it can be moved sideways: then the edges tell of columns that are not shown.
  var isMovable = false

  private static var gutter: Int { 2 }

  /// Draws `rows` from the first one on; the cursor stands on the row `cursor` of them. What `sign`
  /// gives stands before its row. Of rows that are placed already, in order, no cell is made.
  func draw(
    _ rows: some Collection<Record>,
    placed: [PlacedRow] = [],
    cursor: Int?,
    sign: (Record) -> TableCell? = { _ in nil },
    in rect: Rect,
    _ view: Viewpoint,
    on frame: inout Frame
  ) {
    guard !rect.isEmpty else { return }
    guard !rows.isEmpty else { return frame.write(placeholder: emptiness, in: rect) }
    let glyphs = view.glyphs
    if view.layout.usesCards {
      return drawCards(rows, cursor: cursor, sign: sign, in: rect, glyphs, on: &frame)
    }
    var rect = rect
    drawTitles(in: rect.takeTop(1), on: &frame)
    let placer = placed.count < rows.count ? RowPlacer(self, columns: rect.columns, glyphs) : nil
    for (offset, row) in rows.prefix(rect.rows).enumerated() {
      let line = rect.row + offset
      let cells = offset < placed.count ? placed[offset] : placer?.place(row) ?? []
      for cell in cells {
        let end = rect.column + cell.end
        frame.write(cell.text, cell.role, at: rect.column + cell.start, line, until: end)
      }
      if let sign = sign(row) { frame.write(sign.text, sign.role, at: rect.column + 1, line) }
      if offset == cursor { mark(rect, line, glyphs, on: &frame) }
    }
  }

  private func drawTitles(in titles: Rect, on frame: inout Frame) {
    for (column, left, width) in place(in: room(in: titles)) {
      let start = column.alignment == .right ? left + max(0, width - column.title.width) : left
      frame.write(column.title, .columnTitle, at: start, titles.row, until: left + width)
      if column.key == chosen { frame.select(row: titles.row, from: left, to: left + width) }
      guard isMovable else { continue }
      let (title, edge) = (Frame.Zone.Use.title(column.key), left + width)
      frame.listen(for: title, from: left, to: edge, titles.row)
      let border = Frame.Zone.Use.edge(column.key, width: width)
      let end = min(edge + Self.gutter, titles.endColumn)
      frame.listen(for: border, from: edge, to: end, titles.row)
    }
    guard isMovable else { return }
    if offset > 0 { frame.write("<", .accent, at: titles.column, titles.row) }
    if hasMore(in: titles) { frame.write(">", .accent, at: titles.endColumn - 1, titles.row) }
  }

  /// Where the cells stand, beside the marks of rows and the sign that there are more columns.
  func room(in rect: Rect) -> Rect { rect.insetColumns(2, rightInset) }

  /// Room for the sign that there are more columns.
  private var rightInset: Int { isMovable ? 2 : 1 }

  /// Whether there are columns to the right of those that fit.
  func hasMore(in rect: Rect) -> Bool {
    let kept = kept(in: rect.columns - 2 - rightInset)
    return offset == 0 ? kept.count < columns.count : kept.last != columns.count - 1
  }

  /// The offset at which a column is shown: this one, if it is shown.
  func offset(showing key: String, in rect: Rect) -> Int {
    var table = self
    let room = rect.columns - 2 - rightInset
    func shows() -> Bool { table.kept(in: room).contains { columns[$0].key == key } }
    guard !shows() else { return offset }
    for offset in 0..<max(1, columns.count - 1) {
      table.offset = offset
      if shows() { return offset }
    }
    return offset
  }

  /// How wide a column is drawn; `nil` for one that is not.
  func width(of key: String, in rect: Rect) -> Int? {
    place(in: room(in: rect)).first { $0.0.key == key }?.width
  }

  private func mark(_ rect: Rect, _ line: Int, _ glyphs: GlyphSet, on frame: inout Frame) {
    frame.write(glyphs.marker, .accent, at: rect.column, line)
    frame.select(row: line, from: rect.column, to: rect.endColumn)
  }

  /// Which columns fit, where they begin and how wide they are.
  func place(in rect: Rect) -> [(Column, left: Int, width: Int)] {
    let kept = kept(in: rect.columns)
    var widths = kept.map { columns[$0].width.lowerBound }
    var needs = kept.map { columns[$0].width.upperBound - columns[$0].width.lowerBound }
    var spare = max(0, rect.columns - least(kept))
    // A cell at a time to the column that is furthest from what it could use.
    while spare > 0, let neediest = needs.indices.max(by: { needs[$0] < needs[$1] }),
      needs[neediest] > 0
    {
      widths[neediest] += 1
      needs[neediest] -= 1
      spare -= 1
    }
    var left = rect.column
    return zip(kept, widths).map { index, width in
      defer { left += width + Self.gutter }
      return (columns[index], left, min(width, max(0, rect.endColumn - left)))
    }
  }

  /// The columns that fit so many cells, by index: of those that are moved over the first ones,
  /// else the most important ones. The first column stands still.
  private func kept(in width: Int) -> [Int] {
    // The last column is never moved away.
    let skipped = max(0, min(offset, columns.count - frozen - 1))
    var kept =
      Array(columns.indices.prefix(frozen)) + Array(columns.indices.dropFirst(frozen + skipped))
    while least(kept) > width, kept.count > 1 {
      // What stands still goes last.
      let movable = kept.count > frozen ? kept.indices.dropFirst(frozen) : kept.indices.dropFirst(1)
      let victim =
        offset > 0
        ? kept.count - 1
        : movable.max { columns[kept[$0]].priority < columns[kept[$1]].priority }
      kept.remove(at: victim ?? 0)
    }
    return kept
  }

  private func least(_ indices: [Int]) -> Int {
    indices.reduce(0) { $0 + columns[$1].width.lowerBound } + max(0, indices.count - 1)
      * Self.gutter
  }

  private func drawCards(
    _ rows: some Collection<Record>,
    cursor: Int?,
    sign: (Record) -> TableCell?,
    in rect: Rect,
    _ glyphs: GlyphSet,
    on frame: inout Frame
  ) {
    for (offset, row) in rows.prefix(max(1, rect.rows / 2)).enumerated() {
      let card = card(row)
      let line = rect.row + offset * 2
      write(card.title, card.mark, line, in: rect, glyphs, on: &frame)
      if let sign = sign(row) { frame.write(sign.text, sign.role, at: rect.column + 1, line) }
      guard line + 1 < rect.endRow else { break }
      write(card.detail, card.note, line + 1, in: rect, glyphs, on: &frame)
      if offset == cursor {
        mark(rect, line, glyphs, on: &frame)
        mark(rect, line + 1, glyphs, on: &frame)
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
