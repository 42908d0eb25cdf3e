import Entitlements
import Foundation

/// The events of a chronicle with a cursor, under a picture of the same time.
struct EventHistory: Equatable, Sendable {
  /// By whose clock the events are told.
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
  /// In the order of the clock; what has no time by it comes last.
  private(set) var events: [TimelineEvent] = []
  private(set) var scroll = Scroll()
  /// The event that times are measured from.
  private(set) var markedID: String?
  /// What is drawn of the time; `nil` for all of it.
  private(set) var window: Gantt.Window?
  /// Seen in another order than they happened, both of a pair.
  private(set) var swapped: Set<String> = []
  /// Whose doing events were that were not the user's, by their IDs.
  private(set) var others: [String: ID<User>] = [:]

  var current: TimelineEvent? {
    events.indices.contains(scroll.index) ? events[scroll.index] : nil
  }

  func current(of chronicle: Chronicle?) -> TimelineEvent? { chronicle == nil ? nil : current }

  /// What the event under the cursor happened to; without one, the user.
  func records(in chronicle: Chronicle?) -> [Record] {
    guard let records = chronicle?.records else { return [] }
    return (current.map(records.record(of:)) ?? records.user).map { [$0] } ?? []
  }

  var marked: TimelineEvent? { markedID.flatMap { id in events.first { $0.id == id } } }

  // Data.

  /// Keeps the cursor on its event; of a chronicle that is new it stands on the last one past.
  mutating func take(_ chronicle: Chronicle?, at now: Date) {
    let kept = current?.id
    let isNew = events.isEmpty
    arrange(chronicle?.events ?? [])
    others = chronicle?.others ?? [:]
    swapped = Set(events.compactMap { $0.overtakenBy == nil ? nil : $0.id })
    swapped.formUnion(events.compactMap(\.overtakenBy))
    let place =
      isNew
      ? events.lastIndex { !$0.isScheduled && $0.storeAt <= now }
      : events.firstIndex { $0.id == kept }
    scroll.index = place ?? min(scroll.index, max(0, events.count - 1))
  }

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

  mutating func settle(_ chronicle: Chronicle?, in rect: Rect, _ view: Viewpoint) {
    let height = EventList.height(in: rect, picture(chronicle, rect, view)?.rows ?? 0, view)
    scroll.settle(count: events.count, height: height)
  }

  // Keys.

  mutating func perform(
    _ action: Action,
    _ chronicle: Chronicle?,
    in rect: Rect,
    _ desk: inout Desk
  ) -> Bool {
    let view = desk.view
    let height = EventList.height(in: rect, picture(chronicle, rect, view)?.rows ?? 0, view)
    if let distance = Scroll.distance(action, height: height) {
      scroll.move(by: distance, count: events.count, height: height)
      return true
    }
    switch action {
    case .nextEvent: scroll.move(by: 1, count: events.count, height: height)
    case .previousEvent: scroll.move(by: -1, count: events.count, height: height)
    case .open: open(&desk)
    case .switchClock: switchClock(&desk)
    case .setMark: markedID = current?.id == markedID ? nil : current?.id
    case .zoomIn: zoom(by: 0.5, chronicle, view)
    case .zoomOut: zoom(by: 2, chronicle, view)
    case .fit: window = nil
    case .toNow: goToNow(chronicle, view)
    default: return false
    }
    return true
  }

  private func open(_ desk: inout Desk) {
    guard let document = current?.evidence.last else {
      return desk.say(.info, "Nothing on file stands behind this: it lies ahead.")
    }
    desk.open(ReceiptScreen(id: document))
  }

  private mutating func switchClock(_ desk: inout Desk) {
    let all = Order.allCases
    order = all[((all.firstIndex(of: order) ?? 0) + 1) % all.count]
    let kept = current?.id
    arrange(events.sorted { ($0.storeAt, $0.id) < ($1.storeAt, $1.id) })
    scroll.index = events.firstIndex { $0.id == kept } ?? scroll.index
    desk.say(.info, "ordered by \(order.name.string)")
  }

  /// Day to five years, about the event under the cursor.
  private mutating func zoom(by factor: Double, _ chronicle: Chronicle?, _ view: Viewpoint) {
    guard let chronicle, let current, let whole = whole(chronicle, view) else { return }
    let old = window ?? whole
    let length = min(max(old.length * factor, 86_400), 5 * 366 * 86_400)
    let centre = current.storeAt
    let share = min(max(centre.timeIntervalSince(old.from) / max(1, old.length), 0.1), 0.9)
    let from = centre.addingTimeInterval(-share * length)
    window = Gantt.Window(from: from, until: from.addingTimeInterval(length))
  }

  private mutating func goToNow(_ chronicle: Chronicle?, _ view: Viewpoint) {
    guard chronicle != nil else { return }
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

  // Looks.

  private func whole(_ chronicle: Chronicle, _ view: Viewpoint) -> Gantt.Window? {
    Gantt.window(around: TimelineLanes(chronicle, view).lanes, now: view.now)
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

  private func picture(_ chronicle: Chronicle?, _ rect: Rect, _ view: Viewpoint) -> EventPicture? {
    guard let chronicle, rect.rows >= 12 else { return nil }
    return EventPicture(
      TimelineLanes(chronicle, view),
      event: current,
      window: shownWindow,
      most: rect.rows / 2,
      width: rect.columns - 3,
      view
    )
  }

  func draw(_ chronicle: Chronicle, in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    var rest = rect
    if let picture = picture(chronicle, rect, view) {
      picture.draw(in: rest.takeTop(picture.rows), on: &frame)
    }
    EventList(self, view).draw(in: rest, on: &frame)
  }

  func tell(_ chronicle: Chronicle, _ view: Viewpoint, in status: inout Status) {
    guard !events.isEmpty else { return }
    let place = SafeText.grouped(scroll.index + 1)
    status.add("\(place) of \(SafeText.plural(events.count, "event"))", .secondary)
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

  func nextChange(_ chronicle: Chronicle?, _ view: Viewpoint) -> Date? {
    guard let chronicle else { return nil }
    let flips = chronicle.chains.flatMap(\.phases).map { view.nextFlip(at: $0.until) }
    return flips.compactMap(\.self).min()
  }
}
