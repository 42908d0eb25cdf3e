/// A line of text runs, each with its column and role.
struct StyledLine: Equatable, Sendable {
  struct Run: Equatable, Sendable {
    var text: SafeText
    var role: Role
    var column: Int
    /// The URL that the run links to.
    var link: String?
  }

  private(set) var runs: [Run] = []

  static let blank = StyledLine()

  init() {}

  init(_ text: SafeText, _ role: Role = .text, at column: Int = 0) { add(text, role, at: column) }

  /// The column after the last run.
  var end: Int { runs.last.map { $0.column + $0.text.width } ?? 0 }

  mutating func add(
    _ text: SafeText,
    _ role: Role = .text,
    at column: Int? = nil,
    link: String? = nil
  ) {
    guard !text.isEmpty else { return }
    runs.append(Run(text: text, role: role, column: column ?? end, link: link))
  }

  func adding(_ text: SafeText, _ role: Role = .text, at column: Int? = nil) -> StyledLine {
    var line = self
    line.add(text, role, at: column)
    return line
  }
}

extension [StyledLine] {
  /// Adds a text, scrolled so that a part of it is visible, and carets below that part.
  mutating func add(
    _ text: String,
    pointingAt part: (start: Int, width: Int),
    columns: Int,
    _ glyphs: GlyphSet
  ) {
    let skipped = Swift.max(0, part.start - Swift.max(8, columns - 12))
    let shown = SafeText(text, limit: LineEditor.limit).dropping(skipped)
    append(StyledLine(shown.truncated(to: columns, glyphs)))
    let width = Swift.max(1, Swift.min(part.width, columns - part.start + skipped))
    append(StyledLine(.repeated("^", width), .error, at: part.start - skipped))
  }

  /// Adds texts below each other at a column, the first one in the line `head`.
  mutating func add(_ head: StyledLine, _ texts: [SafeText], _ role: Role = .text, at column: Int) {
    for (index, text) in texts.enumerated() {
      append((index == 0 ? head : .blank).adding(text, role, at: column))
    }
  }
}

extension Frame {
  /// Marks the row under the cursor.
  mutating func drawCursor(in rect: Rect, _ row: Int, _ glyphs: GlyphSet) {
    write(glyphs.marker, .accent, at: rect.column, row)
    select(row: row, from: rect.column, to: rect.endColumn)
  }

  /// Draws an editor's text, scrolled so that the cursor is visible, with marks where it goes on.
  mutating func draw(
    _ editor: LineEditor,
    at start: Int,
    _ row: Int,
    until end: Int,
    _ glyphs: GlyphSet
  ) {
    let before = SafeText(editor.textBeforeCursor, limit: LineEditor.limit)
    let skipped = max(0, before.width - max(1, end - start - 1))
    let text = SafeText(editor.text, limit: LineEditor.limit).dropping(skipped)
    write(text, .text, at: start, row, until: end)
    cursor = Point(column: min(end, start + before.width - skipped), row: row)
    showsCursor = true
    let mark = glyphs.ellipsis
    if skipped > 0 { write(mark, .muted, at: start, row, until: end) }
    let isCut = text.width > end - start && cursor.column < end - mark.width
    if isCut { write(mark, .muted, at: end - mark.width, row, until: end) }
  }

  /// Writes into the lower edge of a box how many entries are below the visible ones.
  mutating func write(more count: Int, in box: Rect, _ glyphs: GlyphSet) {
    guard count > 0 else { return }
    let text: SafeText = " \(glyphs.below) \(SafeText.grouped(count)) more "
    write(text, .secondary, at: box.column + 2, box.endRow - 1, until: box.endColumn - 1)
  }

  /// Draws the visible ones of `count` entries, `height` rows each, and the cursor.
  mutating func draw(
    _ scroll: Scroll,
    of count: Int,
    height: Int = 1,
    in rect: Rect,
    _ glyphs: GlyphSet,
    _ draw: (_ index: Int, _ row: Int, inout Frame) -> Void
  ) {
    let shown = scroll.shown(count: count, height: max(1, rect.rows / height))
    for (offset, index) in shown.enumerated() {
      let row = rect.row + offset * height
      draw(index, row, &self)
      guard index == scroll.index else { continue }
      for line in row..<min(rect.endRow, row + height) { drawCursor(in: rect, line, glyphs) }
    }
  }

  /// Draws a line along the left edge.
  mutating func drawEdge(of rect: Rect, _ glyphs: GlyphSet) {
    for row in rect.row..<max(rect.row, rect.endRow) {
      fill(glyphs.bar, .rule, from: rect.column, to: rect.column + 1, row)
    }
  }

  /// Draws a line along the upper edge.
  mutating func drawRule(of rect: Rect, _ glyphs: GlyphSet) {
    fill(glyphs.rule, .rule, from: rect.column, to: rect.endColumn, rect.row)
  }

  /// Draws the lines from `top` on, clipped to `rect`; `glyphs` add an ellipsis to cut text.
  mutating func draw(
    _ lines: [StyledLine],
    from top: Int = 0,
    in rect: Rect,
    _ glyphs: GlyphSet? = nil
  ) {
    for (offset, line) in lines.dropFirst(max(0, top)).prefix(max(0, rect.rows)).enumerated() {
      for run in line.runs {
        let column = rect.column + run.column
        let room = max(0, rect.endColumn - column)
        let text = glyphs.map { run.text.truncated(to: room, $0) } ?? run.text
        let end = write(text, run.role, at: column, rect.row + offset, until: rect.endColumn)
        if let link = run.link { self.link(column..<max(column, end), rect.row + offset, to: link) }
      }
    }
  }
}

/// Tab titles side by side, numbered by their keys; shortened if there is no room.
struct TabBar {
  struct Tab {
    var title: SafeText
    var count: Int?
  }

  let tabs: [Tab]
  let front: Int

  private enum Form: CaseIterable { case counted, whole, short, numbers }

  private func title(_ index: Int, _ form: Form) -> SafeText {
    let title = tabs[index].title
    switch form {
    case .counted, .whole: return title
    case .short: return index == front ? title : title.prefix(3)
    case .numbers: return index == front ? title : .empty
    }
  }

  private func count(_ index: Int, _ form: Form) -> SafeText {
    guard form == .counted, let count = tabs[index].count else { return .empty }
    return .grouped(count)
  }

  private func gap(_ form: Form) -> Int { form == .counted || form == .whole ? 2 : 1 }

  private func width(_ form: Form) -> Int {
    tabs.indices.reduce(0) { sum, index in
      let title = title(index, form).width
      let count = count(index, form).width
      return sum + 1 + (title > 0 ? title + 1 : 0) + (count > 0 ? count + 1 : 0) + gap(form)
    }
  }

  func draw(in rect: Rect, on frame: inout Frame) {
    let room = rect.columns - 2
    let form = Form.allCases.first { width($0) <= room } ?? .numbers
    var column = rect.column + (gap(form) > 1 ? 2 : 1)
    for index in tabs.indices {
      let isFront = index == front
      let start = column
      column = frame.write("\(index + 1)", .hintKey, at: column, rect.row)
      let title = title(index, form)
      if !title.isEmpty {
        column = frame.write(title, isFront ? .title : .secondary, at: column + 1, rect.row)
      }
      // The current tab is not shown by colour alone.
      if isFront { frame.select(row: rect.row, from: start, to: column) }
      let count = count(index, form)
      if !count.isEmpty { column = frame.write(count, .muted, at: column + 1, rect.row) }
      if let digit = "\(index + 1)".first {
        frame.press([.character(digit)], from: start, to: column, rect.row)
      }
      column += gap(form)
    }
  }
}
