import Entitlements
import Foundation

/// A window of a few screens onto a list of any length. It is moved by asking for the rows after
/// the last or before the first one; the cursor keeps its record whatever is loaded around it.
struct Listing: Equatable, Sendable {
  /// Where the cursor goes when an answer replaces the window.
  enum Placement: Equatable, Sendable { case keep, first, last }

  struct Wanted: Equatable, Sendable {
    var anchor: PageAnchor<RecordPlace>
    var placement: Placement
  }

  struct Request: Equatable, Sendable {
    var anchor: PageAnchor<RecordPlace>
    var limit: Int
    var placement: Placement
  }

  private(set) var rows: [Record] = [] { didSet { version &+= 1 } }
  /// Changes with the rows and their places.
  private(set) var version = 0
  /// As many as there are rows.
  private var places: [RecordPlace] = []
  private(set) var hasBefore = false
  private(set) var hasAfter = false
  private(set) var precedingRows: Int?
  /// `nil` until the first answer.
  private(set) var total: Count?
  private(set) var scroll = Scroll()
  private(set) var pending: Pending?
  /// What is under way, while it is.
  private var asked: Request?
  private(set) var failure: String?
  /// A replacement of the window that somebody asked for and that was not sent yet.
  private var wanted: Wanted?
  /// Whether the ledger changed under the window.
  private var isStale = false
  /// How far the cursor would have gone had the rows been there.
  private var owed = 0
  /// Whether the list is read from its end upwards.
  var isReversed = false
  /// What the last answer brought that replaced the window, by identity.
  private(set) var changes: [String: Change] = [:]
  /// How many rows have come above what was the first one when it was last seen.
  private(set) var newAbove: Count?
  private var topSeen: String?
  /// The record the cursor was on, while it has left the window upwards.
  private var lost: String?

  enum Change: Equatable, Sendable { case added, changed }

  var current: Record? { rows.indices.contains(scroll.index) ? rows[scroll.index] : nil }

  /// The cursor's row in the whole list, from 1, where that is known.
  var position: Int? {
    guard !rows.isEmpty else { return nil }
    if let precedingRows { return precedingRows + scroll.index + 1 }
    return hasBefore ? nil : scroll.index + 1
  }

  /// Takes the answer to a request; one that nobody waits for any more is dropped.
  mutating func accept(_ outcome: Outcome<Answer>, to number: Int, height: Int) {
    guard pending?.number == number else { return }
    switch outcome {
    case .value(.page(let page)): accept(page, height: height)
    case .failure(let reason): fail(reason)
    case .value: break
    }
  }

  /// Moves the cursor; beyond the loaded rows as soon as they arrive.
  mutating func move(by distance: Int, height: Int) {
    failure = nil
    switch distance {
    case -.max:
      owed = 0
      // What is loaded is not where the cursor goes to: nothing moves until that is there.
      if hasBefore {
        wanted = Wanted(anchor: .first, placement: .first)
      } else {
        scroll.index = 0
      }
    case .max:
      owed = 0
      if hasAfter {
        wanted = Wanted(anchor: .last, placement: .last)
      } else {
        scroll.index = max(0, rows.count - 1)
      }
    default:
      let goal = scroll.index + owed + distance
      scroll.index = min(max(0, goal), max(0, rows.count - 1))
      let rest = goal - scroll.index
      // Before the first answer nobody knows, so what is typed ahead counts.
      let isReachable = rest > 0 ? hasAfter || total == nil : hasBefore
      owed = isReachable ? min(max(rest, -1_000_000), 1_000_000) : 0
    }
    scroll.settle(count: rows.count, height: height)
    lost = nil
    noticeTop()
  }

  /// Goes to what has come above, and asks for more of it.
  mutating func showNew() {
    guard newAbove != nil else { return }
    restart()
  }

  /// Remembers the first row where it is shown: what comes above it later is told.
  private mutating func noticeTop() {
    guard scroll.top == 0, !hasBefore else { return }
    topSeen = rows.first?.identity
    newAbove = nil
  }

  private mutating func countNew() {
    noticeTop()
    guard let topSeen, let place = rows.firstIndex(where: { $0.identity == topSeen }) else {
      newAbove = nil
      return
    }
    let count = place + (precedingRows ?? 0)
    let isCounted = !hasBefore || precedingRows != nil
    newAbove = isCounted ? (count > 0 ? .exact(count) : nil) : .atLeast(count)
  }

  /// Replaces the window by the list's beginning: another filter is in force.
  mutating func restart() {
    wanted = Wanted(anchor: .first, placement: .first)
    owed = 0
    failure = nil
  }

  mutating func refresh() {
    failure = nil
    isStale = true
  }

  mutating func settle(height: Int) { scroll.settle(count: rows.count, height: height) }

  /// What has to be asked for now. What somebody wants replaces what is under way; everything
  /// else waits for it, so that a busy ledger cannot keep the answer from ever being current.
  mutating func nextRequest(height: Int) -> Request? {
    let limit = min(max(30, height * 3), 600)
    if let wanted {
      self.wanted = nil
      isStale = false
      // The first rows are waited for; what lies beyond them is asked for behind what is shown, once
      // the cursor moves.
      return Request(
        anchor: wanted.anchor,
        limit: max(30, height + 1),
        placement: wanted.placement
      )
    }
    guard pending == nil, failure == nil else { return nil }
    if isStale {
      isStale = false
      // Far from the beginning two screens on either side of the cursor, however many are loaded. What
      // comes above the window must not push it down. Of a list that is read from its end no page begins
      // with a row: those that end before it would lose the first one.
      let isFar = !isReversed && scroll.index > 3 * height
      let first = isFar ? scroll.index - 2 * height : 0
      let isFirst = places.isEmpty || isReversed && !hasBefore
      return Request(
        anchor: isFirst ? .first : .from(places[first]),
        limit: max(limit, min(scroll.index - first + 3 * height, 1000)),
        placement: .keep
      )
    }
    let more = min(limit + abs(owed), 1000)
    // Two screens are kept ahead of a cursor that moves, so that a page finds its rows there.
    let (above, below) = (scroll.index, rows.count - 1 - scroll.index)
    if hasAfter, below < (above > 0 ? 2 * height : height), let last = places.last {
      return Request(anchor: .after(last), limit: more, placement: .keep)
    }
    if hasBefore, above < (below > 0 ? 2 * height : height), let first = places.first {
      return Request(anchor: .before(first), limit: more, placement: .keep)
    }
    return nil
  }

  /// Whether what is loaded is being read again.
  var isReadingAgain: Bool { asked?.placement == .keep && replaces }

  /// Whether what is under way replaces the window.
  private var replaces: Bool {
    switch asked?.anchor {
    case .first, .last, .from: true
    case .after, .before, nil: false
    }
  }

  mutating func begin(_ request: Request, _ pending: Pending) {
    self.pending = pending
    asked = request
  }

  var waiting: Waiting? { pending.map { Waiting(since: $0.since, replaces: replaces) } }

  private mutating func fail(_ reason: String) {
    pending = nil
    asked = nil
    failure = reason
    owed = 0
  }

  private mutating func accept(_ answer: RecordPage, height: Int) {
    let page = answer.page
    guard let request = asked else { return }
    pending = nil
    asked = nil
    failure = nil
    total = page.total
    switch request.anchor {
    case .after:
      rows += page.rows
      places += answer.places
      hasAfter = page.hasAfter && !page.rows.isEmpty
    case .before:
      rows = page.rows + rows
      places = answer.places + places
      hasBefore = page.hasBefore && !page.rows.isEmpty
      precedingRows =
        page.precedingRows ?? precedingRows.map { max(0, $0 - page.rows.count) }
      scroll.index += page.rows.count
      scroll.top += page.rows.count
      if newAbove != nil { for row in page.rows { changes[row.identity] = .added } }
      if let lost, let found = page.rows.firstIndex(where: { $0.identity == lost }) {
        scroll.index = found
        self.lost = nil
      }
    case .first, .last, .from:
      replace(with: answer, request.placement)
    }
    payDebt(height: height)
    trim(height: height)
    scroll.settle(count: rows.count, height: height)
    countNew()
  }

  private mutating func replace(with answer: RecordPage, _ placement: Placement) {
    let page = answer.page
    let id = current?.identity
    let depth = scroll.index - scroll.top
    changes = placement == .keep ? changes(to: page) : [:]
    rows = page.rows
    places = answer.places
    hasBefore = page.hasBefore
    hasAfter = page.hasAfter
    precedingRows = page.hasBefore ? page.precedingRows ?? rowsBefore(lastOf: page) : 0
    switch placement {
    case .first:
      scroll = Scroll()
      topSeen = nil
    case .last: scroll = Scroll(index: max(0, rows.count - 1), top: rows.count)
    case .keep:
      let found = rows.firstIndex { $0.identity == id }
      if let found { scroll.index = found }
      lost = found == nil && hasBefore ? id : nil
      scroll.top = max(0, scroll.index - depth)
    }
  }

  /// What is new in a page that replaces the window and what reads differently. Rows behind the
  /// last one that was known are no news where the list went on.
  private func changes(to page: Page<Record>) -> [String: Change] {
    guard !rows.isEmpty else { return [:] }
    let known = Dictionary(rows.map { ($0.identity, $0) }) { first, _ in first }
    var changes: [String: Change] = [:]
    var unknown: [String] = []
    for row in page.rows {
      let identity = row.identity
      guard let old = known[identity] else {
        unknown.append(identity)
        continue
      }
      if old != row { changes[identity] = .changed }
      for identity in unknown { changes[identity] = .added }
      unknown = []
    }
    if !hasAfter { for identity in unknown { changes[identity] = .added } }
    return changes
  }

  /// Of the page that ends the list: the ledger need not count what it can subtract.
  private func rowsBefore(lastOf page: Page<Record>) -> Int? {
    guard !page.hasAfter, case .exact(let total) = page.total else { return nil }
    return max(0, total - page.rows.count)
  }

  private mutating func payDebt(height: Int) {
    guard owed != 0 else { return }
    let debt = owed
    owed = 0
    move(by: debt, height: height)
  }

  /// Lets go of rows that are several screens away from the cursor.
  private mutating func trim(height: Int) {
    let margin = max(60, height * 3)
    let above = scroll.index - margin
    if above > margin {
      rows.removeFirst(above)
      places.removeFirst(above)
      scroll.index -= above
      scroll.top = max(0, scroll.top - above)
      precedingRows = precedingRows.map { $0 + above }
      hasBefore = true
    }
    let below = rows.count - scroll.index - margin
    if below > margin {
      rows.removeLast(below)
      places.removeLast(below)
      hasAfter = true
    }
  }
}
