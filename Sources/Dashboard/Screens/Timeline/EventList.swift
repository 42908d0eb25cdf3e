import Entitlements
import Foundation

/// The events as rows: when, how long after the one before, in which store, what, and where from.
struct EventList {
  private let history: EventHistory
  private let view: Viewpoint

  init(_ history: EventHistory, _ view: Viewpoint) {
    self.history = history
    self.view = view
  }

  /// How many events are seen at once below a picture of so many rows.
  static func height(in rect: Rect, _ above: Int, _ view: Viewpoint) -> Int {
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
    let height = isNarrow ? max(1, rest.rows / 2) : rest.rows
    let shown = history.scroll.shown(count: history.events.count, height: height)
    for (offset, place) in shown.enumerated() {
      let row = rest.row + offset * (isNarrow ? 2 : 1)
      if isNarrow {
        drawCard(place, in: rest, row, on: &frame)
      } else {
        drawRow(place, in: rest, row, on: &frame)
      }
      guard place == history.scroll.index else { continue }
      for line in row..<min(rest.endRow, row + (isNarrow ? 2 : 1)) {
        frame.write(glyphs.marker, .accent, at: rest.column, line)
        frame.select(row: line, from: rest.column, to: rest.endColumn)
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

  private func drawRow(_ place: Int, in rect: Rect, _ row: Int, on frame: inout Frame) {
    let event = history.events[place]
    let columns = Columns(rect)
    let role: Role = event.isScheduled ? .muted : .text
    frame.write(time(of: event), role == .muted ? .muted : .secondary, at: columns.time, row)
    frame.write(gap(before: place), .muted, endingAt: columns.mark - 1, row)
    frame.write(mark(of: event), .accent, at: columns.mark, row)
    frame.write(event.store?.letter ?? .empty, .secondary, at: columns.store, row)
    let room = columns.source - columns.sentence - (columns.source < columns.end ? 2 : 0)
    let sentence = self.sentence(of: event).truncated(to: room, glyphs)
    frame.write(sentence, role, at: columns.sentence, row, until: columns.end)
    guard columns.source < columns.end else { return }
    frame.write(source(of: event), .info, at: columns.source, row, until: columns.end)
  }

  private func drawCard(_ place: Int, in rect: Rect, _ row: Int, on frame: inout Frame) {
    let event = history.events[place]
    let end = rect.endColumn - 1
    let start = rect.column + 2
    var column = frame.write(time(of: event), .secondary, at: start, row, until: end)
    column = frame.write(gap(before: place), .muted, at: column + 2, row, until: end)
    frame.write(mark(of: event), .accent, at: column + 1, row, until: end)
    frame.write(event.store?.letter ?? .empty, .secondary, endingAt: end, row)
    guard row + 1 < rect.endRow else { return }
    let sentence = self.sentence(of: event).truncated(to: end - start, glyphs)
    frame.write(sentence, event.isScheduled ? .muted : .text, at: start, row + 1, until: end)
  }

  private func time(of event: TimelineEvent) -> SafeText {
    history.order.date(of: event).map(view.clock.text) ?? glyphs.missing
  }

  /// How long after the event before.
  private func gap(before place: Int) -> SafeText {
    guard place > 0, let this = history.order.date(of: history.events[place]),
      let last = history.order.date(of: history.events[place - 1])
    else { return .empty }
    let seconds = this.timeIntervalSince(last)
    return seconds < 60 ? .empty : "+\(Clock.span(seconds, isShort: true))"
  }

  private func mark(of event: TimelineEvent) -> SafeText {
    if event.id == history.markedID { return glyphs.marked }
    return history.swapped.contains(event.id) ? glyphs.swapped : .empty
  }

  private func sentence(of event: TimelineEvent) -> SafeText {
    let sentence = Chronicle.sentence(for: event, history.others)
    let mark = event.environment?.mark.text ?? .empty
    return mark.isEmpty ? sentence : "\(sentence) \(mark)"
  }

  private func source(of event: TimelineEvent) -> SafeText {
    guard let document = event.evidence.last else { return .empty }
    return "\(String(document.raw.prefix(8)))"
  }
}

extension Clock {
  /// `3 d 4 h`, `5 min`: how long, in two units at most, or in one.
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
