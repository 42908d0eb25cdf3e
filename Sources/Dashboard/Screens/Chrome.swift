import Entitlements

/// What frames every screen: the header, the rules, the status line and the hints.
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
    let crumbs = self.crumbs
    // The trail outranks the facts, but never the program's own name.
    let trailRoom = max(0, end - 10)
    let start = drawTrail(crumbs, room: trailRoom, end: end, rect.row, on: &frame)
    var column = frame.write("purser", .barStrong, at: 1, rect.row, until: start)
    for fact in facts where column + 2 + fact.width + 2 <= start {
      column = frame.write(fact, .bar, at: column + 2, rect.row, until: start)
    }
  }

  /// Draws the trail so that it ends before `end`; its beginning is cut where it does not fit.
  private func drawTrail(
    _ crumbs: [SafeText],
    room: Int,
    end: Int,
    _ row: Int,
    on frame: inout Frame
  ) -> Int {
    var shown = crumbs.map { $0.truncated(to: 24, .middle, glyphs) }
    let separator: SafeText = " \(glyphs.crumb) "
    func width() -> Int {
      shown.reduce(0) { $0 + $1.width } + max(0, shown.count - 1) * separator.width
    }
    while width() > room, shown.count > 1 { shown.removeFirst() }
    let start = max(0, end - width())
    var column = start
    for (index, crumb) in shown.enumerated() {
      if index > 0 { column = frame.write(separator, .bar, at: column, row, until: end) }
      let role: Role = index == shown.count - 1 ? .barStrong : .bar
      column = frame.write(crumb, role, at: column, row, until: end)
    }
    return start
  }

  private var facts: [SafeText] {
    var mode: SafeText = state.acting == .readOnly ? "RO" : "RW"
    if state.isDemo { mode = "demo\(glyphs.dot)\(mode)" }
    let name = SafeText(state.ledgerName).truncated(to: 28, .middle, glyphs)
    let size: SafeText = state.ledgerBytes.map { " \(SafeText.bytes($0))" } ?? ""
    let jobs: [SafeText] =
      state.openJobs > 0 ? ["\(glyphs.atWork) \(SafeText.plural(state.openJobs, "job"))"] : []
    return [mode] + jobs + [name + size, state.view.clock.name]
  }

  private var crumbs: [SafeText] {
    var crumbs = state.screens.map(\.part.crumb)
    // Home goes without saying.
    if crumbs.count > 1 { crumbs.removeFirst() }
    if state.helpTop != nil { crumbs.append("help") }
    return crumbs
  }

  /// Draws the line that is typed where the screen in front has a place for it, over what the
  /// screen shows there.
  func drawFieldInBody(on frame: inout Frame) {
    guard let field = state.field, var rect = ownRect(of: field) else { return }
    if !field.editor.text.isEmpty { frame.fill(rect.takeTop(1), .text) }
    drawField(field, in: ownRect(of: field) ?? rect, on: &frame)
  }

  private func ownRect(of field: Field) -> Rect? {
    field.kind == .command ? nil : state.front.fieldRect(state.view)
  }

  private func drawStatus(in rect: Rect, on frame: inout Frame) {
    let end = rect.endColumn - 1
    if let field = state.field {
      if ownRect(of: field) == nil { drawField(field, in: rect, on: &frame) }
      return
    }
    if state.isAskingToQuit {
      let left: SafeText =
        state.openJobs > 0
        ? "\(SafeText.plural(state.openJobs, "job")) left, kept in the queue.  " : ""
      let question: SafeText = "\(left)Quit purser?  q quits, Esc stays"
      frame.write(question, .prompt, at: 1, rect.row, until: end)
      return
    }
    if let toast = state.toast { return drawToast(toast, in: rect, on: &frame) }
    let status = state.status
    var right = end
    if let waiting = state.waitingText {
      frame.write(waiting, .info, endingAt: right, rect.row)
      right -= waiting.width + 3
    } else if layout.header == nil, let crumb = crumbs.last {
      let text = crumb.truncated(to: max(8, rect.columns / 2), .middle, glyphs)
      frame.write(text, .barStrong, endingAt: right, rect.row)
      right -= text.width + 3
    }
    var column = 1
    for (text, role) in status.parts where column + text.width <= right {
      column = frame.write(text, role, at: column, rect.row, until: right) + 3
    }
    if let order = status.order, column + order.width <= right {
      frame.write(order, .muted, endingAt: right, rect.row)
    }
  }

  private func drawToast(_ toast: State.Toast, in rect: Rect, on frame: inout Frame) {
    let (word, role): (SafeText, Role) =
      switch toast.notice.severity {
      case .info: ("", .info)
      case .warning: ("! ", .warn)
      case .error: ("! error: ", .error)
      }
    let text = (word + SafeText(toast.notice.text)).truncated(to: rect.columns - 2, glyphs)
    frame.write(text, role, at: 1, rect.row, until: rect.endColumn - 1)
  }

  private func drawField(_ field: Field, in rect: Rect, on frame: inout Frame) {
    let prompt: SafeText =
      switch field.kind {
      case .filter: state.front.fieldRect(state.view) != nil ? "> " : "/"
      case .command: ":"
      case .search: "search: "
      }
    let start = frame.write(prompt, .prompt, at: 1, rect.row)
    let status = field.kind == .command ? .empty : state.status.matches
    let end = rect.endColumn - 1 - (status.isEmpty ? 0 : status.width + 2)
    frame.write(status, .muted, endingAt: rect.endColumn - 1, rect.row)
    // The part before the cursor decides what is seen of a long line.
    let before = SafeText(field.editor.textBeforeCursor, limit: LineEditor.limit)
    let room = max(1, end - start - 1)
    let text = SafeText(field.editor.text, limit: LineEditor.limit)
    let skipped = max(0, before.width - room)
    let shown = text.dropping(skipped)
    frame.write(shown, .text, at: start, rect.row, until: end)
    frame.cursor = Frame.Point(column: min(end, start + before.width - skipped), row: rect.row)
    frame.showsCursor = true
  }

  private func drawHints(in rect: Rect, on frame: inout Frame) {
    if state.field?.kind == .command { return drawCandidates(in: rect, on: &frame) }
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

  /// What the command line may become.
  private func drawCandidates(in rect: Rect, on frame: inout Frame) {
    guard let editor = state.field?.editor else { return }
    let end = rect.endColumn - 1
    var column = 1
    let candidates = Command.completions(of: editor.textBeforeCursor, in: state)
    for candidate in candidates {
      let text = SafeText(candidate)
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
  /// Pressing the key says what keeps it from being done.
  var isBlocked = false
  /// What a click on it presses.
  var keys: [Key] = []

  /// The hints of the screen in front, the most useful first.
  static func all(of state: State) -> [Hint] {
    if let dialog = state.dialog { return dialog.hints(state) }
    if state.field != nil {
      let word: SafeText = state.isHome ? "look into it" : "keep"
      return [
        Hint(key: "Enter", word: word, keys: [.enter]),
        Hint(key: "Esc", word: "cancel", keys: [.escape]),
      ]
    }
    let ranked = state.actions.compactMap { action in
      action.description.rank.map { (rank: $0, action: action) }
    }
    let isFirst = state.isHome
    var hints = screenHints(state, ranked, isFirst)
    if let act = actHint(state) { hints.insert(act, at: min(hints.count, 2)) }
    return hints
  }

  /// The key behind which everything stands that can be done to what is shown.
  private static func actHint(_ state: State) -> Hint? {
    guard state.actions.contains(where: \.acts),
      let first = state.keymap.bindings.first(where: { $0.action.acts })?.keys.first
    else { return nil }
    return Hint(
      key: first.label(state.view.glyphs),
      word: "act",
      isBlocked: state.acting != .allowed,
      keys: [first]
    )
  }

  private static func screenHints(
    _ state: State,
    _ ranked: [(rank: Int, action: Action)],
    _ isFirst: Bool
  ) -> [Hint] {
    ranked.sorted { ($0.rank, $0.action.rawValue) < ($1.rank, $1.action.rawValue) }
      .compactMap { _, action in
        // On the first screen there is nowhere to go back to.
        if isFirst, action == .back { return nil }
        if action == .open, state.front.opensNothing { return nil }
        guard let key = state.keymap.labels(of: action, state.view.glyphs).first else { return nil }
        let word: SafeText = isFirst && action == .pop ? "quit" : action.description.hint
        let keys = state.keymap.bindings.first { $0.action == action }?.keys ?? []
        return Hint(key: key, word: word, keys: keys)
      }
  }
}
