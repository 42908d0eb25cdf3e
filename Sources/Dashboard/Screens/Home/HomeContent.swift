import Entitlements
import Foundation

/// The home screen's lines, in one column or two.
struct HomeContent {
  /// The direction from one entry to another.
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
  private let view: ViewContext
  private var columns: [[Line]] = []
  private let width: Int

  /// The minimum screen width for two columns.
  private static let breakpoint = 76
  private static let gap = 4

  init(_ screen: HomeScreen, _ view: ViewContext) {
    self.screen = screen
    self.view = view
    entries = screen.entries(view)
    let isWide = Self.isWide(view)
    width = isWide ? (view.size.columns - 4 - Self.gap) / 2 : view.size.columns - 3
    let hasTickets = !screen.tickets.isEmpty
    let left = [beginning, hasTickets ? tickets : queues, visited]
    let rest = hasTickets ? [queues] : []
    let room = Self.rows(view)
    // One list per line if there is room, else two side by side.
    let full = Self.joined(rest + [lists(across: 1), health(isShort: false)])
    let right =
      full.count <= room || !isWide
      ? full : Self.joined(rest + [lists(across: 2) + health(isShort: true)])
    columns = isWide ? [Self.joined(left), right] : [Self.joined(left + [right])]
  }

  /// Joins sections with blank lines between them.
  private static func joined(_ sections: [[Line]]) -> [Line] {
    Array(sections.filter { !$0.isEmpty }.joined(separator: [Line()]))
  }

  /// Whether there is room for the overview below the columns.
  static func showsOverview(_ view: ViewContext) -> Bool {
    view.size.columns >= LedgerOverviewContent.minColumnsForThree && view.layout.body.rows >= 42
  }

  /// The fewest rows of the overview that are worth the room.
  private static let minOverviewRows = 6

  private static func isWide(_ view: ViewContext) -> Bool { view.size.columns >= breakpoint }

  /// The input line, how it is understood, and a blank row if there is room.
  private static func headRows(_ view: ViewContext) -> Int { view.layout.body.rows >= 24 ? 3 : 2 }

  private static func rows(_ view: ViewContext) -> Int { view.layout.body.rows - headRows(view) }

  /// The number of recent screens that fit.
  static func visitedRows(_ screen: HomeScreen, _ view: ViewContext) -> Int {
    guard isWide(view) else { return min(3, screen.visited.count) }
    let above = screen.tickets.isEmpty ? screen.queues.count : screen.tickets.count
    let begins = screen.isEmpty ? beginningRows + 1 : 0
    // Two titles and a blank row.
    return max(0, min(9, rows(view) - above - begins - 3))
  }

  /// The area of the input line.
  static func line(in body: Rect) -> Rect? {
    Rect(column: body.column + 1, row: body.row, columns: body.columns - 2, rows: 1)
  }

  // Sections.

  private func title(_ text: SafeText) -> Line { Line(line: StyledLine(text, .columnTitle)) }

  private func section(_ name: SafeText, _ line: (Int, HomeScreen.Entry) -> StyledLine?) -> [Line] {
    let lines = entries.enumerated().compactMap { index, entry in
      line(index, entry).map {
        Line(cells: [Cell(entry: index, column: 0, width: width)], line: $0)
      }
    }
    return lines.isEmpty ? [] : [title(name)] + lines
  }

  private static let beginningRows = 5

  /// The first steps with an empty ledger.
  private var beginning: [Line] {
    guard screen.isEmpty else { return [] }
    let steps: [(SafeText, SafeText)] = [
      ("purser import FILE --user ID", "files receipts"),
      ("purser ingest FILE", "files store notifications"),
      ("purser catalog import FILE", "names products"),
      ("purser demo", "shows a generated store"),
    ]
    return [title("NOTHING IS ON FILE YET")]
      + steps.map { command, result in
        var line = StyledLine(command, .text)
        let column = max(command.width + 2, 30)
        if column + result.width <= width { line.add(result, .secondary, at: column) }
        return Line(line: line)
      }
  }

  private var tickets: [Line] {
    section("TICKETS") { index, entry in
      guard case .ticketMessage(let ticketMessage) = entry else { return nil }
      return StyledLine("\(index + 1)", .muted, at: index < 9 ? 1 : 0)
        .adding(SafeText(ticketMessage.title).truncated(to: width - 4, view.glyphs), .text, at: 3)
    }
  }

  private var visited: [Line] {
    section("SEEN LAST") { _, entry in
      guard case .visited(let text) = entry else { return nil }
      guard let owner = screen.owners[text] else {
        return StyledLine(SafeText(text).truncated(to: width - 1, view.glyphs), .text)
      }
      // The user comes before the message.
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
      let count = screen.counts[.queue(number)]
      let text = count?.text ?? view.glyphs.ellipsis
      let isEmpty = count == .exact(0)
      let isOfTests = !isEmpty && screen.ofTests.contains(.queue(number))
      let room = countEnd - text.width - (isOfTests ? 5 : 1)
      var line = StyledLine(SafeText(queue.name).truncated(to: room, view.glyphs), .text)
      line.add(text, isEmpty || count == nil ? .muted : .title, at: countEnd - text.width)
      line.add(queue.list.noun(count), .muted, at: countEnd + 1)
      if isOfTests { line.add("[S]", .sandbox, at: countEnd - text.width - 4) }
      return line
    }
  }

  /// Where counts end, near their names and before the nouns.
  private var countEnd: Int { min(width, Self.countedWidth) - 9 }

  private static let countedWidth = 56

  /// The lists, `across` side by side.
  private func lists(across: Int) -> [Line] {
    let lists = entries.enumerated().compactMap { index, entry -> (Int, ListKind)? in
      if case .list(let list) = entry { (index, list) } else { nil }
    }
    let height = (lists.count + across - 1) / across
    let room = width / across
    var lines = Array(repeating: Line(), count: height)
    for (index, (entry, list)) in lists.enumerated() {
      let start = index / height * room
      // Leaves a gap between columns.
      let end = across > 1 ? start + room - 2 : countEnd
      lines[index % height].cells.append(Cell(entry: entry, column: start, width: end - start))
      lines[index % height].line.add(SafeText(list.rawValue), .text, at: start)
      let text = count(of: list, in: end - start - list.rawValue.count - 1)
      lines[index % height].line.add(text, .secondary, at: end - text.width)
      guard across == 1, let tests = screen.counts[.tests(list)], tests != .exact(0) else {
        continue
      }
      lines[index % height].line.add("\(tests.text) [S]", .muted, at: end + 1)
    }
    return [title("LISTS")] + lines
  }

  private func count(of list: ListKind, in room: Int) -> SafeText {
    guard let health = screen.ledgerHealth else { return view.glyphs.ellipsis }
    guard let count = list.descriptor.total?(health) else {
      return screen.counts[.list(list)]?.text ?? view.glyphs.ellipsis
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
      var size = Line(line: first)
      size.cells += overviewCells
      return [size, Line(line: second)] + sharedLog + quotas(health)
    }
    var lines = [title("LEDGER")] + overview
    func add(_ name: SafeText, _ text: SafeText, _ role: Role = .text) {
      lines.append(Line(line: StyledLine(name, .secondary).adding(text, role, at: 18)))
    }
    add("size", .bytes(health.summary.fileBytes))
    add("newest document", newest ?? "none yet")
    add("rejected", .grouped(rejected), bad)
    add("failed jobs", .grouped(failed), worse)
    return lines + sharedLog + quotas(health)
  }

  /// Opens the overview; says how many queues have rows.
  private var overview: [Line] {
    let cells = overviewCells
    guard !cells.isEmpty else { return [] }
    let waiting = screen.queues.indices.count { index in
      screen.counts[.queue(index)].map { $0 != .exact(0) } ?? false
    }
    let text: SafeText =
      waiting == 0
      ? "no queue waits" : "\(SafeText.plural(waiting, "queue")) \(waiting == 1 ? "waits" : "wait")"
    var line = row("overview", text, waiting == 0 ? .muted : .warn)
    line.cells += cells
    return [line]
  }

  /// Where the overview is opened: a row of its own, or on small screens the ledger's size.
  private var overviewCells: [Cell] {
    entries.firstIndex(of: .overview).map { [Cell(entry: $0, column: 0, width: width)] } ?? []
  }

  /// Where the ledger is in the shared log, or why it doesn't follow.
  private var sharedLog: [Line] {
    guard let log = screen.sharedLog else { return [] }
    let (text, role): (SafeText, Role) =
      if log.fault != nil {
        ("stopped", .bad)
      } else if log.answeredAt == nil {
        ("no answer yet", .secondary)
      } else if log.isStale(at: view.now) {
        ("does not answer", .bad)
      } else if log.lag > 0 {
        ("\(SafeText.grouped(Int(log.lag))) behind", .warn)
      } else {
        ("\(log.node) at \(SafeText.grouped(Int(log.position)))", .text)
      }
    var lines = [row("shared log", text, role)]
    if let fault = log.fault {
      lines.append(Line(line: StyledLine(SafeText(fault).truncated(to: width, view.glyphs), .bad)))
    } else if !log.others.isEmpty {
      lines.append(row("also follow", SafeText(log.others.joined(separator: ", ")), .text))
    }
    return lines
  }

  private func row(_ name: SafeText, _ text: SafeText, _ role: Role) -> Line {
    let line = StyledLine(name, .secondary)
    return Line(line: line.adding(text.truncated(to: width - 18, view.glyphs), role, at: 18))
  }

  /// Quotas that are nearly or fully used; a full quota makes endpoints reject apps for a while.
  private func quotas(_ health: LedgerHealth) -> [Line] {
    health.quotas.prefix(2).map { quota in
      let text: SafeText =
        "quota of \(quota.endpoint) per \(quota.scope): \(min(quota.percent, 100)) % used"
      return Line(line: StyledLine(text, quota.percent >= 100 ? .bad : .warn))
    }
  }

  // Positions.

  private var positions: [(entry: Int, column: Int, row: Int)] {
    columns.enumerated().flatMap { number, lines in
      lines.enumerated().flatMap { row, line in
        line.cells.map { ($0.entry, number * (width + Self.gap) + $0.column, row) }
      }
    }
  }

  /// The nearest entry on that side; `nil` if there is none.
  func entry(beside entry: Int, _ side: Side) -> Int? {
    let positions = positions
    guard let from = positions.first(where: { $0.entry == entry }) else { return nil }
    let others = positions.filter {
      switch side {
      case .left: $0.column < from.column
      case .right: $0.column > from.column
      case .first: $0.column == 0
      }
    }
    // The nearest column, and in it the nearest row.
    return others.min { left, right in
      let (one, other) = (abs(left.column - from.column), abs(right.column - from.column))
      return (one, abs(left.row - from.row)) < (other, abs(right.row - from.row))
    }?.entry
  }

  func draw(in rect: Rect, on frame: inout Frame) {
    var rest = rect
    drawLine(in: rest.takeTop(Self.headRows(view)), on: &frame)
    drawOverview(in: rest, on: &frame)
    for (index, lines) in columns.enumerated() {
      let column = rest.column + 2 + index * (width + Self.gap)
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

  private func drawOverview(in rect: Rect, on frame: inout Frame) {
    guard Self.showsOverview(view), let overview = screen.overview, !screen.isEmpty else { return }
    var rest = rect
    _ = rest.takeTop((columns.map(\.count).max() ?? 0) + 1)
    guard rest.rows >= Self.minOverviewRows else { return }
    LedgerOverviewContent(overview, [], [:], view).drawSummary(in: rest, on: &frame)
  }

  private func drawLine(in rect: Rect, on frame: inout Frame) {
    guard let line = Self.line(in: rect) else { return }
    let start = frame.write("> ", .prompt, at: line.column, line.row)
    if screen.text.isEmpty {
      let hint: SafeText =
        "Paste what the customer wrote, or type an ID, an e-mail address, a query"
      frame.write(hint, .muted, at: start, line.row, until: line.endColumn, view.glyphs)
    } else {
      let text = SafeText(screen.text, limit: LineEditor.limit)
      frame.write(text, .text, at: start, line.row, until: line.endColumn, view.glyphs)
    }
    guard rect.rows > 1 else { return }
    let (text, role) = reading
    frame.write(text, role, at: start, line.row + 1, until: line.endColumn, view.glyphs)
  }

  /// How the input line is understood.
  private var reading: (SafeText, Role) {
    switch HomeScreen.Reading(of: screen.text, at: view.now) {
    case .nothing: (.empty, .muted)
    case .query(let fault?): ("! \(fault.description)", .error)
    case .query(nil): ("lists the users that match", .secondary)
    case .inquiry(let identifiers, let categories): (described(identifiers, categories), .good)
    }
  }

  private func described(_ identifiers: [Identifier], _ categories: [TicketCategory]) -> SafeText {
    var parts = identifiers.prefix(3).map { identifier -> SafeText in
      let value = SafeText(identifier.masked).truncated(to: 28, .middle, view.glyphs)
      return "\(identifier.kind.title) \(value)"
    }
    if identifiers.count > 3 { parts.append("\(identifiers.count - 3) more") }
    if parts.isEmpty { parts.append("no identifier in it") }
    if let category = categories.first { parts.append("asks: \(category.phrase)") }
    return .joined(parts, by: "  \(view.glyphs.dot)  ")
  }
}
