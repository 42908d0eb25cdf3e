import Entitlements
import Foundation

/// The events of a subject's history with a cursor, below a chart of the same time.
struct EventHistory: Equatable, Sendable {
  /// The history; `nil` until it is loaded.
  private(set) var subject: SubjectHistory?
  /// The clock that orders the events.
  enum Order: CaseIterable, Sendable {
    case store, seen, applied

    var name: SafeText {
      switch self {
      case .store: "the store's clock"
      case .seen: "when we saw it"
      case .applied: "when it took effect here"
      }
    }

    func date(of event: TimelineEvent) -> Date? {
      switch self {
      case .store: event.storeAt
      case .seen: event.seenAt
      case .applied: event.appliedAt
      }
    }
  }

  private(set) var order = Order.store
  /// The events ordered by the clock; those without a time come last.
  private(set) var events: [TimelineEvent] = []
  private(set) var scroll = Scroll()
  /// The event that times are measured from.
  private(set) var markedID: String?
  /// The charted time; `nil` for all of it.
  private(set) var window: Gantt.Window?
  /// Events that were received out of order, both of a pair.
  private(set) var swapped: Set<String> = []
  /// The users of events that are another user's, by event ID.
  private(set) var others: [String: ID<User>] = [:]

  var current: TimelineEvent? { events.indices.contains(scroll.index) ? events[scroll.index] : nil }

  /// The record of the event under the cursor, else the user.
  var records: [Record] {
    guard let records = subject?.records else { return [] }
    return (current.map(records.record(of:)) ?? records.user).map { [$0] } ?? []
  }

  var marked: TimelineEvent? { markedID.flatMap { id in events.first { $0.id == id } } }

  // Data.

  /// Updates the events and keeps the cursor on its event; initially it is on the last past one.
  mutating func take(_ history: SubjectHistory?, at now: Date) {
    subject = history
    let currentID = current?.id
    let isNew = events.isEmpty
    arrange(history?.events ?? [])
    others = history?.others ?? [:]
    swapped = Set(events.compactMap { $0.overtakenBy == nil ? nil : $0.id })
    swapped.formUnion(events.compactMap(\.overtakenBy))
    let index =
      isNew
      ? events.lastIndex { !$0.isScheduled && $0.storeAt <= now }
      : events.firstIndex { $0.id == currentID }
    scroll.index = index ?? min(scroll.index, max(0, events.count - 1))
    if isNew { window = Self.recentWindow(of: events) }
  }

  /// The fewest events and the greatest share of the whole time of recent events that the chart
  /// begins with.
  private static let (minRecent, maxShare) = (3, 0.05)

  /// The time of the events after the longest pause, if they would take only a few cells of the
  /// whole chart, as a sandbox's minutes after a purchase weeks ago. `nil` otherwise.
  private static func recentWindow(of events: [TimelineEvent]) -> Gantt.Window? {
    let past = events.filter { !$0.isScheduled }.map(\.storeAt)
    guard let first = past.first, let last = past.last, past.count > minRecent else { return nil }
    let pauses = zip(past, past.dropFirst()).map { $1.timeIntervalSince($0) }
    guard let longest = pauses.max(), let index = pauses.lastIndex(of: longest) else { return nil }
    let recent = past[(index + 1)...]
    guard let start = recent.first, recent.count >= minRecent else { return nil }
    let length = max(minLength, last.timeIntervalSince(start))
    guard length < last.timeIntervalSince(first) * maxShare else { return nil }
    return Gantt.Window(
      from: start.addingTimeInterval(-length * 0.1),
      until: last.addingTimeInterval(length * 0.2)
    )
  }

  /// The shortest charted time: sandboxes renew every few minutes.
  private static let minLength: TimeInterval = 1_800

  private mutating func arrange(_ unsorted: [TimelineEvent]) {
    let order = order
    events = unsorted.enumerated().sorted { left, right in
      let (one, other) = (order.date(of: left.element), order.date(of: right.element))
      switch (one, other) {
      case (let one?, let other?): return (one, left.offset) < (other, right.offset)
      case (nil, nil): return left.offset < right.offset
      default: return other == nil
      }
    }.map(\.element)
  }

  mutating func clampCursor(in rect: Rect, _ view: ViewContext) {
    scroll.clamp(count: events.count, height: height(in: rect, view))
  }

  /// The number of events that are visible.
  private func height(in rect: Rect, _ view: ViewContext) -> Int {
    EventList.height(in: rect, chart(rect, view)?.rows ?? 0, view)
  }

  // Keys.

  mutating func perform(_ action: Action, in rect: Rect, _ context: inout ScreenContext) -> Bool {
    let view = context.view
    let height = height(in: rect, view)
    if scroll.perform(action, count: events.count, height: height) { return true }
    switch action {
    case .nextEvent: scroll.move(.by(1), count: events.count, height: height)
    case .previousEvent: scroll.move(.by(-1), count: events.count, height: height)
    case .open: open(&context)
    case .switchClock: switchClock(&context)
    case .setMark: markedID = current?.id == markedID ? nil : current?.id
    case .zoomIn: zoom(by: 0.5, view)
    case .zoomOut: zoom(by: 2, view)
    case .fit: window = nil
    case .toNow: goToNow(view)
    default: return false
    }
    return true
  }

  private func open(_ context: inout ScreenContext) {
    guard let document = current?.evidence.last else {
      return context.notify(.info, "There is no document for this: it lies ahead.")
    }
    context.open(ReceiptScreen(id: document))
  }

  private mutating func switchClock(_ context: inout ScreenContext) {
    let all = Order.allCases
    order = all[((all.firstIndex(of: order) ?? 0) + 1) % all.count]
    let currentID = current?.id
    arrange(events.sorted { ($0.storeAt, $0.id) < ($1.storeAt, $1.id) })
    scroll.index = events.firstIndex { $0.id == currentID } ?? scroll.index
    context.notify(.info, "ordered by \(order.name.string)")
  }

  /// Zooms around the event under the cursor; the window is half an hour to five years long.
  private mutating func zoom(by factor: Double, _ view: ViewContext) {
    guard let current, let whole = whole(view) else { return }
    let old = window ?? whole
    let length = min(max(old.length * factor, Self.minLength), 5 * 366 * 86_400)
    let centre = current.storeAt
    let share = min(max(centre.timeIntervalSince(old.from) / max(1, old.length), 0.1), 0.9)
    let from = centre.addingTimeInterval(-share * length)
    window = Gantt.Window(from: from, until: from.addingTimeInterval(length))
  }

  private mutating func goToNow(_ view: ViewContext) {
    guard subject != nil else { return }
    scroll.index = events.lastIndex { !$0.isScheduled && $0.storeAt <= view.now } ?? 0
    guard let length = window?.length else { return }
    let from = view.now.addingTimeInterval(-length / 2)
    window = Gantt.Window(from: from, until: from.addingTimeInterval(length))
  }

  mutating func closeOne() -> Bool {
    guard markedID != nil else { return false }
    markedID = nil
    return true
  }

  // Drawing.

  private func whole(_ view: ViewContext) -> Gantt.Window? {
    subject.flatMap { Gantt.window(around: TimelineLanes($0, view).lanes, now: view.now) }
  }

  /// The window, moved so that the event under the cursor is in it.
  private var shownWindow: Gantt.Window? {
    guard var window, let at = current?.storeAt else { return window }
    let length = window.length
    if at < window.from { window.from = at.addingTimeInterval(-length * 0.1) }
    if at > window.until { window.from = at.addingTimeInterval(-length * 0.9) }
    window.until = window.from.addingTimeInterval(length)
    return window
  }

  private func chart(_ rect: Rect, _ view: ViewContext) -> EventChart? {
    guard let subject, rect.rows >= 12 else { return nil }
    return EventChart(
      TimelineLanes(subject, view),
      event: current,
      window: shownWindow,
      most: rect.rows / 2,
      width: rect.columns - 3,
      view
    )
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    var rest = rect
    if let chart = chart(rect, view) { chart.draw(in: rest.takeTop(chart.rows), on: &frame) }
    EventList(self, view).draw(in: rest, on: &frame)
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    guard !events.isEmpty else { return }
    let position = SafeText.grouped(scroll.index + 1)
    status.add("\(position) of \(SafeText.plural(events.count, "event"))", .secondary)
    if let marked, let current, marked.id != current.id,
      let from = order.date(of: marked), let to = order.date(of: current)
    {
      let sign: SafeText = to < from ? "-" : "+"
      status.add("\(sign)\(Clock.span(to.timeIntervalSince(from))) since the mark", .accent)
    }
    if let current, swapped.contains(current.id) {
      status.add("\(view.glyphs.swapped) seen out of order", .warn)
    }
    status.order = "by \(order.name)"
  }

  func nextChange(_ view: ViewContext) -> Date? {
    subject?.chains.flatMap(\.phases).compactMap { view.nextStateChange(at: $0.until) }.min()
  }
}
