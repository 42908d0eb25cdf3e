import Entitlements

/// A text with nothing beside it, to be selected by the terminal: no clipboard could take it.
struct TextScreen: ScreenPart {
  private let title: String
  private let lines: [SafeText]
  private let path: String
  private var top = 0

  /// In scalars; the file has all of it.
  private static let longestLine = 100_000

  /// `path` is where all of it is on file.
  init(_ title: String, _ text: String, path: String) {
    self.title = title
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      SafeText(String($0), limit: Self.longestLine)
    }
  }

  var crumb: SafeText { "copied" }
  var scopes: Set<Action.Scope> { [.lines] }
  var opensNothing: Bool { true }
  /// Clicks are the terminal's.
  var leavesMouse: Bool { true }

  /// From the first column on, and on as many rows as each takes.
  private func rows(_ view: Viewpoint) -> [SafeText] {
    lines.flatMap { $0.isEmpty ? [.empty] : $0.cut(into: view.size.columns) }
  }

  mutating func settle(_ desk: inout Desk) {
    top = max(0, min(top, rows(desk.view).count - desk.view.layout.body.rows))
  }

  mutating func perform(_ action: Action, _ desk: inout Desk) -> Bool {
    let height = desk.view.layout.body.rows
    guard let distance = Scroll.distance(action, height: height) else { return false }
    let last = max(0, rows(desk.view).count - height)
    let (goal, overflows) = top.addingReportingOverflow(distance)
    top = overflows ? (distance > 0 ? last : 0) : min(max(0, goal), last)
    return true
  }

  func draw(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    for (offset, row) in rows(view).dropFirst(top).prefix(rect.rows).enumerated() {
      frame.write(row, .text, at: rect.column, rect.row + offset)
    }
  }

  func status(_ view: Viewpoint) -> Status {
    var status = Status()
    let count = rows(view).count
    status.addScroll(from: top, of: count, height: view.layout.body.rows, view)
    status.order = "in \(SafeText(path).truncated(to: view.size.columns / 2, .middle, view.glyphs))"
    return status
  }
}
