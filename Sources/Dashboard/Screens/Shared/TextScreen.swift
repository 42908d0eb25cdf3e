import Entitlements

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
  var scopes: Set<Action.Scope> { [.lines] }
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
    guard let distance = Scroll.distance(action, height: height) else { return false }
    let last = max(0, rows(context.view).count - height)
    let (goal, overflows) = top.addingReportingOverflow(distance)
    top = overflows ? (distance > 0 ? last : 0) : min(max(0, goal), last)
    return true
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    for (offset, row) in rows(view).dropFirst(top).prefix(rect.rows).enumerated() {
      frame.write(row, .text, at: rect.column, rect.row + offset)
    }
  }

  func status(_ view: ViewContext) -> Status {
    var status = Status()
    let count = rows(view).count
    status.addScroll(from: top, of: count, height: view.layout.body.rows, view)
    status.order = "in \(SafeText(path).truncated(to: view.size.columns / 2, .middle, view.glyphs))"
    return status
  }
}
