import Foundation

/// A Gantt chart: lanes of bars below a calendar axis, fitted to a width.
struct Gantt {
  enum Bar: Hashable, Sendable, CaseIterable {
    case trial, introductory, paid, shared, grace, hold, paused, held
  }
  /// Marks in ascending priority, for several in one cell.
  enum Mark: Hashable, Sendable, CaseIterable { case charge, scheduled, act, problem, taken }

  /// The charted interval.
  struct Window: Equatable, Sendable {
    var from: Date
    var until: Date

    var length: TimeInterval { until.timeIntervalSince(from) }
  }

  struct Span {
    var from: Date
    /// `nil` for no end.
    var until: Date?
    var bar: Bar
  }

  struct Lane {
    var label: SafeText
    /// The owner, if not the customer.
    var owner: SafeText = .empty
    /// Whether another user owns it, so that its bars are muted.
    var isOthers = false
    var environment: TableCell = .empty
    var spans: [Span] = []
    var marks: [(date: Date, mark: Mark)] = []
    var verdict: TableCell = .empty
  }

  let lanes: [Lane]
  let clock: Clock
  let glyphs: GlyphSet
  let width: Int
  let from: Date
  let until: Date
  private let labelWidth: Int
  private let ownerWidth: Int
  private let barWidth: Int

  private static let verdictWidth = 6

  /// `nil` if there is nothing to draw, or no room. Without a window, everything is fitted in.
  init?(_ lanes: [Lane], clock: Clock, width: Int, _ glyphs: GlyphSet, window: Window? = nil) {
    guard let window = window ?? Self.window(around: lanes, now: clock.now) else { return nil }
    from = window.from
    until = window.until
    let marked = lanes.contains { !$0.environment.text.isEmpty } ? 4 : 0
    let longest = lanes.map(\.label.width).max() ?? 0
    let owner = lanes.map(\.owner.width).max() ?? 0
    ownerWidth = owner == 0 ? 0 : min(owner, max(6, width / 5)) + 1
    let maxWidth = max(owner == 0 ? 12 : 10, width * 3 / 10)
    labelWidth = min(longest + marked, maxWidth) + ownerWidth
    barWidth = width - labelWidth - 3 - Self.verdictWidth - 1
    guard barWidth >= 8 else { return nil }
    self.lanes = lanes
    self.clock = clock
    self.glyphs = glyphs
    self.width = width
  }

  /// The axis, the lanes and the legend.
  var lines: [StyledLine] { [axis] + lanes.map(line) + [.blank] + legend }

  /// The column of an instant within a line; `nil` if it is not drawn.
  func column(of date: Date) -> Int? {
    let cell = cell(of: date)
    return (0..<barWidth).contains(cell) ? barColumn + cell : nil
  }

  /// The position of an instant in cells, clamped to just outside the drawing.
  private func position(of date: Date) -> Double {
    let share = date.timeIntervalSince(from) / max(1, until.timeIntervalSince(from))
    guard share.isFinite else { return share > 0 ? Double(barWidth) : -1 }
    return min(max(share, -0.001), 1.001) * Double(barWidth)
  }

  /// The cell an instant falls into; outside the drawing it is `-1` or `barWidth`.
  private func cell(of date: Date) -> Int { min(barWidth, Int(position(of: date) + 1) - 1) }

  private var barColumn: Int { labelWidth + 3 }

  private var blank: [(glyph: Unicode.Scalar, role: Role)] {
    Array(repeating: (glyph: " ", role: .muted), count: barWidth)
  }

  private var axis: StyledLine {
    var cells = blank
    var free = 0
    let now = cell(of: clock.now)
    for tick in Ticks(from: from, until: until, cells: barWidth, offset: clock.offset).all {
      let index = cell(of: tick.date)
      let scalars = Array(tick.label.string.unicodeScalars)
      guard index >= free, index + scalars.count < barWidth else { continue }
      cells[index].glyph = glyphs.tick
      // The symbol for now would overwrite the label.
      guard !(index + 1..<index + 1 + scalars.count).contains(now) else { continue }
      for (offset, scalar) in scalars.enumerated() { cells[index + 1 + offset].glyph = scalar }
      free = index + scalars.count + 2
    }
    if cells.indices.contains(now) { cells[now] = (glyphs.now, .accent) }
    var line = StyledLine("\(String(glyphs.bar))", .rule, at: labelWidth + 1)
    add(cells, to: &line)
    return line
  }

  private func line(_ lane: Lane) -> StyledLine {
    var line = StyledLine()
    let mark = lane.environment.text
    let room = labelWidth - ownerWidth - (mark.isEmpty ? 0 : mark.width + 1)
    line.add(lane.label.truncated(to: room, .middle, glyphs), .text)
    let owner = lane.owner.truncated(to: ownerWidth - 1, .middle, glyphs)
    line.add(owner, .accent, at: room + 1)
    line.add(mark, lane.environment.role, at: labelWidth - mark.width)
    line.add("\(String(glyphs.bar))", .rule, at: labelWidth + 1)
    add(cells(of: lane), to: &line)
    line.add(lane.verdict.text, lane.verdict.role, at: width - Self.verdictWidth + 1)
    return line
  }

  private func cells(of lane: Lane) -> [(glyph: Unicode.Scalar, role: Role)] {
    var cells = blank
    for span in lane.spans {
      let start = max(0, cell(of: span.from))
      let end = span.until.map { cell(of: $0) } ?? barWidth
      guard span.until.map({ $0 > from }) ?? true else { continue }
      let symbol = symbol(of: span.bar)
      // Every span takes at least one cell.
      for index in start..<max(start, min(barWidth, max(end, start + 1))) {
        cells[index] = (symbol.glyph, lane.isOthers ? .muted : symbol.role)
      }
    }
    addEdges(of: lane, to: &cells)
    add(lane.marks, to: &cells)
    return cells
  }

  /// Fills the last cell of a paid span partially, if nothing follows in it.
  private func addEdges(of lane: Lane, to cells: inout [(glyph: Unicode.Scalar, role: Role)]) {
    guard !glyphs.eighths.isEmpty else { return }
    for span in lane.spans where span.bar == .paid && !lane.isOthers {
      guard let until = span.until else { continue }
      let end = cell(of: until)
      guard cells.indices.contains(end), cells[end].glyph == " ", end > cell(of: span.from) else {
        continue
      }
      let position = position(of: until)
      let eighths = Int((position - position.rounded(.down)) * 8)
      if eighths > 0 { cells[end] = (glyphs.eighths[eighths - 1], symbol(of: Bar.paid).role) }
    }
  }

  private func add(
    _ marks: [(date: Date, mark: Mark)],
    to cells: inout [(glyph: Unicode.Scalar, role: Role)]
  ) {
    for (index, shown) in shownMarks(marks) {
      let symbol = symbol(of: shown.mark)
      let isMany = shown.mark == .charge && shown.count > 1
      cells[index] = (isMany ? Self.digit(shown.count) : symbol.glyph, symbol.role)
    }
  }

  /// The mark of the highest priority in each cell, and how many of them the cell has.
  private func shownMarks(_ marks: [(date: Date, mark: Mark)]) -> [Int: (mark: Mark, count: Int)] {
    var counts: [Int: [Mark: Int]] = [:]
    for (date, mark) in marks {
      let index = cell(of: date)
      if (0..<barWidth).contains(index) { counts[index, default: [:]][mark, default: 0] += 1 }
    }
    var shown: [Int: (mark: Mark, count: Int)] = [:]
    for (index, counts) in counts {
      guard let mark = Mark.allCases.last(where: { counts[$0] != nil }) else { continue }
      shown[index] = (mark: mark, count: counts[mark] ?? 0)
    }
    return shown
  }

  /// The number of marks in one cell.
  private static func digit(_ count: Int) -> Unicode.Scalar {
    count > 9 ? "+" : Unicode.Scalar(UInt8(0x30 + count))
  }

  private func add(_ cells: [(glyph: Unicode.Scalar, role: Role)], to line: inout StyledLine) {
    var start = 0
    while start < cells.count {
      var end = start + 1
      while end < cells.count, cells[end].role == cells[start].role { end += 1 }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: cells[start..<end].lazy.map(\.glyph))
      if !text.allSatisfy({ $0 == " " }) {
        line.add("\(String(text))", cells[start].role, at: barColumn + start)
      }
      start = end
    }
  }

  /// The greatest number of purchases that one cell stands for.
  private var maxPurchases: Int {
    lanes.flatMap { Array(shownMarks($0.marks).values) }
      .reduce(0) { $1.mark == .charge ? max($0, $1.count) : $0 }
  }

  /// The legend of the bars and marks that occur, on as many lines as needed.
  private var legend: [StyledLine] {
    var lines = [StyledLine()]
    func addEntry(_ sign: SafeText, _ role: Role, _ word: SafeText) {
      let entryWidth = sign.width + 1 + word.width
      let end = lines[lines.count - 1].end
      if end > 0, end + 3 + entryWidth > width { lines.append(StyledLine()) }
      let start = lines[lines.count - 1].end
      // An entry that does not fit is omitted.
      guard start + entryWidth <= width else { return }
      lines[lines.count - 1].add(sign, role, at: start == 0 ? 0 : start + 3)
      lines[lines.count - 1].add(" \(word)", .muted)
    }
    func add(_ symbol: Symbol) {
      addEntry("\(String(symbol.glyph))", symbol.role, symbol.word)
    }
    let bars = Set(lanes.flatMap { $0.spans.map(\.bar) })
    let marks = Set(lanes.flatMap { $0.marks.map(\.mark) })
    if marks.contains(.charge) { add(symbol(of: Mark.charge)) }
    let most = maxPurchases
    if most > 1 {
      let word: SafeText = most > 9 ? "purchases in one cell, + more" : "purchases in one cell"
      addEntry("2-9", symbol(of: Mark.charge).role, word)
    }
    for bar in Bar.allCases where bars.contains(bar) { add(symbol(of: bar)) }
    for mark in Mark.allCases where mark != .charge && marks.contains(mark) {
      add(symbol(of: mark))
    }
    if from < clock.now, clock.now < until { add((glyphs.now, .accent, "now")) }
    return lines
  }
}

// The glyphs, roles and names of bars and marks.

extension Gantt {
  typealias Symbol = (glyph: Unicode.Scalar, role: Role, word: SafeText)

  func symbol(of bar: Bar) -> Symbol {
    switch bar {
    case .trial: (glyphs.trial, .info, "free trial")
    case .introductory: (glyphs.introductory, .info, "introductory")
    case .paid: (glyphs.paid, .good, "paid")
    case .shared: (glyphs.shared, .good, "shared by family")
    case .grace: (glyphs.grace, .warn, "grace")
    case .hold: (glyphs.hold, .accent, "on hold")
    case .paused: (glyphs.paused, .secondary, "paused")
    case .held: (glyphs.held, .secondary, "entitled")
    }
  }

  func symbol(of mark: Mark) -> Symbol {
    switch mark {
    case .charge: (glyphs.charge, .text, "purchase")
    case .scheduled: (glyphs.scheduled, .info, "due")
    case .act: (glyphs.act, .accent, "by hand")
    case .problem: ("!", .warn, "billing problem")
    case .taken: (glyphs.taken, .bad, "refunded or revoked")
    }
  }
}

extension Gantt {
  /// The window that fits everything; `nil` if there is nothing.
  static func window(around lanes: [Lane], now: Date) -> Window? {
    let begins = lanes.flatMap { $0.spans.map(\.from) + $0.marks.map(\.date) }
    let ends = lanes.flatMap { $0.spans.compactMap(\.until) + $0.marks.map(\.date) }
    guard let first = begins.filter(Self.isDrawable).min() else { return nil }
    var last = max(first, ends.filter(Self.isDrawable).max() ?? first)
    // What has no end lasts until now.
    let isLasting = lanes.contains { $0.spans.contains { $0.until == nil && $0.from <= now } }
    if isLasting { last = max(last, now) }
    let length = max(3600, last.timeIntervalSince(first))
    if now.timeIntervalSince(last) > length {
      // Everything is long past; including the present would make it too small to see.
      return Window(from: first, until: first.addingTimeInterval(length * 1.05))
    }
    let from = min(first, now)
    let past = max(length, now.timeIntervalSince(from))
    // Shows paid periods to their end, but not what lies further ahead.
    let until = min(last, now.addingTimeInterval(max(past / 2, Self.longestPeriod)))
    // A margin shows what happens at the very end.
    let margin = until.timeIntervalSince(from) * 0.02
    return Window(from: from, until: max(now, until).addingTimeInterval(margin))
  }

  /// Seconds of a paid year, with the days that stores add to it.
  private static let longestPeriod: TimeInterval = 400 * 86_400

  /// Whether a date lies between 1970 and 2099; hostile dates must not distort the chart.
  private static func isDrawable(_ date: Date) -> Bool {
    (0...4_102_444_800).contains(date.timeIntervalSince1970)
  }
}
