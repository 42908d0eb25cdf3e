import Entitlements
import Foundation

/// Text that scrolls, and is narrowed by a word: settings, keys, what was said.
struct PageScreen: ScreenPart {
  enum Source: Equatable, Sendable {
    case fixed([PageLine])
    case asked(MetaQuestion)
  }

  let crumb: SafeText
  let twin: [String]?
  private let source: Source
  private var answer = Fetched<[PageLine]>()
  private var needle = ""
  /// Those that hold the needle: found when it changes, not whenever they are drawn.
  private var lines: [PageLine] = []
  private var scroll = Scroll()

  init(_ crumb: SafeText, twin: [String]?, _ source: Source) {
    self.crumb = crumb
    self.twin = twin
    self.source = source
    narrow()
  }

  var scopes: Set<Action.Scope> { [.lines, .filter] }
  var waiting: Waiting? { answer.waiting }
  var opensNothing: Bool { true }

  private mutating func narrow() {
    let all = if case .fixed(let lines) = source { lines } else { answer.value ?? [] }
    let needle = needle.lowercased()
    lines = needle.isEmpty ? all : all.filter { $0.holds(needle) }
  }

  mutating func markStale() { answer.markStale() }

  mutating func settle(_ desk: inout Desk) {
    if case .asked(let question) = source { answer.settle(.meta(question), &desk) }
    let count = drawn(desk.view).count
    scroll.settle(count: max(1, count - desk.view.layout.body.rows + 1), height: 1)
  }

  mutating func accept(_ outcome: Outcome<Answer>, to request: Int, _ view: Viewpoint) {
    let isOurs = answer.accept(outcome, to: request) {
      if case .meta(.page(let lines)) = $0 { lines } else { nil }
    }
    if isOurs { narrow() }
  }

  mutating func perform(_ action: Action, _ desk: inout Desk) -> Bool {
    let height = desk.view.layout.body.rows
    guard let distance = Scroll.distance(action, height: height) else { return false }
    let last = max(1, drawn(desk.view).count - height + 1)
    scroll.move(by: distance, count: last, height: 1)
    return true
  }

  mutating func closeOne(_ desk: inout Desk) -> Bool {
    guard !needle.isEmpty else { return false }
    needle = ""
    narrow()
    return true
  }

  func text(of kind: Field.Kind) -> String { needle }

  mutating func take(_ text: String, for kind: Field.Kind) {
    guard kind == .filter else { return }
    needle = text
    narrow()
    scroll = Scroll()
  }

  func draw(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    if answer.value == nil, let failure = answer.failure {
      return frame.write(placeholder: failure, missing: nil, in: rect)
    }
    let drawn = drawn(view)
    guard !drawn.isEmpty else {
      if answer.pending == nil {
        let text: SafeText = needle.isEmpty ? "Nothing yet." : "Nothing matches \(needle)."
        frame.write(placeholder: [text], in: rect)
      }
      return
    }
    frame.draw(drawn, from: scroll.index, in: rect.insetColumns(2, 1))
  }

  func status(_ view: Viewpoint) -> Status {
    var status = Status()
    if let failure = answer.failure { status.add("! \(failure)", .error) }
    let count = drawn(view).count
    status.addScroll(from: scroll.index, of: count, height: view.layout.body.rows, view)
    if !needle.isEmpty { status.matches = .plural(lines.count, "line") }
    return status
  }

  private func drawn(_ view: Viewpoint) -> [StyledLine] {
    PageContent(lines, columns: view.size.columns - 3, view.glyphs).lines
  }
}

/// The lines of a page as they stand on a screen of some width.
private struct PageContent {
  private(set) var lines: [StyledLine] = []
  private let columns: Int
  private let keyWidth: Int
  /// Where remarks stand, one under the other, beside values that end before.
  private let noteColumn: Int
  private let glyphs: GlyphSet

  /// Names get as much in any case: a time needs it. In cells.
  private static let leastKey = 16

  /// Less of a remark is not worth its place; in cells.
  private static let leastNote = 16

  /// Of one value.
  private static let mostLines = 6

  init(_ page: [PageLine], columns: Int, _ glyphs: GlyphSet) {
    self.columns = max(10, columns)
    self.glyphs = glyphs
    keyWidth = min(max(8, PageLine.width(of: page)), max(Self.leastKey, columns / 3))
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
      limit: Self.mostLines,
      glyphs
    )
    var line = StyledLine(key, .hintKey)
    line.add(parts.first ?? glyphs.missing, parts.isEmpty ? .muted : .text, at: start)
    var rest = parts.dropFirst().map { StyledLine($0, .text, at: start) }
    if !note.isEmpty {
      let remark = SafeText(note)
      let isBeside = rest.isEmpty && line.end + 2 <= noteColumn
      if isBeside, noteColumn + min(remark.width, Self.leastNote) <= columns {
        line.add(cut(remark, to: columns - noteColumn), .muted, at: noteColumn)
      } else {
        rest.append(StyledLine(cut(remark, to: columns - start), .muted, at: start))
      }
    }
    lines += [line] + rest
  }

  /// Of a path both ends say most.
  private func cut(_ remark: SafeText, to room: Int) -> SafeText {
    remark.truncated(to: room, remark.string.contains("/") ? .middle : .end, glyphs)
  }

  private mutating func add(_ text: SafeText, _ role: Role) {
    lines += text.wrapped(to: columns, limit: Self.mostLines, glyphs).map { StyledLine($0, role) }
  }
}
