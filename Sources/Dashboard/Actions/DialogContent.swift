import Entitlements

/// The text and size of a dialog.
struct DialogContent {
  let title: SafeText
  private(set) var lines: [StyledLine] = []
  /// The position of each input: its row, and the column where its text begins.
  private(set) var inputs: [(row: Int, column: Int)] = []

  private let state: State
  private let width: Int
  /// The last line of the validation error.
  private var failureEnd = 0

  /// Wider lines are hard to read.
  private static let maxColumns = 76
  private static let labelColumns = 9

  init(_ dialog: Dialog, _ state: State) {
    self.state = state
    let body = state.layout.body
    width = min(Self.maxColumns, body.columns - (state.layout.usesCards ? 0 : 4)) - 4
    title = Self.title(dialog)
    if let proposal = dialog.proposal, dialog.preview == nil { add(proposal, dialog) }
    switch dialog.step {
    case .looking: if dialog.failure == nil { add("looking it up\(state.view.glyphs.ellipsis)") }
    case .form(let form):
      if let preview = dialog.preview { add(preview) } else { add(form, dialog) }
    case .progress(let name):
      if let batch = state.batches.first(where: { $0.name == name }) { add(batch) }
    case .done(let actionRequest, let items): add(actionRequest, items)
    case .answer(let message, let isRefusal): add(SafeText(message), isRefusal ? .warn : .text)
    }
    // With inputs, the error stands below them.
    if let failure = dialog.failure, inputs.isEmpty { add("! \(failure)", .error) }
  }

  /// The first line that is shown; the focused input is always visible.
  func top(_ dialog: Dialog) -> Int {
    guard case .input(let index) = dialog.focus, inputs.indices.contains(index) else {
      return dialog.top
    }
    let last = dialog.failure == nil ? inputs[index].row : failureEnd
    let minTop = max(0, last - height + 1)
    return min(max(dialog.top, minTop), inputs[index].row)
  }

  /// The number of visible lines.
  var height: Int { box(in: state.layout.body).rows - 3 }

  /// The dialog's frame, centred in the body.
  func box(in body: Rect) -> Rect {
    let rows = min(body.rows, lines.count + 4)
    let columns = width + 4
    return Rect(
      column: body.column + (body.columns - columns) / 2,
      row: body.row + (body.rows - rows) / 2,
      columns: columns,
      rows: rows
    )
  }

  private static func title(_ dialog: Dialog) -> SafeText {
    switch dialog.step {
    case .looking: dialog.action.title
    case .form(let form):
      dialog.preview == nil ? form.title : "\(form.title): dry run"
    case .progress: "Jobs"
    case .done(let actionRequest, _): actionRequest.word.capitalized
    case .answer: dialog.action.title
    }
  }

  private mutating func add(_ text: SafeText, _ role: Role = .secondary, indent: Int = 0) {
    let room = max(8, width - indent)
    lines += text.wrapped(to: room, limit: 4, state.view.glyphs).map {
      StyledLine($0, role, at: indent)
    }
  }

  /// Adds a blank line if there is room for it.
  private mutating func addGap() {
    if state.layout.body.rows >= 12 { lines.append(.blank) }
  }

  private mutating func add(_ person: Targets.Person) {
    var line = StyledLine(SafeText(person.name ?? person.id.raw), .title)
    if person.name != nil {
      line.add("  \(SafeText(person.id.raw).truncated(to: 24, .middle, state.view.glyphs))")
    }
    lines.append(line)
  }

  // Before confirmation.

  /// Adds who proposes the action, and why in the assistant's words.
  private mutating func add(_ proposal: Proposal, _ dialog: Dialog) {
    guard !dialog.hasConfirmed else { return }
    let waiting = state.waitingProposals
    let index = waiting.firstIndex { $0.id == proposal.id } ?? 0
    let count: SafeText =
      waiting.count > 1 ? " (\(index + 1) of \(waiting.count))" : ""
    add("\(SafeText(proposal.by)) proposes this\(count):", .prompt)
    for line in SafeText("\"\(proposal.reason)\"").wrapped(
      to: width - 2,
      limit: state.layout.body.rows >= 12 ? 4 : 1,
      state.view.glyphs
    ) {
      lines.append(StyledLine(line, .accent, at: 2))
    }
    addGap()
  }

  private mutating func add(_ form: ActionForm, _ dialog: Dialog) {
    if let person = form.person { add(person) }
    for place in form.places {
      add(place.text, place.environment == .production ? .text : .sandbox)
    }
    if !form.targets.isEmpty {
      if !lines.isEmpty { addGap() }
      add(form.targets, reserving: form.statements.count + form.inputs.count)
    }
    if !form.inputs.isEmpty {
      if !lines.isEmpty { addGap() }
      for (index, input) in form.inputs.enumerated() {
        add(input, isFocused: dialog.focus == .input(index))
      }
      if let failure = dialog.failure { add("! \(failure)", .error) }
      failureEnd = lines.count - 1
    }
    addGap()
    for statement in form.statements { add(statement) }
  }

  private mutating func add(_ input: ActionForm.Input, isFocused: Bool) {
    var line = StyledLine(input.label, isFocused ? .prompt : .secondary)
    let column = max(Self.labelColumns, input.label.width + 2)
    inputs.append((lines.count, column))
    if input.editor.characters.isEmpty {
      line.add(input.hint.truncated(to: width - column, state.view.glyphs), .muted, at: column)
    } else if !isFocused {
      let text = SafeText(input.editor.text).truncated(to: width - column, state.view.glyphs)
      line.add(text, .text, at: column)
    }
    lines.append(line)
    if isFocused, !input.choices.isEmpty { add(input.choices, chosen: input.text, at: column) }
  }

  /// Adds the choices of an input, side by side below it.
  private mutating func add(_ choices: [String], chosen: String, at column: Int) {
    var line = StyledLine(.empty, .secondary)
    line.add("up, down:", .muted, at: column)
    for choice in Self.window(of: choices, around: chosen) {
      line.add("  ", .muted)
      let text = SafeText(choice).truncated(to: width - line.end, state.view.glyphs)
      line.add(text, choice == chosen ? .accent : .secondary)
    }
    lines.append(line)
  }

  /// At most four choices, the chosen one among them.
  private static func window(of choices: [String], around chosen: String) -> ArraySlice<String> {
    let maxCount = 4
    let index = choices.firstIndex(of: chosen) ?? 0
    let first = max(0, min(index - 1, choices.count - maxCount))
    return choices[first..<min(choices.count, first + maxCount)]
  }

  private mutating func add(_ targets: [ActionForm.Target], reserving rows: Int) {
    let maxCount = max(3, state.layout.body.rows - lines.count - rows - 8)
    for target in targets.prefix(maxCount) { lines.append(line(target.title, target.detail)) }
    if targets.count > maxCount {
      let rest = SafeText.grouped(targets.count - maxCount)
      add("\(state.view.glyphs.ellipsis) and \(rest) more", indent: 2)
    }
  }

  private func line(
    _ title: SafeText,
    _ detail: SafeText,
    mark: SafeText = .empty,
    _ role: Role = .text
  ) -> StyledLine {
    var line = StyledLine(mark, role)
    let room = max(8, width / 2 - 4)
    line.add(title.truncated(to: room, .middle, state.view.glyphs), .text, at: 2)
    let rest = detail.truncated(to: width - room - 4, .middle, state.view.glyphs)
    line.add(rest, .secondary, at: room + 4)
    return line
  }

  /// Adds the lines of the dry run.
  private mutating func add(_ preview: [String]) {
    for text in preview.prefix(Self.maxPreview) { add(SafeText(text), .text) }
    if preview.count > Self.maxPreview {
      add("\(state.view.glyphs.ellipsis) and \(preview.count - Self.maxPreview) more")
    }
    addGap()
    add("Nothing was done. d goes back.")
  }

  /// The maximum number of preview or result lines.
  private static let maxPreview = 200

  // After confirmation.

  private mutating func add(_ actionRequest: ActionRequest, _ items: [ActionResultItem]) {
    let glyphs = state.view.glyphs
    let failed = items.count { $0.failure != nil }
    let done = items.count - failed
    add("\(SafeText.grouped(done)) of \(SafeText.grouped(items.count)) done", .text)
    addGap()
    for item in items.prefix(Self.maxPreview) {
      let isDone = item.failure == nil
      var line = StyledLine(isDone ? glyphs.passed : glyphs.failed, isDone ? .good : .bad)
      line.add(SafeText(item.subject).truncated(to: width - 2, .middle, glyphs), .text, at: 2)
      lines.append(line)
      if let failure = item.failure { add(SafeText(failure), indent: 2) }
    }
    guard done > 0 else { return }
    addGap()
    add(actionRequest.undo)
  }

  private mutating func add(_ batch: BatchProgress) {
    add(batch.title, .title)
    addGap()
    var bar = StyledLine()
    let cells = max(4, min(24, width / 3))
    let full = batch.total == 0 ? 0 : cells * batch.ended / batch.total
    let (done, rest) = (state.view.glyphs.paid, state.view.glyphs.trial)
    bar.add(.repeated("\(String(done))", full), .good)
    bar.add(.repeated("\(String(rest))", cells - full), .muted)
    if state.layout.usesCards {
      lines.append(bar)
      add(batch.progress, .text)
    } else {
      bar.add("  \(batch.progress)", .text)
      lines.append(bar)
    }
    if batch.alreadyOpen > 0 {
      add("\(batch.alreadyOpen) of \(batch.count) were under way already")
    }
    if let failure = batch.failure { add("! \(failure)", .error) }
    addGap()
    let description = JobDescription(state.view)
    for job in batch.jobs {
      let (mark, role) = description.mark(job.state, hasTried: job.outcome != nil)
      let purchase = batch.purchase(of: job)
      let app = purchase?.name?.app ?? ""
      let title = purchase?.product.map { SafeText.product($0, of: app) } ?? SafeText(app)
      let detail = purchase.map { SafeText($0.name?.originalTransactionID ?? $0.chain.raw) }
      if case .lookUp(let order, _, _) = batch.actionRequest {
        lines.append(line("order", SafeText(order), mark: mark, role))
      } else {
        lines.append(line(detail == nil ? "another job" : title, detail ?? "", mark: mark, role))
      }
      if let text = description.words(job) { add(text, indent: 2) }
    }
    if batch.count(.failed) > 0 {
      addGap()
      add("To retry after fixing it: g J, then a r on the failed jobs.")
    } else if batch.left > 0 {
      addGap()
      add("Esc closes this; the remaining jobs go on, in the queue as \(batch.name).")
    } else {
      addGap()
      add(batch.actionRequest.undo)
    }
  }
}
