import Entitlements
import Foundation

/// A named query on the home screen.
package struct SavedQueue: Equatable, Sendable {
  package var name: String
  package var list: ListKind
  package var query: String

  package init(name: String, list: ListKind, query: String) {
    self.name = name
    self.list = list
    self.query = query
  }

  /// What the queue lists at an instant, to be counted; `nil` if its query is invalid. With
  /// `ofProduction`, without the purchases of other environments, unless it names some.
  func counted(
    ofProduction: Bool,
    at instant: Date
  ) -> (query: Query, isOfProduction: Bool)? {
    guard let all = try? Query(reading: query, at: instant) else { return nil }
    guard ofProduction, let searched = list.searched,
      let condition = all.productionCondition(in: searched)
    else { return (all, false) }
    return (Query.and([all, condition]).normalized, true)
  }
}

/// A customer's message.
package struct TicketMessage: Equatable, Sendable {
  package var title: String
  package var text: String

  package init(title: String, text: String) {
    self.title = title
    self.text = text
  }
}

/// The home screen: an input line for ticket texts and queries, tickets, queues, recent screens,
/// lists, and the state of the ledger.
struct HomeScreen: Screen {
  enum Entry: Equatable, Sendable {
    case ticketMessage(TicketMessage)
    /// A command that opens a screen shown before.
    case visited(String)
    case queue(Int)
    case list(ListKind)
    case overview
  }

  private(set) var queues: [SavedQueue]
  let tickets: [TicketMessage]
  /// The commands of the screens shown last, the newest first.
  private(set) var visited: [String] = []
  /// The users concerned, by the commands.
  private(set) var owners: [String: User] = [:]
  private let openedAt: Date
  /// The text of the input line.
  private(set) var text = ""
  /// Whether Enter submits the input line instead of opening the entry under the cursor.
  private(set) var asksText = false
  /// An entry with a count query of its own.
  enum Counted: Hashable {
    case queue(Int)
    case list(ListKind)
    /// A list's purchases of test environments.
    case tests(ListKind)
  }

  private struct Counting: Equatable {
    var what: Counted
    /// Whether purchases of test environments are left out.
    var isOfProduction = false
    /// Whether this is the exact count that follows an inconclusive estimate; it has a timeout.
    var isExact: Bool
    var pending: Pending

    var end: Date? { isExact ? pending.since.addingTimeInterval(HomeScreen.timeout) : nil }
  }

  /// How often the shared log's state is asked for, in seconds: nothing tells of its silence.
  private static let logInterval: TimeInterval = 1
  /// Seconds between queries for the overview: a busy ledger changes all the time.
  private static let overviewInterval: TimeInterval = 5
  /// Seconds that an exact count may take.
  private static let timeout: TimeInterval = 3

  /// The known counts.
  private(set) var counts: [Counted: Count] = [:]
  private var uncounted: [Counted]
  /// The entries whose estimate was inconclusive.
  private var unfound: [Counted] = []
  /// The queues without a match of production, whose other matches are counted as they are listed.
  private(set) var ofTests: Set<Counted> = []
  private var counting: Counting?
  private var health = Fetched<LedgerHealth>()
  private var log = Fetched<SharedLogStatus>()
  private var overviewAnswer = Fetched<Overview>()
  /// Whether the ledger has changed since the overview was asked for.
  private var isOverviewStale = true
  /// The earliest time of the next query for the overview.
  private var overviewDue = Date.distantPast
  /// When the shared log's state is asked for again; `nil` before it is known that there is one.
  private var logDue: Date?
  private(set) var cursor = 0

  init(queues: [SavedQueue], tickets: [TicketMessage], visited: [String] = [], at now: Date) {
    self.visited = visited
    self.queues = queues
    self.tickets = tickets
    openedAt = now
    uncounted = Self.counted(queues)
  }

  /// The queues, then the lists without a count in the ledger's summary, then the test purchases.
  private static func counted(_ queues: [SavedQueue]) -> [Counted] {
    queues.indices.map(Counted.queue)
      + ListKind.allCases.filter { $0.descriptor.total == nil }.map(Counted.list)
      + ListKind.allCases.filter { leftOut(of: $0) != nil }.map(Counted.tests)
  }

  private static func leftOut(of list: ListKind) -> Query? {
    list.searched.flatMap { Query.everything.leftOut(of: $0) }
  }

  var breadcrumb: SafeText { "home" }
  var scopes: Set<Action.Scope> { [.filter, .home] }
  var equivalentCommand: [String]? { ["queue"] }
  var ledgerHealth: LedgerHealth? { health.value }
  var overview: Overview? { overviewAnswer.value }
  var sharedLog: SharedLogStatus? { log.value ?? health.value?.sharedLog }
  /// Whether nothing is on file.
  var isEmpty: Bool {
    guard let summary = health.value?.summary else { return false }
    return summary.documents == 0 && summary.users == 0
  }

  /// The entries in cursor order: one column, then the other.
  func entries(_ view: ViewContext) -> [Entry] {
    let visited = visited.prefix(HomeContent.visitedRows(self, view)).map(Entry.visited)
    let queues = queues.indices.map(Entry.queue)
    return tickets.map(Entry.ticketMessage)
      + (tickets.isEmpty ? queues + visited : visited + queues) + ListKind.allCases.map(Entry.list)
      + (health.value == nil ? [] : [.overview])
  }

  /// Updates the recent screens; the cursor stays on its entry.
  mutating func take(visited: [String], _ owners: [String: User], _ view: ViewContext) {
    self.owners = owners
    let old = entries(view)
    let entry = old.indices.contains(cursor) ? old[cursor] : nil
    self.visited = visited
    cursor = entries(view).firstIndex { $0 == entry } ?? 0
  }

  // Data.

  /// Replaces the queues, which are then counted.
  mutating func take(queues: [SavedQueue]) {
    self.queues = queues
    counts = [:]
    ofTests = []
    uncounted = Self.counted(queues)
    unfound = []
    counting = nil
  }

  mutating func markStale() {
    uncounted = Self.counted(queues)
    unfound = []
    ofTests = []
    health.markStale()
    isOverviewStale = true
  }

  /// Runs one count at a time, so that counts do not delay other queries.
  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    cursor = min(cursor, max(0, entries(context.view).count - 1))
    health.loadIfNeeded(.health, &context)
    askForLog(&context)
    askForOverview(&context)
    if let counting, let end = counting.end, context.view.now >= end {
      context.perform(.cancelQuery(request: counting.pending.number))
      counts[counting.what] = .atLeast(0)
      self.counting = nil
    }
    guard counting == nil, let (what, isExact) = nextToCount() else { return }
    let list: ListKind
    var query: Query? = .everything
    var isOfProduction = false
    switch what {
    case .queue(let index):
      list = queues[index].list
      let counted = queues[index].counted(ofProduction: !ofTests.contains(what), at: openedAt)
      query = counted?.query
      isOfProduction = counted?.isOfProduction ?? false
    case .list(let all): list = all
    case .tests(let all):
      list = all
      query = Self.leftOut(of: all)
    }
    guard let query else { return }
    let pending = context.query(.count(list, query, isExact: isExact))
    counting = Counting(
      what: what,
      isOfProduction: isOfProduction,
      isExact: isExact,
      pending: pending
    )
  }

  private mutating func askForLog(_ context: inout ScreenContext) {
    guard sharedLog != nil, context.view.now >= logDue ?? .distantPast else { return }
    if logDue != nil {
      log.markStale()
      log.loadIfNeeded(.sharedLog, &context)
    }
    logDue = context.view.now.addingTimeInterval(Self.logInterval)
  }

  private mutating func askForOverview(_ context: inout ScreenContext) {
    let now = context.view.now
    let isOver = overview.map { now >= $0.endOfHour } ?? false
    guard HomeContent.showsOverview(context.view), isOverviewStale || isOver, now >= overviewDue
    else { return }
    (isOverviewStale, overviewDue) = (false, now.addingTimeInterval(Self.overviewInterval))
    overviewAnswer.markStale()
    overviewAnswer.loadIfNeeded(.overview, &context)
  }

  private mutating func nextToCount() -> (Counted, isExact: Bool)? {
    if !uncounted.isEmpty { return (uncounted.removeFirst(), false) }
    return unfound.isEmpty ? nil : (unfound.removeFirst(), true)
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    if let counting, counting.pending.number == request {
      self.counting = nil
      guard case .value(.count(let count)) = outcome else { return }
      if count == .exact(0), counting.isOfProduction {
        ofTests.insert(counting.what)
        uncounted.insert(counting.what, at: 0)
      } else if count == .atLeast(0), !counting.isExact {
        if case .tests = counting.what {} else { unfound.append(counting.what) }
      } else {
        counts[counting.what] = count
      }
      return
    }
    guard !log.accept(outcome, to: request), !overviewAnswer.accept(outcome, to: request) else {
      return
    }
    _ = health.accept(outcome, to: request)
  }

  // Keys.

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    if action == .open, asksText {
      submit(.filter, &context)
      return true
    }
    let content = HomeContent(self, context.view)
    if let motion = Motion(action, height: context.view.layout.body.rows) {
      asksText = false
      cursor = motion.goal(from: cursor, last: content.entries.count - 1)
      return true
    }
    switch action {
    case .open: open(&context)
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

  private func open(_ context: inout ScreenContext) {
    let entries = entries(context.view)
    guard entries.indices.contains(cursor) else { return }
    switch entries[cursor] {
    case .ticketMessage(let ticketMessage): context.open(WhyScreen(ticketMessage.text))
    case .visited(let line): context.run(line)
    case .list(let list): context.open(TableScreen(list, at: context.view.now))
    case .queue(let index): context.open(TableScreen(queues[index], at: context.view.now))
    case .overview: context.run("overview")
    }
  }

  mutating func closeOne(_ context: inout ScreenContext) -> Bool {
    guard !text.isEmpty else { return false }
    keep("")
    return true
  }

  /// Sets the text of the input line, which Enter submits and typing replaces.
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

  /// A query opens a list, everything else an inquiry.
  mutating func submit(_ kind: Field.Kind, _ context: inout ScreenContext) {
    let text = text
    keep("")
    switch Reading(of: text, at: context.view.now) {
    case .nothing: break
    case .inquiry: context.openInquiry(text)
    case .query: context.open(TableScreen.users(named: text, at: context.view.now))
    }
  }

  // Drawing.

  func fieldRect(_ view: ViewContext) -> Rect? { HomeContent.line(in: view.layout.body) }

  func nextChange(_ view: ViewContext) -> Date? {
    var changes = [view.nextLabelChange(of: health.value?.newestAt), counting?.end, logDue]
    if HomeContent.showsOverview(view) {
      changes += [isOverviewStale ? overviewDue : nil, overview?.nextChange(view)]
    }
    return changes.compactMap(\.self).min()
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    HomeContent(self, view).draw(in: rect, on: &frame)
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    if let failure = health.failure { status.add("! \(failure)", .error) }
  }
}
