import Entitlements
import Foundation

extension TableScreen {
  mutating func perform(_ action: Action, _ desk: inout Desk) -> Bool {
    if popup != nil, performInPopup(action, &desk) { return true }
    let height = listHeight(desk.view)
    if isZoomed, pagePreview(action, desk.view) { return true }
    if let distance = Scroll.distance(action, height: height) {
      listing.move(by: distance, height: height)
      previewTop = 0
      return true
    }
    switch action {
    case .open: listing.current?.open(&desk)
    case .mark, .markRange, .markAll, .clearMarks:
      let isWhole = !listing.hasAfter && !listing.hasBefore
      let step = marking.perform(
        action,
        listing.rows,
        at: listing.scroll.index,
        isWhole: isWhole,
        &desk
      )
      if step == .next { listing.move(by: 1, height: height) }
    case .count: count(&desk)
    case .refresh: listing.showNew()
    case .preview: (showsPreview, isZoomed) = (!showsPreview, false)
    case .zoom: (showsPreview, isZoomed) = (true, !isZoomed)
    default: return performOnColumns(action, &desk)
    }
    return true
  }

  private mutating func performOnColumns(_ action: Action, _ desk: inout Desk) -> Bool {
    switch action {
    case .columnLeft: choose(-1, desk.view)
    case .columnRight: choose(1, desk.view)
    case .scrollLeft: offset = max(0, offset - 1)
    case .scrollRight:
      if table(desk.view).hasMore(in: listRect(desk.view)) { offset += 1 }
    case .sortMenu: openSorts(&desk)
    case .sortByColumn: sortByColumn(&desk)
    case .columns: popup = TablePopup(.columns)
    case .follow:
      isLive.toggle()
      if isLive { listing.showNew() }
      desk.say(.info, isLive ? "following: the cursor goes to what is new" : "not following")
    case .widenColumn, .narrowColumn:
      guard let column = currentColumn(desk.view) else { return true }
      show(column.key, desk.view)
      resize(column.key, by: action == .widenColumn ? 1 : -1, &desk)
    case .sameAsCell: narrow(isOther: false, &desk)
    case .otherThanCell: narrow(isOther: true, &desk)
    case .facet: openFacet(by: .month, &desk)
    case .export: openExport(&desk)
    default: return false
    }
    return true
  }

  /// Pages of the record that has the body for itself; rows go by one at a time.
  private mutating func pagePreview(_ action: Action, _ view: Viewpoint) -> Bool {
    guard [.halfPageDown, .halfPageUp, .pageDown, .pageUp].contains(action) else { return false }
    let height = view.layout.body.rows - 1
    guard let distance = Scroll.distance(action, height: height) else { return false }
    scrollPreview(by: distance, view)
    return true
  }

  private mutating func scrollPreview(by lines: Int, _ view: Viewpoint) {
    let panes = panes(in: view.layout.body, view)
    guard let preview = panes.preview else { return }
    let isBeside = !panes.isOver && !isZoomed
    let count = PreviewContent(listing.current, list, view)
      .lineCount(in: preview, isBeside: isBeside, view)
    previewTop = max(0, min(previewTop + lines, count - preview.rows + 1))
  }

  mutating func scrollPane(at point: Frame.Point, by lines: Int, _ view: Viewpoint) -> Bool {
    guard popup == nil, let preview = panes(in: view.layout.body, view).preview,
      preview.holds(point.column, point.row)
    else { return false }
    scrollPreview(by: lines, view)
    return true
  }

  /// The rows from the one where a stretch of marks began to the cursor.
  var range: ClosedRange<Int>? { marking.range(in: listing.rows, to: listing.scroll.index) }

  // Columns.

  /// The column that keys are about: the first one until another was chosen.
  func currentColumn(_ view: Viewpoint) -> Column? {
    let columns = table(view).columns
    return columns.first { $0.key == column } ?? columns.first
  }

  private mutating func choose(_ distance: Int, _ view: Viewpoint) {
    let columns = table(view).columns
    let place = columns.firstIndex { $0.key == column }
    let goal = place.map { min(max(0, $0 + distance), columns.count - 1) } ?? 0
    guard columns.indices.contains(goal) else { return }
    show(columns[goal].key, view)
  }

  private mutating func show(_ key: String, _ view: Viewpoint) { choose(column: key, view) }

  /// Makes it the one that keys are about, and shows it.
  mutating func choose(column key: String, _ view: Viewpoint) {
    column = key
    offset = table(view).offset(showing: key, in: listRect(view))
  }

  private mutating func sortByColumn(_ desk: inout Desk) {
    guard let column = currentColumn(desk.view) else { return }
    show(column.key, desk.view)
    guard let sort = list.sort(by: column.key) else {
      let orders = (list.searched?.sorts ?? []).map { list.sortName($0).string }
      let known = orders.isEmpty ? "in one order only" : "by \(orders.joined(separator: " or "))"
      let words = "\(column.title.string) has no index: \(list.rawValue) are sorted \(known)."
      return desk.say(.warning, words)
    }
    self.sort(by: sort, isReversed: self.sort == sort && !isReversed)
  }

  /// Sorts by a column as the key does that sorts by the chosen one.
  mutating func sort(byColumn key: String, _ desk: inout Desk) {
    column = key
    sortByColumn(&desk)
  }

  /// Makes a column wider or narrower than it is drawn.
  func resize(_ key: String, by cells: Int, _ desk: inout Desk) {
    let view = desk.view
    let rect = listRect(view)
    guard !view.layout.usesCards, let width = table(view).width(of: key, in: rect) else { return }
    var layout = layout(view)
    layout.resize(key, to: width + cells)
    desk.arrange(list, layout)
  }

  private mutating func openSorts(_ desk: inout Desk) {
    guard let sorts = list.searched?.sorts, let sort else {
      return desk.say(.info, "The \(list.rawValue) are sorted in one order only: the newest first.")
    }
    popup = TablePopup(.sorts(sorts))
    let place = (sorts.firstIndex(of: sort) ?? 0) * 2 + (isReversed ? 1 : 0)
    popup?.scroll.index = place
  }

  // Cells.

  private mutating func narrow(isOther: Bool, _ desk: inout Desk) {
    guard let record = listing.current, let column = currentColumn(desk.view) else { return }
    show(column.key, desk.view)
    guard let condition = record.condition(in: column.key, at: desk.view.now) else {
      return desk.say(.warning, "Nothing can be asked by \(column.title.string) here.")
    }
    narrow(by: (isOther ? .not(condition) : condition).normalized)
  }

  private mutating func openExport(_ desk: inout Desk) {
    guard list.searched != nil else { return desk.say(.warning, list.printing) }
    guard fault == nil, !listing.rows.isEmpty else {
      return desk.say(.warning, "There is nothing to export.")
    }
    popup = TablePopup(.export(ofMarks: !marks.isEmpty))
  }
}
