import Entitlements
import Foundation

/// The home screen's lines, in one column or two.
struct HomeContent {
  private struct Line {
    var entry: Int?
    var line: StyledLine
  }

  private let screen: HomeScreen
  private let view: Viewpoint
  private var columns: [[Line]] = []
  private let width: Int

  /// Two columns from here on.
  private static let breakpoint = 76
  /// The line that is typed, what it leads to, and air.
  private static let headRows = 3
  private static let gap = 4

  init(_ screen: HomeScreen, _ view: Viewpoint) {
    self.screen = screen
    self.view = view
    let isWide = view.size.columns >= Self.breakpoint
    width = isWide ? (view.size.columns - 4 - Self.gap) / 2 : view.size.columns - 3
    var left = letters
    var right = lists + health
    if left.isEmpty { left = queues } else { right = queues + right }
    columns = isWide ? [left, right] : [left + right]
  }

  /// Where the line stands that is typed.
  static func line(in body: Rect) -> Rect? {
    Rect(column: body.column + 1, row: body.row, columns: body.columns - 2, rows: 1)
  }

  // What stands in them.

  private func title(_ text: SafeText) -> Line { Line(line: StyledLine(text, .columnTitle)) }

  private var letters: [Line] {
    let letters = screen.entries.enumerated().compactMap { place, entry -> Line? in
      guard case .letter(let letter) = entry else { return nil }
      var line = StyledLine("\(place + 1)", .muted, at: place < 9 ? 1 : 0)
      let title = SafeText(letter.title).truncated(to: width - 4, view.glyphs)
      line.add(title, .text, at: 3)
      return Line(entry: place, line: line)
    }
    return letters.isEmpty ? [] : [title("TICKETS")] + letters + [Line(line: .blank)]
  }

  private var queues: [Line] {
    let queues = screen.entries.enumerated().compactMap { place, entry -> Line? in
      guard case .queue(let number) = entry else { return nil }
      let queue = screen.queues[number]
      return Line(entry: place, line: counted(queue.name, screen.counts[number], queue.list))
    }
    return queues.isEmpty ? [] : [title("QUEUES")] + queues + [Line(line: .blank)]
  }

  private func counted(_ name: String, _ count: Count?, _ list: ListKind) -> StyledLine {
    var line = StyledLine(SafeText(name).truncated(to: width - 20, view.glyphs), .text)
    let text = count?.text ?? view.glyphs.ellipsis
    let isEmpty = count == .exact(0)
    line.add(text, isEmpty || count == nil ? .muted : .title, at: width - 10 - text.width)
    line.add(SafeText(list.rawValue), .muted, at: width - 8)
    return line
  }

  private var lists: [Line] {
    let lists = screen.entries.enumerated().compactMap { place, entry -> Line? in
      guard case .list(let list) = entry else { return nil }
      var line = StyledLine(SafeText(list.rawValue), .text)
      if let count = count(of: list) {
        let text = SafeText.grouped(count)
        line.add(text, .secondary, at: width - 10 - text.width)
      }
      return Line(entry: place, line: line)
    }
    return [title("LISTS")] + lists + [Line(line: .blank)]
  }

  private func count(of list: ListKind) -> Int? {
    guard let health = screen.ledgerHealth else { return nil }
    return switch list {
    case .users: health.summary.users
    case .orders: health.summary.orders
    case .receipts: health.summary.documents
    case .jobs: health.jobs.values.reduce(0, +)
    case .subs, .ent, .events, .audit: nil
    }
  }

  private var health: [Line] {
    guard let health = screen.ledgerHealth else { return [] }
    var lines = [title("LEDGER")]
    func add(_ name: SafeText, _ text: SafeText, _ role: Role = .text) {
      var line = StyledLine(name, .secondary)
      line.add(text, role, at: 18)
      lines.append(Line(line: line))
    }
    add("size", .bytes(health.summary.fileBytes))
    let newest = health.newestAt.map(view.clock.text)
    add("newest document", newest ?? "none yet")
    let rejected = health.summary.rejected
    add("rejected", .grouped(rejected), rejected > 0 ? .warn : .text)
    let failed = health.jobs[.failed] ?? 0
    add("failed jobs", .grouped(failed), failed > 0 ? .bad : .text)
    return lines
  }

  // Where they stand.

  /// The entry that stands beside another one, in the other column.
  func entryBeside(_ entry: Int) -> Int {
    guard columns.count == 2,
      let column = columns.firstIndex(where: { $0.contains { $0.entry == entry } }),
      let row = columns[column].firstIndex(where: { $0.entry == entry })
    else { return entry }
    let other = columns[1 - column].enumerated().filter { $0.element.entry != nil }
    let nearest = other.min { abs($0.offset - row) < abs($1.offset - row) }
    return nearest?.element.entry ?? entry
  }

  func draw(in rect: Rect, on frame: inout Frame) {
    var rest = rect
    drawLine(in: rest.takeTop(min(Self.headRows, rect.rows / 3)), on: &frame)
    for (place, lines) in columns.enumerated() {
      let column = rest.column + 2 + place * (width + Self.gap)
      let cursorRow = lines.firstIndex { $0.entry == screen.cursor }
      let top = max(0, (cursorRow ?? 0) - rest.rows + 1)
      for (offset, line) in lines.dropFirst(top).prefix(rest.rows).enumerated() {
        let row = rest.row + offset
        let area = Rect(column: column, row: row, columns: width, rows: 1)
        frame.draw([line.line], in: area)
        guard line.entry != nil, line.entry == screen.cursor else { continue }
        frame.write(view.glyphs.marker, .accent, at: column - 2, row)
        frame.select(row: row, from: column - 2, to: column + width)
      }
    }
  }

  private func drawLine(in rect: Rect, on frame: inout Frame) {
    guard let line = Self.line(in: rect) else { return }
    let start = frame.write("> ", .prompt, at: line.column, line.row)
    if screen.text.isEmpty {
      let hint: SafeText =
        "Paste what the customer wrote, or type an ID, an e-mail address, a query"
      frame.write(
        hint.truncated(to: line.endColumn - start, view.glyphs),
        .muted,
        at: start,
        line.row,
        until: line.endColumn
      )
    } else {
      let text = SafeText(screen.text, limit: LineEditor.limit)
      frame.write(text, .text, at: start, line.row, until: line.endColumn)
    }
    guard rect.rows > 1 else { return }
    let (text, role) = reading
    frame.write(
      text.truncated(to: line.endColumn - start, view.glyphs),
      role,
      at: start,
      line.row + 1,
      until: line.endColumn
    )
  }

  /// What was recognised in the line, while it is typed.
  private var reading: (SafeText, Role) {
    switch HomeScreen.Reading(of: screen.text, at: view.now) {
    case .nothing: (.empty, .muted)
    case .query(let fault?): ("! \(fault.description)", .error)
    case .query(nil): ("lists the users that match", .secondary)
    case .inquiry(let identifiers, let complaints):
      (told(identifiers, complaints), .good)
    }
  }

  private func told(_ identifiers: [Identifier], _ complaints: [Complaint]) -> SafeText {
    var parts = identifiers.prefix(3).map { identifier -> SafeText in
      let value = SafeText(identifier.masked).truncated(to: 28, .middle, view.glyphs)
      return "\(identifier.kind.title) \(value)"
    }
    if identifiers.count > 3 { parts.append("\(identifiers.count - 3) more") }
    if parts.isEmpty { parts.append("no identifier in it") }
    if let complaint = complaints.first {
      parts.append("asks: \(complaint.phrase)")
    }
    return .joined(parts, by: "  \(view.glyphs.dot)  ")
  }
}
