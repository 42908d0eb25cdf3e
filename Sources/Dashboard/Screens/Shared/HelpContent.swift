import Entitlements

/// The help of the screen in front, built from its current bindings.
struct HelpContent {
  private var left: [StyledLine]
  private let right: [StyledLine]
  private let isWide: Bool

  /// The minimum screen width for two columns.
  private static let breakpoint = 100

  private static let keyWidth = 17

  init(_ state: State) {
    isWide = state.view.size.columns >= Self.breakpoint
    let searchText = SearchText(state.helpFilter)
    var actions: [Action] = []
    func section(_ title: SafeText, _ group: Action.Group) -> [StyledLine] {
      let entries = Self.entries(group, state).filter { Self.holds(searchText, $0.line) }
      actions += entries.map(\.action)
      return Self.section(title, entries.map(\.line))
    }
    func others(_ title: SafeText, _ lines: [StyledLine]) -> [StyledLine] {
      Self.section(title, lines.filter { Self.holds(searchText, $0) })
    }
    left =
      section("THIS SCREEN", .screen) + section("MOVING", .moving)
      + others("STATES", Self.states(state))
    right = section("EVERYWHERE", .everywhere) + others("COMMANDS", Self.commands(state))
    first = searchText.isEmpty ? nil : actions.first
    if !searchText.isEmpty, left.isEmpty, right.isEmpty {
      left = [StyledLine("Nothing here matches.", .secondary)]
    }
  }

  /// The first action that the search found.
  let first: Action?

  private static func holds(_ searchText: SearchText, _ line: StyledLine) -> Bool {
    searchText.isEmpty || line.runs.contains { searchText.isFound(in: $0.text.string) }
  }

  private static func section(_ title: SafeText, _ lines: [StyledLine]) -> [StyledLine] {
    lines.isEmpty ? [] : [StyledLine(title, .columnTitle)] + lines + [.blank]
  }

  var lineCount: Int { isWide ? max(left.count, right.count) : left.count + right.count }

  func draw(from top: Int, in rect: Rect, on frame: inout Frame) {
    guard isWide else { return frame.draw(left + right, from: top, in: rect.insetColumns(2, 1)) }
    var first = rect
    let second = first.takeRight(rect.columns / 2)
    frame.draw(left, from: top, in: first.insetColumns(2, 2))
    frame.draw(right, from: top, in: second.insetColumns(0, 1))
  }

  private static func entries(
    _ group: Action.Group,
    _ state: State
  ) -> [(action: Action, line: StyledLine)] {
    let actions = state.actions
    let keymap = state.keysInForce
    let shown = Action.allCases.filter { actions.contains($0) && $0.description.group == group }
    return shown.compactMap { action in
      var labels = keymap.labels(of: action, state.view.glyphs)
      guard !labels.isEmpty else { return nil }
      if action == .showTab { labels = ["1-\(UserScreen.Tab.allCases.count)"] }
      let keys = SafeText.joined(labels, by: "  ").truncated(to: keyWidth - 2, state.view.glyphs)
      return (action, line(StyledLine(keys, .hintKey), action.description.help, state))
    }
  }

  /// A line with its help in the second column.
  private static func line(_ line: StyledLine, _ help: SafeText, _ state: State) -> StyledLine {
    let columns = state.view.size.columns
    let room = (columns >= breakpoint ? columns / 2 - 4 : columns - 3) - keyWidth
    return line.adding(help.truncated(to: room, state.view.glyphs), at: keyWidth)
  }

  private static func commands(_ state: State) -> [StyledLine] {
    let builtIn = Command.available(in: state).map { command in
      var name = StyledLine(":\(command.rawValue)", .hintKey)
      if let argument = command.argument, argument.width < 8 { name.add(" \(argument)", .muted) }
      return line(name, command.help, state)
    }
    return builtIn
      + state.commands.map { line(StyledLine(":\($0.name)", .hintKey), SafeText($0.help), state) }
  }

  private static func states(_ state: State) -> [StyledLine] {
    SubscriptionState.allCases.map { value in
      let badge = Badge(value, state.view.glyphs)
      let phrase = SafeText(Wording.phrase(for: value))
      return line(StyledLine(badge.text, badge.role), phrase, state)
    } + [StyledLine("[S] [X]", .sandbox).adding("bought in the sandbox, or in Xcode", at: keyWidth)]
  }
}

extension State {
  /// Performs the first action that the help's search found.
  mutating func runFoundInHelp() {
    guard let action = HelpContent(self).first else { return }
    helpTop = nil
    helpFilter = ""
    perform(action)
  }
}
