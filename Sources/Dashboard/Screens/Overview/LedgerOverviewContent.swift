import Entitlements
import Foundation

/// The overview's panels, laid out in one, two or three columns.
struct LedgerOverviewContent {
  /// A row that the cursor can reach.
  struct Entry {
    var panelName: String
    var name: String
    /// The panel and row; `nil` for a queue.
    var place: (panel: Int, row: Int)?
    var queue: Int?
  }

  private struct Line {
    var entry: Int?
    var line = StyledLine()
  }

  /// A panel with the texts of its rows.
  private struct Panel {
    let content: OverviewPanel
    let texts: [SafeText]
    /// Empty where a row has nothing of test environments.
    let sandboxTexts: [SafeText]
    /// The hours or days of each drawn bar.
    let bars: [Range<Int>]
    /// The width of the totals, without those of test environments.
    let totalWidth: Int
    /// The column after the totals, beside which the sandbox stands.
    let totalEnd: Int

    init(_ content: OverviewPanel, width: Int) {
      self.content = content
      texts = content.rows.map { SafeText($0.text()) }
      sandboxTexts = content.rows.map { row in
        row.hasSandbox ? "[S] \(SafeText(row.text(isSandbox: true)))" : ""
      }
      totalWidth = texts.map(\.width).max() ?? 0
      let sandbox = sandboxTexts.map(\.width).max() ?? 0
      totalEnd = sandbox > 0 ? width - sandbox - 1 : width
      bars = Self.bars(
        content.starts.count,
        in: totalEnd - LedgerOverviewContent.labelWidth - totalWidth - 2
      )
    }

    /// As few hours or days in one bar as there is room for.
    private static func bars(_ count: Int, in room: Int) -> [Range<Int>] {
      let sizes = [1, 2, 3, 4, 6, 8, 12, 24].filter { count.isMultiple(of: $0) || $0 == 1 }
      guard count > 0, let size = sizes.first(where: { count / $0 <= room }) else { return [] }
      return stride(from: 0, to: count, by: size).map { $0..<min(count, $0 + size) }
    }
  }

  private typealias Group = (name: String, title: String, entries: [Int])

  private static let queuePanel = "queues"
  /// The minimum screen width for three columns.
  static let minColumnsForThree = 176

  private let view: ViewContext
  private let panels: [Panel]
  private let queues: [SavedQueue]
  private let counts: [Int: Count]
  private(set) var entries: [Entry] = []
  /// The entries of each column's panels.
  private var groups: [[Group]] = []
  private let width: Int

  /// The panels of each column, by the number of columns.
  private static func columns(_ count: Int) -> [[String]] {
    switch count {
    case 3:
      [
        ["arrivals", "rejections"], ["stores", "delays", "jobs", queuePanel],
        ["due", "revenue", "refunds"],
      ]
    case 2:
      [
        ["arrivals", "stores", "delays", "rejections"],
        [queuePanel, "jobs", "due", "revenue", "refunds"],
      ]
    default:
      [
        [
          "arrivals", "stores", "delays", "rejections", "jobs", queuePanel, "due", "revenue",
          "refunds",
        ]
      ]
    }
  }

  init(_ screen: LedgerOverviewScreen, _ view: ViewContext) {
    self.init(screen.value, screen.queues, screen.counts, view)
  }

  init(
    _ overview: Overview?,
    _ queues: [SavedQueue],
    _ counts: [Int: Count],
    _ view: ViewContext
  ) {
    self.view = view
    (self.queues, self.counts) = (queues, counts)
    let columns =
      view.size.columns >= Self.minColumnsForThree ? 3 : view.size.columns >= 116 ? 2 : 1
    let width = (view.size.columns - 3) / columns - 3
    self.width = width
    panels = overview?.panels(at: view.now).map { Panel($0, width: width) } ?? []
    guard overview != nil else { return }
    groups = Self.columns(columns).map { names in
      names.compactMap { name in
        if name == Self.queuePanel {
          guard !queues.isEmpty else { return nil }
          let first = entries.count
          entries += queues.indices.map {
            Entry(panelName: name, name: queues[$0].name, queue: $0)
          }
          return (name, "NEEDS A PERSON", Array(first..<entries.count))
        }
        guard let panel = panels.firstIndex(where: { $0.content.subject.rawValue == name }) else {
          return nil
        }
        let first = entries.count
        entries += panels[panel].content.rows.enumerated().map {
          Entry(panelName: name, name: $1.name, place: (panel, $0))
        }
        return (name, panels[panel].content.title, Array(first..<entries.count))
      }
    }
  }

  // Numbers.

  private func row(at index: Int) -> (panel: Panel, number: Int, row: OverviewRow)? {
    guard entries.indices.contains(index), let place = entries[index].place else { return nil }
    let panel = panels[place.panel]
    return (panel, place.row, panel.content.rows[place.row])
  }

  /// The numbers of a row from left to right.
  func numbers(at index: Int) -> [LedgerOverviewScreen.Focus] {
    guard let (panel, _, row) = row(at: index) else { return [.total] }
    let bars = row.values.isEmpty ? [] : panel.bars.map { panel.content.starts[$0.lowerBound] }
    return bars.map { .bar($0) } + [.total] + (row.hasSandbox ? [.sandbox] : [])
  }

  /// The bars behind a number; `nil` for all.
  private func bars(_ focus: LedgerOverviewScreen.Focus, in panel: Panel) -> Range<Int>? {
    guard case .bar(let start) = focus else { return nil }
    return panel.bars.first { panel.content.starts[$0.lowerBound] == start }
  }

  func link(at index: Int, _ focus: LedgerOverviewScreen.Focus) -> OverviewLink? {
    if entries.indices.contains(index), let queue = entries[index].queue {
      return OverviewLink(list: queues[queue].list.rawValue, query: queues[queue].query)
    }
    guard let (panel, _, row) = row(at: index) else { return nil }
    return panel.content.link(of: row, bars(focus, in: panel), isSandbox: focus == .sandbox)
  }

  /// The selected number in words.
  func description(at index: Int, _ focus: LedgerOverviewScreen.Focus) -> SafeText? {
    guard let (panel, _, row) = row(at: index) else { return nil }
    let bars = bars(focus, in: panel)
    let text = SafeText(row.text(bars, isSandbox: focus == .sandbox))
    let place: SafeText =
      switch focus {
      case .total: ""
      case .sandbox: " in the sandbox"
      case .bar(let start): ", \(Self.time(start, panel.content.step))"
      }
    return "\(SafeText(row.name))\(place): \(text)"
  }

  /// The hour or day in UTC, as queries have it.
  private static func time(_ start: Date, _ step: TimeInterval) -> SafeText {
    let text = start.ISO8601Format()
    return step < 86_400
      ? "\(String(text.prefix(10))) \(String(text.dropFirst(11).prefix(5))) UTC"
      : SafeText(String(text.prefix(10)))
  }

  // Bars.

  private static let labelWidth = 20

  /// The bars of a row, in proportion to its greatest; of a part, to the greatest of the whole.
  private func bars(of row: OverviewRow, in panel: Panel) -> SafeText {
    func heights(_ row: OverviewRow) -> [Double?] {
      panel.bars.map { bar in
        guard let value = row.value(bar), value > 0 else { return nil }
        // Delays differ by orders of magnitude.
        return row.measure == .delay ? log(Double(value)) : Double(value)
      }
    }
    let most = heights(panel.content.scale(of: row)).compactMap(\.self).max() ?? 1
    let levels = view.glyphs.levels
    return SafeText.joined(
      heights(row).map { height in
        guard let height else { return " " }
        let level = Int((max(0, height) / max(most, 1e-9) * Double(levels.count)).rounded(.up)) - 1
        return levels[min(max(0, level), levels.count - 1)]
      },
      by: ""
    )
  }

  // Drawing.

  private func lines(
    of group: Group,
    withParts: Bool = true
  ) -> [Line] {
    var lines = [Line(line: StyledLine(SafeText(group.title), .columnTitle))]
    for entry in group.entries where withParts || row(at: entry)?.row.whole == nil {
      lines.append(Line(entry: entry, line: line(of: entry)))
    }
    if group.entries.isEmpty { lines.append(Line(line: StyledLine("none", .muted))) }
    return lines
  }

  /// The lines of several panels.
  private func lines(of panels: some Sequence<Group>) -> [Line] {
    Array(panels.map { lines(of: $0) }.joined(separator: [Line()]))
  }

  private func line(of index: Int) -> StyledLine {
    if let queue = entries[index].queue { return line(ofQueue: queue) }
    guard let (panel, number, row) = row(at: index) else { return .blank }
    let room =
      panel.content.starts.isEmpty ? width - panel.totalWidth - 1 : Self.labelWidth - 1
    let label: SafeText = row.whole == nil ? SafeText(row.label) : "  \(SafeText(row.label))"
    var line = StyledLine(label.truncated(to: max(4, room), view.glyphs))
    if !panel.bars.isEmpty { line.add(bars(of: row, in: panel), .info, at: Self.labelWidth) }
    let text = panel.texts[number]
    let role: Role =
      row.isAlarming
      ? .warn
      : row.value() == 0 && row.summary == nil ? .muted : row.whole == nil ? .title : .text
    line.add(text, role, at: panel.totalEnd - text.width)
    let sandbox = panel.sandboxTexts[number]
    if !sandbox.isEmpty { line.add(sandbox, .sandbox, at: width - sandbox.width) }
    return line
  }

  private func line(ofQueue queue: Int) -> StyledLine {
    let count = counts[queue]
    let text = count?.text ?? view.glyphs.ellipsis
    var line = StyledLine(SafeText(queues[queue].name).truncated(to: width - 16, view.glyphs))
    let isEmpty = count == .exact(0) || count == nil
    line.add(text, isEmpty ? .muted : .title, at: width - 10 - text.width)
    line.add(queues[queue].list.noun(count), .muted, at: width - 9)
    return line
  }

  /// The columns of a number in its line.
  private func columns(of focus: LedgerOverviewScreen.Focus, at index: Int) -> Range<Int>? {
    guard let (panel, number, _) = row(at: index) else { return nil }
    switch focus {
    case .total: return nil
    case .sandbox: return width - panel.sandboxTexts[number].width..<width
    case .bar(let start):
      let bar = panel.bars.firstIndex { panel.content.starts[$0.lowerBound] == start }
      return bar.map { Self.labelWidth + $0..<Self.labelWidth + $0 + 1 }
    }
  }

  /// The lines as text, in one column.
  func text() -> [String] {
    lines(of: groups.joined()).map { line in
      var text = ""
      for run in line.line.runs {
        let gap = run.column - SafeText(text).width
        text += String(repeating: " ", count: max(0, gap)) + run.text.string
      }
      return text
    }
  }

  /// The first visible line of a column, so that the cursor is in view.
  private func top(of lines: [Line], _ cursor: Int, rows: Int) -> Int {
    let row = lines.firstIndex { $0.entry == cursor } ?? 0
    // The title of the panel stays visible where it can.
    return max(0, min(row - rows + 2, lines.count - rows))
  }

  /// The first visible line and the number of lines, if everything is in one column.
  func scroll(_ cursor: Int, rows: Int) -> (top: Int, count: Int)? {
    guard groups.count == 1 else { return nil }
    let lines = lines(of: groups[0])
    return (top(of: lines, cursor, rows: rows), lines.count)
  }

  /// Draws the panels that fit whole, or without the parts of their rows, and without a cursor.
  func drawSummary(in rect: Rect, on frame: inout Frame) {
    for (number, group) in groups.enumerated() {
      var shown: [Line] = []
      for (index, panel) in group.enumerated() {
        let short = lines(of: panel, withParts: false)
        // The parts of one panel don't take the room of the next ones.
        let others = group[(index + 1)...].map { lines(of: $0, withParts: false).count + 1 }
        let gap = shown.isEmpty ? [] : [Line()]
        let room = rect.rows - shown.count - gap.count
        let long = lines(of: panel)
        let chosen = long.count + others.reduce(0, +) <= room ? long : short
        if chosen.count <= room { shown += gap + chosen }
      }
      let area = Rect(
        column: column(number, in: rect),
        row: rect.row,
        columns: width,
        rows: rect.rows
      )
      frame.draw(shown.map(\.line), in: area)
    }
  }

  private func column(_ number: Int, in rect: Rect) -> Int {
    rect.column + 2 + number * (width + 3)
  }

  func draw(_ screen: LedgerOverviewScreen, in rect: Rect, on frame: inout Frame) {
    let (cursor, focus) = (screen.index(in: self), screen.focus(in: self))
    for (number, group) in groups.enumerated() {
      let lines = lines(of: group)
      let column = column(number, in: rect)
      let top = top(of: lines, cursor, rows: rect.rows)
      for (offset, line) in lines.dropFirst(top).prefix(rect.rows).enumerated() {
        let row = rect.row + offset
        frame.draw([line.line], in: Rect(column: column, row: row, columns: width, rows: 1))
        guard line.entry == cursor else { continue }
        frame.write(view.glyphs.marker, .accent, at: column - 2, row)
        if let cells = columns(of: focus, at: cursor) {
          frame.select(row: row, from: column + cells.lowerBound, to: column + cells.upperBound)
        } else {
          frame.select(row: row, from: column - 2, to: column + width)
        }
      }
    }
  }
}

extension GlyphSet {
  /// Bars of growing height.
  var levels: [SafeText] {
    switch self {
    case .full: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    case .basic: ["░", "▒", "▓", "█"]
    case .ascii: [".", ":", "-", "=", "+", "*", "#"]
    }
  }

  /// A bar of `width` cells for the greatest count; any other count has at least a bit of one.
  func bar(of count: Int, in greatest: Int, width: Int) -> SafeText {
    guard count > 0, greatest > 0, width > 0 else { return .empty }
    let steps = eighths.count + 1
    let length = Int(
      (Double(count) / Double(greatest) * Double(width * steps)).rounded(.toNearestOrAwayFromZero)
    )
    let (whole, part) = max(1, length).quotientAndRemainder(dividingBy: steps)
    var text = String(repeating: String(paid), count: whole)
    if part > 0 { text += String(eighths[part - 1]) }
    return SafeText(text)
  }
}
