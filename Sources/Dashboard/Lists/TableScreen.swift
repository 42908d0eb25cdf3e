import Entitlements
import Foundation

/// A list of the ledger: what matches a query, a window of rows at a time.
struct TableScreen: ScreenPart {
  let list: ListKind
  var listing = Listing()
  private(set) var filter = ""
  /// What the filter asks for. Where it is no query yet, what was found last stays.
  private var query = Query.everything
  private(set) var fault: QueryFault?
  var sort: RowSort?
  /// The records that the next act is about, by identity, in the order in which they were marked.
  private(set) var marks: [Record] = []
  /// How many rows match, where somebody asked for the exact number.
  private(set) var exactCount: Count?
  private var countPending: Pending?
  /// What relative times in the filter are relative to.
  private var readAt: Date

  init(_ list: ListKind, filter: String = "", at now: Date) {
    self.list = list
    readAt = now
    sort = list.searched?.sorts.first
    take(filter)
    listing.restart()
  }

  var crumb: SafeText { SafeText(list.rawValue) }
  var scopes: Set<Action.Scope> { list.searched == nil ? [.rows] : [.rows, .filter] }
  var waiting: Waiting? {
    listing.waiting ?? countPending.map { Waiting(since: $0.since, replaces: false) }
  }
  var records: [Record] { marks.isEmpty ? listing.current.map { [$0] } ?? [] : marks }

  var known: [Record] { listing.rows }

  var twin: [String]? {
    var words = ["ls", list.rawValue]
    if let sort, sort != list.searched?.sorts.first { words += ["--sort", sort.rawValue] }
    return filter.isEmpty ? words : words + [filter]
  }

  // Data.

  mutating func markStale() { listing.refresh() }

  mutating func settle(_ desk: inout Desk) {
    let height = desk.view.layout.listHeight()
    listing.settle(height: height)
    let older = listing.pending
    guard fault == nil, let request = listing.nextRequest(height: height) else { return }
    let question = Question.page(
      PageRequest(
        list: list,
        query: query,
        sort: sort,
        anchor: request.anchor,
        limit: request.limit
      )
    )
    listing.begin(request, desk.ask(question, instead: older))
  }

  mutating func accept(_ outcome: Outcome<Answer>, to request: Int, _ view: Viewpoint) {
    listing.accept(outcome, to: request, height: view.layout.listHeight())
    guard countPending?.number == request else { return }
    countPending = nil
    if case .value(.count(let count)) = outcome { exactCount = count }
  }

  // Keys.

  mutating func perform(_ action: Action, _ desk: inout Desk) -> Bool {
    let height = desk.view.layout.listHeight()
    if let distance = Scroll.distance(action, height: height) {
      listing.move(by: distance, height: height)
      return true
    }
    switch action {
    case .open: open(&desk)
    case .mark: mark(height)
    case .clearMarks: marks = []
    case .count:
      guard list.searched != nil, fault == nil else { return true }
      countPending = desk.ask(.count(list, query, isExact: true), instead: countPending)
    default: return false
    }
    return true
  }

  private func open(_ desk: inout Desk) {
    guard let record = listing.current else { return }
    record.open(&desk)
  }

  private mutating func mark(_ height: Int) {
    guard let record = listing.current else { return }
    if let place = marks.firstIndex(where: { $0.identity == record.identity }) {
      marks.remove(at: place)
    } else if marks.count < Self.mostMarks {
      marks.append(record)
    }
    listing.move(by: 1, height: height)
  }

  /// More than anybody looks through by hand; a query names more.
  private static let mostMarks = 10_000

  mutating func closeOne(_ desk: inout Desk) -> Bool {
    if !marks.isEmpty {
      marks = []
    } else if !filter.isEmpty {
      take("", for: .filter)
    } else {
      return false
    }
    return true
  }

  func text(of kind: Field.Kind) -> String { kind == .filter ? filter : "" }

  mutating func take(_ text: String, for kind: Field.Kind) {
    guard kind == .filter, filter != text else { return }
    take(text)
    exactCount = nil
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

  // Looks.

  func nextChange(_ view: Viewpoint) -> Date? {
    let shown = listing.scroll.shown(
      count: listing.rows.count,
      height: view.layout.listHeight()
    )
    return listing.rows[shown].compactMap { $0.nextChange(view) }.min()
  }

  func draw(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    if listing.rows.isEmpty, let failure = listing.failure {
      return frame.write(
        placeholder: ["\(failure)", "Press r to ask again."],
        in: rect,
        isError: true
      )
    }
    guard listing.total != nil || fault != nil else { return }
    let shown = listing.scroll.shown(count: listing.rows.count, height: view.layout.listHeight())
    var table = list.table(view)
    table.emptiness = emptiness(view)
    let marked = Set(marks.map(\.identity))
    table.draw(
      listing.rows[shown],
      cursor: listing.scroll.index - shown.lowerBound,
      marked: marked.isEmpty ? { _ in false } : { marked.contains($0.identity) },
      in: rect,
      view,
      on: &frame
    )
  }

  private func emptiness(_ view: Viewpoint) -> [SafeText] {
    guard !filter.isEmpty else { return list.emptiness }
    let shown = SafeText(filter).truncated(to: 40, view.glyphs)
    if let fault {
      return ["\(shown) is no query", SafeText(fault.description), "Esc clears the filter."]
    }
    let kinds = Set(Identifier.all(in: filter).map(\.kind))
    let names = Identifier.Kind.allCases.filter(kinds.contains).map { SafeText($0.title) }
    let searched: SafeText =
      names.isEmpty
      ? "Searched the beginnings of user IDs, names, e-mail addresses and products."
      : "Searched by \(SafeText.joined(names, by: ", "))."
    return ["Nothing in \(list.rawValue) matches \(shown)", searched, "Esc clears the filter."]
  }

  func status(_ view: Viewpoint) -> Status {
    var status = Status()
    if !filter.isEmpty {
      status.add("filter: \(SafeText(filter).truncated(to: 30, view.glyphs))", .match)
    }
    if let fault {
      status.matches = SafeText(fault.description)
      status.add("! \(status.matches)", .error)
      return status
    }
    guard let total = exactCount ?? listing.total else { return status }
    status.matches = "\(total.text) found"
    if let failure = listing.failure {
      status.add("! \(failure)", .error)
    } else if let position = listing.position {
      status.add("\(SafeText.grouped(position)) of \(total.text)", .secondary)
    } else if listing.rows.isEmpty {
      if !filter.isEmpty { status.add("no match", .secondary) }
    } else {
      status.add("of \(total.text)", .secondary)
    }
    if !marks.isEmpty { status.add("\(SafeText.grouped(marks.count)) marked", .accent) }
    if !listing.rows.isEmpty {
      status.order = "sorted: \(list.sortName(sort)) \(view.glyphs.sortedDown)"
    }
    return status
  }
}

extension Record {
  /// Goes to where the record is told in full.
  func open(_ desk: inout Desk) {
    switch self {
    case .user(let row): desk.open(UserScreen(id: row.id))
    case .order(let row): desk.open(ReceiptScreen(id: row.order.evidence))
    case .document(let row): desk.open(ReceiptScreen(id: row.id))
    case .notice(let row): desk.open(ReceiptScreen(id: row.notice.testimony.evidence))
    case .entitlement(let row): desk.open(UserScreen(id: row.user))
    case .subscription(let row):
      guard let user = row.user else {
        return desk.open(WhyScreen(quoted))
      }
      desk.open(UserScreen(id: user, tab: .subs))
    case .job(let row): desk.open(JobScreen(row))
    case .audit: break
    }
  }

  /// When it reads differently by itself.
  func nextChange(_ view: Viewpoint) -> Date? {
    var changes: [Date?] = []
    switch self {
    case .user(let row):
      changes = [
        view.nextFlip(at: row.leading?.expiresAt), view.nextTelling(of: row.lastPurchasedAt),
        view.nextTelling(of: row.leading?.expiresAt),
      ]
    case .order(let row):
      changes = [
        view.nextFlip(at: row.order.expiresAt), view.nextTelling(of: row.order.purchasedAt),
        view.nextTelling(of: row.order.expiresAt),
      ]
    case .subscription(let row):
      changes = [
        view.nextFlip(at: row.phase?.until), view.nextTelling(of: row.startedAt),
        view.nextTelling(of: row.accessUntil),
      ]
    case .entitlement(let row):
      changes = [view.nextFlip(at: row.until), view.nextTelling(of: row.until)]
    case .document(let row): changes = [view.nextTelling(of: row.receivedAt)]
    case .notice(let row): changes = [view.nextTelling(of: row.notice.testimony.statedAt)]
    case .job(let row): changes = [view.nextTelling(of: row.createdAt)]
    case .audit(let row): changes = [view.nextTelling(of: row.at)]
    }
    return changes.compactMap(\.self).min()
  }
}
