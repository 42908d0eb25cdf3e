import Entitlements

/// One user's page: its tabs, and the tab in front.
struct UserView {
  let state: State
  let screen: UserScreen

  private var glyphs: GlyphSet { state.glyphs }

  func draw(in rect: Rect, on frame: inout Frame) {
    guard let dossier = screen.dossier else {
      let missing: SafeText? = screen.isMissing ? "The ledger knows no user \(screen.id.raw)." : nil
      if let lines = state.placeholder(failure: screen.failure, missing: missing) {
        frame.write(placeholder: lines, in: rect, isError: screen.failure != nil)
      }
      return
    }
    var rest = rect
    let tabs = rest.takeTop(state.layout.tabRows)
    drawTabs(in: tabs, on: &frame)
    switch screen.tab {
    case .overview:
      let content = OverviewContent(screen, state)
      frame.draw(content.lines, from: screen.scroll.index, in: rest.insetColumns(2, 1))
    case .orders: draw(orders, dossier.orders, in: rest, on: &frame)
    case .subs: draw(subscriptions(dossier), dossier.subscriptions, in: rest, on: &frame)
    case .receipts:
      let table = DocumentTable(state: state, showsUser: false).table
      draw(table, dossier.documents, in: rest, on: &frame)
    }
  }

  private func drawTabs(in rect: Rect, on frame: inout Frame) {
    let isNarrow = rect.columns < 60
    var column = rect.column + (isNarrow ? 1 : 2)
    for tab in UserScreen.Tab.allCases {
      let isFront = tab == screen.tab
      let number: SafeText = "\(tab.rawValue + 1)"
      column = frame.write(number, .hintKey, at: column, rect.row)
      let start = column + 1
      column = frame.write(tab.title, isFront ? .title : .secondary, at: start, rect.row)
      if isFront {
        // The tab in front is told by more than its colour.
        frame.select(row: rect.row, from: start - 2, to: column)
      }
      let count = screen.count(of: tab)
      if tab != .overview, !isNarrow {
        column = frame.write(.grouped(count), .muted, at: column + 1, rect.row)
      }
      column += isNarrow ? 1 : 3
    }
  }

  private func draw<Row>(
    _ table: Table<Row>,
    _ rows: [Row],
    in rect: Rect,
    on frame: inout Frame
  ) {
    let height = state.layout.listHeight(below: state.layout.tabRows)
    let shown = screen.scroll.shown(count: rows.count, height: height)
    table.draw(
      rows[shown],
      cursor: screen.scroll.index - shown.lowerBound,
      in: rect,
      cards: state.layout.usesCards,
      glyphs,
      on: &frame
    )
  }

  private var orders: Table<Order> {
    let clock = state.clock
    let glyphs = glyphs
    let now = state.now
    return Table(
      columns: [
        Column(title: "PURCHASED", width: 16...16, priority: 0) {
          TableCell(clock.text($0.purchasedAt), .secondary)
        },
        Column(title: "STATE", width: 5...5, priority: 0) { Badge($0.state(at: now), glyphs).cell },
        Column(title: "ENV", width: 3...3, priority: 0) { $0.environment.mark },
        Column(title: "PRODUCT", width: 12...34, priority: 0) {
          TableCell(.product($0.productID, of: $0.app), .title, cut: .middle)
        },
        Column(title: "UNTIL", width: 16...16, priority: 2) {
          TableCell($0.endText(clock.text, glyphs), .secondary)
        },
        Column(title: "OFFER", width: 5...14, priority: 5) {
          TableCell($0.offer?.word ?? .empty, .info)
        },
        Column(title: "KIND", width: 12...12, priority: 6) { TableCell($0.kind.word, .secondary) },
        Column(title: "QTY", width: 3...5, priority: 7, alignment: .right) {
          TableCell(.grouped($0.quantity), .secondary)
        },
        Column(title: "TRANSACTION", width: 11...19, priority: 3) {
          TableCell(SafeText($0.transactionID), cut: .middle)
        },
        Column(title: "STORE", width: 5...9, priority: 8) { TableCell($0.store.word, .muted) },
      ],
      card: { order in
        let badge = Badge(order.state(at: now), glyphs)
        let mark = order.environment.mark.text
        return Card(
          title: TableCell(.product(order.productID, of: order.app), .title, cut: .middle),
          mark: TableCell(mark.isEmpty ? badge.text : "\(mark) \(badge.text)", badge.role),
          detail: TableCell(SafeText(order.transactionID), .secondary, cut: .middle),
          note: TableCell(clock.text(order.purchasedAt), .secondary)
        )
      },
      emptiness: ["No orders yet.", "Orders come with the receipts that mention them."]
    )
  }

  private func subscriptions(_ dossier: Dossier) -> Table<Subscription> {
    let clock = state.clock
    let glyphs = glyphs
    let now = state.now
    return Table(
      columns: [
        Column(title: "PRODUCT", width: 12...34, priority: 0) {
          TableCell(.product($0.productID, of: $0.app), .title, cut: .middle)
        },
        Column(title: "STATE", width: 5...5, priority: 0) {
          Badge(dossier.state(of: $0, at: now), glyphs).cell
        },
        Column(title: "ENV", width: 3...3, priority: 0) { $0.environment.mark },
        Column(title: "SINCE", width: 16...16, priority: 4) {
          TableCell(clock.text($0.startedAt), .secondary)
        },
        Column(title: "UNTIL", width: 16...16, priority: 1) {
          TableCell(clock.text($0.accessUntil), .secondary)
        },
        Column(title: "PERIODS", width: 7...7, priority: 5, alignment: .right) {
          TableCell(.grouped($0.periods.count))
        },
        Column(title: "ORIGINAL ID", width: 11...20, priority: 3) {
          TableCell(SafeText($0.originalTransactionID), cut: .middle)
        },
        Column(title: "STORE", width: 5...9, priority: 6) { TableCell($0.store.word, .muted) },
      ],
      card: { chain in
        let badge = Badge(dossier.state(of: chain, at: now), glyphs)
        let mark = chain.environment.mark.text
        return Card(
          title: TableCell(.product(chain.productID, of: chain.app), .title, cut: .middle),
          mark: TableCell(mark.isEmpty ? badge.text : "\(mark) \(badge.text)", badge.role),
          detail: TableCell(SafeText(chain.originalTransactionID), .secondary, cut: .middle),
          note: TableCell(clock.text(chain.accessUntil), .secondary)
        )
      },
      emptiness: ["No subscriptions.", "A renewal chain appears with its first order."]
    )
  }
}
