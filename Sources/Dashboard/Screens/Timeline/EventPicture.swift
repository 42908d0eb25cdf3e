import Entitlements
import Foundation

/// The picture above a list of events, with the cell marked that the cursor's event falls into.
struct EventPicture {
  private let gantt: Gantt
  private let lines: [StyledLine]
  /// Among the lines.
  private let cursor: (row: Int, column: Int)?
  private let view: Viewpoint

  /// The lines, and air below them.
  var rows: Int { lines.count + 1 }

  /// At most so many lines; the lane of the event is always among them. `nil` when there is nothing
  /// to draw, or no room.
  init?(
    _ lanes: TimelineLanes,
    event: TimelineEvent?,
    window: Gantt.Window?,
    most: Int,
    width: Int,
    _ view: Viewpoint
  ) {
    let room = most - 4
    guard room > 0 else { return nil }
    let place = event.flatMap { lanes.place(of: $0) }
    let all = lanes.lanes
    let top = max(0, min((place ?? 0) - room + 1, all.count - room))
    let shown = Array(all[min(top, all.count)..<min(all.count, top + room)])
    let whole = window ?? Gantt.window(around: all, now: view.now)
    guard let gantt = Gantt(shown, clock: view.clock, width: width, view.glyphs, window: whole)
    else { return nil }
    self.gantt = gantt
    self.view = view
    var lines = gantt.lines
    // The legend stands right below the lanes: rows are dear here.
    lines.remove(at: 1 + shown.count)
    if all.count > shown.count {
      let rest = all.count - shown.count
      let words: SafeText = "and \(SafeText.plural(rest, "more lane"))"
      if lines[lines.count - 1].end + 2 + words.width > width { lines.append(StyledLine()) }
      let end = lines[lines.count - 1].end
      lines[lines.count - 1].add(words, .muted, at: end == 0 ? 0 : end + 2)
    }
    self.lines = lines
    cursor = event.flatMap { event in
      gantt.column(of: event.storeAt).map { column in
        (place.map { $0 - top + 1 } ?? 0, column)
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
