import Entitlements
import Foundation

extension TableScreen {
  /// The areas of the rows, and of the full record under the cursor.
  struct Panes {
    var list: Rect
    var preview: Rect?
    /// The record's timeline, below the preview.
    var timeline: Rect?
    /// Whether the preview covers a part of the rows.
    var isOver = false
  }

  /// The maximum screen width with the preview below the rows instead of beside them.
  private static let maxNarrowColumns = 109
  /// The minimum size of the body that shows the record's timeline below the preview.
  private static let timelineColumns = 150
  private static let timelineRows = 24

  func panes(in body: Rect, _ view: ViewContext) -> Panes {
    guard showsPreview else { return Panes(list: body) }
    var list = body
    guard !isZoomed else { return Panes(list: body, preview: body) }
    guard view.size.columns <= Self.maxNarrowColumns else {
      var preview = list.takeRight(min(72, max(42, body.columns * 2 / 5)))
      let hasTimeline =
        body.columns >= Self.timelineColumns && body.rows >= Self.timelineRows
        && self.list.searched != nil
      let timeline = hasTimeline ? preview.takeBottom(body.rows / 2) : nil
      return Panes(list: list, preview: preview, timeline: timeline)
    }
    let preview = list.takeBottom(body.rows / 2)
    return Panes(list: list, preview: preview, isOver: true)
  }

  func listRect(_ view: ViewContext) -> Rect { panes(in: view.layout.body, view).list }

  func listHeight(_ view: ViewContext) -> Int {
    let layout = view.layout
    return layout.listHeight(below: layout.body.rows - listRect(view).rows)
  }

  /// The columns in the operator's layout.
  func table(_ view: ViewContext) -> Table {
    var table = list.table()
    if let layout = view.columns[list] {
      table.columns = layout.arranged(table.columns)
      table.frozen = max(1, layout.frozenShown)
    }
    table.offset = offset
    table.chosen = column
    table.isMovable = true
    return table
  }

  private func shown(_ view: ViewContext) -> Range<Int> {
    window.scroll.shown(count: window.rows.count, height: listHeight(view))
  }

  func nextChange(_ view: ViewContext) -> Date? {
    let shown = shown(view)
    let rows =
      placed(shown, view) == nil
      ? window.rows[shown].compactMap { $0.nextChange(view) }.min()
      : prepared.nextChange(of: shown)
    let timeline = panes(in: view.layout.body, view).timeline
    return [rows, timeline.flatMap { _ in resting.nextChange(view) }].compactMap(\.self).min()
  }

  /// Caches the cells of the visible rows, and of `count` rows above and below.
  mutating func prepareRows(beside count: Int = 0, _ view: ViewContext) {
    guard !view.layout.usesCards, !window.rows.isEmpty else { return }
    let shown = shown(view)
    let indices = (shown.lowerBound - count..<shown.upperBound + count)
      .clamped(to: window.rows.indices)
    // Swapped out, so that its contents are not copied.
    var prepared = RowCache()
    swap(&prepared, &self.prepared)
    prepared.prepare(window.rows, at: indices, version: window.version, rowKey(view), view) {
      table(view)
    }
    self.prepared = prepared
  }

  /// The cached rows; `nil` if they are not cached.
  private func placed(_ shown: Range<Int>, _ view: ViewContext) -> [PlacedRow]? {
    prepared.cells(of: shown, version: window.version, rowKey(view), at: view.now)
  }

  private func rowKey(_ view: ViewContext) -> RowCache.Key {
    RowCache.Key(
      width: listRect(view).columns,
      offset: offset,
      zone: view.zone,
      glyphs: view.glyphs,
      layout: view.columns[list]
    )
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    if window.rows.isEmpty, let failure = window.failure {
      return frame.write(
        placeholder: ["\(failure)", "Press r to try again."],
        in: rect,
        isError: true
      )
    }
    guard window.total != nil || fault != nil else { return }
    let panes = panes(in: rect, view)
    if !isZoomed || panes.preview == nil { drawRows(in: panes.list, view, on: &frame) }
    if let preview = panes.preview {
      let isBeside = !panes.isOver && !isZoomed
      PreviewContent(window.current, list, view)
        .draw(
          from: previewTop,
          in: preview,
          isBeside: isBeside,
          isZoomed: isZoomed,
          view,
          on: &frame
        )
    }
    if let timeline = panes.timeline { resting.draw(in: timeline, view, on: &frame) }
    if let popup { PopupContent(popup, self, view).draw(in: rect, view, on: &frame) }
  }

  private func drawRows(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    if window.rows.isEmpty, !filter.isEmpty || fault != nil {
      var rest = rect.insetColumns(2, 1)
      _ = rest.takeTop(min(1, max(0, rest.rows - 5)))
      return frame.draw(EmptyListMessage(self, columns: rest.columns, view).lines, in: rest)
    }
    let shown = shown(view)
    let interval = marking.interval(in: window.rows, to: window.scroll.index, shown: shown)
    let hasSigns =
      !marks.isEmpty || !interval.isEmpty || !view.presences.isEmpty || !window.changes.isEmpty
    table(view).draw(
      window.rows[shown],
      placed: placed(shown, view) ?? [],
      cursor: window.scroll.index - shown.lowerBound,
      sign: hasSigns ? { sign(of: $0, interval, view) } : nil,
      in: rect,
      view,
      on: &frame
    )
  }

  /// A row's mark, whether another operator has its case open, or its change in the last refresh.
  private func sign(of record: Record, _ range: Set<String>, _ view: ViewContext) -> TableCell? {
    if let mark = marking.sign(of: record, range, view.glyphs) { return mark }
    if view.isOpenElsewhere(record.user) { return TableCell(view.glyphs.present, .warn) }
    guard !window.changes.isEmpty else { return nil }
    return switch window.changes[record.identity] {
    case .added?: TableCell("+", .good)
    case .changed?: TableCell("~", .warn)
    case nil: nil
    }
  }

  /// The number of matching rows; never fewer than were loaded.
  var total: Count? {
    guard exactCount == nil, case .atLeast(let minimum)? = window.total else {
      return exactCount ?? window.total
    }
    return .atLeast(max(minimum, (window.precedingRows ?? 0) + window.rows.count))
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    let glyphs = view.glyphs
    if let fault {
      status.matches = fault.sentence(about: filter)
      // Without rows, the body shows the error.
      status.add(window.rows.isEmpty ? "! the filter is not valid" : "! \(status.matches)", .error)
      return
    }
    if let queueName {
      let query = SafeText(filter).truncated(to: 30, glyphs)
      status.add("queue \(SafeText(queueName)) (\(query))", .match)
    } else if !filter.isEmpty {
      status.add("filter: \(SafeText(filter).truncated(to: 30, glyphs))", .match)
    }
    guard let total else { return }
    status.matches = "\(total.text) found"
    if let failure = window.failure ?? countFailure {
      status.add("! \(failure)", .error)
    } else if let position = window.position {
      status.add("\(SafeText.grouped(position)) of \(total.text)", .secondary)
    } else if window.rows.isEmpty {
      if !filter.isEmpty { status.add("no match", .secondary) }
    } else {
      status.add("of \(total.text)", .secondary)
    }
    describeTests(in: &status)
    if let new = window.newAbove {
      status.message =
        new == .atLeast(0) ? "\(glyphs.above) new" : "\(glyphs.above) \(new.text) new"
    }
    if isLive { status.add("following", .accent) }
    marking.describe(of: window.rows, at: window.scroll.index, in: &status)
    if !window.rows.isEmpty {
      let isDown = sort?.isDescending != isReversed
      let arrow = isDown || sort == nil ? glyphs.below : glyphs.above
      status.order = "sorted: \(list.sortName(sort)) \(arrow)"
    }
  }
}
