import Entitlements

/// Everything that can be done from here, found by a few of its letters.
struct CommandPalette: Equatable, Sendable {
  enum Deed: Equatable, Sendable {
    case action(Action)
    case command(Command)
    /// A line that leads to a screen that was shown.
    case line(String)
  }

  struct Item: Equatable, Sendable {
    var deed: Deed
    var name: SafeText
    var help: SafeText
    /// The key that does the same.
    var key: SafeText
  }

  var editor = LineEditor()
  var scroll = Scroll()

  /// The items that the letters are found in, the best first; without letters, what was shown last
  /// comes first, and what acts after all that only shows.
  func items(_ state: State) -> [Item] {
    let all = Self.all(state)
    let typed = editor.text.lowercased().filter { $0 != " " }
    guard !typed.isEmpty else { return all }
    return all.enumerated().compactMap { place, item -> (Int, Int, Item)? in
      guard let cost = Self.cost(of: typed, in: "\(item.name.string) \(item.help.string)") else {
        return nil
      }
      return (cost, place, item)
    }
    .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private static func all(_ state: State) -> [Item] {
    let visited = state.visited.reversed().map { line in
      Item(deed: .line(line), name: SafeText(line), help: "shown before", key: .empty)
    }
    let actions = state.actions
    let keymap = state.keysInForce
    let acts = Action.allCases.filter {
      actions.contains($0) && $0.description.group != .moving && $0 != .palette && $0 != .showTab
    }
    // What this screen is for comes first.
    .enumerated().sorted {
      ($0.element.description.group.rawValue, $0.offset)
        < ($1.element.description.group.rawValue, $1.offset)
    }
    .map { _, action in
      let key = keymap.labels(of: action, state.view.glyphs).first ?? .empty
      let description = action.description
      return Item(deed: .action(action), name: description.hint, help: description.help, key: key)
    }
    let commands = Command.allCases.map { command in
      let name: SafeText = ":\(command.rawValue)"
      let argument = command.argument.map { "\(name) \($0)" } ?? name
      return Item(deed: .command(command), name: argument, help: command.help, key: .empty)
    }
    let screens = commands.filter {
      if case .command(let word) = $0.deed { word.shows } else { false }
    }
    let own = state.commands.map { command in
      let key = SafeText.joined(command.keys.map { $0.label(state.view.glyphs) }, by: "")
      return Item(
        deed: .line(command.name),
        name: ":\(SafeText(command.name))",
        help: SafeText(command.help),
        key: key
      )
    }
    return visited + screens + own + acts + commands.filter { !screens.contains($0) }
  }

  /// How far apart the letters stand in a text, the nearer to its beginning the better; `nil` where
  /// they are not all there, one after the other.
  static func cost(of letters: String, in text: String) -> Int? {
    let text = Array(text.lowercased().prefix(200))
    var (place, cost, last) = (0, 0, -1)
    for letter in letters {
      while place < text.count, text[place] != letter { place += 1 }
      guard place < text.count else { return nil }
      if last >= 0 { cost += (place - last - 1) * 4 } else { cost += place }
      last = place
      place += 1
    }
    return cost
  }
}

extension State {
  /// A key while the palette is open.
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
      return run(items[palette.scroll.index].deed)
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

  mutating func run(_ deed: CommandPalette.Deed) -> [Effect] {
    switch deed {
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
