import Entitlements

/// The lines of a table's popup.
struct PopupContent {
  private(set) var title: SafeText = .empty
  private(set) var entries: [StyledLine] = []
  /// Notes below the entries.
  private(set) var notes: [SafeText] = []
  private let popup: TablePopup

  /// The column of an entry's second part.
  private static let column = 24
  /// The greatest length of a bar.
  private static let maxBar = 30

  init(_ popup: TablePopup, _ screen: TableScreen, _ view: ViewContext) {
    self.popup = popup
    switch popup.kind {
    case .sorts(let sorts): add(sorts, screen, view)
    case .columns: addColumns(screen, view)
    case .facet(let facet): add(facet, view)
    case .export(let ofMarks):
      let total = screen.total ?? .atLeast(0)
      addForms(ofMarks ? screen.marks.count : nil, of: total, "that match")
      if !ofMarks, screen.productionCondition != nil { notes.append("without sandbox purchases") }
    case .pasted(let pasted): add(pasted.choice(view), view)
    case .choice(let choice): add(choice, view)
    }
  }

  /// Creates the content of a choice.
  init(_ popup: TablePopup, _ choice: Choice, _ view: ViewContext) {
    self.popup = popup
    add(choice, view)
  }

  private mutating func add(_ choice: Choice, _ view: ViewContext) {
    title = choice.title
    let room = view.size.columns - 8
    for (index, entry) in choice.entries.enumerated() {
      var line = StyledLine(index == choice.current ? view.glyphs.marked : .empty, .accent)
      line.add(entry.text.truncated(to: room, view.glyphs), .text, at: 2)
      let remark: SafeText = "  \(entry.remark)"
      if !entry.remark.isEmpty, line.end + 2 < room {
        line.add(remark.truncated(to: room - line.end, view.glyphs), .secondary)
      }
      entries.append(line)
    }
  }

  /// Creates the content of an export: `marked` rows, or all if `nil`.
  init(_ popup: TablePopup, exporting marked: Int?, of total: Count, _ which: SafeText) {
    self.popup = popup
    addForms(marked, of: total, which)
  }

  private mutating func add(_ sorts: [RowSort], _ screen: TableScreen, _ view: ViewContext) {
    title = "sort"
    for sort in sorts {
      for isReversed in [false, true] {
        let isCurrent = (screen.sort, screen.isReversed) == (sort, isReversed)
        var line = StyledLine(isCurrent ? view.glyphs.marked : .empty, .accent)
        line.add(screen.list.sortName(sort), .text, at: 2)
        line.add(sort.beginning(isReversed: isReversed), .secondary, at: Self.column - 6)
        entries.append(line)
      }
    }
    if sorts.contains(.name) { notes.append("by name or e-mail: those who have one") }
    let titles = screen.list.columns.filter { $0.sort == nil }.map(\.title)
    let note: SafeText = "no index, hence slow and not offered: \(.joined(titles, by: ", "))"
    let width = min(60, view.size.columns - 8)
    guard !titles.isEmpty, view.layout.body.rows > 12 else { return }
    notes += note.wrapped(to: width, limit: 3, view.glyphs)
  }

  private mutating func addColumns(_ screen: TableScreen, _ view: ViewContext) {
    title = "columns"
    let columns = screen.list.columns
    let titles = Dictionary(columns.map { ($0.key, $0.title) }) { first, _ in first }
    let layout = view.columns[screen.list] ?? ColumnLayout(columns)
    for (index, key) in layout.order.enumerated() {
      let isHidden = layout.hidden.contains(key)
      var line = StyledLine(isHidden ? "[ ]" : "[x]", isHidden ? .muted : .accent)
      line.add(titles[key] ?? .empty, isHidden ? .muted : .text, at: 4)
      let width = layout.widths[key].map { "\($0) wide" as SafeText }
      let remarks = [index < layout.frozen ? "frozen" : nil, width].compactMap(\.self)
      if !remarks.isEmpty { line.add(.joined(remarks, by: ", "), .secondary, at: Self.column) }
      entries.append(line)
    }
  }

  private mutating func add(_ facet: Facet, _ view: ViewContext) {
    title = "by \(facet.column)"
    if let calendar = facet.calendar {
      title = "\(title), \(calendar.unit == .month ? "a month" : "a day") of UTC a line"
    }
    let room = view.size.columns - 9
    let greatest = facet.entries.map(\.count).max() ?? 0
    let countWidth = SafeText.grouped(greatest).width
    let labels = facet.entries.map(\.label.width).max() ?? 0
    let labelWidth = max(4, min(labels, Self.column + 12, room - countWidth - 8))
    let barWidth = max(0, min(Self.maxBar, room - labelWidth - countWidth - 4))
    for entry in facet.entries {
      var line = StyledLine(entry.label.truncated(to: labelWidth, .middle, view.glyphs))
      let count = SafeText.grouped(entry.count)
      line.add(count, .title, at: labelWidth + 2 + countWidth - count.width)
      let bar = view.glyphs.bar(of: entry.count, in: greatest, width: barWidth)
      line.add(bar, .info, at: labelWidth + countWidth + 4)
      entries.append(line)
    }
    if let failure = facet.failure { notes.append("! \(failure)") }
    if facet.pending != nil {
      let counting: SafeText = "counting\(view.glyphs.ellipsis)"
      let share = facet.progress.map { "\(Int(max(0, min(1, $0)) * 100)) %" as SafeText }
      let rows = SafeText.plural(facet.rows, "row")
      notes.append(share.map { "\(counting) \($0), \(rows) up to now" } ?? counting)
    } else if facet.failure == nil {
      addNotes(of: facet)
    }
  }

  private mutating func addNotes(of facet: Facet) {
    if let limit = facet.limit {
      let rows = SafeText.grouped(limit)
      let note: SafeText =
        facet.isOfLoaded
        ? "only the first \(rows) rows of the list were counted"
        : "too many values: only \(rows) rows were counted"
      notes.append(note)
    }
    guard !facet.entries.isEmpty else {
      let none: SafeText = facet.rows > 0 ? "no row has a value" : "no row matches"
      return notes.append(none)
    }
    let counted = facet.entries.reduce(0) { $0 + $1.count }
    let rest = facet.rows - counted
    var total: SafeText = "\(SafeText.plural(facet.rows, "row"))"
    if facet.otherValues > 0 {
      let others = SafeText.plural(facet.otherValues, "other value")
      total = "\(total), \(SafeText.grouped(rest)) of them with \(others)"
    } else if rest > 0 {
      total = "\(total), \(SafeText.grouped(rest)) of them without a value"
    }
    notes.append(total)
  }

  private mutating func addForms(_ marked: Int?, of total: Count, _ which: SafeText) {
    let rows = marked.map { SafeText.plural($0, "marked row") }
    title = "export \(rows ?? "all \(total.text) \(which)")"
    for form in Export.Form.allCases {
      var line = StyledLine(SafeText(form.rawValue), .text)
      line.add(form.help, .secondary, at: 8)
      entries.append(line)
    }
    let maxRows = SafeText.grouped(Export.maxRows)
    notes.append("into a file in the folder purser runs in")
    if marked == nil { notes.append("the first \(maxRows) rows at most") }
    notes.append("names and e-mail addresses are masked")
  }

  private var width: Int {
    let widest = max(entries.map(\.end).max() ?? 0, notes.map(\.width).max() ?? 0, title.width + 2)
    return widest + 6
  }

  /// The number of visible entries.
  func height(in body: Rect) -> Int { max(1, min(entries.count, body.rows - 2 - notes.count)) }

  /// Draws the popup at the bottom of the body.
  func draw(in body: Rect, _ view: ViewContext, on frame: inout Frame) {
    var rest = body
    var box = rest.takeBottom(height(in: body) + notes.count + 2)
    box.columns = min(body.columns, width)
    frame.clearTexts(cutBy: box)
    frame.draw(box: box, title: title, view.glyphs)
    var inner = box.inset(columns: 1)
    let below = inner.takeBottom(notes.count)
    var scroll = popup.scroll
    scroll.clamp(count: entries.count, height: inner.rows)
    let shown = scroll.shown(count: entries.count, height: inner.rows)
    frame.draw(Array(entries[shown]), in: inner.insetColumns(2, 1), view.glyphs)
    let row = inner.row + scroll.index - shown.lowerBound
    if !entries.isEmpty, row < inner.endRow { frame.drawCursor(in: inner, row, view.glyphs) }
    frame.draw(notes.map { StyledLine($0, .muted) }, in: below.insetColumns(2, 1), view.glyphs)
    frame.write(more: entries.count - shown.upperBound, in: box, view.glyphs)
  }
}

extension TablePopup {
  /// The hints for the popup's keys.
  func hints(_ state: State) -> [Hint] {
    func hint(_ actions: [Action], _ word: SafeText) -> Hint? {
      let keys = actions.compactMap { state.keymap.labels(of: $0, state.view.glyphs).first }
      return keys.isEmpty ? nil : Hint(key: .joined(keys, by: " "), word: word)
    }
    let hints: [Hint?] =
      switch kind {
      case .sorts: [hint([.open], "sort")]
      case .columns:
        [
          hint([.mark], "show or hide"), hint([.columnLeft, .columnRight], "move"),
          hint([.narrowColumn, .widenColumn], "width"), hint([.facet], "freeze up to it"),
        ]
      case .facet(let facet):
        [
          hint([.open], "filter"),
          facet.calendar.flatMap { hint([.facet], $0.unit == .month ? "by day" : "by month") },
        ]
      case .export: [hint([.open], "write"), hint([.mark], "marks or all")]
      case .pasted: [hint([.open], "do it")]
      case .choice(let choice): [hint([.open], choice.verb)]
      }
    return (hints + [hint([.back], "close")]).compactMap(\.self)
  }
}
