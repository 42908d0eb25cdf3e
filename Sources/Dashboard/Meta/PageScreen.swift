import Entitlements
import Foundation

/// A scrollable page of text with a filter: settings, keys, messages.
struct PageScreen: Screen {
  enum Source: Equatable, Sendable {
    case fixed([PageLine])
    case asked(AppQuery)
  }

  let breadcrumb: SafeText
  let equivalentCommand: [String]?
  private let source: Source
  private var answer = Fetched<[PageLine]>()
  private var searchText = ""
  /// The lines that match the search text, cached until it changes.
  private var lines: [PageLine] = []
  private var scroll = Scroll()

  init(_ breadcrumb: SafeText, equivalentCommand: [String]?, _ source: Source) {
    self.breadcrumb = breadcrumb
    self.equivalentCommand = equivalentCommand
    self.source = source
    narrow()
  }

  var scopes: Set<Action.Scope> { [.filter] }
  var waiting: Waiting? { answer.waiting }
  var opensNothing: Bool { true }

  private mutating func narrow() {
    let all = if case .fixed(let lines) = source { lines } else { answer.value ?? [] }
    let searchText = searchText.lowercased()
    lines = searchText.isEmpty ? all : all.filter { $0.holds(searchText) }
  }

  mutating func markStale() { answer.markStale() }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    if case .asked(let query) = source { answer.loadIfNeeded(.meta(query), &context) }
    let count = drawn(context.view).count
    scroll.clamp(count: max(1, count - context.view.layout.body.rows + 1), height: 1)
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    let isAccepted = answer.accept(outcome, to: request)
    if isAccepted { narrow() }
  }

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    let height = context.view.layout.body.rows
    guard let motion = Motion(action, height: height) else { return false }
    let last = max(1, drawn(context.view).count - height + 1)
    scroll.move(motion, count: last, height: 1)
    return true
  }

  mutating func closeOne(_ context: inout ScreenContext) -> Bool {
    guard !searchText.isEmpty else { return false }
    searchText = ""
    narrow()
    return true
  }

  func text(of kind: Field.Kind) -> String { searchText }

  mutating func take(_ text: String, for kind: Field.Kind) {
    guard kind == .filter else { return }
    searchText = text
    narrow()
    scroll = Scroll()
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    if answer.value == nil, let failure = answer.failure {
      return frame.write(placeholder: failure, missing: nil, in: rect)
    }
    let drawn = drawn(view)
    guard !drawn.isEmpty else {
      if answer.pending == nil {
        let text: SafeText = searchText.isEmpty ? "Nothing yet." : "Nothing matches \(searchText)."
        frame.write(placeholder: [text], in: rect)
      }
      return
    }
    frame.draw(drawn, from: scroll.index, in: rect.insetColumns(2, 1))
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    if let failure = answer.failure { status.add("! \(failure)", .error) }
    let count = drawn(view).count
    status.addScroll(from: scroll.index, of: count, height: view.layout.body.rows, view)
    if !searchText.isEmpty { status.matches = .plural(lines.count, "line") }
  }

  private func drawn(_ view: ViewContext) -> [StyledLine] {
    PageContent(lines, columns: view.size.columns - 3, view.glyphs).lines
  }
}

/// The lines of a page, laid out for a screen width.
private struct PageContent {
  private(set) var lines: [StyledLine] = []
  private let columns: Int
  private let keyWidth: Int
  /// The column of notes beside values that end before it.
  private let noteColumn: Int
  private let glyphs: GlyphSet

  /// The minimum width of names in cells, which fits a time.
  private static let minKeyWidth = 16

  /// The minimum width of a note beside its value, in cells.
  private static let minNoteWidth = 16

  /// The maximum number of lines of one value.
  private static let maxLines = 6

  init(_ page: [PageLine], columns: Int, _ glyphs: GlyphSet) {
    self.columns = max(10, columns)
    self.glyphs = glyphs
    keyWidth = min(max(8, PageLine.width(of: page)), max(Self.minKeyWidth, columns / 3))
    let room = (columns - keyWidth - 2) * 3 / 5
    let widths = page.compactMap { line in
      if case .entry(_, let value, let note) = line, !note.isEmpty { value.count } else { nil }
    }
    noteColumn = keyWidth + 4 + (widths.filter { $0 <= room }.max() ?? 0)
    for line in page { add(line) }
  }

  private mutating func add(_ line: PageLine) {
    switch line {
    case .heading(let text):
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(StyledLine("\(text.uppercased())", .columnTitle))
    case .entry(let name, let value, let note): addEntry(name, value, note)
    case .text(let text): add("\(text)", .text)
    case .warning(let text): add("! \(text)", .warn)
    case .blank: lines.append(.blank)
    }
  }

  private mutating func addEntry(_ name: String, _ value: String, _ note: String) {
    let start = keyWidth + 2
    let key = SafeText(name).truncated(to: keyWidth, .middle, glyphs)
    let parts = SafeText(value).wrapped(
      to: columns - start,
      limit: Self.maxLines,
      glyphs
    )
    var line = StyledLine(key, .hintKey)
    line.add(parts.first ?? glyphs.missing, parts.isEmpty ? .muted : .text, at: start)
    var rest = parts.dropFirst().map { StyledLine($0, .text, at: start) }
    if !note.isEmpty {
      let remark = SafeText(note)
      let isBeside = rest.isEmpty && line.end + 2 <= noteColumn
      if isBeside, noteColumn + min(remark.width, Self.minNoteWidth) <= columns {
        line.add(cut(remark, to: columns - noteColumn), .muted, at: noteColumn)
      } else {
        rest.append(StyledLine(cut(remark, to: columns - start), .muted, at: start))
      }
    }
    lines += [line] + rest
  }

  /// Truncates a path in the middle, and other text at its end.
  private func cut(_ remark: SafeText, to room: Int) -> SafeText {
    remark.truncated(to: room, remark.string.contains("/") ? .middle : .end, glyphs)
  }

  private mutating func add(_ text: SafeText, _ role: Role) {
    lines += text.wrapped(to: columns, limit: Self.maxLines, glyphs).map { StyledLine($0, role) }
  }
}

/// A plain text for selection by the terminal, shown if no clipboard is available.
struct TextScreen: Screen {
  private let title: String
  private let lines: [SafeText]
  private let path: String
  private var top = 0

  /// The maximum number of scalars to show of a line; the file has all of it.
  private static let maxLineLength = 100_000

  /// `path` is the file with the whole text.
  init(_ title: String, _ text: String, path: String) {
    self.title = title
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      SafeText(String($0), limit: Self.maxLineLength)
    }
  }

  var breadcrumb: SafeText { "copied" }
  var opensNothing: Bool { true }
  var leavesMouse: Bool { true }

  /// The lines cut into rows of the screen's width.
  private func rows(_ view: ViewContext) -> [SafeText] {
    lines.flatMap { $0.isEmpty ? [.empty] : $0.cut(into: view.size.columns) }
  }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    top = max(0, min(top, rows(context.view).count - context.view.layout.body.rows))
  }

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    let height = context.view.layout.body.rows
    guard let motion = Motion(action, height: height) else { return false }
    top = motion.goal(from: top, last: rows(context.view).count - height)
    return true
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    for (offset, row) in rows(view).dropFirst(top).prefix(rect.rows).enumerated() {
      frame.write(row, .text, at: rect.column, rect.row + offset)
    }
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    let count = rows(view).count
    status.addScroll(from: top, of: count, height: view.layout.body.rows, view)
    status.order = "in \(SafeText(path).truncated(to: view.size.columns / 2, .middle, view.glyphs))"
  }
}
