import Entitlements
import Foundation

/// One user: what they hold, what they bought, and why we believe it.
struct UserScreen: ScreenPart {
  let id: ID<User>
  private(set) var tab: Tab
  private var dossierAnswer = Fetched<Dossier>()
  /// What the tabs list, made of the dossier.
  private var rows: [Tab: [Record]] = [:]
  private var scrolls: [Tab: Scroll] = [:]
  private var chronicleAnswer = Fetched<Chronicle>()
  private var history = EventHistory()

  init(id: ID<User>, tab: Tab = .overview) {
    self.id = id
    self.tab = tab
  }

  var dossier: Dossier? { dossierAnswer.value }
  var chronicle: Chronicle? { chronicleAnswer.value }
  var crumb: SafeText {
    let name = SafeText(id.raw)
    return tab == .overview ? name : "\(name) \(tab.title)"
  }
  var scopes: Set<Action.Scope> {
    tab == .timeline ? [.tabs, .person, .timeline] : [.rows, .tabs, .person]
  }
  var twin: [String]? { tab == .timeline ? ["timeline", id.raw] : ["user", id.raw] }
  var waiting: Waiting? {
    dossierAnswer.waiting ?? (tab.needsChronicle ? chronicleAnswer.waiting : nil)
  }
  var opensNothing: Bool {
    switch tab {
    case .timeline: history.current?.evidence.isEmpty ?? true
    case .aliases, .notes: false
    default: current == nil
    }
  }

  private(set) var scroll: Scroll {
    get { scrolls[tab] ?? Scroll() }
    set { scrolls[tab] = newValue }
  }

  private var current: Record? {
    guard let rows = rows[tab], rows.indices.contains(scroll.index) else { return nil }
    return rows[scroll.index]
  }

  /// Where no row is under the cursor, the user.
  var records: [Record] {
    if let current { return [current] }
    guard let user = dossier?.user else { return [] }
    return [
      .user(
        UserRow(
          id: user.id,
          name: user.name,
          email: user.email,
          lastPurchasedAt: dossier?.orders.first?.purchasedAt ?? .distantPast,
          orders: dossier?.orders.count ?? 0,
          stores: [],
          environments: [],
          leading: nil
        )
      )
    ]
  }

  // Data.

  mutating func markStale() {
    dossierAnswer.markStale()
    chronicleAnswer.markStale()
  }

  mutating func settle(_ desk: inout Desk) {
    dossierAnswer.settle(.user(id), &desk)
    if tab.needsChronicle { chronicleAnswer.settle(.chronicle(id.raw), &desk) }
    if tab == .timeline { history.settle(chronicle, in: body(desk.view), desk.view) }
    scroll.settle(count: scrollCount(desk.view), height: scrollHeight(desk.view))
  }

  mutating func accept(_ outcome: Outcome<Answer>, to request: Int, _ view: Viewpoint) {
    let isChronicle = chronicleAnswer.accept(outcome, to: request) {
      if case .chronicle(let chronicle) = $0 { chronicle } else { nil }
    }
    if isChronicle {
      history.take(chronicle, at: view.now)
      rows[.audit] = chronicle?.audit.map(Record.audit)
      return
    }
    let isOurs = dossierAnswer.accept(outcome, to: request) {
      if case .user(let dossier) = $0 { dossier } else { nil }
    }
    guard isOurs else { return }
    let old = rows
    rows = dossier.map { Self.rows(of: $0, at: view.now) } ?? [:]
    rows[.audit] = chronicle?.audit.map(Record.audit)
    for tab in Tab.allCases { keepCursor(on: tab, old[tab] ?? [], view) }
  }

  /// After an answer every tab's cursor stays on its record.
  private mutating func keepCursor(on tab: Tab, _ old: [Record], _ view: Viewpoint) {
    guard tab.list != nil, var scroll = scrolls[tab], let new = rows[tab] else { return }
    let depth = scroll.index - scroll.top
    if old.indices.contains(scroll.index),
      let found = new.firstIndex(where: { $0.identity == old[scroll.index].identity })
    {
      scroll.index = found
      scroll.top = found - depth
    }
    scroll.settle(count: new.count, height: view.layout.listHeight(below: view.layout.tabRows))
    scrolls[tab] = scroll
  }

  // Keys.

  mutating func perform(_ action: Action, _ desk: inout Desk) -> Bool {
    if action == .timeline {
      if current == nil { tab = .timeline }
      return tab == .timeline
    }
    if tab == .timeline, history.perform(action, chronicle, in: body(desk.view), &desk) {
      return true
    }
    let height = scrollHeight(desk.view)
    if let distance = Scroll.distance(action, height: height) {
      scroll.move(by: distance, count: scrollCount(desk.view), height: height)
      return true
    }
    switch action {
    case .nextTab: return showTab((tab.rawValue + 1) % Tab.allCases.count + 1)
    case .previousTab:
      return showTab((tab.rawValue + Tab.allCases.count - 1) % Tab.allCases.count + 1)
    case .open: open(&desk)
    default: return false
    }
    return true
  }

  mutating func showTab(_ number: Int) -> Bool {
    guard let next = Tab(rawValue: number - 1) else { return false }
    tab = next
    return true
  }

  private mutating func open(_ desk: inout Desk) {
    if let lines = personalLines(desk.view), lines.indices.contains(scroll.index) {
      if let document = lines[scroll.index].document { desk.open(ReceiptScreen(id: document)) }
      if let user = lines[scroll.index].user { desk.open(UserScreen(id: user)) }
      return
    }
    guard let current else { return }
    guard case .subscription(let row) = current else {
      if case .entitlement(let right) = current {
        return desk.open(ReceiptScreen(id: right.evidence))
      }
      return current.open(&desk)
    }
    // A chain opens at its newest sale.
    guard let dossier,
      let newest = dossier.subscriptions.first(where: { $0.id == row.id })?.periods.last?.order,
      let order = dossier.orders.firstIndex(where: { $0.id == newest })
    else { return }
    tab = .orders
    scroll.index = order
  }

  /// How many rows the tab in front scrolls over. The overview scrolls by its lines, one
  /// screenful at least.
  private func scrollCount(_ view: Viewpoint) -> Int {
    if let lines = personalLines(view) { return lines.count }
    guard tab == .overview else { return rows[tab]?.count ?? 0 }
    let height = view.layout.body.rows - view.layout.tabRows
    return max(1, OverviewContent(self, view).lineCount - height + 1)
  }

  /// What stands in the tabs without rows of a list.
  private func personalLines(_ view: Viewpoint) -> [PersonalLines.Line]? {
    guard tab == .aliases || tab == .notes else { return nil }
    guard let chronicle else { return [] }
    let lines = PersonalLines(chronicle, view)
    return tab == .aliases ? lines.aliases : lines.notes
  }

  /// Where the tab's content stands.
  private func body(_ view: Viewpoint) -> Rect {
    var body = view.layout.body
    _ = body.takeTop(view.layout.tabRows)
    return body
  }

  private func scrollHeight(_ view: Viewpoint) -> Int {
    if tab == .aliases || tab == .notes { return max(1, body(view).rows) }
    return tab == .overview ? 1 : view.layout.listHeight(below: view.layout.tabRows)
  }

  // Looks.

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
    list.table(view, without: hidden).draw(
      rows[shown],
      cursor: scroll.index - shown.lowerBound,
      in: rest,
      view,
      on: &frame
    )
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
    return status
  }
}
