import Entitlements
import Foundation

/// A query that has a name, as the home screen shows it.
package struct SavedQueue: Equatable, Sendable {
  package var name: String
  package var list: ListKind
  package var query: String

  package init(name: String, list: ListKind, query: String) {
    self.name = name
    self.list = list
    self.query = query
  }
}

/// What a customer wrote, to be looked into.
package struct Letter: Equatable, Sendable {
  package var title: String
  package var text: String

  package init(title: String, text: String) {
    self.title = title
    self.text = text
  }
}

/// The first screen: a line that takes whatever a ticket quotes, what waits to be looked through,
/// and how the ledger is.
struct HomeScreen: ScreenPart {
  enum Entry: Equatable, Sendable {
    case letter(Letter)
    /// A line that leads to a screen that was shown.
    case visited(String)
    case queue(Int)
    case list(ListKind)
  }

  private(set) var queues: [SavedQueue]
  let letters: [Letter]
  /// The screens shown last, the newest first.
  private(set) var visited: [String] = []
  /// Whose purchases they were about, by their lines.
  private(set) var owners: [String: User] = [:]
  private let openedAt: Date
  /// What stands in the line.
  private(set) var text = ""
  /// Whether Enter is for the line, and not for the entry under the cursor.
  private(set) var asksText = false
  /// What is counted by a query of its own.
  enum Counted: Hashable {
    case queue(Int)
    case list(ListKind)
  }

  private struct Counting: Equatable {
    var what: Counted
    /// Where next to nothing was found at once, all is looked through, but not for ever.
    var isExact: Bool
    var pending: Pending

    var end: Date? { isExact ? pending.since.addingTimeInterval(HomeScreen.patience) : nil }
  }

  /// Seconds that a queue may take to be counted.
  private static let patience: TimeInterval = 3

  /// How much there is of each, once it is known.
  private(set) var counts: [Counted: Count] = [:]
  private var uncounted: [Counted]
  /// Of these, too little was found at once to tell how many there are.
  private var unfound: [Counted] = []
  private var counting: Counting?
  private var health = Fetched<LedgerHealth>()
  private(set) var cursor = 0

  init(queues: [SavedQueue], letters: [Letter], visited: [String] = [], at now: Date) {
    self.visited = visited
    self.queues = queues
    self.letters = letters
    openedAt = now
    uncounted = Self.counted(queues)
  }

  /// The queues first; of the other lists the ledger keeps the number.
  private static func counted(_ queues: [SavedQueue]) -> [Counted] {
    queues.indices.map(Counted.queue) + [ListKind.subs, .ent, .events].map(Counted.list)
  }

  var crumb: SafeText { "home" }
  var scopes: Set<Action.Scope> { [.filter, .home] }
  var twin: [String]? { ["queue"] }
  var ledgerHealth: LedgerHealth? { health.value }
  /// Whether nothing is on file.
  var isEmpty: Bool {
    guard let summary = health.value?.summary else { return false }
    return summary.documents == 0 && summary.users == 0
  }

  /// In the order in which the cursor passes them: one column, and then the other.
  func entries(_ view: Viewpoint) -> [Entry] {
    let visited = visited.prefix(HomeContent.visitedRows(self, view)).map(Entry.visited)
    let queues = queues.indices.map(Entry.queue)
    return letters.map(Entry.letter) + (letters.isEmpty ? queues + visited : visited + queues)
      + ListKind.allCases.map(Entry.list)
  }

  /// Other screens were shown since; the cursor stays on its entry.
  mutating func take(visited: [String], _ owners: [String: User], _ view: Viewpoint) {
    self.owners = owners
    let old = entries(view)
    let entry = old.indices.contains(cursor) ? old[cursor] : nil
    self.visited = visited
    cursor = entries(view).firstIndex { $0 == entry } ?? 0
  }

  // Data.

  /// Other queues, none of which is counted yet.
  mutating func take(queues: [SavedQueue]) {
    self.queues = queues
    counts = [:]
    uncounted = Self.counted(queues)
    unfound = []
    counting = nil
  }

  mutating func markStale() {
    uncounted = Self.counted(queues)
    unfound = []
    health.markStale()
  }

  /// One is counted after the other: many at once would keep the ledger from what somebody waits
  /// for.
  mutating func settle(_ desk: inout Desk) {
    cursor = min(cursor, max(0, entries(desk.view).count - 1))
    health.settle(.health, &desk)
    if let counting, let end = counting.end, desk.view.now >= end {
      desk.perform(.forget(request: counting.pending.number))
      counts[counting.what] = .atLeast(0)
      self.counting = nil
    }
    guard counting == nil, let (what, isExact) = nextToCount() else { return }
    let list: ListKind
    var query: Query? = .everything
    switch what {
    case .queue(let place):
      list = queues[place].list
      query = try? Query(reading: queues[place].query, at: openedAt)
    case .list(let all): list = all
    }
    guard let query else { return }
    let pending = desk.ask(.count(list, query, isExact: isExact))
    counting = Counting(what: what, isExact: isExact, pending: pending)
  }

  private mutating func nextToCount() -> (Counted, isExact: Bool)? {
    if !uncounted.isEmpty { return (uncounted.removeFirst(), false) }
    return unfound.isEmpty ? nil : (unfound.removeFirst(), true)
  }

  mutating func accept(_ outcome: Outcome<Answer>, to request: Int, _ view: Viewpoint) {
    if let counting, counting.pending.number == request {
      self.counting = nil
      guard case .value(.count(let count)) = outcome else { return }
      if count == .atLeast(0), !counting.isExact {
        unfound.append(counting.what)
      } else {
        counts[counting.what] = count
      }
      return
    }
    _ = health.accept(outcome, to: request) {
      if case .health(let health) = $0 { health } else { nil }
    }
  }

  // Keys.

  mutating func perform(_ action: Action, _ desk: inout Desk) -> Bool {
    if action == .open, asksText {
      submit(.filter, &desk)
      return true
    }
    let content = HomeContent(self, desk.view)
    if let distance = Scroll.distance(action, height: desk.view.layout.body.rows) {
      asksText = false
      let (goal, overflows) = cursor.addingReportingOverflow(distance)
      let last = max(0, content.entries.count - 1)
      cursor = overflows ? (distance > 0 ? last : 0) : min(max(0, goal), last)
      return true
    }
    switch action {
    case .open: open(&desk)
    case .previousPane:
      asksText = false
      cursor = content.entry(beside: cursor, .left) ?? cursor
    case .nextPane:
      asksText = false
      cursor =
        content.entry(beside: cursor, .right) ?? content.entry(beside: cursor, .first) ?? cursor
    default: return false
    }
    return true
  }

  private func open(_ desk: inout Desk) {
    let entries = entries(desk.view)
    guard entries.indices.contains(cursor) else { return }
    switch entries[cursor] {
    case .letter(let letter): desk.open(WhyScreen(letter.text))
    case .visited(let line): desk.run(line)
    case .list(let list): desk.open(TableScreen(list, at: desk.view.now))
    case .queue(let place):
      desk.open(TableScreen(queues[place], at: desk.view.now))
    }
  }

  mutating func closeOne(_ desk: inout Desk) -> Bool {
    guard !text.isEmpty else { return false }
    keep("")
    return true
  }

  /// Has a text stand in the line, which Enter asks and another text takes the place of.
  mutating func keep(_ text: String) {
    self.text = text
    asksText = !text.isEmpty
  }

  func hint(for action: Action) -> SafeText? {
    switch action {
    case .open: asksText ? "answer it" : nil
    case .filter: text.isEmpty ? "type" : "edit it"
    case .back: text.isEmpty ? nil : "clear"
    default: nil
    }
  }

  func text(of kind: Field.Kind) -> String { text }

  mutating func take(_ text: String, for kind: Field.Kind) {
    if kind == .filter { keep(text) }
  }

  /// A query lists, everything else is looked into.
  mutating func submit(_ kind: Field.Kind, _ desk: inout Desk) {
    let text = text
    keep("")
    switch Reading(of: text, at: desk.view.now) {
    case .nothing: break
    case .inquiry: desk.answer(text)
    case .query: desk.open(TableScreen(.users, filter: text, at: desk.view.now))
    }
  }

  /// What the line would lead to.
  enum Reading: Equatable {
    case nothing
    case inquiry([Identifier], [Complaint])
    /// With what keeps it from being one.
    case query(QueryFault?)

    init(of text: String, at now: Date) {
      guard !text.isEmpty else {
        self = .nothing
        return
      }
      let identifiers = Identifier.all(in: text)
      do {
        let query = try Query(reading: text, at: now)
        if query.namesFields {
          self = .query(nil)
          return
        }
      } catch {
        guard !identifiers.isEmpty || text.contains(" ") else {
          self = .query(error)
          return
        }
      }
      let complaints = Complaint.kinds(in: text)
      self =
        identifiers.isEmpty && complaints.isEmpty
        ? .query(nil) : .inquiry(identifiers, complaints)
    }
  }

  // Looks.

  func fieldRect(_ view: Viewpoint) -> Rect? { HomeContent.line(in: view.layout.body) }

  func nextChange(_ view: Viewpoint) -> Date? {
    [view.nextTelling(of: health.value?.newestAt), counting?.end].compactMap(\.self).min()
  }

  func draw(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    HomeContent(self, view).draw(in: rect, on: &frame)
  }

  func status(_ view: Viewpoint) -> Status {
    var status = Status()
    if let failure = health.failure { status.add("! \(failure)", .error) }
    return status
  }
}

extension Query {
  /// Whether a field stands in it, and not words alone.
  fileprivate var namesFields: Bool {
    switch self {
    case .field: true
    case .and(let parts), .or(let parts): parts.contains(where: \.namesFields)
    case .not(let query): query.namesFields
    case .everything, .word: false
    }
  }
}
