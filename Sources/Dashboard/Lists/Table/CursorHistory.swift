import Entitlements
import Foundation

/// The timeline of the record under a list's cursor, loaded after the cursor has rested.
struct CursorHistory: Equatable, Sendable {
  private var subject: String?
  private var since: Date?
  private var isAsked = false
  private var pending: Pending?
  private var failure: String?
  private var history = EventHistory()

  /// Seconds that the cursor must rest.
  static let rest: TimeInterval = 0.3

  mutating func markStale() { isAsked = false }

  /// Loads the timeline of `subject`; `nil` if there is nothing under the cursor.
  mutating func loadIfNeeded(on subject: String?, in rect: Rect, _ context: inout ScreenContext) {
    let now = context.view.now
    if subject != self.subject {
      (self.subject, since, isAsked) = (subject, now, false)
      (failure, history) = (nil, EventHistory())
    }
    history.clampCursor(in: Self.inner(of: rect), context.view)
    guard let subject, !isAsked, let rested = since.map(now.timeIntervalSince) else { return }
    // A clock that is set back must not prolong the rest.
    guard rested >= Self.rest || rested < 0 else { return }
    isAsked = true
    pending = context.query(.subjectHistory(subject), instead: pending)
  }

  /// Accepts the answer; `false` if it is for another request.
  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, at now: Date) -> Bool {
    guard pending?.number == request else { return false }
    pending = nil
    switch outcome {
    case .value(.subjectHistory(let subject)): history.take(subject, at: now)
    case .failure(let reason): failure = reason
    case .value: break
    }
    return true
  }

  func nextChange(_ view: ViewContext) -> Date? {
    isAsked || subject == nil ? history.nextChange(view) : since?.addingTimeInterval(Self.rest)
  }

  /// The area without its edges.
  private static func inner(of rect: Rect) -> Rect {
    var inner = rect.insetColumns(1)
    _ = inner.takeTop(1)
    return inner
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    frame.drawEdge(of: rect, view.glyphs)
    var edge = rect.insetColumns(1)
    edge.rows = 1
    let rest = Self.inner(of: rect)
    frame.drawRule(of: edge, view.glyphs)
    frame.write(" timeline ", .title, at: edge.column + 1, edge.row)
    if !history.events.isEmpty {
      history.draw(in: rest, view, on: &frame)
    } else if subject != nil {
      let text: SafeText =
        failure.map { "! \($0)" } ?? (history.subject == nil ? view.glyphs.ellipsis : "No events.")
      let room = rest.columns - 2
      frame.write(text.truncated(to: room, view.glyphs), .muted, at: rest.column + 1, rest.row)
    }
  }
}
