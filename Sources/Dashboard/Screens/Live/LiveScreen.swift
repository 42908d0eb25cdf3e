import Entitlements
import Foundation

/// What arrives as it arrives, the newest first: documents, events, jobs and requests.
struct LiveScreen: Screen {
  /// The newest first.
  private(set) var rows: [Arrival] = []
  private(set) var filter = ""
  private var query = Query.everything
  private var fault: QueryError?
  private var mark: ArrivalMark?
  private var pending: Pending?
  private var failure: String?
  private var isStale = true
  private var isPaused = false
  /// Rows that were left out because too many arrived, or no longer fit.
  private var skipped = 0
  private var scroll = Scroll()
  private var lookedAt = Date.distantPast

  /// The most rows in memory.
  static let maxRows = 10_000
  /// Seconds between two looks for requests, of which the ledger reports nothing.
  private static let interval = 0.1

  init(filter: String = "", at now: Date) { read(filter, at: now) }

  var breadcrumb: SafeText { "live" }
  var scopes: Set<Action.Scope> { [.live, .filter] }
  var equivalentCommand: [String]? { filter.isEmpty ? ["tail"] : ["tail", filter] }
  var openingLine: String? { filter.isEmpty ? "live" : "live \(filter)" }
  var waiting: Waiting? { rows.isEmpty ? pending?.waiting : nil }
  var opensNothing: Bool { current?.record == nil }
  var records: [Record] { current?.record.map { [$0] } ?? [] }

  private var current: Arrival? {
    rows.indices.contains(scroll.index) ? rows[scroll.index] : nil
  }

  mutating func markStale() { isStale = true }

  func nextChange(_ view: ViewContext) -> Date? {
    isPaused ? nil : view.now.addingTimeInterval(Self.interval)
  }

  mutating func tick(_ now: Date) {
    guard abs(now.timeIntervalSince(lookedAt)) >= Self.interval else { return }
    lookedAt = now
    isStale = true
  }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    scroll.clamp(count: rows.count, height: height(context.view))
    guard isStale, !isPaused, pending == nil, fault == nil else { return }
    isStale = false
    pending = context.query(.arrivals(after: mark, query))
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    guard pending?.number == request else { return }
    pending = nil
    failure = nil
    switch outcome {
    case .value(.arrivals(let arrivals)): add(arrivals, height: height(view))
    case .failure(let reason): failure = reason
    case .value: break
    }
  }

  private mutating func add(_ arrivals: Arrivals, height: Int) {
    mark = arrivals.mark
    skipped += arrivals.skipped
    isStale = isStale || arrivals.hasMore
    guard !arrivals.rows.isEmpty else { return }
    // The row of a job that has ended replaces that of its beginning.
    let jobs = Set(arrivals.rows.compactMap(\.job))
    let isReplaced = { (row: Arrival) in row.job.map(jobs.contains) ?? false }
    // The cursor keeps its row, and the first row stays the newest.
    let followed = scroll.index > 0 ? current?.job : nil
    if scroll.index > 0 {
      let moved = arrivals.rows.count - rows.prefix(scroll.index).count(where: isReplaced)
      scroll.index += moved
      scroll.top += moved
    }
    rows.removeAll(where: isReplaced)
    rows.insert(contentsOf: arrivals.rows.reversed(), at: 0)
    if let followed, jobs.contains(followed) {
      scroll.index = rows.firstIndex { $0.job == followed } ?? scroll.index
    }
    if rows.count > Self.maxRows {
      skipped += rows.count - Self.maxRows
      rows.removeLast(rows.count - Self.maxRows)
    }
    scroll.clamp(count: rows.count, height: height)
  }

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    if scroll.perform(action, count: rows.count, height: height(context.view)) { return true }
    switch action {
    case .pause:
      isPaused.toggle()
      isStale = true
    case .refresh: isStale = true
    case .open:
      guard let record = current?.record else { return false }
      record.open(&context)
    default: return false
    }
    return true
  }

  func hint(for action: Action) -> SafeText? {
    action == .pause && isPaused ? "continue" : nil
  }

  // The filter.

  func text(of kind: Field.Kind) -> String { kind == .filter ? filter : "" }

  mutating func take(_ text: String, for kind: Field.Kind) {
    guard kind == .filter, filter != text else { return }
    read(text, at: lookedAt)
  }

  /// Begins anew with a filter; with an invalid one, the rows stay.
  private mutating func read(_ text: String, at now: Date) {
    filter = text
    do {
      query = try Query(reading: text, at: now)
      fault = nil
      (rows, mark, pending, skipped, isStale) = ([], nil, nil, 0, true)
      scroll = Scroll()
    } catch {
      fault = error
    }
  }

  mutating func closeOne(_ context: inout ScreenContext) -> Bool {
    guard !filter.isEmpty else { return false }
    read("", at: context.view.now)
    return true
  }

  // Drawing.

  private func height(_ view: ViewContext) -> Int { max(1, view.layout.body.rows - 1) }

  /// The start of each column: time, kind, title, result and detail.
  private static let columns = [2, 20, 30, 56, 70]
  /// On narrow screens without the kind.
  private static let fewColumns = [2, 20, 20, 42, 54]

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    guard !rows.isEmpty else { return frame.write(placeholder: emptyMessage, in: rect) }
    var rest = rect
    let titles = rest.takeTop(1)
    let columns = rect.columns >= 100 ? Self.columns : Self.fewColumns
    let showsKind = columns[1] < columns[2]
    let names: [SafeText] = ["RECEIVED", showsKind ? "KIND" : .empty, "WHAT", "RESULT", "ABOUT"]
    for (name, column) in zip(names, columns) where !name.isEmpty {
      frame.write(name, .columnTitle, at: rect.column + column, titles.row, until: rect.endColumn)
    }
    frame.draw(scroll, of: rows.count, in: rest, view.glyphs) { index, row, frame in
      let arrival = rows[index]
      let text = ArrivalText(arrival)
      let tone: Role =
        switch text.tone {
        case .plain: .secondary
        case .good: .good
        case .bad: .bad
        }
      let cells: [(SafeText, Role)] = [
        (view.clock.text(arrival.at), .secondary),
        (showsKind ? SafeText(text.kind) : .empty, .accent), (SafeText(text.title), .title),
        (SafeText(text.result), tone), (SafeText(text.detail), .secondary),
      ]
      for (place, (cell, role)) in cells.enumerated() where !cell.isEmpty {
        let start = rect.column + columns[place]
        let next =
          place + 1 < columns.count
          ? columns.dropFirst(place + 1).first { $0 > columns[place] } : nil
        let end = next.map { rect.column + $0 - 1 } ?? rect.endColumn - 1
        let shown = cell.truncated(to: max(0, end - start), view.glyphs)
        frame.write(shown, role, at: start, row, until: rect.endColumn)
      }
    }
  }

  /// The text in place of rows. With an invalid query, nothing is read that could match.
  private var emptyMessage: [SafeText] {
    if let fault {
      return [fault.sentence(about: filter), "Nothing is read until the query is corrected."]
    }
    if let failure { return [SafeText(failure)] }
    return [filter.isEmpty ? "Nothing has arrived yet." : "Nothing that matches has arrived yet."]
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    if let failure { status.add("! \(failure)", .error) }
    if let fault { status.add("! \(SafeText(fault.description))", .error) }
    if isPaused { status.add("paused", .warn) }
    if !filter.isEmpty { status.add(SafeText(filter), .text) }
    status.add(.plural(rows.count, "row"), .text)
    if skipped > 0 { status.add("\(SafeText.grouped(skipped)) older ones not shown", .secondary) }
  }
}

extension Arrival {
  /// The ID of the job that it is about.
  fileprivate var job: String? {
    if case .job(let row) = self { row.id } else { nil }
  }

  /// The row of a list that it is.
  fileprivate var record: Record? {
    switch self {
    case .document(let row): .document(row)
    case .event(let row): .notice(row)
    case .job(let row): .job(row)
    case .request: nil
    }
  }
}
