import Entitlements
import Foundation

extension TableScreen {
  /// Where the rows stand, and the record under the cursor in full.
  struct Panes {
    var list: Rect
    var preview: Rect?
    /// What happened to the record, below the preview.
    var timeline: Rect?
    /// Whether the preview takes room that the rows had for themselves.
    var isOver = false
  }

  /// From here on the preview stands beside the rows.
  private static let widestNarrow = 109
  /// From here on the record's timeline stands below the preview, where that leaves rows for both.
  private static let timelineColumns = 150
  private static let timelineRows = 24

  func panes(in body: Rect, _ view: Viewpoint) -> Panes {
    guard showsPreview else { return Panes(list: body) }
    var list = body
    guard !isZoomed else { return Panes(list: body, preview: body) }
    guard view.size.columns <= Self.widestNarrow else {
      var preview = list.takeRight(min(72, max(42, body.columns * 2 / 5)))
      let hasTimeline =
        body.columns >= Self.timelineColumns && body.rows >= Self.timelineRows
        && self.list.hasTimelines
      let timeline = hasTimeline ? preview.takeBottom(body.rows / 2) : nil
      return Panes(list: list, preview: preview, timeline: timeline)
    }
    let preview = list.takeBottom(body.rows / 2)
    return Panes(list: list, preview: preview, isOver: true)
  }

  func listRect(_ view: Viewpoint) -> Rect { panes(in: view.layout.body, view).list }

  func listHeight(_ view: Viewpoint) -> Int {
    let layout = view.layout
    return layout.listHeight(below: layout.body.rows - listRect(view).rows)
  }

  /// The columns as the operator has arranged them.
  func table(_ view: Viewpoint) -> Table {
    var table = list.table(view)
    if let layout = view.columns[list] {
      table.columns = layout.arranged(table.columns)
      table.frozen = max(1, layout.frozenShown)
    }
    table.offset = offset
    table.chosen = column
    table.isMovable = true
    return table
  }

  private func shown(_ view: Viewpoint) -> Range<Int> {
    listing.scroll.shown(count: listing.rows.count, height: listHeight(view))
  }

  func nextChange(_ view: Viewpoint) -> Date? {
    let shown = shown(view)
    let rows =
      placed(shown, view) == nil
      ? listing.rows[shown].compactMap { $0.nextChange(view) }.min()
      : prepared.nextChange(of: shown)
    let timeline = panes(in: view.layout.body, view).timeline
    return [rows, timeline.flatMap { _ in resting.nextChange(view) }].compactMap(\.self).min()
  }

  /// Has the cells of what is shown made, once for many frames, and those of so many rows beside it.
  mutating func prepareRows(beside count: Int = 0, _ view: Viewpoint) {
    guard !view.layout.usesCards, !listing.rows.isEmpty else { return }
    let shown = shown(view)
    let places = (shown.lowerBound - count..<shown.upperBound + count)
      .clamped(to: listing.rows.indices)
    // Taken out, so that what it holds is not copied.
    var prepared = PreparedRows()
    swap(&prepared, &self.prepared)
    prepared.prepare(listing.rows, at: places, version: listing.version, ground(view), view) {
      table(view)
    }
    self.prepared = prepared
  }

  /// `nil` where their cells are to be made first.
  private func placed(_ shown: Range<Int>, _ view: Viewpoint) -> [PlacedRow]? {
    prepared.cells(of: shown, version: listing.version, ground(view), at: view.now)
  }

  private func ground(_ view: Viewpoint) -> PreparedRows.Ground {
    PreparedRows.Ground(
      width: listRect(view).columns,
      offset: offset,
      zone: view.zone,
      glyphs: view.glyphs,
      layout: view.columns[list]
    )
  }

  func draw(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    if listing.rows.isEmpty, let failure = listing.failure {
      return frame.write(
        placeholder: ["\(failure)", "Press r to ask again."],
        in: rect,
        isError: true
      )
    }
    guard listing.total != nil || fault != nil else { return }
    let panes = panes(in: rect, view)
    if !isZoomed || panes.preview == nil { drawRows(in: panes.list, view, on: &frame) }
    if let preview = panes.preview {
      let isBeside = !panes.isOver && !isZoomed
      PreviewContent(listing.current, list, view)
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

  private func drawRows(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    if listing.rows.isEmpty, !filter.isEmpty || fault != nil {
      var rest = rect.insetColumns(2, 1)
      _ = rest.takeTop(min(1, max(0, rest.rows - 5)))
      return frame.draw(NothingFound(self, columns: rest.columns, view).lines, in: rest)
    }
    let shown = shown(view)
    var table = table(view)
    table.emptiness = list.emptiness
    let stretch = marking.stretch(in: listing.rows, to: listing.scroll.index, shown: shown)
    table.draw(
      listing.rows[shown],
      placed: placed(shown, view) ?? [],
      cursor: listing.scroll.index - shown.lowerBound,
      sign: { sign(of: $0, stretch, view.glyphs) },
      in: rect,
      view,
      on: &frame
    )
  }

  /// A mark, or what the last refresh brought.
  private func sign(
    of record: Record,
    _ range: Set<String>,
    _ glyphs: GlyphSet
  ) -> TableCell? {
    if let mark = marking.sign(of: record, range, glyphs) { return mark }
    guard !listing.changes.isEmpty else { return nil }
    return switch listing.changes[record.identity] {
    case .added?: TableCell("+", .good)
    case .changed?: TableCell("~", .warn)
    case nil: nil
    }
  }

  /// How many match: never fewer than were seen of them.
  var total: Count? {
    guard exactCount == nil, case .atLeast(let least)? = listing.total else {
      return exactCount ?? listing.total
    }
    return .atLeast(max(least, (listing.precedingRows ?? 0) + listing.rows.count))
  }

  func status(_ view: Viewpoint) -> Status {
    var status = Status()
    let glyphs = view.glyphs
    if let fault {
      status.matches = fault.sentence(about: filter)
      // Where there are no rows the body says what is wrong.
      status.add(listing.rows.isEmpty ? "! no query" : "! \(status.matches)", .error)
      return status
    }
    if let queueName {
      let query = SafeText(filter).truncated(to: 30, glyphs)
      status.add("queue \(SafeText(queueName)) (\(query))", .match)
    } else if !filter.isEmpty {
      status.add("filter: \(SafeText(filter).truncated(to: 30, glyphs))", .match)
    }
    guard let total else { return status }
    status.matches = "\(total.text) found"
    if let failure = listing.failure ?? countFailure {
      status.add("! \(failure)", .error)
    } else if let position = listing.position {
      status.add("\(SafeText.grouped(position)) of \(total.text)", .secondary)
    } else if listing.rows.isEmpty {
      if !filter.isEmpty { status.add("no match", .secondary) }
    } else {
      status.add("of \(total.text)", .secondary)
    }
    if let new = listing.newAbove {
      status.news = new == .atLeast(0) ? "\(glyphs.above) new" : "\(glyphs.above) \(new.text) new"
    }
    if isLive { status.add("following", .accent) }
    marking.tell(of: listing.rows, at: listing.scroll.index, in: &status)
    if !listing.rows.isEmpty {
      let isDown = sort?.isDescending != isReversed
      let arrow = isDown || sort == nil ? glyphs.sortedDown : glyphs.sortedUp
      status.order = "sorted: \(list.sortName(sort)) \(arrow)"
    }
    return status
  }
}
