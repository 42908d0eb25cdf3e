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
    if palette != nil {
      if case .action(let action) = keymap.match([key], among: [.redraw, .suspend]) {
        return perform(action, key, wasInterrupted)
      }
      return choose(key)
    }
    if helpTop != nil, field == nil, key == .character("/") {
      openField(.help)
      return []
    }
    if field != nil {
      // These keys keep their meaning while an input line is open.
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
    let keymap = helpTop == nil ? keysInForce : keymap
    switch keymap.match(keys, among: actions) {
    case .action(let action): return perform(action, key, wasInterrupted)
    case .beginning:
      chord = keys
      return []
    case .none:
      if isHome, helpTop == nil, keys.count == 1, case .character(let character) = key {
        beginText(with: String(character))
        return []
      }
      if let command = commands.first(where: { $0.keys == keys }) { return launch(command) }
      if commands.contains(where: { $0.keys.count > keys.count && $0.keys.starts(with: keys) }) {
        chord = keys
        return []
      }
      guard keys.count > 1 else {
        if keymap.bindings.contains(where: { $0.action.acts && $0.keys.first == key }) {
          reportNothingToActOn()
        }
        return []
      }
      return leaveChord(by: keys)
    }
  }

  /// Warns about a character that completes no key sequence; handles every other key on its own.
  private mutating func leaveChord(by keys: [Key]) -> [Effect] {
    guard let key = keys.last, case .character = key else {
      return keys.last.map { handle($0) } ?? []
    }
    let typed = SafeText.joined(keys.map { $0.label(view.glyphs) }, by: "").string
    let beginning = SafeText.joined(keys.dropLast().map { $0.label(view.glyphs) }, by: "").string
    let meant = keymap.bindings.first { $0.keys == keys }.map {
      " (\($0.action.description.help.string))"
    }
    toast(.warning, "\(typed)\(meant ?? "") does nothing here: \(beginning) lists what does.")
    return []
  }

  private mutating func answerQuitPrompt(_ key: Key) -> [Effect] {
    let character = quitCharacter
    stopAskingToQuit()
    switch key {
    case .character("q"), .enter, .control("c"): return [.quit]
    case .character(let next):
      guard let character else { return [] }
      if character == next { return [.quit] }
      // The character was not meant as a key, but as the beginning of a text.
      beginText(with: "\(character)\(next)")
      return []
    default: return []
    }
  }

  mutating func stopAskingToQuit() {
    isAskingToQuit = false
    quitCharacter = nil
  }

  mutating func perform(
    _ action: Action,
    _ key: Key = .enter,
    _ interruptedAt: Date? = nil
  ) -> [Effect] {
    if helpTop != nil, performInHelp(action) { return [] }
    switch action {
    case .back: return back()
    case .pop: return popOrQuit(key)
    case .previousScreen: walk { $0.swap(with: $1) }
    case .historyBack: walk { $0.back(from: $1) }
    case .historyForth: walk { $0.forth(from: $1) }
    case .goHome: goHome()
    case .filter: openField(.filter)
    case .search: openField(.search)
    case .command: openField(.command)
    case .help: openHelp()
    case .palette: palette = CommandPalette()
    case .why: return ask { WhyScreen($0.primaryID) }
    case .timeline: return openTimeline()
    case .diff: openDifference()
    case let act where act.acts: return openDialog(act)
    case .showJobs: showJobs()
    case .allJobs: return run(Command.jobs.rawValue)
    case .refresh:
      markStale()
      return inFront { $0.perform(.refresh, &$1) }.effects
    case .copyID, .copyRow, .copyJSON, .copyCell, .copySummary, .copyCommand, .copyURL, .copyValue,
      .copyPath, .copyTree:
      return copy(action)
    case .cycleClock:
      view.zone = view.zone.next
      let name = view.clock.name.string
      toast(.info, view.zone == .relative ? "times relative to now" : "times in \(name)")
    case .toggleMouse: toggleMouse()
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .cancel: return cancel(interruptedAt)
    default:
      let digit: Int? = if case .character(let digit) = key { digit.wholeNumberValue } else { nil }
      return inFront { screen, context in
        if action == .showTab { return screen.showTab(digit ?? 0) }
        return screen.perform(action, &context)
      }.effects
    }
    return []
  }

  /// Opens a screen about the record under the cursor.
  private mutating func ask(_ screen: (Record) -> some Screen) -> [Effect] {
    if let record = front.records.first { push(AnyScreen(screen(record))) }
    return []
  }

  /// Motions scroll the help; actions that lead elsewhere close it first.
  private mutating func performInHelp(_ action: Action) -> Bool {
    guard let top = helpTop else { return false }
    let height = layout.body.rows
    switch action {
    case .back where !helpFilter.isEmpty:
      openHelp()
      return true
    case .back, .pop, .help, .open, .cancel:
      helpTop = nil
      return true
    case .redraw, .suspend, .palette: return false
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

  private mutating func cancel(_ interruptedAt: Date?) -> [Effect] {
    if let interruptedAt, abs(view.now.timeIntervalSince(interruptedAt)) <= 1 {
      field = nil
      isAskingToQuit = true
      return []
    }
    self.interruptedAt = view.now
    if field != nil {
      closeField(keeping: false)
      return []
    }
    let closing = closeOneInFront()
    if !closing.didWork { toast(.info, "Ctrl-C again asks whether to quit") }
    return closing.effects
  }

  mutating func openHelp() {
    helpTop = 0
    helpFilter = ""
  }

  private mutating func closeOneInFront() -> (didWork: Bool, effects: [Effect]) {
    inFront { $0.closeOne(&$1) }
  }

  /// Closes one thing in front; never quits.
  private mutating func back() -> [Effect] {
    if toast != nil, toast?.life == nil {
      toast = nil
      return []
    }
    let closing = closeOneInFront()
    if !closing.didWork { goBack() }
    return closing.effects
  }

  /// Goes back. On the home screen a character only asks to quit, since it may begin a text.
  private mutating func popOrQuit(_ key: Key) -> [Effect] {
    guard isHome else {
      goBack()
      return []
    }
    if case .character(let character) = key {
      isAskingToQuit = true
      quitCharacter = character
      return []
    }
    guard openJobs == 0 else {
      isAskingToQuit = true
      return []
    }
    return [.quit]
  }
}
