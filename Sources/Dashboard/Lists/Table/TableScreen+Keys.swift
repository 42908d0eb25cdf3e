import Entitlements
import Foundation

extension TableScreen {
  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    if popup != nil, performInPopup(action, &context) { return true }
    let height = listHeight(context.view)
    if isZoomed, pagePreview(action, context.view) { return true }
    if let motion = Motion(action, height: height) {
      window.move(motion, height: height)
      previewTop = 0
      return true
    }
    switch action {
    case .open: window.current?.open(&context)
    case .mark, .markRange, .markAll, .clearMarks:
      let isWhole = !window.hasAfter && !window.hasBefore
      let step = marking.perform(
        action,
        window.rows,
        at: window.scroll.index,
        isWhole: isWhole,
        &context
      )
      if step == .next { window.move(.by(1), height: height) }
    case .count: count(&context)
    case .refresh: window.showNew()
    case .preview: (showsPreview, isZoomed) = (!showsPreview, false)
    case .zoom: (showsPreview, isZoomed) = (true, !isZoomed)
    default: return performOnColumns(action, &context)
    }
    return true
  }

  private mutating func performOnColumns(_ action: Action, _ context: inout ScreenContext) -> Bool {
    switch action {
    case .columnLeft: choose(-1, context.view)
    case .columnRight: choose(1, context.view)
    case .scrollLeft: offset = max(0, offset - 1)
    case .scrollRight:
      if table(context.view).hasMore(in: listRect(context.view)) { offset += 1 }
    case .sortMenu: openSorts(&context)
    case .sortByColumn: sortByColumn(&context)
    case .columns: popup = TablePopup(.columns)
    case .showTests: toggleTests(&context)
    case .follow:
      isLive.toggle()
      if isLive { window.showNew() }
      context.notify(.info, isLive ? "following: the cursor goes to new rows" : "not following")
    case .widenColumn, .narrowColumn:
      guard let column = currentColumn(context.view) else { return true }
      choose(column: column.key, context.view)
      resize(column.key, by: action == .widenColumn ? 1 : -1, &context)
    case .sameAsCell: narrow(isOther: false, &context)
    case .otherThanCell: narrow(isOther: true, &context)
    case .facet: openFacet(by: .month, &context)
    case .export:
      openExport(of: list, hasRows: fault == nil && !window.rows.isEmpty, &context)
    default: return false
    }
    return true
  }

  /// Pages through the zoomed record, where only single steps change the row.
  private mutating func pagePreview(_ action: Action, _ view: ViewContext) -> Bool {
    guard [.halfPageDown, .halfPageUp, .pageDown, .pageUp].contains(action),
      case .by(let lines)? = Motion(action, height: view.layout.body.rows - 1)
    else { return false }
    scrollPreview(by: lines, view)
    return true
  }

  private mutating func scrollPreview(by lines: Int, _ view: ViewContext) {
    let panes = panes(in: view.layout.body, view)
    guard let preview = panes.preview else { return }
    let isBeside = !panes.isOver && !isZoomed
    let count = PreviewContent(window.current, list, view)
      .lineCount(in: preview, isBeside: isBeside, view)
    previewTop = max(0, min(previewTop + lines, count - preview.rows + 1))
  }

  mutating func scrollPane(at point: Frame.Point, by lines: Int, _ view: ViewContext) -> Bool {
    guard popup == nil, let preview = panes(in: view.layout.body, view).preview,
      preview.holds(point.column, point.row)
    else { return false }
    scrollPreview(by: lines, view)
    return true
  }

  /// The rows from the start of the marked range to the cursor.
  var range: ClosedRange<Int>? { marking.range(in: window.rows, to: window.scroll.index) }

  // Columns.

  /// The column that keys apply to: the chosen one, else the first.
  func currentColumn(_ view: ViewContext) -> Column? {
    let columns = table(view).columns
    return columns.first { $0.key == column } ?? columns.first
  }

  private mutating func choose(_ distance: Int, _ view: ViewContext) {
    let columns = table(view).columns
    let index = columns.firstIndex { $0.key == column }
    let goal = index.map { min(max(0, $0 + distance), columns.count - 1) } ?? 0
    guard columns.indices.contains(goal) else { return }
    choose(column: columns[goal].key, view)
  }

  /// Chooses the column that keys apply to, and scrolls it into view.
  mutating func choose(column key: String, _ view: ViewContext) {
    column = key
    offset = table(view).offset(showing: key, in: listRect(view))
  }

  private mutating func sortByColumn(_ context: inout ScreenContext) {
    guard let column = currentColumn(context.view) else { return }
    choose(column: column.key, context.view)
    guard let sort = column.sort else {
      // The names that `:sort` takes, which may differ from the columns' titles.
      let orders = (list.searched?.sorts ?? []).map(\.rawValue)
      let known = orders.isEmpty ? "in one order only" : "by \(orders.joined(separator: " or "))"
      let message = "\(column.title.string) has no index: \(list.rawValue) are sorted \(known)."
      return context.notify(.warning, message)
    }
    self.sort(by: sort, isReversed: self.sort == sort && !isReversed)
  }

  /// Sorts by a column as the key for the chosen column does.
  mutating func sort(byColumn key: String, _ context: inout ScreenContext) {
    column = key
    sortByColumn(&context)
  }

  /// Changes a column's drawn width by `cells`.
  func resize(_ key: String, by cells: Int, _ context: inout ScreenContext) {
    let view = context.view
    let rect = listRect(view)
    guard !view.layout.usesCards, let width = table(view).width(of: key, in: rect) else { return }
    var layout = layout(view)
    layout.resize(key, to: width + cells)
    context.arrange(list, layout)
  }

  private mutating func openSorts(_ context: inout ScreenContext) {
    guard let sorts = list.searched?.sorts, let sort else {
      return context.notify(
        .info,
        "The \(list.rawValue) are sorted in one order only: the newest first."
      )
    }
    popup = TablePopup(.sorts(sorts))
    popup?.scroll.index = (sorts.firstIndex(of: sort) ?? 0) * 2 + (isReversed ? 1 : 0)
  }

  // Cells.

  private mutating func narrow(isOther: Bool, _ context: inout ScreenContext) {
    guard let record = window.current, let column = currentColumn(context.view) else { return }
    choose(column: column.key, context.view)
    guard let condition = column.condition(record, context.view.now) else {
      return context.notify(.warning, "\(column.title.string) cannot be queried here.")
    }
    narrow(by: (isOther ? .not(condition) : condition).normalized)
  }
}
