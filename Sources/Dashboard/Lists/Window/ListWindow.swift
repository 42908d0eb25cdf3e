import Entitlements
import Foundation

/// A window of a few screens onto a list of any length. It loads the rows after the last or before
/// the first one; the cursor stays on its record while rows are loaded around it.
struct ListWindow: Equatable, Sendable {
  /// The cursor's position after an answer replaces the window.
  enum Placement: Equatable, Sendable { case keep, first, last }

  struct Request: Equatable, Sendable {
    var anchor: PageAnchor<RecordPosition>
    var limit: Int
    var placement: Placement
  }

  private(set) var rows: [Record] = [] { didSet { version &+= 1 } }
  /// Changes with the rows and their positions.
  private(set) var version = 0
  /// The position of each row in the list.
  private var places: [RecordPosition] = []
  private(set) var hasBefore = false
  private(set) var hasAfter = false
  private(set) var precedingRows: Int?
  /// `nil` until the first answer.
  private(set) var total: Count?
  private(set) var scroll = Scroll()
  private(set) var pending: Pending?
  /// The request that is being answered.
  private var activeRequest: Request?
  private(set) var failure: String?
  /// A requested replacement of the window that was not sent yet.
  private var replacement: Placement?
  /// Whether the ledger changed since the window was loaded.
  private var isStale = false
  /// The distance that the cursor still has to move when more rows are loaded.
  private var pendingDistance = 0
  /// Whether the list is read from its end.
  var isReversed = false
  /// The changes in the last answer that replaced the window, by identity.
  private(set) var changes: [String: Change] = [:]
  /// The number of new rows above the one that was first when the top was last visible.
  private(set) var newAbove: Count?
  private var topSeen: String?
  /// The record under the cursor, while it has moved above the window.
  private var lost: String?

  enum Change: Equatable, Sendable { case added, changed }

  var current: Record? { rows.indices.contains(scroll.index) ? rows[scroll.index] : nil }

  /// The cursor's row in the whole list, from 1, if known.
  var position: Int? {
    guard !rows.isEmpty else { return nil }
    if let precedingRows { return precedingRows + scroll.index + 1 }
    return hasBefore ? nil : scroll.index + 1
  }

  /// Accepts the answer to the pending request.
  mutating func accept(_ outcome: Outcome<LedgerAnswer>, height: Int) {
    switch outcome {
    case .value(.page(let page)): accept(page, height: height)
    case .failure(let reason): fail(reason)
    case .value: break
    }
  }

  /// Moves the cursor; beyond the loaded rows, as soon as more are loaded.
  mutating func move(_ motion: Motion, height: Int) {
    failure = nil
    switch motion {
    case .first:
      pendingDistance = 0
      // The cursor moves only when the list's beginning is loaded.
      if hasBefore {
        replacement = .first
      } else {
        scroll.index = 0
      }
    case .last:
      pendingDistance = 0
      if hasAfter {
        replacement = .last
      } else {
        scroll.index = max(0, rows.count - 1)
      }
    case .by(let distance):
      let goal = scroll.index + pendingDistance + distance
      scroll.index = min(max(0, goal), max(0, rows.count - 1))
      let rest = goal - scroll.index
      // Before the first answer, keys typed ahead count.
      let isReachable = rest > 0 ? hasAfter || total == nil : hasBefore
      pendingDistance = isReachable ? min(max(rest, -1_000_000), 1_000_000) : 0
    }
    scroll.clamp(count: rows.count, height: height)
    lost = nil
    recordTop()
  }

  /// Goes to the new rows at the top, and loads them.
  mutating func showNew() { if newAbove != nil { restart() } }

  /// Records the first row while it is visible, to count later rows above it.
  private mutating func recordTop() {
    guard scroll.top == 0, !hasBefore else { return }
    topSeen = rows.first?.identity
    newAbove = nil
  }

  private mutating func countNew() {
    recordTop()
    guard let topSeen, let index = rows.firstIndex(where: { $0.identity == topSeen }) else {
      newAbove = nil
      return
    }
    let count = index + (precedingRows ?? 0)
    let isCounted = !hasBefore || precedingRows != nil
    newAbove = isCounted ? (count > 0 ? .exact(count) : nil) : .atLeast(count)
  }

  /// Replaces the window by the list's beginning, after the filter or order changed.
  mutating func restart() {
    replacement = .first
    pendingDistance = 0
    failure = nil
  }

  mutating func refresh() {
    failure = nil
    isStale = true
  }

  mutating func clamp(height: Int) { scroll.clamp(count: rows.count, height: height) }

  /// The next request to send. A replacement supersedes the active request; everything else waits
  /// for it, so that answers arrive even while the ledger keeps changing.
  mutating func nextRequest(height: Int) -> Request? {
    let limit = min(max(30, height * 3), 600)
    if let replacement {
      self.replacement = nil
      isStale = false
      // Loads only the first screen; more is loaded once the cursor moves.
      return Request(
        anchor: replacement == .last ? .last : .first,
        limit: max(30, height + 1),
        placement: replacement
      )
    }
    guard pending == nil, failure == nil else { return nil }
    if isStale {
      isStale = false
      // Far from the beginning, reloads two screens on either side of the cursor. New rows above
      // must not push the window down. A list read from its end has no pages that begin with a row,
      // and pages that end before it would lose the first one.
      let isFar = !isReversed && scroll.index > 3 * height
      let first = isFar ? scroll.index - 2 * height : 0
      let isFirst = places.isEmpty || isReversed && !hasBefore
      return Request(
        anchor: isFirst ? .first : .from(places[first]),
        limit: max(limit, min(scroll.index - first + 3 * height, 1000)),
        placement: .keep
      )
    }
    let more = min(limit + abs(pendingDistance), 1000)
    // Keeps two screens loaded ahead of a moving cursor.
    let (above, below) = (scroll.index, rows.count - 1 - scroll.index)
    if hasAfter, below < (above > 0 ? 2 * height : height), let last = places.last {
      return Request(anchor: .after(last), limit: more, placement: .keep)
    }
    if hasBefore, above < (below > 0 ? 2 * height : height), let first = places.first {
      return Request(anchor: .before(first), limit: more, placement: .keep)
    }
    return nil
  }

  /// Whether the loaded rows are being reloaded.
  var isReadingAgain: Bool { activeRequest?.placement == .keep && replaces }

  /// Whether the active request replaces the window.
  private var replaces: Bool {
    switch activeRequest?.anchor {
    case .first, .last, .from: true
    case .after, .before, nil: false
    }
  }

  mutating func begin(_ request: Request, _ pending: Pending) {
    self.pending = pending
    activeRequest = request
  }

  var waiting: Waiting? { pending.map { Waiting(since: $0.since, replaces: replaces) } }

  private mutating func fail(_ reason: String) {
    pending = nil
    activeRequest = nil
    failure = reason
    pendingDistance = 0
  }

  private mutating func accept(_ answer: RecordPage, height: Int) {
    let page = answer.page
    guard let request = activeRequest else { return }
    pending = nil
    activeRequest = nil
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
      precedingRows = page.precedingRows ?? precedingRows.map { max(0, $0 - page.rows.count) }
      scroll.index += page.rows.count
      scroll.top += page.rows.count
      if newAbove != nil { for row in page.rows { changes[row.identity] = .added } }
      if let lost, let found = page.rows.firstIndex(where: { $0.identity == lost }) {
        scroll.index = found
        self.lost = nil
      }
    case .first, .last, .from: replace(with: answer, request.placement)
    }
    let distance = pendingDistance
    pendingDistance = 0
    if distance != 0 { move(.by(distance), height: height) }
    trim(height: height)
    scroll.clamp(count: rows.count, height: height)
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

  /// The new and changed rows of a page that replaces the window. Rows after the last known one do
  /// not count as new if the list continued there.
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

  /// The number of rows before the list's last page, by subtraction from the total.
  private func rowsBefore(lastOf page: Page<Record>) -> Int? {
    guard !page.hasAfter, case .exact(let total) = page.total else { return nil }
    return max(0, total - page.rows.count)
  }

  /// Drops the rows that are more than a screen away from the cursor. They are loaded again when the
  /// list is in front.
  mutating func keepVisible(height: Int) {
    // The pending answer joins the rows that are there now.
    guard pending == nil else { return }
    drop(beyond: height, ifMoreThan: 0)
  }

  /// Drops rows that are several screens away from the cursor.
  private mutating func trim(height: Int) {
    let margin = max(60, height * 3)
    drop(beyond: margin, ifMoreThan: margin)
  }

  private mutating func drop(beyond margin: Int, ifMoreThan count: Int) {
    let above = scroll.index - margin
    if above > count {
      rows.removeFirst(above)
      places.removeFirst(above)
      scroll.index -= above
      scroll.top = max(0, scroll.top - above)
      precedingRows = precedingRows.map { $0 + above }
      hasBefore = true
    }
    let below = rows.count - scroll.index - margin
    if below > count {
      rows.removeLast(below)
      places.removeLast(below)
      hasAfter = true
    }
  }
}
