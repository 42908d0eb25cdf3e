/// Draws a dialog over the screen behind it.
struct DialogView {
  let state: State
  let dialog: Dialog

  private var glyphs: GlyphSet { state.view.glyphs }

  func draw(in body: Rect, on frame: inout Frame) {
    frame.recolor(body, .muted)
    let content = DialogContent(dialog, state)
    let box = content.box(in: body)
    frame.draw(box: box, title: content.title, glyphs)
    var inner = Rect(
      column: box.column + 2,
      row: box.row + 1,
      columns: box.columns - 4,
      rows: box.rows - 2
    )
    let footer = inner.takeBottom(1)
    let top = content.top(dialog)
    frame.draw(content.lines, from: top, in: inner)
    drawRest(content.lines.count - top - inner.rows, in: box, on: &frame)
    drawFooter(in: footer, on: &frame)
    if dialog.preview == nil { drawEditor(content, in: inner, on: &frame) }
  }

  /// Draws the number of lines below the visible ones.
  private func drawRest(_ rest: Int, in box: Rect, on frame: inout Frame) {
    guard rest > 0 else { return }
    let text: SafeText = " \(glyphs.below) \(SafeText.plural(rest, "more line")) "
    frame.write(text, .secondary, at: box.column + 2, box.endRow - 1, until: box.endColumn - 1)
  }

  private func drawFooter(in rect: Rect, on frame: inout Frame) {
    guard dialog.form?.isSearching != true else { return drawHints(in: rect, on: &frame) }
    var buttons: [(text: SafeText, stop: Dialog.Focus)] = [("[Close]", .cancel)]
    if dialog.form != nil || dialog.step == .looking {
      buttons = [("[Cancel]", .cancel)]
      if let verb = dialog.verb { buttons.append(("[\(verb)]", .verb)) }
    }
    let width = buttons.reduce(0) { $0 + $1.text.width } + buttons.count - 1
    var column = max(rect.column, rect.endColumn - width)
    for (text, stop) in buttons {
      let isFocused = dialog.focus == stop
      let isDefault = isFocused || stop == .cancel && dialog.cancelsOnEnter
      let end = frame.write(text, isDefault ? .title : .text, at: column, rect.row)
      if isFocused { frame.select(row: rect.row, from: column, to: end) }
      frame.press(dialog.keys(pressing: stop), from: column, to: end, rect.row)
      column = end + 1
    }
  }

  private func drawHints(in rect: Rect, on frame: inout Frame) {
    var column = rect.column
    for hint in dialog.hints(state) {
      column = frame.write(hint.key, .hintKey, at: column, rect.row, until: rect.endColumn)
      column = frame.write(hint.word, .hint, at: column + 1, rect.row, until: rect.endColumn) + 2
    }
  }

  /// Draws the focused input, scrolled so that the cursor is visible.
  private func drawEditor(_ content: DialogContent, in rect: Rect, on frame: inout Frame) {
    guard case .input(let index) = dialog.focus, let editor = dialog.input?.editor,
      content.inputs.indices.contains(index)
    else { return }
    let (row, start) = content.inputs[index]
    let line = rect.row + row - content.top(dialog)
    guard line >= rect.row, line < rect.endRow else { return }
    let before = SafeText(editor.textBeforeCursor, limit: LineEditor.limit)
    let column = rect.column + start
    let room = max(1, rect.endColumn - column - 1)
    let skipped = max(0, before.width - room)
    let text = SafeText(editor.text, limit: LineEditor.limit).dropping(skipped)
    frame.write(text, .text, at: column, line, until: rect.endColumn)
    frame.cursor = Frame.Point(column: column + before.width - skipped, row: line)
    frame.showsCursor = dialog.pending == nil
  }
}

extension Dialog {
  func hints(_ state: State) -> [Hint] {
    switch step {
    case .looking: return [.escape("cancel")]
    case .form(let form):
      if preview != nil {
        return [Hint(key: "d", word: "back", keys: [.character("d")]), .escape("back")]
      }
      let dryRun = Hint(key: "d", word: "dry run", keys: [.character("d")])
      guard let input else { return [.tab, .enter("press"), dryRun, .escape("cancel")] }
      if form.isSearching { return [.enter("look up"), .escape("cancel")] }
      guard input.name == .confirmation else { return [.enter("next"), .tab, .escape("cancel")] }
      return cancelsOnEnter
        ? [.enter("cancel"), .tab, dryRun] : [.enter("next"), .tab, dryRun, .escape("cancel")]
    case .progress(let name) where state.batches.contains { $0.name == name && !$0.isOver }:
      return [.escape("close; the jobs go on")]
    case .progress, .done, .answer: return [.escape("close")]
    }
  }
}
