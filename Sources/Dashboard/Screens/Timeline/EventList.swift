import Entitlements
import Foundation

/// The events as rows: time, time since the previous event, store, description and document.
struct EventList {
  private let history: EventHistory
  private let view: ViewContext

  init(_ history: EventHistory, _ view: ViewContext) {
    self.history = history
    self.view = view
  }

  /// The number of visible events below a chart of `above` rows.
  static func height(in rect: Rect, _ above: Int, _ view: ViewContext) -> Int {
    let rows = rect.rows - above
    return max(1, view.layout.usesCards ? rows / 2 : rows - 1)
  }

  private var glyphs: GlyphSet { view.glyphs }

  func draw(in rect: Rect, on frame: inout Frame) {
    guard !history.events.isEmpty else {
      frame.write("Nothing has happened yet.", .text, at: rect.column + 2, rect.row)
      return
    }
    var rest = rect
    let isNarrow = view.layout.usesCards
    if !isNarrow { drawTitles(in: rest.takeTop(1), on: &frame) }
    let count = history.events.count
    frame.draw(history.scroll, of: count, height: isNarrow ? 2 : 1, in: rest, glyphs) {
      if isNarrow {
        drawCard($0, in: rest, $1, on: &$2)
      } else {
        drawRow($0, in: rest, $1, on: &$2)
      }
    }
  }

  private struct Columns {
    let time: Int
    let mark: Int
    let store: Int
    let sentence: Int
    let source: Int
    let end: Int

    init(_ rect: Rect) {
      time = rect.column + 2
      mark = rect.column + 27
      store = rect.column + 29
      sentence = rect.column + 31
      end = rect.endColumn - 1
      source = rect.columns < 76 ? end : end - 8
    }
  }

  private func drawTitles(in rect: Rect, on frame: inout Frame) {
    let columns = Columns(rect)
    let title: SafeText =
      switch history.order {
      case .store: "AT (STORE)"
      case .seen: "AT (SEEN)"
      case .applied: "AT (APPLIED)"
      }
    frame.write(title, .columnTitle, at: columns.time, rect.row)
    frame.write("AFTER", .columnTitle, endingAt: columns.mark - 1, rect.row)
    frame.write("WHAT", .columnTitle, at: columns.sentence, rect.row)
    if columns.source < columns.end {
      frame.write("DOCUMENT", .columnTitle, at: columns.source, rect.row, until: columns.end)
    }
  }

  private func drawRow(_ index: Int, in rect: Rect, _ row: Int, on frame: inout Frame) {
    let event = history.events[index]
    let columns = Columns(rect)
    let role: Role = event.isScheduled ? .muted : .text
    frame.write(time(of: event), role == .muted ? .muted : .secondary, at: columns.time, row)
    frame.write(gap(before: index), .muted, endingAt: columns.mark - 1, row)
    frame.write(mark(of: event), .accent, at: columns.mark, row)
    frame.write(event.store?.initial ?? .empty, .secondary, at: columns.store, row)
    let room = columns.source - columns.sentence - (columns.source < columns.end ? 2 : 0)
    let sentence = self.sentence(of: event).truncated(to: room, glyphs)
    frame.write(sentence, role, at: columns.sentence, row, until: columns.end)
    guard columns.source < columns.end else { return }
    frame.write(source(of: event), .info, at: columns.source, row, until: columns.end)
  }

  private func drawCard(_ index: Int, in rect: Rect, _ row: Int, on frame: inout Frame) {
    let event = history.events[index]
    let end = rect.endColumn - 1
    let start = rect.column + 2
    var column = frame.write(time(of: event), .secondary, at: start, row, until: end)
    column = frame.write(gap(before: index), .muted, at: column + 2, row, until: end)
    frame.write(mark(of: event), .accent, at: column + 1, row, until: end)
    frame.write(event.store?.initial ?? .empty, .secondary, endingAt: end, row)
    guard row + 1 < rect.endRow else { return }
    let role: Role = event.isScheduled ? .muted : .text
    frame.write(sentence(of: event), role, at: start, row + 1, until: end, glyphs)
  }

  private func time(of event: TimelineEvent) -> SafeText {
    history.order.date(of: event).map(view.clock.text) ?? glyphs.missing
  }

  /// The time since the previous event.
  private func gap(before index: Int) -> SafeText {
    guard index > 0, let this = history.order.date(of: history.events[index]),
      let last = history.order.date(of: history.events[index - 1])
    else { return .empty }
    let seconds = this.timeIntervalSince(last)
    return seconds < 60 ? .empty : "+\(Clock.span(seconds, isShort: true))"
  }

  private func mark(of event: TimelineEvent) -> SafeText {
    if event.id == history.markedID { return glyphs.marked }
    return history.swapped.contains(event.id) ? glyphs.swapped : .empty
  }

  private func sentence(of event: TimelineEvent) -> SafeText {
    let sentence = SubjectHistory.sentence(for: event, history.others)
    let mark = event.environment?.mark.text ?? .empty
    return mark.isEmpty ? sentence : "\(sentence) \(mark)"
  }

  private func source(of event: TimelineEvent) -> SafeText {
    guard let document = event.evidence.last else { return .empty }
    return "\(String(document.raw.prefix(8)))"
  }
}

extension Clock {
  /// `3 d 4 h`, `5 min`: a duration in at most two units, or in one.
  static func span(_ seconds: TimeInterval, isShort: Bool = false) -> SafeText {
    guard seconds.isFinite else { return "unknown" }
    let minutes = Int(min(abs(seconds), 1e11) / 60)
    let (days, hours) = (minutes / 1440, minutes / 60 % 24)
    if days > 0 {
      return isShort || days >= 60 || hours == 0 ? "\(days) d" : "\(days) d \(hours) h"
    }
    if hours > 0 { return "\(hours) h" }
    return "\(minutes) min"
  }
}

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
      gantt.column(of: event.storeAt).map { column in (lane.map { $0 - top + 1 } ?? 0, column) }
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
