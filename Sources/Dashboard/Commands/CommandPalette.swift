import Entitlements

/// A fuzzy search over everything that can be done on the current screen.
struct CommandPalette: Equatable, Sendable {
  enum Invocation: Equatable, Sendable {
    case action(Action)
    case command(Command)
    /// A command that opens a screen shown before.
    case line(String)
  }

  struct Item: Equatable, Sendable {
    var invocation: Invocation
    var name: SafeText
    var help: SafeText
    /// The key bound to the same action.
    var key: SafeText
  }

  var editor = LineEditor()
  var scroll = Scroll()

  /// The items that match the typed text, the best first; without text, recent screens come first,
  /// then commands that only show something, then actions.
  func items(_ state: State) -> [Item] {
    let all = Self.all(state)
    let typed = editor.text.lowercased().filter { $0 != " " }
    guard !typed.isEmpty else { return all }
    return all.enumerated().compactMap { index, item -> (Int, Int, Item)? in
      guard let cost = Self.cost(of: typed, in: "\(item.name.string) \(item.help.string)") else {
        return nil
      }
      return (cost, index, item)
    }
    .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private static func all(_ state: State) -> [Item] {
    let visited = state.visited.reversed().map { line in
      Item(invocation: .line(line), name: SafeText(line), help: "shown before", key: .empty)
    }
    let actions = state.actions
    let keymap = state.keysInForce
    let acts = Action.allCases.filter {
      actions.contains($0) && $0.description.group != .moving && $0 != .palette && $0 != .showTab
    }
    // This screen's own actions come first.
    .enumerated().sorted {
      ($0.element.description.group.rawValue, $0.offset)
        < ($1.element.description.group.rawValue, $1.offset)
    }
    .map { _, action in
      let key = keymap.labels(of: action, state.view.glyphs).first ?? .empty
      let description = action.description
      return Item(
        invocation: .action(action),
        name: description.hint,
        help: description.help,
        key: key
      )
    }
    let commands = Command.available(in: state).map { command in
      let name: SafeText = ":\(command.rawValue)"
      let argument = command.argument.map { "\(name) \($0)" } ?? name
      return Item(invocation: .command(command), name: argument, help: command.help, key: .empty)
    }
    let screens = commands.filter {
      if case .command(let command) = $0.invocation { command.shows } else { false }
    }
    let custom = state.commands.map { command in
      let key = SafeText.joined(command.keys.map { $0.label(state.view.glyphs) }, by: "")
      return Item(
        invocation: .line(command.name),
        name: ":\(SafeText(command.name))",
        help: SafeText(command.help),
        key: key
      )
    }
    return visited + screens + custom + acts + commands.filter { !screens.contains($0) }
  }

  /// The cost of a match: how far apart the characters are, and how far from the beginning; `nil`
  /// if `text` does not contain them all in order.
  static func cost(of characters: String, in text: String) -> Int? {
    let text = Array(text.lowercased().prefix(200))
    var (index, cost, last) = (0, 0, -1)
    for character in characters {
      while index < text.count, text[index] != character { index += 1 }
      guard index < text.count else { return nil }
      if last >= 0 { cost += (index - last - 1) * 4 } else { cost += index }
      last = index
      index += 1
    }
    return cost
  }
}

extension State {
  /// Handles a key while the palette is open.
  mutating func choose(_ key: Key) {
    guard var palette else { return }
    let items = palette.items(self)
    let height = CommandPaletteView.height(in: layout.body)
    switch key {
    case .escape, .control("c"), .control("p"), .function(2):
      return self.palette = nil
    case .enter:
      self.palette = nil
      guard items.indices.contains(palette.scroll.index) else { return }
      return run(items[palette.scroll.index].invocation)
    case .up, .backTab: palette.scroll.move(.by(-1), count: items.count, height: height)
    case .down, .tab: palette.scroll.move(.by(1), count: items.count, height: height)
    case .pageUp: palette.scroll.move(.by(1 - height), count: items.count, height: height)
    case .pageDown: palette.scroll.move(.by(height - 1), count: items.count, height: height)
    default:
      let before = palette.editor.text
      guard palette.editor.handle(key) else { return }
      if palette.editor.text != before { palette.scroll = Scroll() }
    }
    self.palette = palette
  }

  mutating func run(_ invocation: CommandPalette.Invocation) {
    switch invocation {
    case .action(let action): perform(action)
    case .line(let line): run(line)
    case .command(let command):
      guard command.argument != nil, command.list == nil else { return run(command.rawValue) }
      openField(.command)
      field?.editor = LineEditor(command.rawValue + " ")
    }
  }
}

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
    if palette.editor.characters.isEmpty {
      frame.write("search actions and screens", .muted, at: start, box.row + 1, until: end)
    }
    frame.draw(palette.editor, at: start, box.row + 1, until: end, state.view.glyphs)
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
    frame.write(more: items.count - shown.upperBound, in: box, state.view.glyphs)
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
