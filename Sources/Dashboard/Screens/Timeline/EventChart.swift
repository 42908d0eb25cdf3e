import Entitlements
import Foundation

/// The chart above a list of events, with the cell of the cursor's event marked.
struct EventChart {
  private let gantt: Gantt
  private let lines: [StyledLine]
  /// The cursor's position among the lines.
  private let cursor: (row: Int, column: Int)?
  private let view: ViewContext

  /// The lines, and a blank row below them.
  var rows: Int { lines.count + 1 }

  /// Creates a chart of at most `most` lines, which include the event's lane; `nil` if there is
  /// nothing to draw, or no room.
  init?(
    _ lanes: TimelineLanes,
    event: TimelineEvent?,
    window: Gantt.Window?,
    most: Int,
    width: Int,
    _ view: ViewContext
  ) {
    let room = most - 4
    guard room > 0 else { return nil }
    let lane = event.flatMap { lanes.place(of: $0) }
    let all = lanes.lanes
    let top = max(0, min((lane ?? 0) - room + 1, all.count - room))
    let shown = Array(all[min(top, all.count)..<min(all.count, top + room)])
    let whole = window ?? Gantt.window(around: all, now: view.now)
    guard let gantt = Gantt(shown, clock: view.clock, width: width, view.glyphs, window: whole)
    else { return nil }
    self.gantt = gantt
    self.view = view
    var lines = gantt.lines
    // No blank line between the lanes and the legend, to save a row.
    lines.remove(at: 1 + shown.count)
    if all.count > shown.count {
      let rest = all.count - shown.count
      let text: SafeText = "and \(SafeText.plural(rest, "more lane"))"
      if lines[lines.count - 1].end + 2 + text.width > width { lines.append(StyledLine()) }
      let end = lines[lines.count - 1].end
      lines[lines.count - 1].add(text, .muted, at: end == 0 ? 0 : end + 2)
    }
    self.lines = lines
    cursor = event.flatMap { event in
      gantt.column(of: event.storeAt).map { column in
        (lane.map { $0 - top + 1 } ?? 0, column)
      }
    }
  }

  func draw(in rect: Rect, on frame: inout Frame) {
    let inner = rect.insetColumns(2, 1)
    frame.draw(lines, in: inner)
    guard let cursor, cursor.row < lines.count else { return }
    let column = inner.column + cursor.column
    frame.select(row: inner.row + cursor.row, from: column, to: column + 1)
  }
}
