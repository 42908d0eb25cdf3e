extension Frame {
  /// Writes `text` from a column on and stops before `limit`; a wide character that would be cut
  /// there becomes a blank. Returns the column after the last one written.
  @discardableResult
  mutating func write(
    _ text: SafeText,
    _ role: Role,
    at column: Int,
    _ row: Int,
    until limit: Int = .max
  ) -> Int {
    let limit = min(limit, size.columns)
    guard row >= 0, row < size.rows, column >= 0, column < limit else { return column }
    let line = row * size.columns
    var column = column
    if text.isASCII { return write(ascii: text.string, role, at: column, row, until: limit) }
    let start = column
    for scalar in text.string.unicodeScalars {
      switch TextWidth.of(scalar) {
      case 0: if column > start { attach(scalar, to: line + column - 1) }
      case 1 where column < limit:
        put(scalar.value, role, at: line + column, isLast: column + 1 == size.columns)
        column += 1
      case 2 where column + 1 < limit:
        put(scalar.value, role, at: line + column, isLast: false)
        put(0, role, at: line + column + 1, isLast: column + 2 == size.columns)
        column += 2
      default: return fill(" ", role, from: column, to: limit, row)
      }
    }
    return column
  }

  /// Writes `text`, truncated with an ellipsis so that it ends before `end`.
  @discardableResult
  mutating func write(
    _ text: SafeText,
    _ role: Role,
    at column: Int,
    _ row: Int,
    until end: Int,
    cut truncation: SafeText.Truncation = .end,
    _ glyphs: GlyphSet
  ) -> Int {
    let text = text.truncated(to: end - column, truncation, glyphs)
    return write(text, role, at: column, row, until: end)
  }

  /// Writes `text` so that its last cell is before `end`.
  mutating func write(_ text: SafeText, _ role: Role, endingAt end: Int, _ row: Int) {
    write(text, role, at: max(0, end - text.width), row, until: end)
  }

  /// Fills the columns from `start` up to `end` with one narrow character.
  @discardableResult
  mutating func fill(
    _ glyph: Unicode.Scalar,
    _ role: Role,
    from start: Int,
    to end: Int,
    _ row: Int
  ) -> Int {
    let end = min(end, size.columns)
    guard row >= 0, row < size.rows, start >= 0, start < end else { return max(start, end) }
    for column in start..<end {
      let index = row * size.columns + column
      put(glyph.value, role, at: index, isLast: column + 1 == size.columns)
    }
    return end
  }

  mutating func fill(_ rect: Rect, _ role: Role) {
    for row in rect.row..<max(rect.row, rect.endRow) {
      fill(" ", role, from: rect.column, to: rect.endColumn, row)
    }
  }

  /// Blanks the rest of each text that `rect` covers in part, so that no value reads as another
  /// one, and a margin of one column.
  mutating func clearTexts(cutBy rect: Rect) {
    for row in max(0, rect.row)..<max(0, min(rect.endRow, size.rows)) {
      clearText(from: rect.endColumn, by: 1, row)
      clearText(from: rect.column - 1, by: -1, row)
    }
  }

  /// Texts end at two blanks or at a line.
  private mutating func clearText(from start: Int, by step: Int, _ row: Int) {
    func glyph(_ column: Int) -> UInt32? {
      guard (0..<size.columns).contains(column) else { return nil }
      let cell = cells[row * size.columns + column]
      return cell.role == .rule ? nil : cell.glyph
    }
    let blank = Cell.blank.glyph
    var column = start
    let isCut = glyph(start - step) != blank || glyph(start) != blank
    repeat {
      guard let current = glyph(column), column == start || isCut else { return }
      if current == blank, glyph(column + step) ?? blank == blank, column != start { return }
      cells[row * size.columns + column] = .blank
      column += step
    } while isCut
  }

  /// Marks cells as belonging to the row under the cursor.
  mutating func select(row: Int, from start: Int, to end: Int) {
    let start = max(0, start)
    let end = min(end, size.columns)
    guard row >= 0, row < size.rows, start < end else { return }
    for index in row * size.columns + start..<row * size.columns + end {
      cells[index].isSelected = true
    }
  }

  /// Changes the role of all cells in a rectangle, for example to dim rows that are being replaced.
  mutating func recolor(_ rect: Rect, _ role: Role) {
    for row in max(0, rect.row)..<max(0, min(rect.endRow, size.rows)) {
      let start = max(0, rect.column)
      for column in start..<max(start, min(rect.endColumn, size.columns)) {
        cells[row * size.columns + column].role = role
      }
    }
  }

  /// Writes a run of ASCII at once, which most text is.
  private mutating func write(
    ascii text: String,
    _ role: Role,
    at column: Int,
    _ row: Int,
    until limit: Int
  ) -> Int {
    let line = row * size.columns
    let end = min(limit, column + text.utf8.count)
    guard end > column else { return column }
    // Half a wide character cannot stand alone: its other half is cleared, too.
    if cells[line + column].glyph == 0, column > 0 { cells[line + column - 1].glyph = 0x20 }
    if end < size.columns, cells[line + end].glyph == 0 { cells[line + end].glyph = 0x20 }
    var text = text
    text.withUTF8 { bytes in
      cells.withUnsafeMutableBufferPointer { cells in
        for offset in 0..<end - column {
          cells[line + column + offset] = Cell(glyph: UInt32(bytes[offset]), role: role)
        }
      }
    }
    return end
  }

  /// `isLast` means that the cell ends its row, so that it has no right neighbour.
  private mutating func put(_ glyph: UInt32, _ role: Role, at index: Int, isLast: Bool) {
    // Half a wide character cannot stand alone: its other half is cleared, too.
    if cells[index].glyph == 0, index > 0 { cells[index - 1].glyph = 0x20 }
    if !isLast, cells[index + 1].glyph == 0 { cells[index + 1].glyph = 0x20 }
    cells[index] = Cell(glyph: glyph, role: role)
  }

  private mutating func attach(_ mark: Unicode.Scalar, to last: Int) {
    var index = last
    if cells[index].glyph == 0, index > 0 { index -= 1 }
    let glyph = cells[index].glyph
    if glyph >= Cell.clusterBit {
      let cluster = Int(glyph & ~Cell.clusterBit)
      if clusters.indices.contains(cluster) { clusters[cluster].unicodeScalars.append(mark) }
    } else if let base = Unicode.Scalar(glyph) {
      var text = String(base)
      text.unicodeScalars.append(mark)
      cells[index].glyph = Cell.clusterBit | UInt32(clusters.count)
      clusters.append(text)
    }
  }
}

/// A frame as reviewable text: its characters, then their roles.
package enum FrameText {
  /// Both planes, each row between bars. In the role plane a letter stands for a role, in upper
  /// case if the cell is selected; blanks of plain text stay blank.
  package static func planes(of frame: Frame) -> String {
    var text = "\(frame.size.columns)x\(frame.size.rows)"
    if frame.showsCursor { text += " cursor \(frame.cursor.column),\(frame.cursor.row)" }
    text += "\n"
    for row in 0..<frame.size.rows { text += "|" + characters(of: frame, row: row) + "|\n" }
    text += "\n"
    for row in 0..<frame.size.rows { text += "|" + roles(of: frame, row: row) + "|\n" }
    return text
  }

  /// The characters alone, without trailing blanks.
  package static func text(of frame: Frame) -> String {
    (0..<frame.size.rows).map { row in
      let line = characters(of: frame, row: row)
      let end = line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex
      return line[..<end] + "\n"
    }.joined()
  }

  /// One row's characters; a wide one occupies two cells and is written once.
  package static func characters(of frame: Frame, row: Int) -> String {
    var text = ""
    for cell in cells(of: frame, row: row) where cell.glyph != 0 {
      if cell.glyph >= Cell.clusterBit {
        let index = Int(cell.glyph & ~Cell.clusterBit)
        text += frame.clusters.indices.contains(index) ? frame.clusters[index] : "�"
      } else {
        text.unicodeScalars.append(Unicode.Scalar(cell.glyph) ?? "\u{FFFD}")
      }
    }
    return text
  }

  private static func roles(of frame: Frame, row: Int) -> String {
    cells(of: frame, row: row).map { cell in
      if cell.role == .text, cell.glyph == 0x20, !cell.isSelected { return " " }
      return cell.isSelected ? letter(of: cell.role).uppercased() : letter(of: cell.role)
    }.joined()
  }

  private static func cells(of frame: Frame, row: Int) -> ArraySlice<Cell> {
    frame.cells[row * frame.size.columns..<(row + 1) * frame.size.columns]
  }

  /// A letter for each role, in their order.
  private static let letters = Array("tmshbdkicrgwxnaofpe")

  private static func letter(of role: Role) -> String { String(letters[Int(role.rawValue)]) }
}
