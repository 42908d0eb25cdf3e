import Entitlements

/// The frame around every screen: the header, the rules, the status line and the hints.
struct Chrome {
  let state: State
  let layout: Layout

  private var glyphs: GlyphSet { state.view.glyphs }

  func draw(on frame: inout Frame) {
    if let header = layout.header { drawHeader(in: header, on: &frame) }
    for row in layout.rules {
      frame.fill(glyphs.rule, .rule, from: 0, to: layout.size.columns, row)
    }
    drawStatus(in: layout.status, on: &frame)
    if let hints = layout.hints { drawHints(in: hints, on: &frame) }
  }

  private func drawHeader(in rect: Rect, on frame: inout Frame) {
    frame.fill(rect, .bar)
    let end = rect.endColumn - 1
    let crumbs = self.crumbs.map { $0.truncated(to: 34, .middle, glyphs) }
    // The program's name and the mode always stay; the breadcrumbs take precedence over the rest.
    func room(beside mode: SafeText) -> Int { max(0, end - Self.nameEnd - 2 - mode.width - 2) }
    let (long, short) = modes
    let mode = breadcrumbWidth(crumbs) <= room(beside: long) ? long : short
    let shown = fit(crumbs, in: room(beside: mode))
    let start = max(0, end - breadcrumbWidth(shown))
    var column = frame.write("purser", .barStrong, at: 1, rect.row, until: start)
    for fact in [mode] + facts where column + 2 + fact.width + 2 <= start {
      column = frame.write(fact, .bar, at: column + 2, rect.row, until: start)
    }
    draw(breadcrumbs: shown, from: start, to: end, rect.row, on: &frame)
  }

  /// The column after the program's name.
  private static let nameEnd = 7

  private var separator: SafeText { " \(glyphs.breadcrumb) " }

  private func breadcrumbWidth(_ crumbs: [SafeText]) -> Int {
    crumbs.reduce(0) { $0 + $1.width } + max(0, crumbs.count - 1) * separator.width
  }

  /// The breadcrumbs that fit `room` cells: the last ones, after an ellipsis if some are omitted.
  private func fit(_ crumbs: [SafeText], in room: Int) -> [SafeText] {
    guard breadcrumbWidth(crumbs) > room, let last = crumbs.last else { return crumbs }
    guard crumbs.count > 1 else { return [last.truncated(to: room, .middle, glyphs)] }
    for omitted in 1..<crumbs.count {
      let shown = [glyphs.ellipsis] + crumbs.dropFirst(omitted)
      if breadcrumbWidth(shown) <= room { return shown }
    }
    let rest = max(0, room - glyphs.ellipsis.width - separator.width)
    return [glyphs.ellipsis, last.truncated(to: rest, .middle, glyphs)]
  }

  private func draw(
    breadcrumbs: [SafeText],
    from start: Int,
    to end: Int,
    _ row: Int,
    on frame: inout Frame
  ) {
    var column = start
    for (index, breadcrumb) in breadcrumbs.enumerated() {
      if index > 0 { column = frame.write(separator, .bar, at: column, row, until: end) }
      let role: Role = index == breadcrumbs.count - 1 ? .barStrong : .bar
      column = frame.write(breadcrumb, role, at: column, row, until: end)
    }
  }

  /// The write mode and the kind of ledger; the long form has the time of a sandbox.
  private var modes: (long: SafeText, short: SafeText) {
    var mode: SafeText = state.writeMode == .readOnly ? "RO" : "RW"
    if state.isDemo { mode = "demo\(glyphs.dot)\(mode)" }
    guard state.advancesClock || state.isSandbox else { return (long: mode, short: mode) }
    let short: SafeText = "SANDBOX\(glyphs.dot)\(mode)"
    let time = state.view.clock.absolute(state.view.now)
    let long: SafeText = "SANDBOX\(glyphs.dot)\(time)\(glyphs.dot)\(mode)"
    return (long: long, short: short)
  }

  private var facts: [SafeText] {
    let name = SafeText(state.ledgerName).truncated(to: 28, .middle, glyphs)
    let size: SafeText = state.ledgerBytes.map { " \(SafeText.bytes($0))" } ?? ""
    let jobs: [SafeText] =
      state.openJobs > 0 ? ["\(glyphs.atWork) \(SafeText.plural(state.openJobs, "job"))"] : []
    let sample: [SafeText] =
      state.sample.map { ["sample: \(SafeText.grouped($0.done)) of \(SafeText.grouped($0.total))"] }
      ?? []
    let waiting = state.waitingProposals.count
    let proposals: [SafeText] = waiting > 0 ? [.plural(waiting, "proposal")] : []
    return proposals + sample + jobs + [name + size, state.view.clock.name]
  }

  private var crumbs: [SafeText] {
    var crumbs = state.screens.map(\.part.breadcrumb)
    // The home screen is implied.
    if crumbs.count > 1 { crumbs.removeFirst() }
    if state.helpTop != nil { crumbs.append("help") }
    return crumbs
  }

  /// Draws the input line over the screen's content, if the screen has an area for it.
  func drawFieldInBody(on frame: inout Frame) {
    guard let field = state.field, var rect = fieldRect(of: field) else { return }
    if !field.editor.text.isEmpty { frame.fill(rect.takeTop(1), .text) }
    drawField(field, in: fieldRect(of: field) ?? rect, on: &frame)
  }

  private func fieldRect(of field: Field) -> Rect? {
    field.kind == .command ? nil : state.front.fieldRect(state.view)
  }

  private func drawStatus(in rect: Rect, on frame: inout Frame) {
    let end = rect.endColumn - 1
    if let field = state.field {
      if fieldRect(of: field) == nil {
        drawField(field, in: rect, on: &frame)
      } else if field.editor.isCut {
        frame.write(LineEditor.cutNotice, .warn, at: 1, rect.row, until: end, glyphs)
      }
      return
    }
    if state.isConfirmingQuit {
      let jobs = SafeText.plural(state.openJobs, "job")
      let left: SafeText = state.openJobs > 0 ? "\(jobs) left, kept in the queue.  " : ""
      let question: SafeText = "\(left)Quit purser?  q quits, Esc stays"
      let long: SafeText = state.quitCharacter == nil ? "" : "; other letters are text"
      let few: SafeText = state.openJobs > 0 ? "\(jobs) left.  " : ""
      let short: SafeText = "\(few)Quit?  q yes, Esc no"
      let texts = [question + long, question, short]
      let text = texts.first { $0.width < end } ?? short
      frame.write(text, .prompt, at: 1, rect.row, until: end)
      return
    }
    if let toast = state.toast { return drawToast(toast, in: rect, on: &frame) }
    let status = state.status
    var right = end
    if let waiting = state.waitingText {
      frame.write(waiting, .info, endingAt: right, rect.row)
      right -= waiting.width + 3
    } else if layout.header == nil, let breadcrumb = crumbs.last {
      let text = breadcrumb.truncated(to: max(8, rect.columns / 2), .middle, glyphs)
      frame.write(text, .barStrong, endingAt: right, rect.row)
      right -= text.width + 3
    }
    var column = 1
    for (part, role) in status.parts {
      // An error is always shown, truncated if needed.
      let text = role == .error ? part.truncated(to: max(0, right - column), glyphs) : part
      guard column + text.width <= right else { continue }
      column = frame.write(text, role, at: column, rect.row, until: right) + 3
    }
    if let order = status.order, column + order.width <= right {
      frame.write(order, .muted, endingAt: right, rect.row)
    }
  }

  private func drawToast(_ toast: State.Toast, in rect: Rect, on frame: inout Frame) {
    let role: Role =
      switch toast.notice.severity {
      case .info: .info
      case .warning: .warn
      case .error: .error
      }
    let text = SafeText(toast.notice.marked).truncated(to: rect.columns - 2, glyphs)
    frame.write(text, role, at: 1, rect.row, until: rect.endColumn - 1)
  }

  private func drawField(_ field: Field, in rect: Rect, on frame: inout Frame) {
    let prompt: SafeText =
      switch field.kind {
      case .filter: state.front.fieldRect(state.view) != nil ? "> " : "/"
      case .command: ":"
      case .search: "search: "
      case .help: "search the help: "
      }
    let start = frame.write(prompt, .prompt, at: 1, rect.row)
    let hasMatches = field.kind == .filter || field.kind == .search
    let cutNotice = LineEditor.cutNotice
    // On small screens, the text takes precedence.
    let hasRoom = rect.columns - cutNotice.width >= 24
    let showsCut = field.editor.isCut && fieldRect(of: field) == nil && hasRoom
    let status = showsCut ? cutNotice : hasMatches ? state.status.matches : .empty
    let end = rect.endColumn - 1 - (status.isEmpty ? 0 : status.width + 2)
    frame.write(status, showsCut ? .warn : .muted, endingAt: rect.endColumn - 1, rect.row)
    frame.draw(field.editor, at: start, rect.row, until: end, state.view.glyphs)
  }

  private func drawHints(in rect: Rect, on frame: inout Frame) {
    let candidates = state.candidates
    if state.field?.kind == .command || !candidates.isEmpty {
      return draw(candidates, in: rect, on: &frame)
    }
    let end = rect.endColumn - 1
    var column = 1
    for hint in Hint.all(of: state) {
      let width = hint.key.width + 1 + hint.word.width
      guard column + width <= end else { break }
      let start = column
      column = frame.write(hint.key, .hintKey, at: column, rect.row, until: end)
      let role: Role = hint.isBlocked ? .muted : .hint
      column = frame.write(hint.word, role, at: column + 1, rect.row, until: end) + 2
      frame.press(hint.keys, from: start, to: column - 2, rect.row)
    }
  }

  private func draw(_ candidates: [String], in rect: Rect, on frame: inout Frame) {
    let end = rect.endColumn - 1
    var column = 1
    for candidate in candidates {
      // The typed beginning is not repeated.
      let text = SafeText(String(candidate.split(separator: " ").last ?? ""))
      guard column + text.width <= end else { break }
      column = frame.write(text, .hintKey, at: column, rect.row, until: end)
      if let argument = Command(rawValue: candidate)?.argument {
        column = frame.write(argument, .muted, at: column + 1, rect.row, until: end)
      }
      column += 3
    }
  }
}

/// One entry of the hint line.
struct Hint {
  var key: SafeText
  var word: SafeText
  /// Whether the action is refused; pressing the key explains why.
  var isBlocked = false
  /// The keys that a click on it presses.
  var keys: [Key] = []

  static let tab = Hint(key: "Tab", word: "next", keys: [.tab])

  static func enter(_ word: SafeText) -> Hint { Hint(key: "Enter", word: word, keys: [.enter]) }
  static func escape(_ word: SafeText) -> Hint { Hint(key: "Esc", word: word, keys: [.escape]) }

  /// The hints of the screen in front, the most useful first.
  static func all(of state: State) -> [Hint] {
    if state.isConfirmingQuit {
      return [Hint(key: "q", word: "quit", keys: [.character("q")]), .escape("stay")]
    }
    if let dialog = state.dialog { return dialog.hints(state) }
    if state.palette != nil { return [.enter("run it"), .escape("close")] }
    if let popup = state.front.popup { return popup.hints(state) }
    if let field = state.field {
      let isHelp = field.kind == .help
      let isAsked = field.kind == .filter && state.front.fieldRect(state.view) != nil
      let word: SafeText =
        isHelp ? "run the first" : state.isHome ? "look into it" : isAsked ? "ask it" : "keep"
      return [.enter(word), .escape("cancel")]
    }
    if state.helpTop != nil {
      return [.escape("close"), Hint(key: "/", word: "search", keys: [.character("/")])]
    }
    let actions = state.actions
    var hints = screenHints(state, actions)
    if let hint = actHint(state, actions) { hints.insert(hint, at: min(hints.count, 2)) }
    return hints
  }

  /// The actions with hints, the most useful first; cached, as every frame needs them.
  private static let ranked = Action.allCases
    .compactMap { action in action.description.rank.map { (action, sortKey(action, $0)) } }
    .sorted { $0.1 < $1.1 }
    .map { (action: $0.0, description: $0.0.description) }

  /// Sorts a screen's own actions before those of every record.
  private static func sortKey(_ action: Action, _ rank: Int) -> (Int, Int, String) {
    (rank, action.description.scope == .subject ? 1 : 0, action.rawValue)
  }

  /// The hint for the key that opens the menu of operator actions.
  private static func actHint(_ state: State, _ actions: ActionSet) -> Hint? {
    guard !actions.isDisjoint(with: .operations),
      let first = state.keymap.bindings.first(where: { $0.action.isOperation })?.keys.first
    else { return nil }
    let isBlocked = state.writeMode == .readOnly
    let key = first.label(state.view.glyphs)
    return Hint(key: key, word: "act", isBlocked: isBlocked, keys: [first])
  }

  private static func screenHints(_ state: State, _ actions: ActionSet) -> [Hint] {
    let isFirst = state.isHome
    let keymap = state.keysInForce
    let isEmpty = state.front.scopes.contains(.rows) && state.front.records.isEmpty
    return ranked.compactMap { action, description in
      guard actions.contains(action) else { return nil }
      // Actions on rows are omitted without rows.
      if isEmpty, [.rows, .marks, .table, .subject].contains(description.scope) { return nil }
      // The home screen has nothing to go back to.
      if isFirst, action == .back, state.front.hint(for: .back) == nil { return nil }
      if action == .open, state.front.opensNothing { return nil }
      guard let binding = keymap.binding(of: action) else { return nil }
      let usual: SafeText = isFirst && action == .pop ? "quit" : description.hint
      let word = state.front.hint(for: action) ?? usual
      return Hint(key: binding.label(state.view.glyphs), word: word, keys: binding.keys)
    }
  }
}
