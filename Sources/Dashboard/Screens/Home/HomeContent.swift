import Entitlements
import Foundation

/// The home screen's lines, in one column or two.
struct HomeContent {
  /// Which way an entry lies from another.
  enum Side { case left, right, first }

  private struct Cell {
    var entry: Int
    var column: Int
    var width: Int
  }

  private struct Line {
    var cells: [Cell] = []
    var line = StyledLine()
  }

  let entries: [HomeScreen.Entry]
  private let screen: HomeScreen
  private let view: Viewpoint
  private var columns: [[Line]] = []
  private let width: Int

  /// Two columns from here on.
  private static let breakpoint = 76
  private static let gap = 4

  init(_ screen: HomeScreen, _ view: Viewpoint) {
    self.screen = screen
    self.view = view
    entries = screen.entries(view)
    let isWide = Self.isWide(view)
    width = isWide ? (view.size.columns - 4 - Self.gap) / 2 : view.size.columns - 3
    let own = screen.letters.isEmpty
    let left = [beginning, own ? queues : letters, visited]
    let rest = own ? [] : [queues]
    let room = Self.rows(view)
    // What is told at length where there is room for it, and else side by side.
    let full = Self.joined(rest + [lists(across: 1), health(isShort: false)])
    let right =
      full.count <= room || !isWide
      ? full : Self.joined(rest + [lists(across: 2) + health(isShort: true)])
    columns = isWide ? [Self.joined(left), right] : [Self.joined(left + [right])]
  }

  /// Sections with air between them.
  private static func joined(_ sections: [[Line]]) -> [Line] {
    Array(sections.filter { !$0.isEmpty }.joined(separator: [Line()]))
  }

  private static func isWide(_ view: Viewpoint) -> Bool { view.size.columns >= breakpoint }

  /// The line that is typed, what it leads to, and air where there is room.
  private static func headRows(_ view: Viewpoint) -> Int { view.layout.body.rows >= 24 ? 3 : 2 }

  private static func rows(_ view: Viewpoint) -> Int { view.layout.body.rows - headRows(view) }

  /// How many of the screens shown last there is room for.
  static func visitedRows(_ screen: HomeScreen, _ view: Viewpoint) -> Int {
    guard isWide(view) else { return min(3, screen.visited.count) }
    let above = screen.letters.isEmpty ? screen.queues.count : screen.letters.count
    let begins = screen.isEmpty ? beginningRows + 1 : 0
    // Both titles, and air between.
    return max(0, min(9, rows(view) - above - begins - 3))
  }

  /// Where the line stands that is typed.
  static func line(in body: Rect) -> Rect? {
    Rect(column: body.column + 1, row: body.row, columns: body.columns - 2, rows: 1)
  }

  // What stands in them.

  private func title(_ text: SafeText) -> Line { Line(line: StyledLine(text, .columnTitle)) }

  private func section(
    _ name: SafeText,
    _ line: (Int, HomeScreen.Entry) -> StyledLine?
  ) -> [Line] {
    let lines = entries.enumerated().compactMap { place, entry in
      line(place, entry).map {
        Line(cells: [Cell(entry: place, column: 0, width: width)], line: $0)
      }
    }
    return lines.isEmpty ? [] : [title(name)] + lines
  }

  private static let beginningRows = 5

  /// What to do where nothing is on file.
  private var beginning: [Line] {
    guard screen.isEmpty else { return [] }
    let ways: [(SafeText, SafeText)] = [
      ("purser import FILE --user ID", "files receipts"),
      ("purser ingest FILE", "files what stores told"),
      ("purser catalog import FILE", "names products"),
      ("purser demo", "shows a generated store"),
    ]
    return [title("NOTHING IS ON FILE YET")]
      + ways.map { command, words in
        var line = StyledLine(command, .text)
        let column = max(command.width + 2, 30)
        if column + words.width <= width { line.add(words, .secondary, at: column) }
        return Line(line: line)
      }
  }

  private var letters: [Line] {
    section("TICKETS") { place, entry in
      guard case .letter(let letter) = entry else { return nil }
      var line = StyledLine("\(place + 1)", .muted, at: place < 9 ? 1 : 0)
      line.add(SafeText(letter.title).truncated(to: width - 4, view.glyphs), .text, at: 3)
      return line
    }
  }

  private var visited: [Line] {
    section("SEEN LAST") { _, entry in
      guard case .visited(let text) = entry else { return nil }
      guard let owner = screen.owners[text] else {
        return StyledLine(SafeText(text).truncated(to: width - 1, view.glyphs), .text)
      }
      // Whose ticket it was comes before what they wrote.
      let name = SafeText(owner.name ?? owner.handle).truncated(to: width / 2, view.glyphs)
      var line = StyledLine(name)
      let rest: SafeText = "  \(text.hasPrefix("why ") ? String(text.dropFirst(4)) : text)"
      line.add(rest.truncated(to: max(0, width - 1 - name.width), view.glyphs), .secondary)
      return line
    }
  }

  private var queues: [Line] {
    section("QUEUES") { _, entry in
      guard case .queue(let number) = entry else { return nil }
      let queue = screen.queues[number]
      return counted(queue.name, screen.counts[.queue(number)], queue.list)
    }
  }

  private func counted(_ name: String, _ count: Count?, _ list: ListKind) -> StyledLine {
    let text = count?.text ?? view.glyphs.ellipsis
    let room = width - 10 - max(8, text.width)
    var line = StyledLine(SafeText(name).truncated(to: room, view.glyphs), .text)
    let isEmpty = count == .exact(0)
    line.add(text, isEmpty || count == nil ? .muted : .title, at: width - 9 - text.width)
    line.add(list.noun(count), .muted, at: width - 8)
    return line
  }

  /// The lists, so many beside each other.
  private func lists(across: Int) -> [Line] {
    let lists = entries.enumerated().compactMap { place, entry -> (Int, ListKind)? in
      if case .list(let list) = entry { (place, list) } else { nil }
    }
    let height = (lists.count + across - 1) / across
    let room = width / across
    var lines = Array(repeating: Line(), count: height)
    for (place, (entry, list)) in lists.enumerated() {
      let start = place / height * room
      // Air between what stands side by side.
      let end = start + room - (across > 1 ? 2 : 10)
      lines[place % height].cells.append(Cell(entry: entry, column: start, width: end - start))
      lines[place % height].line.add(SafeText(list.rawValue), .text, at: start)
      let text = count(of: list, in: end - start - list.rawValue.count - 1)
      lines[place % height].line.add(text, .secondary, at: end - text.width)
    }
    return [title("LISTS")] + lines
  }

  private func count(of list: ListKind, in room: Int) -> SafeText {
    guard let health = screen.ledgerHealth else { return view.glyphs.ellipsis }
    let count: Int
    switch list {
    case .users: count = health.summary.users
    case .orders: count = health.summary.orders
    case .receipts: count = health.summary.documents
    case .jobs: count = health.jobs.values.reduce(0, +)
    case .audit: count = health.audited
    case .subs, .ent, .events: return screen.counts[.list(list)]?.text ?? view.glyphs.ellipsis
    }
    let text = SafeText.grouped(count)
    return text.width <= room ? text : "\(SafeText.grouped(count / 1_000))k"
  }

  private func health(isShort: Bool) -> [Line] {
    guard let health = screen.ledgerHealth else { return [] }
    let newest = health.newestAt.map(view.clock.text)
    let rejected = health.summary.rejected
    let failed = health.jobs[.failed] ?? 0
    let (bad, worse): (Role, Role) = (rejected > 0 ? .warn : .text, failed > 0 ? .bad : .text)
    if isShort {
      var first = StyledLine(.bytes(health.summary.fileBytes), .secondary)
      if let newest { first.add(", newest \(newest)", .secondary) }
      var second = StyledLine("\(SafeText.grouped(rejected)) rejected", bad)
      second.add(", ", .secondary)
      second.add(.plural(failed, "failed job"), worse)
      return [Line(line: first), Line(line: second)] + quotas(health)
    }
    var lines = [title("LEDGER")]
    func add(_ name: SafeText, _ text: SafeText, _ role: Role = .text) {
      var line = StyledLine(name, .secondary)
      line.add(text, role, at: 18)
      lines.append(Line(line: line))
    }
    add("size", .bytes(health.summary.fileBytes))
    add("newest document", newest ?? "none yet")
    add("rejected", .grouped(rejected), bad)
    add("failed jobs", .grouped(failed), worse)
    return lines + quotas(health)
  }

  /// What is nearly used up, or is: then apps are told to come again later.
  private func quotas(_ health: LedgerHealth) -> [Line] {
    health.quotas.prefix(2).map { notice in
      let text: SafeText =
        "quota of \(notice.endpoint) per \(notice.scope): \(min(notice.percent, 100)) % used"
      return Line(line: StyledLine(text, notice.percent >= 100 ? .bad : .warn))
    }
  }

  // Where they stand.

  private var places: [(entry: Int, column: Int, row: Int)] {
    columns.enumerated().flatMap { number, lines in
      lines.enumerated().flatMap { row, line in
        line.cells.map { ($0.entry, number * (width + Self.gap) + $0.column, row) }
      }
    }
  }

  /// The nearest entry on that side; `nil` where none is.
  func entry(beside entry: Int, _ side: Side) -> Int? {
    let places = places
    guard let from = places.first(where: { $0.entry == entry }) else { return nil }
    let others = places.filter {
      switch side {
      case .left: $0.column < from.column
      case .right: $0.column > from.column
      case .first: $0.column == 0
      }
    }
    // The next column counts first, and in it the nearest row.
    return others.min { left, right in
      let (one, other) = (abs(left.column - from.column), abs(right.column - from.column))
      return (one, abs(left.row - from.row)) < (other, abs(right.row - from.row))
    }?.entry
  }

  func draw(in rect: Rect, on frame: inout Frame) {
    var rest = rect
    drawLine(in: rest.takeTop(Self.headRows(view)), on: &frame)
    for (place, lines) in columns.enumerated() {
      let column = rest.column + 2 + place * (width + Self.gap)
      let cursorRow = lines.firstIndex { $0.cells.contains { $0.entry == screen.cursor } }
      let top = max(0, (cursorRow ?? 0) - rest.rows + 1)
      for (offset, line) in lines.dropFirst(top).prefix(rest.rows).enumerated() {
        let row = rest.row + offset
        frame.draw([line.line], in: Rect(column: column, row: row, columns: width, rows: 1))
        guard let cell = line.cells.first(where: { $0.entry == screen.cursor }) else { continue }
        let start = column + cell.column
        frame.write(view.glyphs.marker, .accent, at: start - 2, row)
        frame.select(row: row, from: start - 2, to: start + cell.width)
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
