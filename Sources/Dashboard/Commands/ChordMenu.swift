/// A menu of the keys that may follow the first key of a sequence.
struct ChordMenu {
  private let lines: [StyledLine]
  /// The keys that a click on each line presses.
  private let rests: [[Key]]
  private let title: SafeText
  private let glyphs: GlyphSet

  init(_ state: State) {
    glyphs = state.view.glyphs
    func isBegun(_ keys: [Key]) -> Bool {
      !state.chord.isEmpty && keys.count > state.chord.count && keys.starts(with: state.chord)
    }
    let begun = state.keymap.bindings.filter {
      isBegun($0.keys) && state.actions.contains($0.action)
    }
    title = Self.title(of: begun, state)
    let room = state.layout.body.columns - 4
    let custom = state.commands.filter { isBegun($0.keys) }
    let count = state.chord.count
    rests =
      begun.map { Array($0.keys.dropFirst(count)) } + custom.map { Array($0.keys.dropFirst(count)) }
    var refusals: [String] = []
    let target = begun.first.flatMap { $0.action.isOperation ? state.target(of: $0.action) : nil }
    var lines = zip(begun, rests).map { binding, rest in
      let labels = rest.map { $0.label(state.view.glyphs) }
      var line = StyledLine(.joined(labels, by: " "), .hintKey)
      let action = binding.action
      guard action.isOperation else {
        line.add(action.description.help, .text, at: 4)
        return line
      }
      let refusal =
        state.roleRefusal(of: action)
        ?? state.writeMode.refusal(queriesStores: action.description.queriesStores)
      if let refusal, !refusals.contains(refusal) { refusals.append(refusal) }
      if let reason = state.reason(against: action) {
        line.add("cannot \(action.description.hint): \(SafeText(reason))", .muted, at: 4)
        return line
      }
      line.add(action.description.help, refusal == nil ? .text : .muted, at: 4)
      // The target, if it differs from the one in the title.
      let differing = state.target(of: action)
      if differing != target, let differing { line.add(" (\(differing))", .secondary) }
      return line
    }
    for command in custom {
      let labels = command.keys.dropFirst(count).map { $0.label(state.view.glyphs) }
      var line = StyledLine(.joined(labels, by: " "), .hintKey)
      line.add(SafeText(command.help), .text, at: 4)
      lines.append(line)
    }
    for refusal in refusals {
      lines += SafeText(refusal).wrapped(to: room, limit: 2, glyphs).map { StyledLine($0, .warn) }
    }
    self.lines = lines
  }

  private static func title(of begun: [Keymap.Binding], _ state: State) -> SafeText {
    if let operation = begun.first(where: \.action.isOperation) {
      return state.target(of: operation.action).map { "act on \($0)" } ?? "act"
    }
    let copies: Set<Action> = [
      .copyID, .copyRow, .copyJSON, .copyCell, .copySummary, .copyCommand, .copyURL, .copyValue,
      .copyPath, .copyTree,
    ]
    if begun.allSatisfy({ copies.contains($0.action) }) { return "copy" }
    let keys = state.chord.map { $0.label(state.view.glyphs) }
    return "\(SafeText.joined(keys, by: " ")) \(state.view.glyphs.ellipsis)"
  }

  /// Draws the menu at the bottom of the body.
  func draw(above body: Rect, on frame: inout Frame) {
    guard !lines.isEmpty else { return }
    var rest = body
    let columns = min(body.columns, max((lines.map(\.end).max() ?? 0) + 4, title.width + 6))
    var box = rest.takeBottom(lines.count + 2)
    box.columns = columns
    frame.draw(box: box, title: title, glyphs)
    let inner = box.inset(columns: 1).insetColumns(1)
    frame.draw(lines, in: inner, glyphs)
    frame.write(more: lines.count - inner.rows, in: box, glyphs)
    for (row, keys) in zip(inner.row..<max(inner.row, inner.endRow), rests) {
      frame.press(keys, from: inner.column, to: inner.endColumn, row)
    }
  }
}

extension Frame {
  /// An empty box with a title in its upper edge.
  mutating func draw(box: Rect, title: SafeText, _ glyphs: GlyphSet) {
    fill(box, .text)
    cover(box)
    self.box = box
    let (left, right) = (box.column, box.endColumn - 1)
    for row in [box.row, box.endRow - 1] {
      fill(glyphs.rule, .rule, from: left, to: box.endColumn, row)
    }
    for row in box.row..<max(box.row, box.endRow) {
      fill(glyphs.bar, .rule, from: left, to: left + 1, row)
      fill(glyphs.bar, .rule, from: right, to: right + 1, row)
    }
    let positions = [
      (left, box.row), (right, box.row), (left, box.endRow - 1), (right, box.endRow - 1),
    ]
    for ((column, row), corner) in zip(positions, glyphs.corners) {
      fill(corner, .rule, from: column, to: column + 1, row)
    }
    write(" \(title) ", .title, at: left + 2, box.row, until: right)
  }
}
