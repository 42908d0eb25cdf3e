/// Draws a form: its questions as a list, and what belongs to the focused one beside or below it.
package struct SetupFormView: Sendable {
  private let layout: Layout
  private let glyphs: GlyphSet
  private let list: Rect
  private let panel: Rect

  /// Where answers begin.
  private static let answerColumn = 24
  /// From this width on, the panel is beside the list.
  private static let wideColumns = 110

  package init(size: Size, glyphs: GlyphSet) {
    self.glyphs = glyphs
    layout = Layout(ViewContext.presentable(size))
    var rest = layout.body
    if layout.size.columns >= Self.wideColumns {
      panel = rest.takeRight(rest.columns * 2 / 5)
    } else {
      panel = rest.takeBottom(min(11, rest.rows / 2))
    }
    list = rest
  }

  /// The number of visible lines of a review.
  package var height: Int { layout.body.rows }

  package func frame(_ form: SetupForm) -> Frame {
    var frame = Frame(size: layout.size)
    guard !layout.isTooSmall else {
      frame.write("purser needs 40x10; Ctrl-C leaves", .warn, at: 0, 0)
      return frame
    }
    drawFrame(of: form, on: &frame)
    if let review = form.review {
      draw(review, from: form.top, on: &frame)
    } else {
      drawList(of: form, on: &frame)
      drawPanel(of: form, on: &frame)
    }
    return frame
  }

  // The list.

  private enum Line: Equatable {
    case heading(String)
    case question(Int)
    case blank, buttons
  }

  private func lines(of form: SetupForm) -> [Line] {
    var lines: [Line] = []
    for (index, question) in form.questions.enumerated() {
      if index == 0 || form.questions[index - 1].group != question.group {
        if index > 0, list.rows >= 16 { lines.append(.blank) }
        lines.append(.heading(question.group))
      }
      lines.append(.question(index))
    }
    return lines + [.blank, .buttons]
  }

  /// The visible lines, the focused one among them.
  private func visible(_ form: SetupForm) -> ArraySlice<Line> {
    let lines = lines(of: form)
    let focused =
      form.index.flatMap { lines.firstIndex(of: .question($0)) } ?? lines.count - 1
    let last = max(0, lines.count - list.rows)
    return lines[min(last, max(0, focused - list.rows / 2))...].prefix(list.rows)
  }

  /// What is drawn at a position.
  func stop(at mouse: Mouse, in form: SetupForm) -> SetupForm.Stop? {
    let offset = mouse.row - list.row
    let lines = visible(form)
    guard (0..<lines.count).contains(offset), mouse.column < list.endColumn else { return nil }
    switch lines[lines.startIndex + offset] {
    case .question(let index): return .question(form.questions[index].key)
    case .buttons:
      return Self.buttons.first {
        ($0.column..<$0.column + $0.text.width).contains(mouse.column - list.column)
      }?.stop
    case .heading, .blank: return nil
    }
  }

  private static let buttons: [(stop: SetupForm.Stop, text: SafeText, column: Int)] = [
    (.write, "[Show the settings and write]", 2), (.leave, "[Leave]", 34),
  ]

  private func drawList(of form: SetupForm, on frame: inout Frame) {
    for (offset, line) in visible(form).enumerated() {
      let row = list.row + offset
      switch line {
      case .heading(let group): drawHeading(group, form.checks[group], row, on: &frame)
      case .question(let index):
        draw(form.questions[index], isFocused: form.index == index, form, row, on: &frame)
      case .buttons:
        for button in Self.buttons {
          let isFocused = button.stop == form.focus
          let column = list.column + button.column
          frame.write(button.text, isFocused ? .accent : .secondary, at: column, row)
          guard isFocused else { continue }
          frame.select(row: row, from: column, to: column + button.text.width)
        }
      case .blank: break
      }
    }
  }

  private func drawHeading(
    _ group: String,
    _ check: SetupForm.Check?,
    _ row: Int,
    on frame: inout Frame
  ) {
    frame.write(SafeText(group), .title, at: list.column + 1, row, until: list.endColumn)
    guard let check else { return }
    let (text, role): (SafeText, Role) =
      switch check.state {
      case .running: ("checking\(glyphs.ellipsis)", .info)
      case .passed: ("\(glyphs.passed) accepted", .good)
      case .failed: ("\(glyphs.failed) not accepted", .bad)
      }
    frame.write(text, role, at: list.column + Self.answerColumn, row, until: list.endColumn)
  }

  private func draw(
    _ question: SetupForm.Question,
    isFocused: Bool,
    _ form: SetupForm,
    _ row: Int,
    on frame: inout Frame
  ) {
    let (mark, role): (SafeText, Role) =
      if question.fault != nil { (glyphs.failed, .bad) } else if question.isOpen {
        (glyphs.dot, .warn)
      } else if (question.value ?? "").isEmpty { (glyphs.dot, .muted) } else {
        (glyphs.passed, .good)
      }
    frame.write(mark, role, at: list.column + 2, row)
    let start = list.column + Self.answerColumn
    let label = SafeText(question.label)
    frame.write(label, isFocused ? .prompt : .secondary, at: list.column + 4, row, until: start - 1)
    let end = list.endColumn - 1
    switch question.kind {
    case .choices where !isFocused:
      let (text, role) = shown(question)
      frame.write(text, role, at: start, row, until: end, glyphs)
    case .choices(let words):
      drawChoices(words, question, form.choice, from: start, row, on: &frame)
    case .flag:
      drawChoices(["yes"], question, isFocused ? 0 : nil, from: start, row, on: &frame)
    case .text, .path, .hidden:
      let isHidden = question.kind == .hidden
      if isFocused, isHidden {
        let stars = LineEditor(String(repeating: "*", count: form.editor.characters.count))
        frame.draw(stars, at: start, row, until: end, glyphs)
      } else if isFocused {
        frame.draw(form.editor, at: start, row, until: end, glyphs)
      }
      if isFocused, !form.editor.characters.isEmpty { break }
      let (text, role) = shown(question)
      let cut: SafeText.Truncation = question.kind == .path ? .middle : .end
      if isFocused, !isHidden, !question.answer.isEmpty { break }
      frame.write(text, role, at: start + (isFocused ? 1 : 0), row, until: end, cut: cut, glyphs)
    }
    if isFocused { frame.drawCursor(in: list, row, glyphs) }
  }

  /// The answer, or what is used without one.
  private func shown(_ question: SetupForm.Question) -> (SafeText, Role) {
    if !question.answer.isEmpty {
      return (SafeText(question.text), question.fault == nil ? .text : .bad)
    }
    if !question.text.isEmpty { return (SafeText(question.text), .muted) }
    return question.isRequired ? ("needed", .warn) : ("none", .muted)
  }

  private func drawChoices(
    _ words: [String],
    _ question: SetupForm.Question,
    _ cursor: Int?,
    from start: Int,
    _ row: Int,
    on frame: inout Frame
  ) {
    let chosen = question.chosen
    // Those before the cursor make room for it.
    var first = 0
    let widths = words.map { SafeText($0).width + 6 }
    let room = list.endColumn - start
    while first < cursor ?? 0, widths[first...(cursor ?? 0)].reduce(0, +) > room { first += 1 }
    var column = start
    for (index, word) in words.enumerated().dropFirst(first) {
      guard column + widths[index] - 2 <= list.endColumn else {
        frame.write(glyphs.ellipsis, .muted, at: list.endColumn - 1, row)
        return
      }
      let isChosen = chosen.contains(word)
      let role: Role = index == cursor ? .accent : isChosen ? .text : .muted
      let mark: SafeText = isChosen ? "x" : " "
      column = frame.write("[\(mark)] \(word)", role, at: column, row, until: list.endColumn) + 2
    }
  }

  // The panel.

  private func drawPanel(of form: SetupForm, on frame: inout Frame) {
    let isBeside = panel.row == list.row
    if isBeside { frame.drawEdge(of: panel, glyphs) } else { frame.drawRule(of: panel, glyphs) }
    let inner =
      isBeside
      ? panel.insetColumns(2, 1)
      : Rect(
        column: panel.column + 1,
        row: panel.row + 1,
        columns: panel.columns - 2,
        rows: panel.rows - 1
      )
    frame.draw(panelLines(of: form, columns: inner.columns), in: inner)
  }

  private func panelLines(of form: SetupForm, columns: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    func add(_ text: String, _ role: Role, limit: Int = 6) {
      lines += SafeText(text).wrapped(to: columns, limit: limit, glyphs)
        .map { StyledLine($0, role) }
    }
    guard let question = form.question else {
      add(
        form.focus == .write
          ? "Enter shows the settings as they would be written."
          : "Enter leaves, and writes nothing.",
        .secondary
      )
      if form.openCount > 0 {
        let count = form.openCount
        add("\(count) question\(count == 1 ? " needs" : "s need") an answer first.", .warn)
      }
      return lines
    }
    add(question.ask, .title, limit: 2)
    if let fault = question.fault { add(fault, .error) }
    add(question.help, .secondary)
    if let link = question.link {
      var line = StyledLine.blank
      line.add(SafeText(link).truncated(to: columns, glyphs), .info, link: link)
      lines.append(line)
    }
    if let hint = Self.hint(for: question) { add(hint, .muted, limit: 2) }
    if !question.suggestions.isEmpty {
      add("There: \(question.suggestions.joined(separator: ", "))", .text, limit: 3)
    }
    if let check = form.checks[question.group], !check.lines.isEmpty {
      lines.append(.blank)
      for line in check.lines { add(line, check.state == .failed ? .warn : .secondary, limit: 4) }
    }
    return lines
  }

  private static func hint(for question: SetupForm.Question) -> String? {
    switch question.kind {
    case .hidden: "The secret itself, which is not shown, or a file that holds it."
    case .path: "Tab completes the path."
    case .choices: "Space chooses; the arrows move."
    case .flag: "Space changes it."
    case .text: question.suggestions.isEmpty ? nil : "Tab takes the next of these."
    }
  }

  // The review.

  private func draw(_ review: [SetupForm.SettingsLine], from top: Int, on frame: inout Frame) {
    let end = layout.body.endColumn - 1
    for (offset, line) in review.dropFirst(top).prefix(height).enumerated() {
      let row = layout.body.row + offset
      if line.isNew { frame.write("+", .good, at: 1, row) }
      let role: Role = line.isNew ? .text : .muted
      frame.write(SafeText(line.text), role, at: 3, row, until: end, glyphs)
    }
  }

  // What is around them.

  private func drawFrame(of form: SetupForm, on frame: inout Frame) {
    if let header = layout.header {
      frame.fill(header, .bar)
      var column = frame.write("purser", .barStrong, at: 1, header.row)
      column = frame.write(SafeText(form.title), .bar, at: column + 2, header.row)
      let room = header.endColumn - 1 - column - 2
      let path = SafeText(form.path).truncated(to: max(0, room), .middle, glyphs)
      frame.write(path, .barStrong, endingAt: header.endColumn - 1, header.row)
    }
    for row in layout.rules {
      frame.fill(glyphs.rule, .rule, from: 0, to: layout.size.columns, row)
    }
    drawStatus(of: form, on: &frame)
    guard let hints = layout.hints else { return }
    var column = 1
    for (key, word) in Self.hints(of: form) {
      guard column + key.width + 1 + word.width <= hints.endColumn - 1 else { break }
      column = frame.write(key, .hintKey, at: column, hints.row)
      column = frame.write(word, .hint, at: column + 1, hints.row) + 2
    }
  }

  private func drawStatus(of form: SetupForm, on frame: inout Frame) {
    let end = layout.status.endColumn - 1
    if let message = form.message {
      let role: Role =
        switch message.severity {
        case .info: .info
        case .warning: .warn
        case .error: .error
        }
      frame.write(SafeText(message.marked), role, at: 1, layout.status.row, until: end, glyphs)
      return
    }
    let text: SafeText
    if let review = form.review {
      let new = review.count { $0.isNew }
      let rest = review.count - form.top - height
      let more: SafeText = rest > 0 ? "; \(glyphs.below) \(SafeText.plural(rest, "more line"))" : ""
      text = "\(SafeText.plural(new, "new line"))\(more)"
    } else if form.openCount == 0 {
      text = "all questions are answered"
    } else {
      text = "\(SafeText.plural(form.openCount, "question")) to answer"
    }
    frame.write(text, .secondary, at: 1, layout.status.row, until: end, glyphs)
  }

  private static func hints(of form: SetupForm) -> [(SafeText, SafeText)] {
    if form.review != nil {
      return [("Enter", "write"), ("Esc", "back"), ("PgDn", "more"), ("Ctrl-C", "leave")]
    }
    return [
      ("Up Down", "move"), ("Enter", "next"), ("PgDn", "next part"), ("Ctrl-S", "show and write"),
      ("Esc", "leave"),
    ]
  }
}
