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
    frame.draw(content.lines, from: dialog.top, in: inner)
    drawRest(content.lines.count - dialog.top - inner.rows, in: box, on: &frame)
    drawFooter(in: footer, on: &frame)
    drawEditor(in: inner, on: &frame)
  }

  /// How much lies below what is shown.
  private func drawRest(_ rest: Int, in box: Rect, on frame: inout Frame) {
    guard rest > 0 else { return }
    let text: SafeText = " \(glyphs.below) \(SafeText.plural(rest, "more line")) "
    frame.write(text, .secondary, at: box.column + 2, box.endRow - 1, until: box.endColumn - 1)
  }

  private func drawFooter(in rect: Rect, on frame: inout Frame) {
    guard case .name = dialog.step else {
      var buttons: [(SafeText, Bool)] = []
      if let verb = dialog.verb {
        buttons = [("[Cancel]", !dialog.isVerbFocused), ("[\(verb)]", dialog.isVerbFocused)]
      } else {
        buttons = [("[Close]", true)]
      }
      let width = buttons.reduce(0) { $0 + $1.0.width } + buttons.count - 1
      var column = max(rect.column, rect.endColumn - width)
      for (text, isFocused) in buttons {
        let end = frame.write(text, isFocused ? .title : .text, at: column, rect.row)
        if isFocused { frame.select(row: rect.row, from: column, to: end) }
        let leaves = text == "[Cancel]" || text == "[Close]"
        let keys: [Key] = leaves ? [.escape] : isFocused ? [.enter] : [.tab, .enter]
        frame.press(keys, from: column, to: end, rect.row)
        column = end + 1
      }
      return
    }
    var column = rect.column
    for hint in dialog.hints(state) {
      column = frame.write(hint.key, .hintKey, at: column, rect.row, until: rect.endColumn)
      column = frame.write(hint.word, .hint, at: column + 1, rect.row, until: rect.endColumn) + 2
    }
  }

  /// The line that is typed stands first; the part before the cursor decides what is seen of it.
  private func drawEditor(in rect: Rect, on frame: inout Frame) {
    guard case .name(let editor) = dialog.step, rect.rows > 0, dialog.top == 0 else { return }
    let before = SafeText(editor.textBeforeCursor, limit: LineEditor.limit)
    let start = frame.write("> ", .prompt, at: rect.column, rect.row)
    let room = max(1, rect.endColumn - start - 1)
    let skipped = max(0, before.width - room)
    let text = SafeText(editor.text, limit: LineEditor.limit).dropping(skipped)
    frame.write(text, .text, at: start, rect.row, until: rect.endColumn)
    frame.cursor = Frame.Point(column: start + before.width - skipped, row: rect.row)
    frame.showsCursor = dialog.pending == nil
  }
}

extension Dialog {
  func hints(_ state: State) -> [Hint] {
    switch step {
    case .name: [Hint(key: "Enter", word: "look up"), Hint(key: "Esc", word: "cancel")]
    case .reverify, .restore:
      [
        Hint(key: "Tab", word: "other button"), Hint(key: "Enter", word: "press"),
        Hint(key: "Esc", word: "cancel"),
      ]
    case .progress(let name) where state.batches.contains { $0.name == name && !$0.isOver }:
      [Hint(key: "Esc", word: "close; the jobs go on")]
    case .progress, .answer: [Hint(key: "Esc", word: "close")]
    }
  }
}

/// What may follow a key that begins something, shown at once where it is an act.
struct ChordMenu {
  private let lines: [StyledLine]
  private let glyphs: GlyphSet

  init(_ state: State) {
    glyphs = state.view.glyphs
    let begun = state.keymap.bindings.filter {
      !state.chord.isEmpty && $0.keys.count > state.chord.count
        && $0.keys.starts(with: state.chord) && state.actions.contains($0.action)
    }
    guard begun.contains(where: \.action.acts) else {
      lines = []
      return
    }
    let refusal = state.acting.refusal
    var lines = begun.map { binding in
      let rest = binding.keys.dropFirst(state.chord.count).map { $0.label(state.view.glyphs) }
      var line = StyledLine(.joined(rest, by: " "), .hintKey)
      line.add(binding.action.description.help, refusal == nil ? .text : .muted, at: 4)
      return line
    }
    if let refusal {
      let room = state.layout.body.columns - 4
      lines += SafeText(refusal).wrapped(to: room, limit: 2, glyphs).map { StyledLine($0, .warn) }
    }
    self.lines = lines
  }

  /// Draws it at the foot of the body.
  func draw(above body: Rect, on frame: inout Frame) {
    guard !lines.isEmpty else { return }
    var rest = body
    let columns = min(body.columns, (lines.map(\.end).max() ?? 0) + 4)
    var box = rest.takeBottom(lines.count + 2)
    box.columns = columns
    frame.draw(box: box, title: "act", glyphs)
    let inner = Rect(
      column: box.column + 2,
      row: box.row + 1,
      columns: columns - 3,
      rows: box.rows - 2
    )
    frame.draw(lines, in: inner)
  }
}

extension Frame {
  /// An empty box with a title in its upper edge.
  mutating func draw(box: Rect, title: SafeText, _ glyphs: GlyphSet) {
    fill(box, .text)
    let (left, right) = (box.column, box.endColumn - 1)
    for row in [box.row, box.endRow - 1] {
      fill(glyphs.rule, .rule, from: left, to: box.endColumn, row)
    }
    for row in box.row..<max(box.row, box.endRow) {
      fill(glyphs.bar, .rule, from: left, to: left + 1, row)
      fill(glyphs.bar, .rule, from: right, to: right + 1, row)
    }
    let places = [
      (left, box.row), (right, box.row), (left, box.endRow - 1), (right, box.endRow - 1),
    ]
    for ((column, row), corner) in zip(places, glyphs.corners) {
      fill(corner, .rule, from: column, to: column + 1, row)
    }
    write(" \(title) ", .title, at: left + 2, box.row, until: right)
  }
}
