import Entitlements
import Foundation

/// A list of the ledger: what matches a query, a window of rows at a time.
struct TableScreen: ScreenPart {
  let list: ListKind
  var listing = Listing()
  private(set) var filter = ""
  /// What the filter asks for. Where it is no query yet, what was found last stays.
  private(set) var query = Query.everything
  private(set) var fault: QueryFault?
  private(set) var sort: RowSort?
  /// Whether the list is read from its end upwards.
  private(set) var isReversed = false
  var marking = Marking()
  /// The key of the column that keys are about, once one was chosen.
  var column: String?
  /// How many columns are scrolled away to the left.
  var offset = 0
  var popup: TablePopup?
  /// Whether the cursor goes to what comes above as it comes.
  var isLive = false
  var showsPreview = false
  /// Whether the preview has the whole body.
  var isZoomed = false
  /// The first line of it that is shown.
  var previewTop = 0
  var prepared = PreparedRows()
  /// Below the preview, where there is room for it.
  private(set) var resting = RestingChronicle()
  /// How many rows match, where somebody asked for the exact number.
  private(set) var exactCount: Count?
  private(set) var countPending: Pending?
  private(set) var countFailure: String?
  /// How many rows there are whatever is looked for, asked once nothing matches.
  private var wholeAnswer = Fetched<Count>()
  /// The queue it was opened from; it is shown for as long as its filter stands.
  private let queue: SavedQueue?
  /// What relative times in the filter are relative to.
  private var readAt: Date

  init(_ list: ListKind, filter: String = "", at now: Date) {
    self.init(list, filter: filter, queue: nil, at: now)
  }

  init(_ queue: SavedQueue, at now: Date) {
    self.init(queue.list, filter: queue.query, queue: queue, at: now)
  }

  private init(_ list: ListKind, filter: String, queue: SavedQueue?, at now: Date) {
    self.list = list
    self.queue = queue
    readAt = now
    sort = list.searched?.sorts.first
    take(filter)
    listing.restart()
  }

  var marks: Marks { marking.marks }
  var crumb: SafeText { SafeText(list.rawValue) }
  var scopes: Set<Action.Scope> {
    list.searched == nil ? [.rows, .marks, .table] : [.rows, .marks, .table, .filter]
  }
  var waiting: Waiting? {
    let counting = countPending ?? popup?.pending
    return listing.waiting ?? counting.map { Waiting(since: $0.since, replaces: false) }
  }
  var records: [Record] { marks.isEmpty ? listing.current.map { [$0] } ?? [] : marks.records }

  var known: [Record] { listing.rows }
  var opensNothing: Bool { listing.rows.isEmpty }

  var twin: [String]? {
    switch list {
    case .jobs: return ["jobs", "list", "--all", "--limit", "\(Self.mostNumbered)"]
    case .audit: return ["audit", "--limit", "\(Self.mostNumbered)"]
    default: break
    }
    var words = ["ls", list.rawValue]
    if let sort, sort != list.searched?.sorts.first { words += ["--sort", sort.rawValue] }
    if isReversed { words.append("--reverse") }
    return filter.isEmpty ? words : words + [filter]
  }
  /// What is shown of the lists that are numbered.
  private static let mostNumbered = 10_000

  var openingLine: String? { filter.isEmpty ? list.rawValue : "\(list.rawValue) \(filter)" }

  // Data.

  mutating func markStale() {
    listing.refresh()
    resting.markStale()
    wholeAnswer.markStale()
  }

  /// Whether what comes by the hundred may wait: rows are shown, and none that tell of work.
  var keepsRows: Bool { !listing.rows.isEmpty && list != .jobs && list != .audit }

  var whole: Count? { wholeAnswer.value }
  /// The name of the queue that is shown.
  var queueName: String? { queue.flatMap { $0.query == filter ? $0.name : nil } }
  /// Whether it is known that nothing matches.
  private var isNoMatch: Bool {
    fault == nil && !filter.isEmpty && listing.rows.isEmpty && listing.total != nil
  }

  mutating func hide() {
    popup = nil
    marking.start = nil
  }

  mutating func settle(_ desk: inout Desk) {
    let height = listHeight(desk.view)
    listing.settle(height: height)
    prepareRows(desk.view)
    if isNoMatch, list.searched != nil {
      wholeAnswer.settle(.count(list, .everything, isExact: false), &desk)
    }
    if let timeline = panes(in: desk.view.layout.body, desk.view).timeline {
      resting.settle(on: listing.current?.quoted, in: timeline, &desk)
    }
    let older = listing.pending
    guard fault == nil, let request = listing.nextRequest(height: height) else { return }
    let question = Question.page(
      PageRequest(
        list: list,
        query: query,
        sort: sort,
        anchor: isReversed ? request.anchor.mirrored : request.anchor,
        limit: request.limit
      )
    )
    listing.begin(request, desk.ask(question, instead: older))
  }

  mutating func accept(_ outcome: Outcome<Answer>, to request: Int, _ view: Viewpoint) {
    let isWhole = wholeAnswer.accept(outcome, to: request) {
      if case .count(let count) = $0 { count } else { nil }
    }
    guard !isWhole, !resting.accept(outcome, to: request, at: view.now) else { return }
    var outcome = outcome
    if isReversed, case .value(.page(let page)) = outcome { outcome = .value(.page(page.mirrored)) }
    let height = listHeight(view)
    // What is read again now will be once more, if the ledger goes on changing.
    let ahead = listing.isReadingAgain ? height : 3 * height
    listing.accept(outcome, to: request, height: height)
    if isLive { listing.showNew() }
    // Nobody waits for it now, and whoever turns the page does not wait for it then.
    if listing.hasBefore || listing.rows.count > 2 * height {
      prepareRows(beside: ahead, view)
    }
    popup?.accept(outcome, to: request)
    guard countPending?.number == request else { return }
    countPending = nil
    switch outcome {
    case .value(.count(let count)): exactCount = count
    case .failure(let reason): countFailure = reason
    case .value: break
    }
  }

  /// Counts what matches, however long that takes.
  mutating func count(_ desk: inout Desk) {
    guard list.searched != nil else {
      return desk.say(.info, "All there are of \(list.rawValue) are loaded: they are counted.")
    }
    guard fault == nil else { return }
    countFailure = nil
    countPending = desk.ask(.count(list, query, isExact: true), instead: countPending)
  }

  /// Reads the list in another order, from the beginning of that.
  mutating func sort(by sort: RowSort, isReversed: Bool) {
    guard (self.sort, self.isReversed) != (sort, isReversed) else { return }
    self.sort = sort
    self.isReversed = isReversed
    listing.isReversed = isReversed
    marking.start = nil
    listing.restart()
  }

  mutating func closeOne(_ desk: inout Desk) -> Bool {
    if let popup {
      if let pending = popup.pending { desk.perform(.forget(request: pending.number)) }
      self.popup = nil
    } else if marking.start != nil {
      marking.start = nil
    } else if let countPending {
      desk.perform(.forget(request: countPending.number))
      self.countPending = nil
      desk.say(.info, "The count was called off.")
    } else if isZoomed {
      isZoomed = false
    } else if showsPreview, panes(in: desk.view.layout.body, desk.view).isOver {
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
    if fault == nil { listing.restart() }
  }

  private mutating func take(_ text: String) {
    filter = text
    do {
      query = try Query(reading: text, at: readAt)
      fault = nil
    } catch {
      fault = error
    }
  }

  /// Leaves only those that meet a condition, too.
  mutating func narrow(by condition: Query) {
    let words = condition.description
    if case .or = query {
      take("(\(filter)) \(words)", for: .filter)
    } else {
      take(filter.isEmpty ? words : "\(filter) \(words)", for: .filter)
    }
  }
}

extension PageAnchor {
  /// The place in the same list read from its end. Where a page begins with a row it ends before it.
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
  /// The same rows as they stand in the list read from its end.
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
