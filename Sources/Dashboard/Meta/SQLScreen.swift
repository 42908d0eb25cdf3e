import Entitlements
import Foundation

/// The operator's SQL statements, which are read-only, and their result rows.
struct SQLScreen: Screen {
  /// The typed statement, and the one that was run last.
  private(set) var text: String
  private(set) var asked: String
  private var pending: Pending?
  private var outcome: Outcome<SQLReply>?
  private var scroll = Scroll()

  enum SQLReply: Equatable, Sendable {
    case table(SQLTable)
    case fault(SQLError)
  }

  init(_ text: String) {
    self.text = text
    asked = ""
  }

  var breadcrumb: SafeText { "sql" }
  var scopes: Set<Action.Scope> { [.filter] }
  var equivalentCommand: [String]? { ["sql", asked.isEmpty ? text : asked] }
  var waiting: Waiting? { pending?.waiting }
  var opensNothing: Bool { table?.answer.rows.isEmpty ?? true }

  private var table: SQLTable? {
    if case .value(.table(let table)) = outcome { table } else { nil }
  }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    scroll.clamp(count: rowCount(context.view), height: height(context.view))
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    guard pending?.number == request else { return }
    pending = nil
    switch outcome {
    case .value(.sql(let answer)): self.outcome = .value(.table(SQLTable(answer)))
    case .value(.fault(let fault)): self.outcome = .value(.fault(fault))
    case .value: self.outcome = .failure("There were no rows in the answer.")
    case .failure(let reason): self.outcome = .failure(reason)
    }
  }

  mutating func run(_ context: inout ScreenContext) {
    asked = text
    scroll = Scroll()
    pending = context.query(.meta(.sql(text)), instead: pending)
  }

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    let height = height(context.view)
    if scroll.perform(action, count: rowCount(context.view), height: height) { return true }
    guard action == .open, let table, table.answer.rows.indices.contains(scroll.index) else {
      return false
    }
    let lines = zip(table.answer.columns, table.answer.rows[scroll.index]).map { name, value in
      PageLine.entry(name, SQLTable.text(value))
    }
    context.open(
      PageScreen("row \(scroll.index + 1)", equivalentCommand: equivalentCommand, .fixed(lines))
    )
    return true
  }

  func text(of kind: Field.Kind) -> String { text }

  mutating func take(_ text: String, for kind: Field.Kind) {
    if kind == .filter { self.text = text }
  }

  mutating func submit(_ kind: Field.Kind, _ context: inout ScreenContext) {
    if kind == .filter, !text.isEmpty { run(&context) }
  }

  // Drawing.

  /// The input line, and a blank row.
  private static let lineRows = 2

  private func height(_ view: ViewContext) -> Int {
    max(1, view.layout.body.rows - Self.lineRows - 1)
  }

  /// The number of rows to scroll through; the guide scrolls by its lines.
  private func rowCount(_ view: ViewContext) -> Int {
    guard outcome == nil else { return table?.answer.rows.count ?? 0 }
    return max(1, Self.guide(view.size.columns - 3, view.glyphs).count - height(view))
  }

  func fieldRect(_ view: ViewContext) -> Rect? {
    var body = view.layout.body
    return body.takeTop(1)
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    var rest = rect
    let line = rest.takeTop(Self.lineRows)
    let start = frame.write("> ", .prompt, at: line.column + 1, line.row)
    let shown: SafeText = text.isEmpty ? "select " : SafeText(text, limit: LineEditor.limit)
    let role: Role = text.isEmpty ? .muted : .text
    frame.write(shown.truncated(to: line.columns - 4, view.glyphs), role, at: start, line.row)
    switch outcome {
    case nil:
      let lines = Self.guide(rest.columns - 3, view.glyphs)
      frame.draw(lines, from: scroll.index, in: rest.insetColumns(2, 1))
    case .failure(let reason): frame.write(placeholder: reason, missing: nil, in: rest)
    case .value(.fault(let fault)):
      let lines = SQLDiagnostic(fault, in: asked, columns: rest.columns - 3, view.glyphs).lines
      frame.draw(lines, in: rest.insetColumns(2, 1))
    case .value(.table(let table)):
      table.draw(scroll, in: rest, view, on: &frame)
    }
  }

  private static func guide(_ columns: Int, _ glyphs: GlyphSet) -> [StyledLine] {
    func wrapped(_ text: SafeText, _ role: Role) -> [StyledLine] {
      text.wrapped(to: columns, limit: 2, glyphs).map { StyledLine($0, role) }
    }
    let example: SafeText = "select store, count(*), sum(price) from orders group by store"
    var lines =
      wrapped("Press / and type a statement; Enter runs it.", .text)
      + wrapped("It is read-only, for \(SQLLimits.seconds) seconds at most.", .secondary) + [
        .blank, StyledLine(example.truncated(to: columns, glyphs), .text), .blank,
        StyledLine("VIEWS", .columnTitle),
      ]
    for view in SQLView.allCases {
      let names = SafeText(view.columns.joined(separator: ", "))
      let parts = names.wrapped(to: columns - 14, limit: 8, glyphs)
      lines.add(StyledLine(SafeText(view.rawValue), .hintKey), parts, .secondary, at: 14)
    }
    return lines
  }

  func hint(for action: Action) -> SafeText? { action == .filter ? "statement" : nil }

  func describe(_ view: ViewContext, in status: inout Status) {
    if outcome == nil {
      let count = Self.guide(view.size.columns - 3, view.glyphs).count
      status.addScroll(from: scroll.index, of: count, height: height(view) + 1, view)
    }
    guard let table else { return }
    let count = table.answer.rows.count
    let more = table.answer.isTruncated ? "+" : ""
    status.add("\(SafeText.grouped(count))\(more) \(count == 1 ? "row" : "rows")", .text)
    let shown = table.place(in: view.size.columns - 3).count
    if shown < table.answer.columns.count {
      status.add("\(shown) of \(table.answer.columns.count) columns; Enter shows all", .secondary)
    }
  }
}

/// The limits of a statement.
package enum SQLLimits {
  package static let rows = 1_000
  package static let seconds = 5
}

/// A table of SQL rows, with the column widths that their values need.
struct SQLTable: Equatable, Sendable {
  let answer: SQLAnswer
  private let widths: [Int]
  private let isNumber: [Bool]

  private static let maxWidth = 40
  private static let gutter = 2

  init(_ answer: SQLAnswer) {
    self.answer = answer
    widths = answer.columns.indices.map { column in
      let values = answer.rows.prefix(500).map { Self.width($0[column]) }
      return min(Self.maxWidth, max(1, SafeText(answer.columns[column]).width, values.max() ?? 0))
    }
    isNumber = answer.columns.indices.map { column in
      answer.rows.allSatisfy {
        switch $0[column] {
        case .integer, .real, .null: true
        case .text, .bytes: false
        }
      }
    }
  }

  /// The text of a value; secret identifiers are masked.
  static func text(_ value: SQLValue) -> String {
    switch value {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .bytes(let count): "\(count) bytes"
    case .text(let text):
      Identifier(lone: text).map { $0.isSecret ? $0.masked : text } ?? text
    }
  }

  private static func width(_ value: SQLValue) -> Int {
    if case .text(let text) = value { return SafeText(text, limit: maxWidth).width }
    return max(1, text(value).utf8.count)
  }

  /// The columns that fit, each with its start and its width.
  func place(in room: Int) -> [(column: Int, left: Int, width: Int)] {
    var left = 0
    var placed: [(Int, Int, Int)] = []
    for (column, width) in widths.enumerated() {
      let width = min(width, max(0, room - left))
      guard placed.isEmpty || width == widths[column] else { break }
      placed.append((column, left, width))
      left += width + Self.gutter
    }
    return placed
  }

  func draw(_ scroll: Scroll, in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    guard !answer.rows.isEmpty else {
      return frame.write(placeholder: ["The statement returns no rows."], in: rect)
    }
    var rest = rect
    let titles = rest.takeTop(1)
    let placed = place(in: rect.columns - 3)
    for (column, left, width) in placed {
      let title = SafeText(answer.columns[column]).truncated(to: width, view.glyphs)
      let start = rect.column + 2 + left + (isNumber[column] ? width - title.width : 0)
      frame.write(title, .columnTitle, at: start, titles.row)
    }
    frame.draw(scroll, of: answer.rows.count, in: rest, view.glyphs) { index, row, frame in
      for (column, left, width) in placed {
        let value = answer.rows[index][column]
        let text =
          value == .null ? view.glyphs.missing : SafeText(Self.text(value), limit: Self.maxWidth)
        let cut = text.truncated(to: width, view.glyphs)
        let start = rect.column + 2 + left + (isNumber[column] ? width - cut.width : 0)
        let role: Role = if case .bytes = value { .muted } else { value == .null ? .muted : .text }
        frame.write(cut, role, at: start, row)
      }
    }
  }
}

/// A statement with a caret at the error, and its description.
struct SQLDiagnostic {
  private(set) var lines: [StyledLine] = []

  init(_ fault: SQLError, in text: String, columns: Int, _ glyphs: GlyphSet) {
    if case .mistaken(_, let offset?) = fault {
      let before = SafeText(String(text.unicodeScalars.prefix(offset)), limit: LineEditor.limit)
      lines.add(text, pointingAt: (before.width, 1), columns: columns, glyphs)
    }
    lines += SafeText(fault.description).wrapped(to: columns, limit: 4, glyphs).map {
      StyledLine($0, .error)
    }
  }
}
