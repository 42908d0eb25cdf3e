import Entitlements
import Foundation

extension State {
  mutating func handle(_ key: Key) {
    if isConfirmingQuit { return answerQuitPrompt(key) }
    let wasInterrupted = interruptedAt
    interruptedAt = nil
    if dialog != nil || palette != nil {
      if case .action(let action) = keymap.match([key], among: [.redraw, .suspend]) {
        return perform(action, key, wasInterrupted)
      }
      return dialog != nil ? answer(key) : choose(key)
    }
    if helpTop != nil, field == nil, key == .character("/") { return openField(.help) }
    if field != nil {
      // These keys keep their meaning while an input line is open.
      if case .action(let action) = keymap.match([key], among: [.cancel, .redraw, .suspend]) {
        return perform(action, key, wasInterrupted)
      }
      return type(key)
    }
    if !chord.isEmpty, key == .escape {
      chord = []
      return
    }
    let keys = chord + [key]
    chord = []
    let keymap = helpTop == nil ? keysInForce : keymap
    switch keymap.match(keys, among: actions) {
    case .action(let action): perform(action, key, wasInterrupted)
    case .beginning: chord = keys
    case .none:
      if isHome, helpTop == nil, keys.count == 1, case .character(let character) = key {
        return beginText(with: String(character))
      }
      if let command = commands.first(where: { $0.keys == keys }) { return launch(command) }
      if commands.contains(where: { $0.keys.count > keys.count && $0.keys.starts(with: keys) }) {
        chord = keys
        return
      }
      guard keys.count > 1 else {
        if keymap.bindings.contains(where: { $0.action.isOperation && $0.keys.first == key }) {
          let targets = "a user, a purchase, an entitlement or a job"
          toast(.info, "Nothing here can be acted on: put the cursor on \(targets).")
        }
        return
      }
      leaveChord(by: keys)
    }
  }

  /// Warns about a character that completes no key sequence; handles every other key on its own.
  private mutating func leaveChord(by keys: [Key]) {
    guard let key = keys.last, case .character = key else {
      if let key = keys.last { handle(key) }
      return
    }
    let typed = SafeText.joined(keys.map { $0.label(view.glyphs) }, by: "").string
    let beginning = SafeText.joined(keys.dropLast().map { $0.label(view.glyphs) }, by: "").string
    let meant = keymap.bindings.first { $0.keys == keys }.map {
      " (\($0.action.description.help.string))"
    }
    toast(.warning, "\(typed)\(meant ?? "") does nothing here: \(beginning) lists what does.")
  }

  private mutating func answerQuitPrompt(_ key: Key) {
    let character = quitCharacter
    stopAskingToQuit()
    switch key {
    case .character("q"), .enter, .control("c"): return effects.append(.quit)
    case .character(let next):
      guard let character else { return }
      if character == next { return effects.append(.quit) }
      // The character was not meant as a key, but as the beginning of a text.
      beginText(with: "\(character)\(next)")
    default: break
    }
  }

  mutating func stopAskingToQuit() {
    isConfirmingQuit = false
    quitCharacter = nil
  }

  mutating func perform(_ action: Action, _ key: Key = .enter, _ interruptedAt: Date? = nil) {
    if helpTop != nil, performInHelp(action) { return }
    switch action {
    case .back: back()
    case .pop: popOrQuit(key)
    case .previousScreen: walk { $0.swap(with: $1) }
    case .historyBack: walk { $0.back(from: $1) }
    case .historyForth: walk { $0.forth(from: $1) }
    case .goHome: goHome()
    case .overview: goHome(and: overviewScreen)
    case .filter: openField(.filter)
    case .search: openField(.search)
    case .command: openField(.command)
    case .help: openHelp()
    case .palette: palette = CommandPalette()
    case .why: if let record = front.records.first { push(WhyScreen(record.primaryID)) }
    case .timeline: openTimeline()
    case .diff: openDifference()
    case let operation where operation.isOperation: openDialog(operation)
    case .showJobs: showJobs()
    case .proposals: openProposal()
    case .allJobs: run(Command.jobs.rawValue)
    case .refresh:
      markStale()
      inFront { $0.perform(.refresh, &$1) }
    case .copyID, .copyRow, .copyJSON, .copyCell, .copySummary, .copyCommand, .copyURL, .copyValue,
      .copyPath, .copyTree:
      copy(action)
    case .cycleClock:
      view.zone = view.zone.next
      let name = view.clock.name.string
      toast(.info, view.zone == .relative ? "times relative to now" : "times in \(name)")
    case .toggleMouse: toggleMouse()
    case .redraw: effects.append(.redraw)
    case .suspend: effects.append(.suspend)
    case .cancel: cancel(interruptedAt)
    default:
      let digit: Int? = if case .character(let digit) = key { digit.wholeNumberValue } else { nil }
      inFront { screen, context in
        action == .showTab ? screen.showTab(digit ?? 0) : screen.perform(action, &context)
      }
    }
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
      if let motion = Motion(action, height: height) {
        helpTop = motion.goal(from: top, last: HelpContent(self).lineCount - height)
        return true
      }
      helpTop = nil
      return false
    }
  }

  private mutating func cancel(_ interruptedAt: Date?) {
    if let interruptedAt, abs(view.now.timeIntervalSince(interruptedAt)) <= 1 {
      field = nil
      isConfirmingQuit = true
      return
    }
    self.interruptedAt = view.now
    if field != nil { return closeField(keeping: false) }
    if !inFront({ $0.closeOne(&$1) }) { toast(.info, "Ctrl-C again asks whether to quit") }
  }

  mutating func openHelp() {
    helpTop = 0
    helpFilter = ""
  }

  /// Closes one thing in front; never quits.
  private mutating func back() {
    if toast != nil, toast?.life == nil {
      toast = nil
      return
    }
    if !inFront({ $0.closeOne(&$1) }) { goBack() }
  }

  /// Goes back. On the home screen a character only asks to quit, since it may begin a text.
  private mutating func popOrQuit(_ key: Key) {
    guard isHome else { return goBack() }
    if case .character(let character) = key { quitCharacter = character }
    isConfirmingQuit = quitCharacter != nil || openJobs > 0
    if !isConfirmingQuit { effects.append(.quit) }
  }
}
