import Entitlements
import Foundation

/// One user: entitlements, purchases and the documents that prove them.
struct UserScreen: ExportingScreen {
  let id: ID<User>
  private(set) var tab: Tab
  private(set) var userDetailsAnswer = Fetched<UserDetails>()
  /// The rows of the tabs that are lists.
  private(set) var rows: [Tab: [Record]] = [:]
  private var scrolls: [Tab: Scroll] = [:]
  private(set) var historyAnswer = Fetched<SubjectHistory>()
  var history = EventHistory()
  var marking: [Tab: Marking] = [:]
  var popup: TablePopup?

  init(id: ID<User>, tab: Tab = .overview) { (self.id, self.tab) = (id, tab) }

  var userDetails: UserDetails? { userDetailsAnswer.value }
  var subjectHistory: SubjectHistory? { history.subject }
  var breadcrumb: SafeText {
    let name: SafeText = "user \(userDetails?.user.handle ?? id.raw)"
    return tab == .overview ? name : "\(name) \(tab.title)"
  }
  var scopes: Set<Action.Scope> {
    if tab == .timeline { return [.tabs, .timeline, .clock, .subject, .caseFile] }
    return tab.list == nil ? [.rows, .tabs, .caseFile] : [.rows, .marks, .tabs]
  }
  var equivalentCommand: [String]? { tab == .timeline ? ["timeline", id.raw] : ["user", id.raw] }
  var openingLine: String? { "user \(id.raw)" }
  var openCase: ID<User>? { id }
  var waiting: Waiting? {
    userDetailsAnswer.waiting ?? (tab.needsHistory ? historyAnswer.waiting : nil)
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

  /// The marked rows, else the row or event under the cursor, else the user.
  var records: [Record] {
    if tab == .timeline, history.current != nil { return history.records }
    if !marks.isEmpty { return marks.records }
    if let current { return [current] }
    return userDetails.map { [.user(UserRow($0.user, orders: $0.orders))] } ?? []
  }

  // Data.

  mutating func hide(_ view: ViewContext) { popup = nil }

  mutating func markStale() {
    userDetailsAnswer.markStale()
    historyAnswer.markStale()
  }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    userDetailsAnswer.loadIfNeeded(.user(id), &context)
    // The overview shows the history once it is loaded, and does not wait for it.
    if tab.needsHistory || tab == .overview {
      historyAnswer.loadIfNeeded(.subjectHistory(id.raw), &context)
    }
    if tab == .timeline { history.clampCursor(in: body(context.view), context.view) }
    scroll.clamp(count: scrollCount(context.view), height: scrollHeight(context.view))
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    let isHistory = historyAnswer.accept(outcome, to: request)
    if isHistory {
      history.take(historyAnswer.value, at: view.now)
      rows[.audit] = subjectHistory?.audit.map(Record.audit)
      return
    }
    let isAccepted = userDetailsAnswer.accept(outcome, to: request)
    guard isAccepted else { return }
    let old = rows
    rows = userDetails.map { Self.rows(of: $0, at: view.now) } ?? [:]
    rows[.audit] = subjectHistory?.audit.map(Record.audit)
    for tab in Tab.allCases { keepCursor(on: tab, old[tab] ?? [], view) }
  }

  /// Keeps a tab's cursor on its record after an answer.
  private mutating func keepCursor(on tab: Tab, _ old: [Record], _ view: ViewContext) {
    guard tab.list != nil, var scroll = scrolls[tab], let new = rows[tab] else { return }
    let depth = scroll.index - scroll.top
    if old.indices.contains(scroll.index),
      let found = new.firstIndex(where: { $0.identity == old[scroll.index].identity })
    {
      scroll.index = found
      scroll.top = found - depth
    }
    scroll.clamp(count: new.count, height: view.layout.listHeight(below: view.layout.tabRows))
    scrolls[tab] = scroll
  }

  // Keys.

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    if action == .timeline {
      if current == nil { tab = .timeline }
      return tab == .timeline
    }
    if performInCaseFile(action, &context) { return true }
    if tab == .timeline, history.perform(action, in: body(context.view), &context) { return true }
    if performOnMarks(action, &context) { return true }
    let height = scrollHeight(context.view)
    if scroll.perform(action, count: scrollCount(context.view), height: height) { return true }
    switch action {
    case .nextTab: return showTab((tab.rawValue + 1) % Tab.allCases.count + 1)
    case .previousTab:
      return showTab((tab.rawValue + Tab.allCases.count - 1) % Tab.allCases.count + 1)
    case .open: open(&context)
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

  private mutating func open(_ context: inout ScreenContext) {
    if let lines = personalLines(context.view), lines.indices.contains(scroll.index) {
      if let document = lines[scroll.index].document { context.open(ReceiptScreen(id: document)) }
      if let user = lines[scroll.index].user { context.open(UserScreen(id: user)) }
      return
    }
    guard let current else { return }
    guard case .subscription(let row) = current else {
      if case .entitlement(let right) = current {
        return context.open(ReceiptScreen(id: right.evidence))
      }
      return current.open(&context)
    }
    // A subscription opens the orders tab at its newest sale.
    guard let userDetails,
      let newest = userDetails.subscriptions.first(where: { $0.id == row.id })?.periods.last?.order,
      let order = userDetails.orders.firstIndex(where: { $0.id == newest })
    else { return }
    tab = .orders
    scroll.index = order
  }
}

extension UserScreen {
  enum Tab: Int, CaseIterable, Sendable {
    case overview, timeline, subs, orders, entitlements, receipts, aliases, notes, audit

    var title: SafeText { "\(String(describing: self))" }

    /// The list of the tab's rows.
    var list: ListKind? {
      switch self {
      case .overview, .timeline, .aliases, .notes: nil
      case .orders: .orders
      case .subs: .subs
      case .entitlements: .ent
      case .receipts: .receipts
      case .audit: .audit
      }
    }

    /// The order of the rows.
    var order: SafeText? {
      switch self {
      case .overview, .timeline, .aliases, .notes: nil
      case .orders: "purchased"
      case .subs: "newest period"
      case .entitlements: "until"
      case .receipts: "received"
      case .audit: "newest"
      }
    }

    /// Whether it shows data beyond `UserDetails`.
    var needsHistory: Bool { [.timeline, .aliases, .notes, .audit].contains(self) }
  }

  /// The rows of the tabs that are built from `UserDetails`.
  static func rows(of userDetails: UserDetails, at now: Date) -> [Tab: [Record]] {
    [
      .orders: userDetails.orders.map { order in
        .order(OrderRow(order: order, chainState: nil))
      },
      .subs: userDetails.subscriptions.map { chain in
        let phase = userDetails.phase(of: chain, at: now)
        return .subscription(
          SubscriptionRow(
            id: chain.id,
            user: userDetails.user.id,
            productID: chain.productID.isEmpty ? nil : chain.productID,
            startedAt: chain.startedAt,
            accessUntil: userDetails.accessUntil(of: chain),
            phase: phase
          )
        )
      },
      .entitlements: userDetails.entitlements.map { .entitlement($0) },
      .receipts: userDetails.documents.map { .document($0) },
    ]
  }
}

extension UserDetails {
  /// The current phase of a chain, derived from its periods if no phase is known.
  fileprivate func phase(of chain: Subscription, at now: Date) -> Phase? {
    lives[chain.id]?.last { $0.contains(now) }
      ?? chain.periods.last.map { last in
        Phase(
          from: last.from,
          until: nil,
          state: chain.state(at: now),
          evidence: orders.first { $0.id == last.order }?.evidence ?? ID("")
        )
      }
  }
}
