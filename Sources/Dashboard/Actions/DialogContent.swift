import Entitlements

/// The text of a dialog, and the room it takes.
struct DialogContent {
  let title: SafeText
  private(set) var lines: [StyledLine] = []
  /// Where the lines stand that are typed in: the row, and the column where the text begins.
  private(set) var inputs: [(row: Int, column: Int)] = []

  private let state: State
  private let width: Int
  /// The last line that tells why what was typed will not do.
  private var failureEnd = 0

  /// Wider lines are hard to read.
  private static let mostColumns = 76
  private static let labelColumns = 9

  init(_ dialog: Dialog, _ state: State) {
    self.state = state
    let body = state.layout.body
    width = min(Self.mostColumns, body.columns - (state.layout.usesCards ? 0 : 4)) - 4
    title = Self.title(dialog)
    switch dialog.step {
    case .looking: if dialog.failure == nil { add("looking it up\(state.view.glyphs.ellipsis)") }
    case .proposal(let proposal):
      if let preview = dialog.preview { add(preview) } else { add(proposal, dialog) }
    case .progress(let name):
      if let batch = state.batches.first(where: { $0.name == name }) { add(batch) }
    case .done(let deed, let items): add(deed, items)
    case .answer(let words, let isRefusal): add(SafeText(words), isRefusal ? .warn : .text)
    }
    // Beside what was typed, where something was.
    if let failure = dialog.failure, inputs.isEmpty { add("! \(failure)", .error) }
  }

  /// The first line that is shown: the one that is typed in is never out of sight.
  func top(_ dialog: Dialog) -> Int {
    guard case .input(let place) = dialog.focus, inputs.indices.contains(place) else {
      return dialog.top
    }
    let last = dialog.failure == nil ? inputs[place].row : failureEnd
    let least = max(0, last - height + 1)
    return min(max(dialog.top, least), inputs[place].row)
  }

  /// How many lines are shown at once.
  var height: Int { box(in: state.layout.body).rows - 3 }

  /// In the middle of the body.
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
    case .proposal(let proposal):
      dialog.preview == nil ? proposal.title : "\(proposal.title): dry run"
    case .progress: "Jobs"
    case .done(let deed, _): deed.word.capitalized
    case .answer: dialog.action.title
    }
  }

  private mutating func add(_ text: SafeText, _ role: Role = .secondary, indent: Int = 0) {
    let room = max(8, width - indent)
    lines += text.wrapped(to: room, limit: 4, state.view.glyphs).map {
      StyledLine($0, role, at: indent)
    }
  }

  /// Air, where there is room for it.
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

  // Before anything is done.

  private mutating func add(_ proposal: Proposal, _ dialog: Dialog) {
    if let person = proposal.person { add(person) }
    for place in proposal.places {
      add(place.text, place.environment == .production ? .text : .sandbox)
    }
    if !proposal.targets.isEmpty {
      if !lines.isEmpty { addGap() }
      add(proposal.targets, reserving: proposal.statements.count + proposal.inputs.count)
    }
    if !proposal.inputs.isEmpty {
      if !lines.isEmpty { addGap() }
      for (place, input) in proposal.inputs.enumerated() {
        add(input, isFocused: dialog.focus == .input(place))
      }
      if let failure = dialog.failure { add("! \(failure)", .error) }
      failureEnd = lines.count - 1
    }
    addGap()
    for statement in proposal.statements { add(statement) }
  }

  private mutating func add(_ input: Proposal.Input, isFocused: Bool) {
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

  /// What else could stand in a line, side by side below it.
  private mutating func add(_ choices: [String], chosen: String, at column: Int) {
    var line = StyledLine(.empty, .secondary)
    line.add("up, down:", .muted, at: column)
    for choice in Self.window(of: choices, around: chosen) {
      line.add("  ", .muted)
      line.add(SafeText(choice), choice == chosen ? .accent : .secondary)
    }
    lines.append(line)
  }

  /// So many of them as can be read at a glance, the chosen one among them.
  private static func window(of choices: [String], around chosen: String) -> ArraySlice<String> {
    let most = 4
    let place = choices.firstIndex(of: chosen) ?? 0
    let first = max(0, min(place - 1, choices.count - most))
    return choices[first..<min(choices.count, first + most)]
  }

  private mutating func add(_ targets: [Proposal.Target], reserving rows: Int) {
    let most = max(3, state.layout.body.rows - lines.count - rows - 8)
    for target in targets.prefix(most) { lines.append(line(target.title, target.detail)) }
    if targets.count > most {
      let rest = SafeText.grouped(targets.count - most)
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

  /// What the deed would do.
  private mutating func add(_ preview: [String]) {
    for text in preview.prefix(Self.mostPreview) { add(SafeText(text), .text) }
    if preview.count > Self.mostPreview {
      add("\(state.view.glyphs.ellipsis) and \(preview.count - Self.mostPreview) more")
    }
    addGap()
    add("Nothing was done. d goes back.")
  }

  /// Nobody reads more of what is not done.
  private static let mostPreview = 200

  // Afterwards.

  private mutating func add(_ deed: Deed, _ items: [DoneItem]) {
    let glyphs = state.view.glyphs
    let failed = items.count { $0.failure != nil }
    let done = items.count - failed
    add("\(SafeText.grouped(done)) of \(SafeText.grouped(items.count)) done", .text)
    addGap()
    for item in items.prefix(Self.mostPreview) {
      let isDone = item.failure == nil
      var line = StyledLine(isDone ? glyphs.passed : glyphs.failed, isDone ? .good : .bad)
      line.add(SafeText(item.subject).truncated(to: width - 2, .middle, glyphs), .text, at: 2)
      lines.append(line)
      if let failure = item.failure { add(SafeText(failure), indent: 2) }
    }
    guard done > 0 else { return }
    addGap()
    add(deed.undo)
  }

  private mutating func add(_ batch: JobBatch) {
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
    let story = JobStory(state.view)
    for job in batch.jobs {
      let (mark, role) = story.mark(job.state, hasTried: job.outcome != nil)
      let purchase = batch.purchase(of: job)
      let app = purchase?.name?.app ?? ""
      let title = purchase?.product.map { SafeText.product($0, of: app) } ?? SafeText(app)
      let detail = purchase.map { SafeText($0.name?.originalTransactionID ?? $0.chain.raw) }
      if case .lookUp(let order, _, _) = batch.deed {
        lines.append(line("order", SafeText(order), mark: mark, role))
      } else {
        lines.append(line(detail == nil ? "another job" : title, detail ?? "", mark: mark, role))
      }
      if let words = story.words(job) { add(words, indent: 2) }
    }
    if batch.count(.failed) > 0 {
      addGap()
      add("Again, once that is mended: g J, then a r on what failed.")
    } else if batch.left > 0 {
      addGap()
      add("Esc closes this; what is left goes on, and stays in the queue as \(batch.name).")
    } else {
      addGap()
      add(batch.deed.undo)
    }
  }
}
