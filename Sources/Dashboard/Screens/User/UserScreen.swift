import Entitlements
import Foundation

/// One user: what they hold, what they bought, and why we believe it.
struct UserScreen: ScreenPart {
  let id: ID<User>
  private(set) var tab: Tab
  private(set) var dossierAnswer = Fetched<Dossier>()
  /// What the tabs list, made of the dossier.
  private(set) var rows: [Tab: [Record]] = [:]
  private var scrolls: [Tab: Scroll] = [:]
  private(set) var chronicleAnswer = Fetched<Chronicle>()
  var history = EventHistory()
  var marking: [Tab: Marking] = [:]
  var popup: TablePopup?

  init(id: ID<User>, tab: Tab = .overview) {
    self.id = id
    self.tab = tab
  }

  var dossier: Dossier? { dossierAnswer.value }
  var chronicle: Chronicle? { chronicleAnswer.value }
  var crumb: SafeText {
    let name: SafeText = "user \(dossier?.user.handle ?? id.raw)"
    return tab == .overview ? name : "\(name) \(tab.title)"
  }
  var scopes: Set<Action.Scope> {
    if tab == .timeline { return [.tabs, .person, .timeline, .clock, .subject] }
    return tab.list == nil ? [.rows, .tabs, .person] : [.rows, .marks, .tabs, .person]
  }
  var twin: [String]? { tab == .timeline ? ["timeline", id.raw] : ["user", id.raw] }
  var openingLine: String? { "user \(id.raw)" }
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

  var scroll: Scroll {
    get { scrolls[tab] ?? Scroll() }
    set { scrolls[tab] = newValue }
  }

  private var current: Record? {
    guard let rows = rows[tab], rows.indices.contains(scroll.index) else { return nil }
    return rows[scroll.index]
  }

  /// Where neither a row nor an event is under the cursor, the user.
  var records: [Record] {
    if tab == .timeline, history.current != nil { return history.records(in: chronicle) }
    if !marks.isEmpty { return marks.records }
    if let current { return [current] }
    return dossier.map { [.user(UserRow($0.user, orders: $0.orders))] } ?? []
  }

  // Data.

  mutating func hide() { popup = nil }

  mutating func markStale() {
    dossierAnswer.markStale()
    chronicleAnswer.markStale()
  }

  mutating func settle(_ desk: inout Desk) {
    dossierAnswer.settle(.user(id), &desk)
    // The overview has more to tell once it is there, and does not wait for it.
    if tab.needsChronicle || tab == .overview { chronicleAnswer.settle(.chronicle(id.raw), &desk) }
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
    if performOnMarks(action, &desk) { return true }
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
    marking[tab]?.start = nil
    popup = nil
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
}
