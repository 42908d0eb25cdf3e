import Entitlements
import Foundation

extension State {
  mutating func handle(_ key: Key) -> [Effect] {
    if isAskingToQuit { return answerQuitPrompt(key) }
    let wasInterrupted = interruptedAt
    interruptedAt = nil
    if dialog != nil {
      if case .action(let action) = keymap.match([key], among: [.redraw, .suspend]) {
        return perform(action, key, wasInterrupted)
      }
      return answer(key)
    }
    if field != nil {
      // Keys that are no text keep their meaning while a line is typed.
      if case .action(let action) = keymap.match([key], among: [.cancel, .redraw, .suspend]) {
        return perform(action, key, wasInterrupted)
      }
      return type(key)
    }
    if !chord.isEmpty, key == .escape {
      chord = []
      return []
    }
    let keys = chord + [key]
    chord = []
    switch keymap.match(keys, among: actions) {
    case .action(let action): return perform(action, key, wasInterrupted)
    case .beginning:
      chord = keys
      return []
    case .none:
      // The second key of no chord counts by itself.
      return keys.count > 1 ? handle(key) : []
    }
  }

  private mutating func answerQuitPrompt(_ key: Key) -> [Effect] {
    isAskingToQuit = false
    switch key {
    case .character("q"), .enter, .control("c"): return [.quit]
    default: return []
    }
  }

  private mutating func perform(_ action: Action, _ key: Key, _ interruptedAt: Date?) -> [Effect] {
    if helpTop != nil, performInHelp(action) { return [] }
    switch action {
    case .open: open()
    case .back: back()
    case .pop: return popOrQuit()
    case .previousScreen: swapScreens()
    case .filter: openField(.filter)
    case .search: openField(.search)
    case .command: openField(.command)
    case .help: helpTop = 0
    case .nextTab: showTab { ($0 + 1) % UserScreen.Tab.allCases.count }
    case .previousTab:
      showTab { ($0 + UserScreen.Tab.allCases.count - 1) % UserScreen.Tab.allCases.count }
    case .showTab:
      if case .character(let digit) = key, let number = digit.wholeNumberValue {
        showTab { _ in number - 1 }
      }
    case .left, .right, .nextMatch, .previousMatch, .togglePanel, .foldAll, .unfoldAll, .reveal:
      inspect(action)
    case .reverify, .reverifyAll, .restore: openDialog(action)
    case .showJobs: showJobs()
    case .refresh: markStale()
    case .cycleClock:
      zone = zone.next
      toast(.info, zone == .relative ? "times relative to now" : "times in \(clock.name.string)")
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .cancel: cancel(interruptedAt)
    case .down, .up, .first, .last, .halfPageDown, .halfPageUp, .pageDown, .pageUp: move(action)
    }
    return []
  }

  /// Motions scroll the help; everything that leads somewhere closes it first.
  private mutating func performInHelp(_ action: Action) -> Bool {
    guard let top = helpTop else { return false }
    let height = layout.body.rows
    switch action {
    case .back, .pop, .help, .open, .cancel:
      helpTop = nil
      return true
    case .redraw, .suspend: return false
    default:
      if let distance = Scroll.distance(action, height: height) {
        let count = HelpContent(self).lineCount
        let goal = top.addingReportingOverflow(distance)
        let index = goal.overflow ? count : goal.partialValue
        helpTop = min(max(0, index), max(0, count - height))
        return true
      }
      helpTop = nil
      return false
    }
  }

  private mutating func cancel(_ interruptedAt: Date?) {
    if let interruptedAt, abs(now.timeIntervalSince(interruptedAt)) <= 1 {
      field = nil
      isAskingToQuit = true
      return
    }
    self.interruptedAt = now
    if field != nil {
      closeField(keeping: false)
    } else if !home.filter.isEmpty, above.isEmpty {
      setFilter("")
    } else {
      toast(.info, "Ctrl-C again asks whether to quit")
    }
  }

  /// Closes what is in front, one thing at a time; never quits.
  private mutating func back() {
    if toast != nil, toast?.life == nil {
      toast = nil
    } else if case .receipt(var screen) = above.last, screen.tree?.search.isEmpty == false {
      screen.tree?.find("", from: 0)
      above[above.count - 1] = .receipt(screen)
    } else if case .receipt(var screen) = above.last, screen.isPanelAlone(columns: size.columns) {
      screen.isPanelToggled = false
      above[above.count - 1] = .receipt(screen)
    } else if above.isEmpty {
      if !home.filter.isEmpty { setFilter("") }
    } else {
      go(to: Array(above.dropLast()))
    }
  }

  private mutating func popOrQuit() -> [Effect] {
    guard above.isEmpty else {
      go(to: Array(above.dropLast()))
      return []
    }
    guard openJobs == 0 else {
      isAskingToQuit = true
      return []
    }
    return [.quit]
  }

  private mutating func swapScreens() {
    if let previous { go(to: previous) }
  }

  /// Shows other screens; a secret that was revealed is masked behind the back.
  mutating func go(to screens: [Screen]) {
    previous = above.map { screen in
      guard case .receipt(var receipt) = screen else { return screen }
      receipt.revealedAt = nil
      return .receipt(receipt)
    }
    above = screens
    helpTop = nil
  }

  mutating func push(_ screen: Screen) { go(to: above + [screen]) }

  private mutating func showTab(_ next: (Int) -> Int) {
    guard case .user(var screen) = above.last,
      let tab = UserScreen.Tab(rawValue: next(screen.tab.rawValue))
    else { return }
    screen.tab = tab
    above[above.count - 1] = .user(screen)
  }
}
