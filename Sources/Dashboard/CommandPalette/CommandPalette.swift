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
    let commands = Command.allCases.map { command in
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
  mutating func choose(_ key: Key) -> [Effect] {
    guard var palette else { return [] }
    let items = palette.items(self)
    let height = CommandPaletteView.height(in: layout.body)
    switch key {
    case .escape, .control("c"), .control("p"), .function(2):
      self.palette = nil
      return []
    case .enter:
      self.palette = nil
      guard items.indices.contains(palette.scroll.index) else { return [] }
      return run(items[palette.scroll.index].invocation)
    case .up, .backTab: palette.scroll.move(by: -1, count: items.count, height: height)
    case .down, .tab: palette.scroll.move(by: 1, count: items.count, height: height)
    case .pageUp: palette.scroll.move(by: 1 - height, count: items.count, height: height)
    case .pageDown: palette.scroll.move(by: height - 1, count: items.count, height: height)
    default:
      let before = palette.editor.text
      guard palette.editor.handle(key) else { return [] }
      if palette.editor.text != before { palette.scroll = Scroll() }
    }
    self.palette = palette
    return []
  }

  mutating func run(_ invocation: CommandPalette.Invocation) -> [Effect] {
    switch invocation {
    case .action(let action): return perform(action)
    case .line(let line): return run(line)
    case .command(let command):
      guard command.argument != nil, ListKind(rawValue: command.rawValue) == nil else {
        return run(command.rawValue)
      }
      openField(.command)
      field?.editor = LineEditor(command.rawValue + " ")
      return []
    }
  }
}
