import Entitlements
import Foundation

/// A record in full: every column with its title, and details without a column.
struct PreviewContent {
  private let title: SafeText
  private var fields: [(label: SafeText, cell: TableCell)] = []

  private static let labelWidth = 17

  init(_ record: Record?, _ list: ListKind, _ view: ViewContext) {
    guard let record else {
      title = "nothing under the cursor"
      return
    }
    title = SafeText(record.primaryID)
    fields = list.columns.map { ($0.title, $0.cell(record, view)) }
    for detail in record.details { add(detail, view.clock) }
    fields.removeAll { $0.cell.text.isEmpty }
  }

  private mutating func add(_ detail: RowDetail, _ clock: Clock) {
    switch detail {
    case .text(let label, let text?): fields.append((label, TableCell(SafeText(text), .secondary)))
    case .time(let label, let instant?):
      fields.append((label, TableCell(clock.absolute(instant), .secondary)))
    case .text, .time: break
    }
  }

  /// Draws the record from line `top` on.
  func draw(
    from top: Int = 0,
    in rect: Rect,
    isBeside: Bool,
    isZoomed: Bool,
    _ view: ViewContext,
    on frame: inout Frame
  ) {
    var rest = rect
    let rows = rect.rows - 1
    let lines = lines(rect.columns - (isBeside ? 4 : 3), view)
    let hidden = lines.count - top - rows
    let more: SafeText =
      hidden > 0 ? " \(view.glyphs.below) \(SafeText.plural(hidden, "more line")) " : .empty
    if isBeside {
      frame.drawEdge(of: rect, view.glyphs)
      rest = rest.insetColumns(1)
    } else if !isZoomed {
      let edge = rest.takeTop(1)
      frame.drawRule(of: edge, view.glyphs)
      frame.write(" \(shownTitle(rest.columns - 6 - more.width, view)) ", .title, at: 2, edge.row)
    }
    if isBeside || isZoomed {
      let head = rest.takeTop(1)
      let room = head.columns - 3 - more.width
      frame.write(shownTitle(room, view), .title, at: head.column + 2, head.row)
    }
    frame.write(more, .secondary, endingAt: rect.endColumn - 1, rect.row)
    frame.draw(lines, from: top, in: rest.insetColumns(2, 1))
  }

  /// The number of lines.
  func lineCount(in rect: Rect, isBeside: Bool, _ view: ViewContext) -> Int {
    lines(rect.columns - (isBeside ? 4 : 3), view).count
  }

  private func shownTitle(_ width: Int, _ view: ViewContext) -> SafeText {
    title.truncated(to: max(4, width), .middle, view.glyphs)
  }

  private func lines(_ width: Int, _ view: ViewContext) -> [StyledLine] {
    let indent = min(Self.labelWidth, width / 2)
    return fields.flatMap { label, cell in
      cell.text.wrapped(to: max(4, width - indent), limit: 6, view.glyphs).enumerated()
        .map { index, text in
          var line = StyledLine()
          if index == 0 { line.add(label.truncated(to: indent - 1, view.glyphs), .columnTitle) }
          line.add(text, cell.role == .muted ? .secondary : cell.role, at: indent)
          return line
        }
    }
  }
}
