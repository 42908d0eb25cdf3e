import Entitlements

/// Draws the palette over the screen behind it.
struct CommandPaletteView {
  let state: State
  let palette: CommandPalette

  private static let maxColumns = 84
  private static let maxRows = 20
  private static let nameColumns = 24
  private static let keyColumns = 8

  /// The number of visible items; the frame and the input line take three rows.
  static func height(in body: Rect) -> Int { max(1, min(body.rows, maxRows) - 3) }

  func draw(in body: Rect, on frame: inout Frame) {
    frame.recolor(body, .muted)
    let columns = min(body.columns, Self.maxColumns)
    let box = Rect(
      column: body.column + (body.columns - columns) / 2,
      row: body.row,
      columns: columns,
      rows: min(body.rows, Self.maxRows)
    )
    frame.draw(box: box, title: "palette", state.view.glyphs)
    let column = box.column + 2
    let end = box.endColumn - 2
    let start = frame.write("> ", .prompt, at: column, box.row + 1)
    let text = SafeText(palette.editor.text, limit: LineEditor.limit)
    let before = SafeText(palette.editor.textBeforeCursor, limit: LineEditor.limit)
    let skipped = max(0, before.width - max(1, end - start - 1))
    if text.isEmpty {
      frame.write("search actions and screens", .muted, at: start, box.row + 1, until: end)
    }
    frame.write(text.dropping(skipped), .text, at: start, box.row + 1, until: end)
    frame.cursor = Frame.Point(column: start + before.width - skipped, row: box.row + 1)
    frame.showsCursor = true
    drawItems(in: box, on: &frame)
  }

  private func drawItems(in box: Rect, on frame: inout Frame) {
    let items = palette.items(state)
    let (column, end) = (box.column + 2, box.endColumn - 2)
    guard !items.isEmpty else {
      frame.write("nothing matches", .secondary, at: column + 2, box.row + 2, until: end)
      return
    }
    let height = Self.height(in: state.layout.body)
    let shown = palette.scroll.shown(count: items.count, height: height)
    let more = items.count - shown.upperBound
    if more > 0 {
      let text: SafeText = " \(state.view.glyphs.below) \(SafeText.grouped(more)) more "
      frame.write(text, .secondary, at: column, box.endRow - 1, until: box.endColumn - 1)
    }
    for (offset, item) in items[shown].enumerated() {
      let row = box.row + 2 + offset
      let isCurrent = shown.lowerBound + offset == palette.scroll.index
      let name = item.name.truncated(to: Self.nameColumns, state.view.glyphs)
      frame.write(name, .title, at: column + 2, row, until: end)
      let helpStart = column + 2 + Self.nameColumns + 1
      let helpEnd = end - Self.keyColumns
      if helpEnd - helpStart >= 8 {
        let help = item.help.truncated(to: helpEnd - helpStart - 1, state.view.glyphs)
        frame.write(help, .secondary, at: helpStart, row, until: helpEnd)
      }
      frame.write(item.key, .hintKey, endingAt: end, row)
      guard isCurrent else { continue }
      frame.write(state.view.glyphs.marker, .accent, at: column, row)
      frame.select(row: row, from: column, to: end)
    }
  }
}
