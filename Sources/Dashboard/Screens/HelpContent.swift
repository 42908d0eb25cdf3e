import Entitlements

/// The help of the screen in front, made of the bindings that are in force on it.
struct HelpContent {
  private let left: [StyledLine]
  private let right: [StyledLine]
  private let isWide: Bool

  /// Two columns from here on.
  private static let breakpoint = 100

  private static let keyWidth = 17

  init(_ state: State) {
    isWide = state.view.size.columns >= Self.breakpoint
    left =
      Self.section("THIS SCREEN", .screen, state) + [.blank]
      + Self.section("MOVING", .moving, state) + [.blank] + Self.states(state)
    right = Self.section("EVERYWHERE", .everywhere, state) + [.blank] + Self.commands()
  }

  var lineCount: Int { isWide ? max(left.count, right.count) : left.count + 1 + right.count }

  func draw(from top: Int, in rect: Rect, on frame: inout Frame) {
    guard isWide else {
      return frame.draw(left + [.blank] + right, from: top, in: rect.insetColumns(2, 1))
    }
    var first = rect
    let second = first.takeRight(rect.columns / 2)
    frame.draw(left, from: top, in: first.insetColumns(2, 2))
    frame.draw(right, from: top, in: second.insetColumns(0, 1))
  }

  private static func columnWidth(_ state: State) -> Int {
    let columns = state.view.size.columns
    return columns >= breakpoint ? columns / 2 - 4 : columns - 3
  }

  private static func section(
    _ title: SafeText,
    _ group: Action.Group,
    _ state: State
  ) -> [StyledLine] {
    let actions = state.actions
    let shown = Action.allCases.filter { actions.contains($0) && $0.description.group == group }
    return [StyledLine(title, .columnTitle)]
      + shown.compactMap { action -> StyledLine? in
        var labels = state.keymap.labels(of: action, state.view.glyphs)
        guard !labels.isEmpty else { return nil }
        if action == .showTab { labels = ["1-\(UserScreen.Tab.allCases.count)"] }
        let keys = SafeText.joined(labels, by: "  ").truncated(to: keyWidth - 2, state.view.glyphs)
        var line = StyledLine(keys, .hintKey)
        let room = columnWidth(state) - keyWidth
        line.add(
          action.description.help.truncated(to: room, state.view.glyphs),
          .text,
          at: keyWidth
        )
        return line
      }
  }

  private static func commands() -> [StyledLine] {
    [StyledLine("COMMANDS", .columnTitle)]
      + Command.allCases.map { command in
        var line = StyledLine(":\(command.rawValue)", .hintKey)
        if let argument = command.argument, argument.width < 8 { line.add(" \(argument)", .muted) }
        line.add(command.help, .text, at: keyWidth)
        return line
      }
  }

  private static func states(_ state: State) -> [StyledLine] {
    [StyledLine("STATES", .columnTitle)]
      + SubscriptionState.allCases.map { value in
        let badge = Badge(value, state.view.glyphs)
        var line = StyledLine(badge.text, badge.role)
        let phrase = SafeText(Wording.phrase(for: value))
        let room = columnWidth(state) - keyWidth
        line.add(phrase.truncated(to: room, state.view.glyphs), .text, at: keyWidth)
        return line
      } + [sandboxLine]
  }

  private static var sandboxLine: StyledLine {
    var line = StyledLine("[S] [X]", .sandbox)
    line.add("bought in the sandbox, or in Xcode", .text, at: keyWidth)
    return line
  }
}
