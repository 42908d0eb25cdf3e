import Entitlements
import Foundation

/// Whether everything is well: what arrived, what is due, what was sold, and what needs a person.
/// Each number opens the list behind it.
struct LedgerOverviewScreen: Screen {
  /// A number of a row: the total, the sandbox's, or that of one drawn bar.
  enum Focus: Equatable, Sendable {
    case total, sandbox
    /// The beginning of the first hour or day of the bar.
    case bar(Date)
  }

  /// A row by its names, which it keeps when the ledger changes.
  struct Selection: Equatable, Sendable {
    var panel: String
    var row: String
    var focus = Focus.total
  }

  private struct Counting: Equatable {
    var index: Int
    /// Whether the purchases of other environments are left out.
    var isOfProduction: Bool
    var isExact: Bool
    var pending: Pending
  }

  let queues: [SavedQueue]
  /// The counts of the queues, by index.
  private(set) var counts: [Int: Count] = [:]
  private var uncounted: [Int]
  /// The queues of which a part was read in which nothing was found, to be counted exactly.
  private var unfound: [Int] = []
  /// The queues that list no purchases of production, and so all of them.
  private var ofTests: Set<Int> = []
  private var counting: Counting?
  private var overview = Fetched<Overview>()
  private(set) var selection: Selection?
  /// The index of the selected row when it was last found.
  private var lastIndex = 0

  init(queues: [SavedQueue]) {
    self.queues = queues
    uncounted = Array(queues.indices)
  }

  var breadcrumb: SafeText { "overview" }
  var scopes: Set<Action.Scope> { [.overview] }
  var equivalentCommand: [String]? { ["overview"] }
  var openingLine: String? { "overview" }
  var waiting: Waiting? { overview.value == nil ? overview.waiting : nil }
  var value: Overview? { overview.value }

  // Data.

  mutating func markStale() {
    overview.markStale()
    (uncounted, unfound, ofTests) = (Array(queues.indices), [], [])
  }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    if let shown = overview.value, context.view.now >= shown.endOfHour, overview.pending == nil {
      overview.markStale()
    }
    overview.loadIfNeeded(.overview, &context)
    guard counting == nil, overview.value != nil, let (index, isExact) = nextToCount(),
      let counted = queues[index].counted(
        ofProduction: !ofTests.contains(index),
        at: context.view.now
      )
    else { return }
    counting = Counting(
      index: index,
      isOfProduction: counted.isOfProduction,
      isExact: isExact,
      pending: context.query(.count(queues[index].list, counted.query, isExact: isExact))
    )
  }

  private mutating func nextToCount() -> (index: Int, isExact: Bool)? {
    if !uncounted.isEmpty { return (uncounted.removeFirst(), false) }
    return unfound.isEmpty ? nil : (unfound.removeFirst(), true)
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    if let current = counting, current.pending.number == request {
      counting = nil
      guard case .value(.count(let count)) = outcome else { return }
      if count == .exact(0), current.isOfProduction {
        ofTests.insert(current.index)
        uncounted.insert(current.index, at: 0)
      } else if count == .atLeast(0), !current.isExact {
        unfound.append(current.index)
      } else {
        counts[current.index] = count
      }
      return
    }
    _ = overview.accept(outcome, to: request)
  }

  func nextChange(_ view: ViewContext) -> Date? {
    overview.value?.nextChange(view)
  }

  // Keys.

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    let content = LedgerOverviewContent(self, context.view)
    if let motion = Motion(action, height: context.view.layout.body.rows) {
      let index = motion.goal(from: index(in: content), last: content.entries.count - 1)
      select(index, in: content)
      return true
    }
    switch action {
    case .open:
      guard let link = content.link(at: index(in: content), focus(in: content)),
        let list = ListKind(rawValue: link.list)
      else { return true }
      context.open(TableScreen(list, filter: link.query, at: context.view.now))
    case .previousNumber: step(-1, content)
    case .nextNumber: step(1, content)
    case .previousPanel: goToPanel(-1, content)
    case .nextPanel: goToPanel(1, content)
    default: return false
    }
    return true
  }

  /// The index of the selected row; if it is gone, of the row that took its place.
  func index(in content: LedgerOverviewContent) -> Int {
    let found = selection.flatMap { selection in
      content.entries.firstIndex {
        $0.panelName == selection.panel && $0.name == selection.row
      }
    }
    return found ?? min(lastIndex, max(0, content.entries.count - 1))
  }

  func focus(in content: LedgerOverviewContent) -> Focus {
    let wanted = selection?.focus ?? .total
    return content.numbers(at: index(in: content)).contains(wanted) ? wanted : .total
  }

  private mutating func select(
    _ index: Int,
    _ focus: Focus = .total,
    in content: LedgerOverviewContent
  ) {
    guard content.entries.indices.contains(index) else { return }
    let entry = content.entries[index]
    selection = Selection(panel: entry.panelName, row: entry.name, focus: focus)
    lastIndex = index
  }

  private mutating func step(_ distance: Int, _ content: LedgerOverviewContent) {
    let index = index(in: content)
    let numbers = content.numbers(at: index)
    guard let current = numbers.firstIndex(of: focus(in: content)) else { return }
    select(index, numbers[min(max(0, current + distance), numbers.count - 1)], in: content)
  }

  private mutating func goToPanel(_ distance: Int, _ content: LedgerOverviewContent) {
    let names = content.entries.map(\.panelName)
    var panels: [String] = []
    for name in names where panels.last != name { panels.append(name) }
    guard !panels.isEmpty, let current = panels.firstIndex(of: names[index(in: content)]) else {
      return
    }
    let next = panels[(current + distance + panels.count) % panels.count]
    if let index = names.firstIndex(of: next) { select(index, in: content) }
  }

  // Drawing.

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    guard overview.value != nil else {
      return frame.write(placeholder: overview.failure, missing: nil, in: rect)
    }
    LedgerOverviewContent(self, view).draw(self, in: rect, on: &frame)
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    if let failure = overview.failure { status.add("! \(failure)", .error) }
    let content = LedgerOverviewContent(self, view)
    let index = index(in: content)
    if let text = content.description(at: index, focus(in: content)) {
      status.add(text, .secondary)
    }
    let height = view.layout.body.rows
    if let scroll = content.scroll(index, rows: height) {
      status.addScroll(from: scroll.top, of: scroll.count, height: height, view)
    }
  }
}

extension Overview {
  /// When it is no longer about the last hours.
  var endOfHour: Date { hour.addingTimeInterval(3_600) }

  /// When what is shown of it changes.
  func nextChange(_ view: ViewContext) -> Date {
    let ages = silences.compactMap { view.nextLabelChange(of: $0.latestAt, always: true) }
    return (ages + [endOfHour]).min() ?? endOfHour
  }
}

extension State {
  /// A new overview, with the queues of the home screen.
  var overviewScreen: LedgerOverviewScreen {
    LedgerOverviewScreen(queues: (screens[0].part as? HomeScreen)?.queues ?? [])
  }
}
