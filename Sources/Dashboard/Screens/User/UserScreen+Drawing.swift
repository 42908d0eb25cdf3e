import Entitlements
import Foundation

extension UserScreen {
  /// The number of rows the tab in front scrolls through. The overview scrolls by lines.
  func scrollCount(_ view: ViewContext) -> Int {
    if let lines = personalLines(view) { return lines.count }
    guard tab == .overview else { return rows[tab]?.count ?? 0 }
    let height = view.layout.body.rows - view.layout.tabRows
    return max(1, OverviewContent(self, view).lines.count - height + 1)
  }

  /// The lines of the tabs that are not lists.
  func personalLines(_ view: ViewContext) -> [UserContactLines.Line]? {
    guard tab == .aliases || tab == .notes else { return nil }
    guard let subjectHistory else { return [] }
    let lines = UserContactLines(subjectHistory, view)
    return tab == .aliases ? lines.aliases : lines.notes
  }

  /// The area of the tab's content.
  func body(_ view: ViewContext) -> Rect {
    var body = view.layout.body
    _ = body.takeTop(view.layout.tabRows)
    return body
  }

  func scrollHeight(_ view: ViewContext) -> Int {
    if tab == .aliases || tab == .notes { return max(1, body(view).rows) }
    return tab == .overview ? 1 : view.layout.listHeight(below: view.layout.tabRows)
  }

  func nextChange(_ view: ViewContext) -> Date? {
    guard let userDetails else { return nil }
    var changes: [Date?] = []
    changes += (rows[.orders] ?? []).map { $0.nextChange(view) }
    for phase in userDetails.lives.values.joined() {
      changes.append(view.nextStateChange(at: phase.until))
    }
    for right in userDetails.entitlements {
      changes += [
        view.nextStateChange(at: right.until),
        view.nextLabelChange(of: right.until, always: tab == .overview),
      ]
    }
    if tab == .overview {
      let instants = OverviewContent.instants(of: userDetails, at: view.now)
      changes += instants.map { view.nextLabelChange(of: $0, always: true) }
    }
    if tab == .receipts { changes += (rows[.receipts] ?? []).map { $0.nextChange(view) } }
    if tab == .timeline { changes.append(history.nextChange(view)) }
    return changes.compactMap(\.self).min()
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    guard userDetails != nil else {
      let missing: SafeText? =
        userDetailsAnswer.isMissing ? "The ledger knows no user \(id.raw)." : nil
      return frame.write(placeholder: userDetailsAnswer.failure, missing: missing, in: rect)
    }
    var rest = rect
    let tabs = rest.takeTop(view.layout.tabRows)
    defer { drawCaseFile(in: rest, view, on: &frame) }
    drawTabs(in: tabs, on: &frame)
    if tab.needsHistory, subjectHistory == nil {
      return frame.write(placeholder: historyAnswer.failure, missing: nil, in: rest)
    }
    if tab == .timeline { return history.draw(in: rest, view, on: &frame) }
    if let lines = personalLines(view) { return draw(lines, in: rest, view, on: &frame) }
    guard let list = tab.list else {
      let content = OverviewContent(self, view)
      return frame.draw(content.lines, from: scroll.index, in: rest.insetColumns(2, 1))
    }
    let rows = rows[tab] ?? []
    let height = scrollHeight(view)
    let shown = scroll.shown(count: rows.count, height: height)
    let hidden: Set = tab == .receipts ? ["user"] : ["user", "statedAt"]
    let marking = marking[tab] ?? Marking()
    let interval = marking.interval(in: rows, to: scroll.index, shown: shown)
    list.table(without: hidden).draw(
      rows[shown],
      cursor: scroll.index - shown.lowerBound,
      sign: { marking.sign(of: $0, interval, view.glyphs) },
      in: rest,
      view,
      on: &frame
    )
    popupContent(view)?.draw(in: rest, view, on: &frame)
  }

  private func draw(
    _ lines: [UserContactLines.Line],
    in rect: Rect,
    _ view: ViewContext,
    on frame: inout Frame
  ) {
    guard !lines.isEmpty else {
      let texts: [SafeText] =
        tab == .aliases
        ? ["No other names.", "Merged users, accounts and orders are listed here."]
        : ["No notes.", "Add a note with: purser act note USER TEXT"]
      return frame.write(placeholder: texts, in: rect)
    }
    let shown = scroll.shown(count: lines.count, height: rect.rows)
    frame.draw(lines[shown].map(\.line), in: rect.insetColumns(2, 1))
    let row = rect.row + scroll.index - shown.lowerBound
    frame.drawCursor(in: rect, row, view.glyphs)
  }

  private func drawTabs(in rect: Rect, on frame: inout Frame) {
    TabBar(
      tabs: Tab.allCases.map { tab in
        TabBar.Tab(
          title: tab.title,
          count: tab.needsHistory || tab == .overview ? nil : rows[tab]?.count ?? 0
        )
      },
      front: tab.rawValue
    ).draw(in: rect, on: &frame)
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    guard userDetails != nil else { return }
    if let failure = userDetailsAnswer.failure ?? historyAnswer.failure {
      status.add("! \(failure)", .error)
    }
    switch tab {
    case .overview:
      let height = view.layout.body.rows - view.layout.tabRows
      let lines = OverviewContent(self, view).lines.count
      status.addScroll(from: scroll.index, of: lines, height: height, view)
      return
    case .timeline:
      history.describe(view, in: &status)
      return
    case .aliases, .notes:
      let count = scrollCount(view)
      status.addScroll(from: scroll.top, of: count, height: scrollHeight(view), view)
      return
    case .audit, .orders, .subs, .entitlements, .receipts: break
    }
    let count = rows[tab]?.count ?? 0
    guard count > 0 else { return }
    status.order = tab.order.map { "sorted: \($0) \(view.glyphs.below)" }
    let position = SafeText.grouped(min(scroll.index, count - 1) + 1)
    status.add("\(position) of \(SafeText.grouped(count))", .secondary)
    marking[tab]?.describe(of: rows[tab] ?? [], at: scroll.index, in: &status)
  }
}

/// A user's aliases and notes, as lines that open their documents or users.
struct UserContactLines {
  struct Line: Equatable {
    var line: StyledLine
    var document: ID<Document>?
    var user: ID<User>?
  }

  private let subjectHistory: SubjectHistory
  private let view: ViewContext
  private let width: Int

  init(_ subjectHistory: SubjectHistory, _ view: ViewContext) {
    self.subjectHistory = subjectHistory
    self.view = view
    width = view.size.columns - 3
  }

  var aliases: [Line] {
    let isNarrow = view.layout.usesCards
    let start = isNarrow ? 11 : 18
    return SubjectHistory.Alias.Kind.allCases.flatMap { kind in
      subjectHistory.aliases.filter { $0.kind == kind }.enumerated().map { index, alias in
        var line = StyledLine(index == 0 ? kind.title(isNarrow) : .empty, .secondary)
        let value =
          kind == .purchaseToken ? view.masked(alias.value) : SafeText(alias.value, limit: 200)
        let chain = alias.chain.flatMap(Subscription.Name.init)?.originalTransactionID
        let tail: SafeText = chain == nil || isNarrow ? .empty : "of \(SafeText(chain ?? ""))"
        let room = width - start - (tail.isEmpty ? 0 : min(tail.width, 30) + 2)
        line.add(value.truncated(to: room, .middle, view.glyphs), .text, at: start)
        let cut = tail.truncated(to: 30, .middle, view.glyphs)
        line.add(cut, .muted, at: width - cut.width)
        let isUser = kind == .mergedUser || kind == .sharedAccount
        return Line(line: line, document: alias.evidence, user: isUser ? ID(alias.value) : nil)
      }
    }
  }

  /// The notes, the newest first, each below its author and time.
  var notes: [Line] {
    subjectHistory.notes.flatMap { act, text in
      var head = StyledLine(view.clock.text(act.statementSource.statedAt), .secondary)
      head.add("  \(SafeText(act.actor))", .title)
      let document = act.statementSource.evidence
      let parts = SafeText(text, limit: 4_000).wrapped(to: width - 2, limit: 40, view.glyphs)
      return [Line(line: head, document: document)]
        + parts.map { Line(line: StyledLine($0, .text, at: 2), document: document) }
        + [Line(line: .blank)]
    }.dropLast()
  }
}

extension SubjectHistory.Alias.Kind {
  fileprivate func title(_ isNarrow: Bool) -> SafeText {
    switch self {
    case .mergedUser: isNarrow ? "merged" : "merged user"
    case .sharedAccount: isNarrow ? "shares" : "shares an account"
    case .appAccount: isNarrow ? "account" : "app account"
    case .storeOrder: isNarrow ? "order" : "store order"
    case .purchaseToken: isNarrow ? "token" : "purchase token"
    case .predecessor: isNarrow ? "before" : "took the place of"
    }
  }
}
