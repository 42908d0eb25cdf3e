import Entitlements
import Foundation

/// One user: what they hold, what they bought, and why we believe it.
struct UserScreen: ScreenPart {
  enum Tab: Int, CaseIterable, Sendable {
    case overview, orders, subs, entitlements, receipts

    var title: SafeText {
      switch self {
      case .overview: "overview"
      case .orders: "orders"
      case .subs: "subs"
      case .entitlements: "entitlements"
      case .receipts: "receipts"
      }
    }

    /// The list that its rows are of.
    var list: ListKind? {
      switch self {
      case .overview: nil
      case .orders: .orders
      case .subs: .subs
      case .entitlements: .ent
      case .receipts: .receipts
      }
    }
  }

  let id: ID<User>
  private(set) var tab: Tab
  private var dossierAnswer = Fetched<Dossier>()
  /// What the tabs list, made of the dossier.
  private var rows: [Tab: [Record]] = [:]
  private var scrolls: [Tab: Scroll] = [:]

  init(id: ID<User>, tab: Tab = .overview) {
    self.id = id
    self.tab = tab
  }

  var dossier: Dossier? { dossierAnswer.value }
  var crumb: SafeText {
    let name = SafeText(id.raw)
    return tab == .overview ? name : "\(name) \(tab.title)"
  }
  var scopes: Set<Action.Scope> { [.rows, .tabs, .person] }
  var twin: [String]? { ["user", id.raw] }
  var waiting: Waiting? { dossierAnswer.waiting }
  var opensNothing: Bool { current == nil }

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

  mutating func markStale() { dossierAnswer.markStale() }

  mutating func settle(_ desk: inout Desk) {
    dossierAnswer.settle(.user(id), &desk)
    scroll.settle(count: scrollCount(desk.view), height: scrollHeight(desk.view))
  }

  mutating func accept(_ outcome: Outcome<Answer>, to request: Int, _ view: Viewpoint) {
    let isOurs = dossierAnswer.accept(outcome, to: request) {
      if case .user(let dossier) = $0 { dossier } else { nil }
    }
    guard isOurs else { return }
    let old = rows
    rows = dossier.map { Self.rows(of: $0, at: view.now) } ?? [:]
    for tab in Tab.allCases { keepCursor(on: tab, old[tab] ?? [], view) }
  }

  private static func rows(of dossier: Dossier, at now: Date) -> [Tab: [Record]] {
    [
      .orders: dossier.orders.map { order in
        .order(OrderRow(order: order, chainState: nil))
      },
      .subs: dossier.subscriptions.map { chain in
        .subscription(
          SubscriptionRow(
            id: chain.id,
            user: dossier.user.id,
            productID: chain.productID,
            startedAt: chain.startedAt,
            accessUntil: chain.accessUntil,
            phase: dossier.phase(of: chain, at: now)
          )
        )
      },
      .entitlements: dossier.entitlements.map { .entitlement($0) },
      .receipts: dossier.documents.map { .document($0) },
    ]
  }

  /// After an answer every tab's cursor stays on its record.
  private mutating func keepCursor(on tab: Tab, _ old: [Record], _ view: Viewpoint) {
    guard tab != .overview, var scroll = scrolls[tab], let new = rows[tab] else { return }
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
    guard tab == .overview else { return rows[tab]?.count ?? 0 }
    let height = view.layout.body.rows - view.layout.tabRows
    return max(1, OverviewContent(self, view).lineCount - height + 1)
  }

  private func scrollHeight(_ view: Viewpoint) -> Int {
    tab == .overview ? 1 : view.layout.listHeight(below: view.layout.tabRows)
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

  private func drawTabs(in rect: Rect, on frame: inout Frame) {
    let isNarrow = rect.columns < 70
    var column = rect.column + (isNarrow ? 1 : 2)
    for tab in Tab.allCases {
      let isFront = tab == self.tab
      let number: SafeText = "\(tab.rawValue + 1)"
      let title = isNarrow && !isFront ? tab.title.prefix(3) : tab.title
      column = frame.write(number, .hintKey, at: column, rect.row)
      let start = column + 1
      column = frame.write(title, isFront ? .title : .secondary, at: start, rect.row)
      if let digit = number.string.first {
        frame.press([.character(digit)], from: start - 2, to: column, rect.row)
      }
      if isFront {
        // The tab in front is told by more than its colour.
        frame.select(row: rect.row, from: start - 2, to: column)
      }
      if tab != .overview, !isNarrow {
        column = frame.write(.grouped(rows[tab]?.count ?? 0), .muted, at: column + 1, rect.row)
      }
      column += isNarrow ? 1 : 3
    }
  }

  func status(_ view: Viewpoint) -> Status {
    var status = Status()
    guard dossier != nil else { return status }
    if let failure = dossierAnswer.failure { status.add("! \(failure)", .error) }
    switch tab {
    case .overview:
      let height = view.layout.body.rows - view.layout.tabRows
      let lines = OverviewContent(self, view).lineCount
      status.addScroll(from: scroll.index, of: lines, height: height, view)
      return status
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

extension Dossier {
  /// How a chain stands: as stores and operators said, by its periods alone where no phase is known.
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
