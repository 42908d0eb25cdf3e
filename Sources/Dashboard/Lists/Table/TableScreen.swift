import Entitlements
import Foundation

/// A list of ledger records that match a query, loaded as a window of rows.
struct TableScreen: ExportingScreen {
  let list: ListKind
  var window = ListWindow()
  private(set) var filter = ""
  /// The query of the filter. While the filter is invalid, the last query stays.
  private(set) var filterQuery = Query.everything
  /// Whether purchases of test environments are listed, too.
  var tests = TestPurchases.hidden
  /// How many matching rows are left out.
  var leftOutAnswer = Fetched<Count>()
  /// Whether a user whose ID is the filter is shown instead of the list.
  private var opensUser = false
  private(set) var fault: QueryError?
  private(set) var sort: RowSort?
  /// Whether the list is read from its end.
  private(set) var isReversed = false
  var marking = Marking()
  /// The key of the chosen column.
  var column: String?
  /// The number of columns scrolled out of view on the left.
  var offset = 0
  var popup: TablePopup?
  /// Whether the cursor follows new rows at the top.
  var isLive = false
  var showsPreview = false
  /// Whether the preview fills the body.
  var isZoomed = false
  /// The first visible line of the preview.
  var previewTop = 0
  var prepared = RowCache()
  /// The timeline below the preview, if there is room.
  private(set) var resting = CursorHistory()
  /// The exact number of matching rows, if requested.
  var exactCount: Count?
  private(set) var countPending: Pending?
  var countFailure: String?
  /// The number of rows without the filter, queried if nothing matches.
  private var wholeAnswer = Fetched<Count>()
  /// The queue the list was opened from; its name is shown while its filter is unchanged.
  private let queue: SavedQueue?
  /// The reference time of relative times in the filter.
  private var readAt: Date

  init(_ queue: SavedQueue, at now: Date) {
    self.init(queue.list, filter: queue.query, queue: queue, at: now)
  }

  /// The list that a typed text leads to, or the user whose whole ID it is.
  static func users(named text: String, at now: Date) -> TableScreen {
    var screen = TableScreen(.users, filter: text, at: now)
    screen.opensUser = true
    return screen
  }

  init(_ list: ListKind, filter: String = "", queue: SavedQueue? = nil, at now: Date) {
    self.list = list
    self.queue = queue
    readAt = now
    sort = list.searched?.sorts.first
    take(filter)
    window.restart()
  }

  var marks: Marks { marking.marks }
  var breadcrumb: SafeText { SafeText(list.rawValue) }
  var scopes: Set<Action.Scope> {
    list.searched == nil ? [.rows, .marks, .table] : [.rows, .marks, .table, .filter]
  }
  var waiting: Waiting? {
    let counting = countPending ?? popup?.pending
    return window.waiting ?? counting.map { Waiting(since: $0.since, replaces: false) }
  }
  var records: [Record] { marks.isEmpty ? window.current.map { [$0] } ?? [] : marks.records }

  var known: [Record] { window.rows }
  var opensNothing: Bool { window.rows.isEmpty }

  var equivalentCommand: [String]? {
    guard list.searched != nil else { return list.descriptor.command }
    var words = ["ls", list.rawValue]
    if let sort, sort != list.searched?.sorts.first { words += ["--sort", sort.rawValue] }
    if isReversed { words.append("--reverse") }
    let line = productionCondition.map { joined(with: $0) } ?? filter
    return line.isEmpty ? words : words + [line]
  }

  var openingLine: String? { filter.isEmpty ? list.rawValue : "\(list.rawValue) \(filter)" }

  // Data.

  mutating func markStale() {
    window.refresh()
    resting.markStale()
    wholeAnswer.markStale()
    leftOutAnswer.markStale()
  }

  /// Whether rows need no refresh while a sample is filed: they are shown, and neither jobs nor
  /// audit entries.
  var keepsRows: Bool { !window.rows.isEmpty && list.searched != nil }

  var whole: Count? { wholeAnswer.value }
  /// The name of the shown queue.
  var queueName: String? { queue.flatMap { $0.query == filter ? $0.name : nil } }
  /// Whether it is known that nothing matches.
  private var isNoMatch: Bool {
    fault == nil && !filter.isEmpty && window.rows.isEmpty && window.total != nil
  }

  mutating func hide(_ view: ViewContext) {
    popup = nil
    marking.start = nil
    window.keepVisible(height: listHeight(view))
    prepared = RowCache()
  }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    let height = listHeight(context.view)
    window.clamp(height: height)
    prepareRows(context.view)
    if isNoMatch, list.searched != nil {
      wholeAnswer.loadIfNeeded(.count(list, .everything, isExact: false), &context)
    }
    if opensUser, window.total != nil {
      opensUser = false
      if let user = window.rows.first(where: { $0.primaryID == filter })?.user {
        return context.replace(by: UserScreen(id: user))
      }
    }
    if leftOutAnswer.isStale, fault == nil, window.total != nil, !window.rows.isEmpty,
      let leftOut = leftOutQuery
    {
      leftOutAnswer.loadIfNeeded(.count(list, leftOut, isExact: false), &context)
    }
    if let timeline = panes(in: context.view.layout.body, context.view).timeline {
      resting.loadIfNeeded(on: window.current?.primaryID, in: timeline, &context)
    }
    let older = window.pending
    guard fault == nil, let request = window.nextRequest(height: height) else { return }
    let ledgerQuery = LedgerQuery.page(
      PageRequest(
        list: list,
        query: query,
        sort: sort,
        anchor: isReversed ? request.anchor.mirrored : request.anchor,
        limit: request.limit
      )
    )
    window.begin(request, context.query(ledgerQuery, instead: older))
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    let isWhole = wholeAnswer.accept(outcome, to: request)
    let isLeftOut = leftOutAnswer.accept(outcome, to: request)
    guard !isWhole, !isLeftOut, !resting.accept(outcome, to: request, at: view.now) else { return }
    if window.pending?.number == request { return acceptPage(outcome, view) }
    if popup?.pending != nil {
      let column = currentColumn(view)
      popup?.accept(outcome, to: request, column, view)
    }
    guard countPending?.number == request else { return }
    countPending = nil
    switch outcome {
    case .value(.count(let count)): exactCount = count
    case .failure(let reason): countFailure = reason
    case .value: break
    }
  }

  private mutating func acceptPage(_ outcome: Outcome<LedgerAnswer>, _ view: ViewContext) {
    guard !listsTests(after: outcome) else { return }
    var outcome = outcome
    if isReversed, case .value(.page(let page)) = outcome { outcome = .value(.page(page.mirrored)) }
    let height = listHeight(view)
    // A refresh may soon be repeated if the ledger keeps changing, so it prepares fewer rows.
    let ahead = window.isReadingAgain ? height : 3 * height
    window.accept(outcome, height: height)
    if isLive { window.showNew() }
    // Prepares rows ahead of time, so that turning the page is fast.
    if window.hasBefore || window.rows.count > 2 * height { prepareRows(beside: ahead, view) }
  }

  /// Counts matching rows exactly, which may take long.
  mutating func count(_ context: inout ScreenContext) {
    guard list.searched != nil else {
      return context.notify(.info, "All \(list.rawValue) are loaded and counted.")
    }
    guard fault == nil else { return }
    countFailure = nil
    countPending = context.query(.count(list, query, isExact: true), instead: countPending)
  }

  /// Sorts the list and returns to its beginning.
  mutating func sort(by sort: RowSort, isReversed: Bool) {
    guard (self.sort, self.isReversed) != (sort, isReversed) else { return }
    self.sort = sort
    self.isReversed = isReversed
    window.isReversed = isReversed
    marking.start = nil
    window.restart()
  }

  mutating func closeOne(_ context: inout ScreenContext) -> Bool {
    if let popup {
      if let pending = popup.pending { context.perform(.cancelQuery(request: pending.number)) }
      self.popup = nil
    } else if marking.start != nil {
      marking.start = nil
    } else if let countPending {
      context.perform(.cancelQuery(request: countPending.number))
      self.countPending = nil
      context.notify(.info, "The count was cancelled.")
    } else if isZoomed {
      isZoomed = false
    } else if showsPreview, panes(in: context.view.layout.body, context.view).isOver {
      showsPreview = false
    } else if marking.closeOne() {
      return true
    } else if !filter.isEmpty {
      take("", for: .filter)
    } else {
      return false
    }
    return true
  }

  // The filter.

  func text(of kind: Field.Kind) -> String { kind == .filter ? filter : "" }

  mutating func take(_ text: String, for kind: Field.Kind) {
    guard kind == .filter, filter != text else { return }
    take(text)
    (exactCount, countFailure, marking.start) = (nil, nil, nil)
    if fault == nil { window.restart() }
  }

  private mutating func take(_ text: String) {
    filter = text
    do {
      filterQuery = try Query(reading: text, at: readAt)
      fault = nil
    } catch {
      fault = error
    }
    resetTests(to: tests == .alone ? .hidden : tests)
  }

  /// Adds a condition to the filter.
  mutating func narrow(by condition: Query) { take(joined(with: condition), for: .filter) }

  /// The text of the filter with a further condition.
  private func joined(with condition: Query) -> String {
    let condition = if case .or = condition { "(\(condition))" } else { condition.description }
    if filter.isEmpty { return condition }
    return if case .or = filterQuery { "(\(filter)) \(condition)" } else {
      "\(filter) \(condition)"
    }
  }
}

extension PageAnchor {
  /// The anchor in the same list read from its end. A page from a row becomes a page before it.
  var mirrored: PageAnchor {
    switch self {
    case .first: .last
    case .last: .first
    case .after(let key): .before(key)
    case .before(let key): .after(key)
    case .from(let key): .before(key)
    }
  }
}

extension RecordPage {
  /// The same rows in the list read from its end.
  var mirrored: RecordPage {
    var mirrored = self
    mirrored.places.reverse()
    mirrored.page.rows.reverse()
    (mirrored.page.hasBefore, mirrored.page.hasAfter) = (page.hasAfter, page.hasBefore)
    mirrored.page.precedingRows =
      if !page.hasAfter {
        0
      } else if case .exact(let total) = page.total, let before = page.precedingRows {
        max(0, total - before - page.rows.count)
      } else {
        nil
      }
    return mirrored
  }
}
