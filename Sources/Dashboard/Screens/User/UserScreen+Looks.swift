import Entitlements
import Foundation

extension UserScreen {
  /// How many rows the tab in front scrolls over. The overview scrolls by its lines, one
  /// screenful at least.
  func scrollCount(_ view: Viewpoint) -> Int {
    if let lines = personalLines(view) { return lines.count }
    guard tab == .overview else { return rows[tab]?.count ?? 0 }
    let height = view.layout.body.rows - view.layout.tabRows
    return max(1, OverviewContent(self, view).lineCount - height + 1)
  }

  /// What stands in the tabs without rows of a list.
  func personalLines(_ view: Viewpoint) -> [PersonalLines.Line]? {
    guard tab == .aliases || tab == .notes else { return nil }
    guard let chronicle else { return [] }
    let lines = PersonalLines(chronicle, view)
    return tab == .aliases ? lines.aliases : lines.notes
  }

  /// Where the tab's content stands.
  func body(_ view: Viewpoint) -> Rect {
    var body = view.layout.body
    _ = body.takeTop(view.layout.tabRows)
    return body
  }

  func scrollHeight(_ view: Viewpoint) -> Int {
    if tab == .aliases || tab == .notes { return max(1, body(view).rows) }
    return tab == .overview ? 1 : view.layout.listHeight(below: view.layout.tabRows)
  }

  func nextChange(_ view: Viewpoint) -> Date? {
    guard let dossier else { return nil }
    var changes: [Date?] = []
    for order in dossier.orders {
      changes += [
        view.nextFlip(at: order.expiresAt), view.nextTelling(of: order.purchasedAt),
        view.nextTelling(of: order.expiresAt),
      ]
    }
    for phase in dossier.lives.values.joined() { changes.append(view.nextFlip(at: phase.until)) }
    for right in dossier.entitlements {
      changes += [
        view.nextFlip(at: right.until),
        view.nextTelling(of: right.until, always: tab == .overview),
      ]
    }
    if tab == .overview {
      let told = OverviewContent.instants(of: dossier, at: view.now)
      changes += told.map { view.nextTelling(of: $0, always: true) }
    }
    if tab == .receipts {
      for row in dossier.documents { changes.append(view.nextTelling(of: row.receivedAt)) }
    }
    if tab == .timeline { changes.append(history.nextChange(chronicle, view)) }
    return changes.compactMap(\.self).min()
  }

  func draw(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    guard dossier != nil else {
      let missing: SafeText? =
        dossierAnswer.isMissing ? "The ledger knows no user \(id.raw)." : nil
      return frame.write(placeholder: dossierAnswer.failure, missing: missing, in: rect)
    }
    var rest = rect
    let tabs = rest.takeTop(view.layout.tabRows)
    drawTabs(in: tabs, on: &frame)
    if tab.needsChronicle, chronicle == nil {
      return frame.write(placeholder: chronicleAnswer.failure, missing: nil, in: rest)
    }
    if tab == .timeline, let chronicle {
      return history.draw(chronicle, in: rest, view, on: &frame)
    }
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
    let stretch = marking.stretch(in: rows, to: scroll.index, shown: shown)
    list.table(view, without: hidden).draw(
      rows[shown],
      cursor: scroll.index - shown.lowerBound,
      sign: { marking.sign(of: $0, stretch, view.glyphs) },
      in: rest,
      view,
      on: &frame
    )
    popupContent(view)?.draw(in: rest, view, on: &frame)
  }

  private func draw(
    _ lines: [PersonalLines.Line],
    in rect: Rect,
    _ view: Viewpoint,
    on frame: inout Frame
  ) {
    guard !lines.isEmpty else {
      let texts: [SafeText] =
        tab == .aliases
        ? ["No other names.", "Users that were merged, accounts and orders are told here."]
        : ["No notes.", "A note is left with: purser act note USER TEXT"]
      return frame.write(placeholder: texts, in: rect)
    }
    let shown = scroll.shown(count: lines.count, height: rect.rows)
    frame.draw(lines[shown].map(\.line), in: rect.insetColumns(2, 1))
    let row = rect.row + scroll.index - shown.lowerBound
    frame.write(view.glyphs.marker, .accent, at: rect.column, row)
    frame.select(row: row, from: rect.column, to: rect.endColumn)
  }

  private func drawTabs(in rect: Rect, on frame: inout Frame) {
    TabBar(
      tabs: Tab.allCases.map { tab in
        TabBar.Tab(
          title: tab.title,
          count: tab.needsChronicle || tab == .overview ? nil : rows[tab]?.count ?? 0
        )
      },
      front: tab.rawValue
    ).draw(in: rect, on: &frame)
  }

  func status(_ view: Viewpoint) -> Status {
    var status = Status()
    guard dossier != nil else { return status }
    if let failure = dossierAnswer.failure ?? chronicleAnswer.failure {
      status.add("! \(failure)", .error)
    }
    switch tab {
    case .overview:
      let height = view.layout.body.rows - view.layout.tabRows
      let lines = OverviewContent(self, view).lineCount
      status.addScroll(from: scroll.index, of: lines, height: height, view)
      return status
    case .timeline:
      if let chronicle { history.tell(chronicle, view, in: &status) }
      return status
    case .aliases, .notes:
      let count = scrollCount(view)
      status.addScroll(from: scroll.top, of: count, height: scrollHeight(view), view)
      return status
    case .audit: status.order = "sorted: newest \(view.glyphs.sortedDown)"
    case .orders: status.order = "sorted: purchased \(view.glyphs.sortedDown)"
    case .subs: status.order = "sorted: newest period \(view.glyphs.sortedDown)"
    case .entitlements: status.order = "sorted: until \(view.glyphs.sortedDown)"
    case .receipts: status.order = "sorted: received \(view.glyphs.sortedDown)"
    }
    let count = rows[tab]?.count ?? 0
    guard count > 0 else {
      status.order = nil
      return status
    }
    let position = SafeText.grouped(min(scroll.index, count - 1) + 1)
    status.add("\(position) of \(SafeText.grouped(count))", .secondary)
    marking[tab]?.tell(of: rows[tab] ?? [], at: scroll.index, in: &status)
    return status
  }
}
