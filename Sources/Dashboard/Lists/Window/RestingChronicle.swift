import Entitlements
import Foundation

/// What happened to the record on which a list's cursor rests. It is asked for only once the cursor
/// has stood still for a moment: nobody reads what flies by.
struct RestingChronicle: Equatable, Sendable {
  private var subject: String?
  private var since: Date?
  private var isAsked = false
  private var pending: Pending?
  private var chronicle: Chronicle?
  private var failure: String?
  private var history = EventHistory()

  /// Seconds.
  static let rest: TimeInterval = 0.3

  mutating func markStale() { isAsked = false }

  /// `nil` where there is no room for it, or nothing under the cursor.
  mutating func settle(on subject: String?, in rect: Rect, _ desk: inout Desk) {
    let now = desk.view.now
    if subject != self.subject {
      (self.subject, since, isAsked) = (subject, now, false)
      (chronicle, failure, history) = (nil, nil, EventHistory())
    }
    history.settle(chronicle, in: Self.inner(of: rect), desk.view)
    guard let subject, !isAsked, let since, Self.hasRested(since, at: now) else { return }
    isAsked = true
    pending = desk.ask(.chronicle(subject), instead: pending)
  }

  // A clock that is set back must not make it wait longer.
  private static func hasRested(_ since: Date, at now: Date) -> Bool {
    let rested = now.timeIntervalSince(since)
    return rested >= rest || rested < 0
  }

  /// Whether it is the answer to its question.
  mutating func accept(_ outcome: Outcome<Answer>, to request: Int, at now: Date) -> Bool {
    guard pending?.number == request else { return false }
    pending = nil
    switch outcome {
    case .value(.chronicle(let chronicle)):
      self.chronicle = chronicle
      history.take(chronicle, at: now)
    case .failure(let reason): failure = reason
    case .value: break
    }
    return true
  }

  func nextChange(_ view: Viewpoint) -> Date? {
    isAsked || subject == nil
      ? history.nextChange(chronicle, view)
      : since?.addingTimeInterval(Self.rest)
  }

  /// Without its edges.
  private static func inner(of rect: Rect) -> Rect {
    var inner = rect.insetColumns(1)
    _ = inner.takeTop(1)
    return inner
  }

  func draw(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    for row in rect.row..<max(rect.row, rect.endRow) {
      frame.fill(view.glyphs.bar, .rule, from: rect.column, to: rect.column + 1, row)
    }
    var edge = rect.insetColumns(1)
    edge.rows = 1
    let rest = Self.inner(of: rect)
    frame.fill(view.glyphs.rule, .rule, from: edge.column, to: edge.endColumn, edge.row)
    frame.write(" timeline ", .title, at: edge.column + 1, edge.row)
    if let chronicle, !chronicle.events.isEmpty {
      history.draw(chronicle, in: rest, view, on: &frame)
    } else if subject != nil {
      let words: SafeText =
        failure.map { "! \($0)" } ?? (chronicle == nil ? view.glyphs.ellipsis : "Nothing is told.")
      let room = rest.columns - 2
      frame.write(words.truncated(to: room, view.glyphs), .muted, at: rest.column + 1, rest.row)
    }
  }
}
